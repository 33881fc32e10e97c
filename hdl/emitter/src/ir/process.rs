//! What runs side by side in a module.

use super::expr::{Expr, Place};
use super::net::NetId;
use super::stmt::Stmt;

/// A process of the module.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Process {
    Assign(Place, Expr),
    /// One copy of the body per value of `var`.
    Generate {
        var: String,
        from: i64,
        to: i64,
        /// Nets that live inside the loop.
        locals: Vec<NetId>,
        body: Vec<Process>,
    },
    Comb(Vec<Stmt>),
}

impl Process {
    /// The nets that it drives, in order.
    pub fn targets(&self, visit: &mut dyn FnMut(NetId)) {
        self.places(&mut |place| visit(place.net));
    }

    /// The places that it drives, in order.
    pub fn places(&self, visit: &mut dyn FnMut(&Place)) {
        match self {
            Process::Assign(place, _) => visit(place),
            Process::Generate { body, .. } => {
                body.iter().for_each(|process| process.places(visit));
            }
            Process::Comb(body) => {
                let stmts = body.iter();
                stmts.for_each(|stmt| stmt.targets(&mut |place| visit(place)));
            }
        }
    }
}

/// Calls `visit` on every expression of a process, labels included.
pub(crate) fn visit_exprs(process: &Process, visit: &mut dyn FnMut(&Expr)) {
    fn labels(stmt: &Stmt, visit: &mut dyn FnMut(&Expr)) {
        if let Stmt::Case { arms, .. } = stmt {
            arms.iter()
                .for_each(|arm| arm.labels.iter().for_each(&mut *visit));
        }
        for block in stmt.blocks() {
            block.iter().for_each(|stmt| labels(stmt, visit));
        }
    }
    match process {
        Process::Assign(_, value) => visit(value),
        Process::Generate { body, .. } => body.iter().for_each(|p| visit_exprs(p, visit)),
        Process::Comb(body) => {
            for stmt in body {
                stmt.exprs(&mut *visit);
                labels(stmt, visit);
            }
        }
    }
}
