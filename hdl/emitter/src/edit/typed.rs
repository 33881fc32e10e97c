//! Names and widths for what edits write.

use super::loops::{linear, Loop};
use super::syntax::{Bracket, Name, Term};
use crate::ir::simplify;
use crate::ir::values;
use crate::ir::*;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Bits of an index where nothing gives it a width.
const INDEX_WIDTH: usize = 32;

/// What the names of an edit mean.
pub(super) struct Scope<'a> {
    pub netlist: &'a Netlist,
    pub body: &'a [Stmt],
    /// Nets from here on are the emitter's own: no edit may name them.
    pub source: usize,
    /// The loops around.
    pub loops: RefCell<Vec<Loop>>,
    /// What `it` is.
    pub it: Option<&'a Expr>,
    /// Registers that the edit brings along.
    pub own: &'a BTreeMap<String, NetId>,
    /// Nets that are read in place of others: of an edited net, what the design would do without.
    pub instead: &'a BTreeMap<NetId, NetId>,
}

impl Scope<'_> {
    /// The loops that the edit brings along, as far as they may run.
    pub fn free(&self) -> Vec<Loop> {
        let loops = self.loops.borrow();
        loops.iter().filter(|around| around.free).cloned().collect()
    }

    /// An index that is known when the loops are unrolled.
    pub fn index(&self, term: &Term) -> Option<Index> {
        match term {
            Term::Number { value, .. } => i64::try_from(value).ok().map(Index::Const),
            Term::Name(name) if name.brackets.is_empty() => {
                let [word] = name.words.as_slice() else {
                    return None;
                };
                let known = { self.loops.borrow().iter() }.any(|around| around.var == *word);
                known.then(|| Index::Var(word.clone()))
            }
            Term::Binary(BinaryOp::Add, a, b) => Some(self.index(a)?.add(self.index(b)?)),
            Term::Binary(BinaryOp::Sub, a, b) => Some(self.index(a)?.sub(self.index(b)?)),
            Term::Times(a, b) => Some(self.index(a)?.mul(self.index(b)?)),
            _ => None,
        }
    }

    /// An index and that it stays within `limit`.
    pub fn index_below(&self, index: Index, limit: usize) -> Result<Index, String> {
        if let Some((var, step, offset)) = linear(&index) {
            let mut loops = self.loops.borrow_mut();
            let around = loops.iter_mut().find(|around| around.var == var);
            if let Some(around) = around.filter(|around| around.free) {
                around.shrink(step, offset, limit);
                return match around.from < around.to {
                    true => Ok(index),
                    false => Err(format!("no `{var}` is in range, the limit is {limit}")),
                };
            }
        }
        let loops = self.loops.borrow();
        let bind = |corner: u32| -> Bindings {
            let pick = |(bit, around): (usize, &Loop)| {
                let last = corner >> bit & 1 == 1;
                let value = if last { around.to - 1 } else { around.from };
                (around.var.clone(), value)
            };
            loops.iter().enumerate().map(pick).collect()
        };
        let corners = 0..1_u32 << loops.len();
        for value in corners.filter_map(|corner| index.eval(&bind(corner))) {
            if value < 0 || value >= limit as i64 {
                return Err(format!("{value} is out of range, the limit is {limit}"));
            }
        }
        Ok(index)
    }

    fn read(&self, name: &Name) -> Result<Expr, String> {
        if let [word] = name.words.as_slice() {
            if word == "it" {
                let it = self.it.ok_or("`it` has no meaning here")?;
                return self.cut(it.clone(), &name.brackets);
            }
            if let Some(&net) = self.own.get(word) {
                let width = self.netlist.net(net).width;
                let read = Expr::new(width, ExprKind::Read(Place::whole(net)));
                return self.cut(read, &name.brackets);
            }
        }
        if self.net(&name.words).is_none() {
            if let Some(variant) = self.variant(name) {
                return Ok(variant);
            }
        }
        let found = self.find(name)?;
        let width = self.netlist.net(found.net).width;
        let net = *self.instead.get(&found.net).unwrap_or(&found.net);
        let element = self.element(net, &found.index, width)?;
        let field = match (found.from, found.width) {
            (0, all) if all == width => element,
            (from, width) => simplify::select(element, from, width),
        };
        self.cut(field, &found.rest)
    }

    fn element(&self, net: NetId, index: &[Bracket], width: usize) -> Result<Expr, String> {
        let dims = self.netlist.net(net).dims.clone();
        let mut known = vec![];
        for (bracket, &limit) in index.iter().zip(&dims) {
            let Bracket::At(term) = bracket else {
                return Err("an element of an array has one index".to_owned());
            };
            match self.index(term) {
                Some(index) => known.push(self.index_below(index, limit)?),
                None if dims.len() == 1 => return self.lookup(net, term, limit, width),
                None => return Err("a signal chooses in arrays of one dimension only".to_owned()),
            }
        }
        let place = Place {
            net,
            index: known,
            part: None,
        };
        Ok(Expr::new(width, ExprKind::Read(place)))
    }

    fn lookup(&self, net: NetId, by: &Term, limit: usize, width: usize) -> Result<Expr, String> {
        let own = self.width(by).ok_or("nothing gives the index a width")?;
        let by = self.value(by, own)?;
        if values::upper_bound(&by) >= BigUint::from(limit) {
            return Err(format!(
                "an index of {own} bits reaches beyond {limit} elements"
            ));
        }
        Ok(Expr::new(width, ExprKind::Lookup(net, Box::new(by))))
    }

    /// Bits of a value, one bracket after the other.
    fn cut(&self, mut value: Expr, brackets: &[Bracket]) -> Result<Expr, String> {
        for bracket in brackets {
            let (from, width) = match bracket {
                Bracket::At(from) => (from, 1),
                Bracket::From(from, width) => (from, *width),
            };
            if width > value.width {
                return Err(format!("{width} bits of {}", value.width));
            }
            let limit = value.width - width + 1;
            value = match self.index(from) {
                Some(Index::Const(from)) => {
                    let from = self.index_below(Index::Const(from), limit)?;
                    let from = from.constant().unwrap_or_default() as usize;
                    simplify::select(value, from, width)
                }
                Some(index) => {
                    let index = self.index_below(index, limit)?;
                    let amount = Expr::new(INDEX_WIDTH, ExprKind::Index(index));
                    let shifted = simplify::binary(BinaryOp::Shr, value, amount);
                    simplify::select(shifted, 0, width)
                }
                None => {
                    let own = self.width(from).ok_or("nothing gives the index a width")?;
                    let amount = self.value(from, own)?;
                    let shifted = simplify::binary(BinaryOp::Shr, value, amount);
                    simplify::select(shifted, 0, width)
                }
            };
        }
        Ok(value)
    }

    /// The width that a term has of its own; `None` for a number that fits anywhere.
    pub fn width(&self, term: &Term) -> Option<usize> {
        match term {
            Term::Number { width, .. } => *width,
            Term::Times(..) => None,
            Term::Name(name) if self.index(term).is_some() && name.brackets.is_empty() => None,
            Term::Name(name) => self.read(name).ok().map(|read| read.width),
            Term::Unary(UnaryOp::Not | UnaryOp::Neg, a) => self.width(a),
            Term::Unary(..) => Some(1),
            Term::Binary(operator, a, b) => match operator {
                BinaryOp::LogicalAnd | BinaryOp::LogicalOr => Some(1),
                operator if operator.is_comparison() => Some(1),
                BinaryOp::Shl | BinaryOp::Shr => self.width(a),
                _ => self.width(a).or_else(|| self.width(b)),
            },
            Term::Choice(_, a, b) => self.width(a).or_else(|| self.width(b)),
            Term::Concat(pieces) => pieces.iter().map(|piece| self.width(piece)).sum(),
            Term::Replicate(count, inner) => self.width(inner).map(|width| width * count),
            Term::Part(_, Bracket::At(_)) => Some(1),
            Term::Part(_, Bracket::From(_, width)) => Some(*width),
        }
    }

    fn own_width(&self, term: &Term) -> Result<usize, String> {
        let width = self.width(term);
        if width.is_none() {
            // A name that is not there has no width either: say that first.
            self.value(term, 1)?;
        }
        width.ok_or_else(|| "nothing gives a number here its width; write `4'd3`".to_owned())
    }

    /// The term as `width` bits.
    pub fn value(&self, term: &Term, width: usize) -> Result<Expr, String> {
        let value = self.any_value(term, width)?;
        if value.width != width {
            return Err(format!("{} bits where {width} are wanted", value.width));
        }
        Ok(value)
    }

    fn any_value(&self, term: &Term, width: usize) -> Result<Expr, String> {
        Ok(match term {
            Term::Number { width: own, value } => {
                let width = own.unwrap_or(width);
                if value.bits() > width as u64 {
                    return Err(format!("{value} does not fit {width} bits"));
                }
                Expr::literal(width, value.clone())
            }
            Term::Name(name) => match self.index(term) {
                Some(index) => Expr::new(width, ExprKind::Index(index)),
                None => self.read(name)?,
            },
            Term::Times(..) => match self.index(term) {
                Some(index) => Expr::new(width, ExprKind::Index(index)),
                None => return Err("`*` is for indices only".to_owned()),
            },
            Term::Unary(UnaryOp::Not, a) => simplify::not(self.value(a, width)?),
            Term::Unary(UnaryOp::Neg, a) => Expr::unary(UnaryOp::Neg, self.value(a, width)?),
            Term::Unary(operator, a) => Expr::unary(*operator, self.value(a, self.own_width(a)?)?),
            Term::Binary(operator, a, b) => self.operation(*operator, a, b, width)?,
            Term::Choice(test, a, b) => {
                let [test, a, b] = [
                    self.value(test, 1)?,
                    self.value(a, width)?,
                    self.value(b, width)?,
                ];
                Expr::new(
                    width,
                    ExprKind::Mux(Box::new(test), Box::new(a), Box::new(b)),
                )
            }
            Term::Concat(pieces) => {
                let piece = |piece| self.value(piece, self.own_width(piece)?);
                let pieces: Vec<Expr> = pieces.iter().map(piece).collect::<Result<_, _>>()?;
                simplify::concat(pieces)
            }
            Term::Replicate(count, inner) => {
                let inner = self.value(inner, self.own_width(inner)?)?;
                let width = inner.width * count;
                Expr::new(width, ExprKind::Replicate(*count, Box::new(inner)))
            }
            Term::Part(inner, bracket) => {
                let inner = self.value(inner, self.own_width(inner)?)?;
                self.cut(inner, std::slice::from_ref(bracket))?
            }
        })
    }

    fn operation(
        &self,
        operator: BinaryOp,
        a: &Term,
        b: &Term,
        width: usize,
    ) -> Result<Expr, String> {
        use BinaryOp::*;
        let (a, b) = match operator {
            LogicalAnd | LogicalOr => (self.value(a, 1)?, self.value(b, 1)?),
            Shl | Shr => {
                let by = match b {
                    b if self.width(b).is_none() && self.index(b).is_some() => {
                        self.value(b, INDEX_WIDTH)?
                    }
                    Term::Number { width: None, value } => {
                        Expr::literal(value.bits().max(1) as usize, value.clone())
                    }
                    b => self.value(b, self.own_width(b)?)?,
                };
                (self.value(a, width)?, by)
            }
            Add | Sub | And | Or | Xor => (self.value(a, width)?, self.value(b, width)?),
            Eq | Ne | Lt | Le | Gt | Ge => {
                let of_index = [a, b].iter().any(|term| self.index(term).is_some());
                let width = match self.width(a).or_else(|| self.width(b)) {
                    Some(width) => width,
                    None if of_index => INDEX_WIDTH,
                    None => self.own_width(b)?,
                };
                (self.value(a, width)?, self.value(b, width)?)
            }
        };
        Ok(Expr::binary(operator, a, b))
    }
}
