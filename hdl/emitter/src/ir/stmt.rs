//! Statements.

use super::expr::{Expr, Offset, Part, Place};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stmt {
    Assign(Place, Expr),
    If {
        test: Expr,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    Case {
        subject: Expr,
        arms: Vec<Arm>,
        /// `None` when the arms name every value that Rust can produce.
        default: Option<Vec<Stmt>>,
    },
    For {
        var: String,
        from: i64,
        to: i64,
        body: Vec<Stmt>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arm {
    pub labels: Vec<Expr>,
    pub body: Vec<Stmt>,
}

impl Stmt {
    /// The statement lists directly inside this statement.
    pub fn blocks(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::Assign(..) => vec![],
            Stmt::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Stmt::Case { arms, default, .. } => {
                arms.iter().map(|arm| &arm.body).chain(default).collect()
            }
            Stmt::For { body, .. } => vec![body],
        }
    }

    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::Assign(..) => vec![],
            Stmt::If {
                then, otherwise, ..
            } => vec![then, otherwise],
            Stmt::Case { arms, default, .. } => arms
                .iter_mut()
                .map(|arm| &mut arm.body)
                .chain(default)
                .collect(),
            Stmt::For { body, .. } => vec![body],
        }
    }

    /// Calls `visit` on every assignment's target.
    pub fn targets<'a>(&'a self, visit: &mut dyn FnMut(&'a Place)) {
        if let Stmt::Assign(place, _) = self {
            visit(place);
        }
        for block in self.blocks() {
            block.iter().for_each(|stmt| stmt.targets(visit));
        }
    }

    /// The expressions of this statement alone, without those of nested statements.
    pub fn own_exprs(&self) -> Vec<&Expr> {
        match self {
            Stmt::Assign(place, value) => {
                place.dynamic_offset().into_iter().chain([value]).collect()
            }
            Stmt::If { test, .. } => vec![test],
            Stmt::Case { subject, .. } => vec![subject],
            Stmt::For { .. } => vec![],
        }
    }

    /// Calls `visit` on every expression, outermost statement first.
    pub fn exprs<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        self.own_exprs().into_iter().for_each(&mut *visit);
        for block in self.blocks() {
            block.iter().for_each(|stmt| stmt.exprs(visit));
        }
    }

    /// Applies `change` to the expressions of this statement alone, in place.
    pub fn map_own_exprs(&mut self, change: &mut dyn FnMut(Expr) -> Expr) {
        let mut apply = |expr: &mut Expr| {
            let old = std::mem::replace(expr, Expr::literal(1, 0u8));
            *expr = change(old);
        };
        match self {
            Stmt::Assign(place, value) => {
                if let Some(Part {
                    offset: Offset::Dynamic(offset),
                    ..
                }) = &mut place.part
                {
                    apply(offset);
                }
                apply(value);
            }
            Stmt::If { test, .. } => apply(test),
            Stmt::Case { subject, .. } => apply(subject),
            Stmt::For { .. } => {}
        }
    }

    /// Applies `change` to every expression, in place.
    pub fn map_exprs(&mut self, change: &mut dyn FnMut(Expr) -> Expr) {
        self.map_own_exprs(change);
        for block in self.blocks_mut() {
            block.iter_mut().for_each(|stmt| stmt.map_exprs(change));
        }
    }

    /// Applies `change` to every assignment's target, in place.
    pub fn map_targets(&mut self, change: &mut dyn FnMut(&mut Place)) {
        if let Stmt::Assign(place, _) = self {
            change(place);
        }
        for block in self.blocks_mut() {
            block.iter_mut().for_each(|stmt| stmt.map_targets(change));
        }
    }
}
