//! Expressions, places and literals; the same in both dialects but for states.

use super::enums::{self, Enums};
use super::literal::{literal, number};
use crate::ir::simplify;
use crate::ir::values;
use crate::ir::*;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Binding strength, after IEEE 1364-2005 table 5-4.
mod strength {
    pub const MUX: u8 = 1;
    pub const LOGICAL_OR: u8 = 2;
    pub const LOGICAL_AND: u8 = 3;
    pub const OR: u8 = 4;
    pub const XOR: u8 = 5;
    pub const AND: u8 = 6;
    pub const EQUALITY: u8 = 7;
    pub const RELATION: u8 = 8;
    pub const SHIFT: u8 = 9;
    pub const SUM: u8 = 10;
    pub const PRODUCT: u8 = 11;
    pub const UNARY: u8 = 12;
    pub const ATOM: u8 = 13;
}

/// Width of Verilog's `integer` and of a genvar.
const INTEGER_WIDTH: usize = 32;

/// Prints expressions of one module.
pub(super) struct ExprPrinter<'a> {
    pub logic: &'a Logic,
    /// Loop indices to their Verilog names.
    pub vars: BTreeMap<String, String>,
    /// Constants that the text names.
    pub named: RefCell<BTreeSet<String>>,
    /// What enums are called, where the dialect has them.
    pub enums: Option<Enums<'a>>,
    /// Nets that are declared as states.
    pub states: BTreeSet<NetId>,
}

