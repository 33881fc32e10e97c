//! The emitter's typed intermediate form.
//!
//! Every expression knows its width, and an operator's operands have the widths that Rust gave
//! them: extension and truncation are written out as concatenations and selects. A printer can
//! therefore never pick up Verilog's context-determined widths by accident.

use super::index::Index;
use num_bigint::BigUint;

/// A position in [`Netlist::nets`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NetId(pub usize);

/// Where a net comes from, which settles who may drive it and how it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NetKind {
    Input,
    Output,
    Local,
    /// A Rust `let`, or a name that the emitter gave to an expression that Verilog cannot select.
    Let,
    /// A `Constant` field of the block.
    Constant(BigUint),
    RegisterQ,
    RegisterD,
    ChildInput,
    ChildOutput,
}

/// How an array of nets is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    /// One vector; element `i` of width `w` is `[i * w +: w]`. Also every net that is no array.
    Vector,
    /// An unpacked array.
    Unpacked,
}

/// A named value of the module.
#[derive(Clone, Debug)]
pub(super) struct Net {
    /// The Rust path without indices: `lane$value`.
    pub path: String,
    /// The Verilog identifier.
    pub name: String,
    pub width: usize,
    /// Lengths of the enclosing arrays, outermost first.
    pub dims: Vec<usize>,
    pub kind: NetKind,
    pub storage: Storage,
    /// The Rust type of one element, for messages.
    pub rust_type: String,
    pub is_clock: bool,
}

impl Net {
    /// Number of elements; one when the net is no array.
    pub fn elements(&self) -> usize {
        self.dims.iter().product()
    }

    pub fn total_bits(&self) -> usize {
        self.elements() * self.width
    }
}

/// A net, an element of it, or a part of that.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    pub net: NetId,
    /// One index per dimension of the net.
    pub index: Vec<Index>,
    pub part: Option<Part>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub offset: Offset,
    pub width: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Offset {
    /// Known once the loops are unrolled.
    Static(Index),
    Dynamic(Box<Expr>),
}

