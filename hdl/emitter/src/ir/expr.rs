//! Places and expressions, each with its width.

use super::index::Index;
use super::net::NetId;
use num_bigint::BigUint;
use std::ops::Deref;
use std::rc::Rc;

/// A net, an element of it, or a part of that.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub net: NetId,
    /// One index per dimension of the net.
    pub index: Vec<Index>,
    pub part: Option<Part>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part {
    pub offset: Offset,
    pub width: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Offset {
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

    /// One element of a net.
    pub fn element(net: NetId, index: Index) -> Self {
        Place {
            net,
            index: vec![index],
            part: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnaryOp {
    Not,
    Neg,
    All,
    Any,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOp {
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

/// A number, and what the source calls it or how it is written there. Numbers are equal when their values are.
#[derive(Clone, Debug)]
pub(crate) struct Number {
    pub value: BigUint,
    pub name: Option<Rc<str>>,
    pub radix: Option<Radix>,
}

/// How the source writes a number that is a pattern of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Radix {
    Binary,
    Hexadecimal,
}

impl Number {
    /// Some bits of it, written as it is.
    pub fn part(&self, value: BigUint) -> Self {
        Number {
            value,
            name: None,
            radix: self.radix,
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Deref for Number {
    type Target = BigUint;

    fn deref(&self) -> &BigUint {
        &self.value
    }
}

impl From<BigUint> for Number {
    fn from(value: BigUint) -> Self {
        Number {
            value,
            name: None,
            radix: None,
        }
    }
}

/// An expression with its width.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expr {
    pub width: usize,
    pub kind: ExprKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExprKind {
    Literal(Number),
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
        Expr::new(width, ExprKind::Literal(value.into().into()))
    }

    /// A literal under the name of a constant; `0b` and `0x` are no names, but say how it is written.
    pub fn called(mut self, name: &str) -> Self {
        if let ExprKind::Literal(number) = &mut self.kind {
            match name {
                "0b" => number.radix = Some(Radix::Binary),
                "0x" => number.radix = Some(Radix::Hexadecimal),
                name => number.name = Some(name.into()),
            }
        }
        self
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
            ExprKind::Literal(number) => Some(number.value.clone()),
            ExprKind::Variant { value, .. } => Some(BigUint::from(*value)),
            ExprKind::Index(Index::Const(value)) => BigUint::try_from(*value).ok(),
            _ => None,
        }
    }

    /// A number that the source calls by a name, with its value and width. A bit needs none, and the name
    /// of a const generic, `N`, says no more than the number.
    pub fn named_number(&self) -> Option<(Rc<str>, BigUint, usize)> {
        match &self.kind {
            ExprKind::Literal(number) if self.width > 1 => {
                let name = Rc::clone(number.name.as_ref().filter(|name| name.len() > 1)?);
                Some((name, number.value.clone(), self.width))
            }
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
        let mut boxed = |mut inner: Box<Expr>| {
            let old = std::mem::replace(&mut *inner, Expr::literal(1, 0u8));
            *inner = old.rewrite(change);
            inner
        };
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
pub(crate) fn substitute(expr: Expr, var: &str, by: &Index) -> Expr {
    expr.rewrite(&mut |expr| match expr.kind {
        ExprKind::Index(index) => Expr::new(expr.width, ExprKind::Index(index.substitute(var, by))),
        ExprKind::Read(place) => Expr::new(expr.width, ExprKind::Read(place.substitute(var, by))),
        kind => Expr::new(expr.width, kind),
    })
}