impl ExprPrinter<'_> {
    /// Index arithmetic as it stands between brackets.
    pub fn index(&self, index: &Index) -> String {
        self.index_at(index, 0)
    }

    fn index_at(&self, index: &Index, outer: u8) -> String {
        let (text, own) = match index {
            Index::Const(value) => (value.to_string(), strength::ATOM),
            Index::Var(name) => (self.vars.get(name).unwrap_or(name).clone(), strength::ATOM),
            Index::Add(a, b) => (
                format!(
                    "{} + {}",
                    self.index_at(a, strength::SUM),
                    self.index_at(b, strength::SUM)
                ),
                strength::SUM,
            ),
            Index::Sub(a, b) => (
                format!(
                    "{} - {}",
                    self.index_at(a, strength::SUM),
                    self.index_at(b, strength::PRODUCT)
                ),
                strength::SUM,
            ),
            Index::Mul(a, b) => (
                format!(
                    "{} * {}",
                    self.index_at(a, strength::PRODUCT),
                    self.index_at(b, strength::UNARY)
                ),
                strength::PRODUCT,
            ),
        };
        if own < outer {
            format!("({text})")
        } else {
            text
        }
    }

    /// A loop index as a value of `width` bits. A select cannot follow an expression, so the
    /// arithmetic is done at the narrow width, which comes to the same.
    fn index_value(&self, index: &Index, width: usize, outer: u8) -> String {
        if width == INTEGER_WIDTH {
            return self.index_at(index, outer);
        }
        let pair = |a: &Index, op: &str, b: &Index, own: u8| {
            let text = format!(
                "{} {op} {}",
                self.index_value(a, width, own),
                self.index_value(b, width, own + 1)
            );
            if own < outer {
                format!("({text})")
            } else {
                text
            }
        };
        match index {
            Index::Const(value) => {
                let modulus = BigUint::from(1u8) << width;
                let magnitude = BigUint::from(value.unsigned_abs()) % &modulus;
                let value = if *value < 0 {
                    (&modulus - magnitude) % &modulus
                } else {
                    magnitude
                };
                literal(width, &value)
            }
            Index::Var(name) => {
                let name = self.vars.get(name).unwrap_or(name);
                if width > INTEGER_WIDTH {
                    format!("{{{}'d0, {name}[31:0]}}", width - INTEGER_WIDTH)
                } else if width == 1 {
                    format!("{name}[0]")
                } else {
                    format!("{name}[{}:0]", width - 1)
                }
            }
            Index::Add(a, b) => pair(a, "+", b, strength::SUM),
            Index::Sub(a, b) => pair(a, "-", b, strength::SUM),
            Index::Mul(a, b) => pair(a, "*", b, strength::PRODUCT),
        }
    }

    /// A net, an element or a part of it.
    pub fn place(&self, place: &Place) -> String {
        let net = self.logic.netlist.net(place.net);
        let mut text = net.name.clone();
        let mut base = Index::Const(0);
        let mut window = net.width;
        let mut whole = net.total_bits();
        match net.storage {
            Storage::Unpacked => {
                for index in &place.index {
                    text.push_str(&format!("[{}]", self.index(index)));
                }
                whole = net.width;
            }
            // An array without its indices is all of it, and so is a vector.
            Storage::Vector if place.index.is_empty() => window = whole,
            Storage::Vector => {
                let mut element = Index::Const(0);
                for (index, &length) in place.index.iter().zip(&net.dims) {
                    element = element.mul(Index::Const(length as i64)).add(index.clone());
                }
                // Fewer indices than dimensions name a block of elements.
                window = net.dims[place.index.len()..].iter().product::<usize>() * net.width;
                base = element.mul(Index::Const(window as i64));
            }
        }
        match &place.part {
            None => text + &self.select(&base, window, whole),
            Some(Part {
                offset: Offset::Static(offset),
                width,
            }) => text + &self.select(&base.add(offset.clone()), *width, whole),
            Some(Part {
                offset: Offset::Dynamic(offset),
                width,
            }) => {
                let offset = match base {
                    Index::Const(0) => self.expr(offset),
                    base => {
                        let offset = simplify::resize(offset.as_ref().clone(), INTEGER_WIDTH);
                        format!("{} + {}", self.index(&base), self.expr(&offset))
                    }
                };
                match (whole, width) {
                    (1, _) => text,
                    (_, 1) => format!("{text}[{offset}]"),
                    _ => format!("{text}[{offset} +: {width}]"),
                }
            }
        }
    }

    fn select(&self, offset: &Index, width: usize, whole: usize) -> String {
        if width == whole {
            return String::new();
        }
        match (offset.constant(), width) {
            (_, 1) => format!("[{}]", self.index(offset)),
            (Some(low), _) => format!("[{}:{low}]", low + width as i64 - 1),
            _ => format!("[{} +: {width}]", self.index(offset)),
        }
    }

    /// An expression that nothing encloses.
    pub fn expr(&self, expr: &Expr) -> String {
        self.within(expr, 0)
    }

    fn within(&self, expr: &Expr, outer: u8) -> String {
        let (text, own) = match &expr.kind {
            ExprKind::Literal(value) => {
                let named = expr.named_number();
                let name = named.and_then(|number| self.logic.constants.get(&number));
                let text = self.constant(name, || number(expr.width, value));
                (text, strength::ATOM)
            }
            ExprKind::Variant { path, value } => {
                (self.variant(path, *value, expr.width), strength::ATOM)
            }
            ExprKind::Index(index) => {
                return self.index_value(index, expr.width, outer);
            }
            ExprKind::Read(place) => (self.place(place), strength::ATOM),
            ExprKind::Unary(op, operand) => {
                let sign = match op {
                    UnaryOp::Not if expr.width == 1 => "!",
                    UnaryOp::Not => "~",
                    UnaryOp::Neg => "-",
                    UnaryOp::All => "&",
                    UnaryOp::Any => "|",
                    UnaryOp::Xor => "^",
                };
                let text = format!("{sign}{}", self.within(operand, strength::ATOM));
                // A reduction as an operand is easily misread: `a | |b`.
                let own = match op {
                    UnaryOp::Not | UnaryOp::Neg => strength::UNARY,
                    _ => strength::MUX,
                };
                (text, own)
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Concat(pieces) => {
                let pieces: Vec<String> = pieces.iter().map(|piece| self.expr(piece)).collect();
                (format!("{{{}}}", pieces.join(", ")), strength::ATOM)
            }
            ExprKind::Replicate(count, bit) => {
                (format!("{{{count}{{{}}}}}", self.expr(bit)), strength::ATOM)
            }
            ExprKind::Mux(test, a, b) => (
                format!(
                    "{} ? {} : {}",
                    self.within(test, strength::LOGICAL_OR),
                    self.within(a, strength::LOGICAL_OR),
                    self.within(b, strength::MUX)
                ),
                strength::MUX,
            ),
            ExprKind::Lookup(net, index) => (self.lookup(*net, index), strength::ATOM),
            // The lowering has given every such operand a name.
            ExprKind::Select(operand, _) => (self.within(operand, strength::ATOM), strength::ATOM),
        };
        if own < outer {
            format!("({text})")
        } else {
            text
        }
    }

    fn constant(&self, name: Option<&String>, value: impl Fn() -> String) -> String {
        let Some(name) = name else {
            return value();
        };
        self.named.borrow_mut().insert(name.clone());
        name.clone()
    }

    fn variant(&self, path: &str, value: u64, width: usize) -> String {
        if let (Some(enums), Some(_)) = (self.enums, self.enum_of(path)) {
            return enums.state(path);
        }
        let name = self.logic.variants.get(path).map(|(name, ..)| name);
        self.constant(name, || literal(width, &BigUint::from(value)))
    }

    /// The enum that a variant is of, where it has a package.
    fn enum_of(&self, path: &str) -> Option<&Rc<Type>> {
        let name = path.split('$').next()?;
        let ty = self.logic.netlist.enums.get(name)?;
        self.enums.filter(|_| enums::has_package(ty)).and(Some(ty))
    }

    /// The enum that an expression is declared as, where it is.
    pub fn state_type(&self, expr: &Expr) -> Option<&Rc<Type>> {
        let of_net = |net: &NetId| {
            let is_state = self.states.contains(net);
            is_state.then(|| &self.logic.netlist.net(*net).ty)
        };
        match &expr.kind {
            ExprKind::Variant { path, .. } => self.enum_of(path),
            ExprKind::Read(place) => of_net(&place.net),
            ExprKind::Lookup(net, _) => of_net(net),
            ExprKind::Mux(_, a, b) => {
                let ty = self.state_type(a)?;
                (self.state_type(b) == Some(ty)).then_some(ty)
            }
            _ => None,
        }
    }

    /// A value as it is given to a net: what is not declared as a state has to be said to be one.
    pub fn given(&self, net: NetId, value: &Expr) -> String {
        let text = self.expr(value);
        let (Some(enums), true) = (self.enums, self.states.contains(&net)) else {
            return text;
        };
        let ty = &self.logic.netlist.net(net).ty;
        match self.state_type(value) == Some(ty) {
            true => text,
            false => format!("{}'({text})", enums.type_name(&ty.name)),
        }
    }

    /// An element chosen by a signal. In a vector the index counts bits.
    fn lookup(&self, id: NetId, index: &Expr) -> String {
        let net = self.logic.netlist.net(id);
        if net.storage == Storage::Unpacked || net.width == 1 {
            return format!("{}[{}]", net.name, self.expr(index));
        }
        let width = values::index_width(net.total_bits());
        let index = self.within(&simplify::resize(index.clone(), width), strength::PRODUCT);
        let stride = literal(width, &BigUint::from(net.width));
        format!("{}[{index} * {stride} +: {}]", net.name, net.width)
    }

    fn binary(&self, op: BinaryOp, a: &Expr, b: &Expr) -> (String, u8) {
        use strength::*;
        use BinaryOp::*;
        let (sign, own) = match op {
            Add => ("+", SUM),
            Sub => ("-", SUM),
            And => ("&", AND),
            Or => ("|", OR),
            BinaryOp::Xor => ("^", strength::XOR),
            LogicalAnd => ("&&", LOGICAL_AND),
            LogicalOr => ("||", LOGICAL_OR),
            Shl => ("<<", SHIFT),
            Shr => (">>", SHIFT),
            Eq => ("==", EQUALITY),
            Ne => ("!=", EQUALITY),
            Lt => ("<", RELATION),
            Le => ("<=", RELATION),
            Gt => (">", RELATION),
            Ge => (">=", RELATION),
        };
        let associative = matches!(op, Add | And | Or | BinaryOp::Xor | LogicalAnd | LogicalOr);
        // Other operators under bitwise ones, sums under shifts, and `a && b || c` keep
        // parentheses that the language would not need: too many readers expect C.
        let least = |e: &Expr| {
            let clear = match (op, &e.kind) {
                (And | Or | BinaryOp::Xor, ExprKind::Binary(inner, ..)) => *inner == op,
                (And | Or | BinaryOp::Xor | Shl | Shr, ExprKind::Index(index)) => index.is_atom(),
                (LogicalOr, ExprKind::Binary(inner, ..)) => *inner != LogicalAnd,
                (Shl | Shr, ExprKind::Binary(..)) => false,
                _ => true,
            };
            if clear {
                0
            } else {
                ATOM
            }
        };
        let left = self.within(a, own.max(least(a)));
        let same = matches!(&b.kind, ExprKind::Binary(inner, ..) if *inner == op);
        let right_least = if associative && same { own } else { own + 1 };
        let right = match op {
            // The amount of a shift is no part of the word; plain numbers read best.
            Shl | Shr => match b.constant() {
                Some(amount) => amount.to_string(),
                None => self.within(b, least(b).max(own + 1)),
            },
            _ => self.within(b, right_least.max(least(b))),
        };
        (format!("{left} {sign} {right}"), own)
    }
}