impl Place {
    pub fn whole(net: NetId) -> Self {
        Place {
            net,
            index: vec![],
            part: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnaryOp {
    Not,
    Neg,
    All,
    Any,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BinaryOp {
    Add,
    Sub,
    And,
    Or,
    Xor,
    LogicalAnd,
    LogicalOr,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    pub fn is_bitwise(self) -> bool {
        use BinaryOp::*;
        matches!(self, And | Or | Xor)
    }
}

/// An expression with its width.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Expr {
    pub width: usize,
    pub kind: ExprKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ExprKind {
    Literal(BigUint),
    /// A variant of an enum, `State::On`, printed by name.
    Variant {
        path: String,
        value: u64,
    },
    /// A loop index as a value.
    Index(Index),
    Read(Place),
    Unary(UnaryOp, Box<Expr>),
    /// Operands have equal widths, except the right operand of a shift.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Most significant piece first.
    Concat(Vec<Expr>),
    Replicate(usize, Box<Expr>),
    Mux(Box<Expr>, Box<Expr>, Box<Expr>),
    /// One element of a whole array, chosen by a signal. The index reaches no further than the
    /// array does, or stands under a condition that says so.
    Lookup(NetId, Box<Expr>),
    /// `width` bits from bit `offset` of an expression that is no net. The lowering gives the
    /// operand a name before anything is printed.
    Select(Box<Expr>, usize),
}

impl Expr {
    pub fn new(width: usize, kind: ExprKind) -> Self {
        Expr { width, kind }
    }

    pub fn literal(width: usize, value: impl Into<BigUint>) -> Self {
        Expr::new(width, ExprKind::Literal(value.into()))
    }

    pub fn unary(op: UnaryOp, operand: Expr) -> Self {
        let width = match op {
            UnaryOp::Not | UnaryOp::Neg => operand.width,
            UnaryOp::All | UnaryOp::Any | UnaryOp::Xor => 1,
        };
        Expr::new(width, ExprKind::Unary(op, Box::new(operand)))
    }

    pub fn binary(op: BinaryOp, left: Expr, right: Expr) -> Self {
        use BinaryOp::*;
        let width = match op {
            LogicalAnd | LogicalOr | Eq | Ne | Lt | Le | Gt | Ge => 1,
            Add | Sub | And | Or | Xor | Shl | Shr => left.width,
        };
        Expr::new(width, ExprKind::Binary(op, Box::new(left), Box::new(right)))
    }

    /// The value of a literal or of an enum's variant.
    pub fn constant(&self) -> Option<BigUint> {
        match &self.kind {
            ExprKind::Literal(value) => Some(value.clone()),
            ExprKind::Variant { value, .. } => Some(BigUint::from(*value)),
            ExprKind::Index(Index::Const(value)) => BigUint::try_from(*value).ok(),
            _ => None,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.constant().is_some_and(|value| value == BigUint::ZERO)
    }

    /// Calls `visit` on this expression and on every expression inside it.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Literal(_) | ExprKind::Variant { .. } | ExprKind::Index(_) => {}
            ExprKind::Read(place) => {
                if let Some(offset) = place.dynamic_offset() {
                    offset.walk(visit);
                }
            }
            ExprKind::Unary(_, a)
            | ExprKind::Replicate(_, a)
            | ExprKind::Lookup(_, a)
            | ExprKind::Select(a, _) => a.walk(visit),
            ExprKind::Binary(_, a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            ExprKind::Mux(a, b, c) => {
                a.walk(visit);
                b.walk(visit);
                c.walk(visit);
            }
            ExprKind::Concat(pieces) => pieces.iter().for_each(|piece| piece.walk(visit)),
        }
    }

    /// Calls `visit` on every place that is read.
    pub fn reads(&self, visit: &mut dyn FnMut(&Place)) {
        self.walk(&mut |expr| match &expr.kind {
            ExprKind::Read(place) => visit(place),
            ExprKind::Lookup(net, _) => visit(&Place::whole(*net)),
            _ => {}
        });
    }

    /// Rebuilds the expression from the leaves up.
    pub fn rewrite(self, change: &mut dyn FnMut(Expr) -> Expr) -> Expr {
        let mut boxed = |e: Box<Expr>| Box::new(e.rewrite(change));
        let kind = match self.kind {
            kind @ (ExprKind::Literal(_) | ExprKind::Variant { .. } | ExprKind::Index(_)) => kind,
            ExprKind::Read(mut place) => {
                if let Some(Part {
                    offset: Offset::Dynamic(offset),
                    ..
                }) = &mut place.part
                {
                    let inner = std::mem::replace(&mut **offset, Expr::literal(1, 0u8));
                    **offset = inner.rewrite(change);
                }
                ExprKind::Read(place)
            }
            ExprKind::Unary(op, a) => ExprKind::Unary(op, boxed(a)),
            ExprKind::Replicate(n, a) => ExprKind::Replicate(n, boxed(a)),
            ExprKind::Select(a, offset) => ExprKind::Select(boxed(a), offset),
            ExprKind::Lookup(net, index) => ExprKind::Lookup(net, boxed(index)),
            ExprKind::Binary(op, a, b) => ExprKind::Binary(op, boxed(a), boxed(b)),
            ExprKind::Mux(a, b, c) => ExprKind::Mux(boxed(a), boxed(b), boxed(c)),
            ExprKind::Concat(pieces) => {
                ExprKind::Concat(pieces.into_iter().map(|p| p.rewrite(change)).collect())
            }
        };
        change(Expr::new(self.width, kind))
    }
}

impl Place {
    pub fn dynamic_offset(&self) -> Option<&Expr> {
        match &self.part {
            Some(Part {
                offset: Offset::Dynamic(offset),
                ..
            }) => Some(offset),
            _ => None,
        }
    }

    /// The place with a loop index replaced, in the array indices and in the offset.
    pub fn substitute(mut self, var: &str, by: &Index) -> Self {
        for index in &mut self.index {
            *index = index.substitute(var, by);
        }
        if let Some(part) = &mut self.part {
            part.offset = match &part.offset {
                Offset::Static(index) => Offset::Static(index.substitute(var, by)),
                Offset::Dynamic(expr) => {
                    Offset::Dynamic(Box::new(substitute(expr.as_ref().clone(), var, by)))
                }
            };
        }
        self
    }
}

/// `expr` with a loop index replaced.
pub(super) fn substitute(expr: Expr, var: &str, by: &Index) -> Expr {
    expr.rewrite(&mut |expr| match expr.kind {
        ExprKind::Index(index) => Expr::new(expr.width, ExprKind::Index(index.substitute(var, by))),
        ExprKind::Read(place) => Expr::new(expr.width, ExprKind::Read(place.substitute(var, by))),
        kind => Expr::new(expr.width, kind),
    })
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stmt {
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
pub(super) struct Arm {
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
