//! Typing of expressions: every AST node gets the width that Rust's types gave it.

use super::indices::{as_index, bits_for};
use super::resolve::{report_name, LoopScope, Resolved, Resolver};
use super::source::{self, describe, first_signal};
use super::tree;
use crate::error::{EmitErrorKind, Report};
use crate::ir::simplify;
use crate::ir::*;
use num_bigint::BigUint;
use rust_hdl::core::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

/// Width in which bare loop indices are compared with each other: Verilog's `integer`.
pub(super) const INTEGER_WIDTH: usize = 32;

/// Lowers expressions under a nest of loops.
pub(super) struct Exprs<'a> {
    pub netlist: &'a Netlist,
    pub report: &'a mut Report,
    pub loops: &'a [LoopScope],
}

impl Exprs<'_> {
    pub fn resolver(&self) -> Resolver<'_> {
        Resolver {
            netlist: self.netlist,
            loops: self.loops,
        }
    }

    /// The width that an expression has by itself; `None` for literals and loop indices, which
    /// take theirs from the context.
    pub fn infer(&self, expr: &VerilogExpression) -> Option<usize> {
        match expr {
            VerilogExpression::Signal(name) if source::constant(name).is_some() => None,
            VerilogExpression::Signal(name) => match self.resolver().resolve(name).ok()? {
                Resolved::Place(place) => Some(self.netlist.net(place.net).width),
                Resolved::Variant { width, .. } => Some(width),
                Resolved::Index(_) => None,
            },
            VerilogExpression::Literal(value) => match tree::literal(value).1 {
                // The widths of Rust's integers say nothing; any other is a `Bits` or a `bool`.
                8 | 16 | 32 | 64 | 128 => None,
                width => Some(width),
            },
            VerilogExpression::Cast(_, width) | VerilogExpression::Slice(_, width, _) => {
                Some(*width)
            }
            VerilogExpression::Signed(inner)
            | VerilogExpression::Unsigned(inner)
            | VerilogExpression::Paren(inner)
            | VerilogExpression::Unary(VerilogOpUnary::Not | VerilogOpUnary::Neg, inner)
            | VerilogExpression::IndexReplace(inner, ..) => self.infer(inner),
            VerilogExpression::Unary(..) | VerilogExpression::Index(..) => Some(1),
            VerilogExpression::Binary(a, op, b) => match op {
                VerilogOp::Add
                | VerilogOp::Sub
                | VerilogOp::Mul
                | VerilogOp::BitXor
                | VerilogOp::BitAnd
                | VerilogOp::BitOr => self.infer(a).or_else(|| self.infer(b)),
                VerilogOp::Shl | VerilogOp::Shr => self.infer(a),
                _ => Some(1),
            },
        }
    }

    /// The expression at the width that its context asks for.
    pub fn expr(&mut self, expr: &VerilogExpression, expected: usize) -> Expr {
        if let VerilogExpression::Signal(name) = expr {
            if let Some((name, value)) = source::constant(name) {
                let literal = self.literal(Some(value.clone()), value, expected);
                return literal.called(name);
            }
        }
        if let Some(index) = as_index(expr, &self.resolver()) {
            return self.index_value(index, expected);
        }
        let lowered = self.typed(expr, expected);
        if lowered.width == expected {
            return lowered;
        }
        self.mismatch(expected, lowered.width, expr);
        Expr::literal(expected, 0u8)
    }

    fn mismatch(&mut self, expected: usize, found: usize, expr: &VerilogExpression) {
        let (signal, rust_type) = self.subject(expr);
        let expression = describe(expr);
        self.report.add(
            &signal,
            &rust_type,
            EmitErrorKind::WidthMismatch {
                expected,
                found,
                expression,
            },
        );
    }

    /// The signal that a message about an expression names: the first one in it.
    fn subject(&self, expr: &VerilogExpression) -> (String, String) {
        match first_signal(expr) {
            Some(name) => {
                let rust_type = match self.resolver().resolve(name) {
                    Ok(Resolved::Place(place)) => self.netlist.net(place.net).ty.name.clone(),
                    _ => String::new(),
                };
                (name.to_owned(), rust_type)
            }
            None => (describe(expr), String::new()),
        }
    }

    pub fn complain_untyped(&mut self, expr: &VerilogExpression) {
        let value = describe(expr);
        self.report.add(
            &value,
            "",
            EmitErrorKind::UntypedLiteral {
                value: value.clone(),
            },
        );
    }

    fn index_value(&mut self, index: Index, width: usize) -> Expr {
        match index {
            Index::Const(value) => self.literal(BigUint::try_from(value).ok(), value, width),
            index => Expr::new(width, ExprKind::Index(index)),
        }
    }

    fn literal(
        &mut self,
        value: Option<BigUint>,
        text: impl std::fmt::Display,
        width: usize,
    ) -> Expr {
        match value {
            Some(value) if value.bits() <= width as u64 => Expr::literal(width, value),
            _ => {
                self.report.add(
                    &text.to_string(),
                    "",
                    EmitErrorKind::LiteralTooWide {
                        value: text.to_string(),
                        width,
                    },
                );
                Expr::literal(width, 0u8)
            }
        }
    }

    /// An expression that is not pure index arithmetic; `expected` types the literals in it.
    fn typed(&mut self, expr: &VerilogExpression, expected: usize) -> Expr {
        match expr {
            VerilogExpression::Signal(name) => match self.resolver().resolve(name) {
                Ok(Resolved::Place(place)) => {
                    Expr::new(self.netlist.net(place.net).width, ExprKind::Read(place))
                }
                Ok(Resolved::Variant { path, value, width }) => {
                    Expr::new(width, ExprKind::Variant { path, value })
                }
                Ok(Resolved::Index(index)) => self.index_value(index, expected),
                Err(kind) => {
                    report_name(self.report, self.netlist, name, kind);
                    Expr::literal(expected, 0u8)
                }
            },
            VerilogExpression::Literal(value) => {
                let (value, width) = tree::literal(value);
                let width = match width {
                    8 | 16 | 32 | 64 | 128 => expected,
                    width => width,
                };
                self.literal(Some(value.clone()), value, width)
            }
            VerilogExpression::Paren(inner) => self.expr(inner, expected),
            VerilogExpression::Signed(_) | VerilogExpression::Unsigned(_) => {
                let (signal, rust_type) = self.subject(expr);
                self.report.add(
                    &signal,
                    &rust_type,
                    EmitErrorKind::Unsupported {
                        what: "signed values: the AST does not carry their width; sign-extend \
                               and compare with the top bit flipped"
                            .to_owned(),
                    },
                );
                Expr::literal(expected, 0u8)
            }
            VerilogExpression::Cast(inner, width) => self.cast(inner, *width),
            VerilogExpression::Unary(op, inner) => self.unary(op, inner, expected),
            VerilogExpression::Binary(a, op, b) => self.binary(a, op, b, expected),
            VerilogExpression::Index(base, index) => self.slice(base, 1, index),
            VerilogExpression::Slice(base, width, offset) => self.slice(base, *width, offset),
            VerilogExpression::IndexReplace(base, index, bit) => {
                self.index_replace(base, index, bit, expected)
            }
        }
    }

    fn cast(&mut self, inner: &VerilogExpression, width: usize) -> Expr {
        if as_index(inner, &self.resolver()).is_some() {
            return self.expr(inner, width);
        }
        match self.infer(inner) {
            Some(own) => simplify::resize(self.expr(inner, own), width),
            None => self.expr(inner, width),
        }
    }

    fn unary(&mut self, op: &VerilogOpUnary, inner: &VerilogExpression, expected: usize) -> Expr {
        let Some(own) = self.infer(inner).or(match op {
            VerilogOpUnary::Not | VerilogOpUnary::Neg => Some(expected),
            _ => None,
        }) else {
            self.complain_untyped(inner);
            return Expr::literal(1, 0u8);
        };
        let operand = self.expr(inner, own);
        match op {
            VerilogOpUnary::Not => simplify::not(operand),
            VerilogOpUnary::Neg => simplify::negate(operand),
            // A reduction of one bit is that bit.
            _ if own == 1 => operand,
            VerilogOpUnary::All => Expr::unary(UnaryOp::All, operand),
            VerilogOpUnary::Any => Expr::unary(UnaryOp::Any, operand),
            VerilogOpUnary::Xor => Expr::unary(UnaryOp::Xor, operand),
        }
    }

    fn binary(
        &mut self,
        a: &VerilogExpression,
        op: &VerilogOp,
        b: &VerilogExpression,
        expected: usize,
    ) -> Expr {
        let (ours, comparison) = match op {
            VerilogOp::Add => (BinaryOp::Add, false),
            VerilogOp::Sub => (BinaryOp::Sub, false),
            VerilogOp::BitAnd => (BinaryOp::And, false),
            VerilogOp::BitOr => (BinaryOp::Or, false),
            VerilogOp::BitXor => (BinaryOp::Xor, false),
            VerilogOp::Eq => (BinaryOp::Eq, true),
            VerilogOp::Ne => (BinaryOp::Ne, true),
            VerilogOp::Lt => (BinaryOp::Lt, true),
            VerilogOp::Le => (BinaryOp::Le, true),
            VerilogOp::Gt => (BinaryOp::Gt, true),
            VerilogOp::Ge => (BinaryOp::Ge, true),
            VerilogOp::LogicalAnd | VerilogOp::LogicalOr => {
                let ours = match op {
                    VerilogOp::LogicalAnd => BinaryOp::LogicalAnd,
                    _ => BinaryOp::LogicalOr,
                };
                let (a, b) = (self.expr(a, 1), self.expr(b, 1));
                return simplify::binary(ours, a, b);
            }
            VerilogOp::Shl | VerilogOp::Shr => return self.shift(a, op, b, expected),
            VerilogOp::Mul => {
                let (signal, rust_type) = self.subject(a);
                self.report.add(
                    &signal,
                    &rust_type,
                    EmitErrorKind::Unsupported {
                        what: "multiplication outside of an index".to_owned(),
                    },
                );
                return Expr::literal(expected, 0u8);
            }
        };
        let width = match (self.infer(a), self.infer(b)) {
            // rust_hdl lets a `bool` be added to a word.
            (Some(x), Some(1)) if ours == BinaryOp::Add && x > 1 => {
                let left = self.expr(a, x);
                let right = self.expr(b, 1);
                return simplify::binary(ours, left, simplify::resize(right, x));
            }
            (Some(x), Some(y)) if x != y => {
                self.mismatch(x, y, b);
                return Expr::literal(if comparison { 1 } else { x }, 0u8);
            }
            (Some(x), _) | (_, Some(x)) => x,
            (None, None) if comparison => {
                // Loop indices against each other. A constant keeps its plain spelling.
                let plain =
                    |this: &mut Self, e: &VerilogExpression| match as_index(e, &this.resolver()) {
                        Some(index) => Expr::new(INTEGER_WIDTH, ExprKind::Index(index)),
                        None => {
                            this.complain_untyped(e);
                            Expr::literal(INTEGER_WIDTH, 0u8)
                        }
                    };
                let (a, b) = (plain(self, a), plain(self, b));
                return simplify::binary(ours, a, b);
            }
            (None, None) => expected,
        };
        let (a, b) = (self.expr(a, width), self.expr(b, width));
        simplify::binary(ours, a, b)
    }

    fn shift(
        &mut self,
        a: &VerilogExpression,
        op: &VerilogOp,
        b: &VerilogExpression,
        expected: usize,
    ) -> Expr {
        let width = self.infer(a).unwrap_or(expected);
        let value = self.expr(a, width);
        let amount = match (as_index(b, &self.resolver()), self.infer(b)) {
            (Some(Index::Const(amount)), _) => self.expr(b, bits_for(amount)),
            (Some(_), _) => self.expr(b, INTEGER_WIDTH),
            (None, Some(own)) => self.expr(b, own),
            (None, None) => {
                self.complain_untyped(b);
                return value;
            }
        };
        let ours = match op {
            VerilogOp::Shl => BinaryOp::Shl,
            _ => BinaryOp::Shr,
        };
        simplify::binary(ours, value, amount)
    }

    /// A `case` label: a number, a `bool` or an enum's variant.
    pub fn label(&mut self, text: &str, width: usize) -> Option<Expr> {
        match text {
            "true" => return Some(Expr::literal(width, 1u8)),
            "false" => return Some(Expr::literal(width, 0u8)),
            _ => {}
        }
        if let Some((name, value)) = source::constant(text) {
            let literal = self.literal(Some(value.clone()), value, width);
            return Some(literal.called(name));
        }
        if let Some(value) = parse_number(text) {
            return Some(self.literal(Some(value), text, width));
        }
        match self.resolver().resolve(text).ok()? {
            Resolved::Variant {
                path,
                value,
                width: own,
            } if own == width => Some(Expr::new(width, ExprKind::Variant { path, value })),
            _ => None,
        }
    }
}

/// Rust's integer literals, with suffix and underscores.
fn parse_number(text: &str) -> Option<BigUint> {
    let text = text.replace('_', "");
    let (radix, digits) = match text.get(..2) {
        Some("0x") => (16, &text[2..]),
        Some("0b") => (2, &text[2..]),
        Some("0o") => (8, &text[2..]),
        _ => (10, text.as_str()),
    };
    let digits = ["usize", "u128", "u64", "u32", "u16", "u8", "i32"]
        .iter()
        .find_map(|suffix| digits.strip_suffix(suffix))
        .unwrap_or(digits);
    BigUint::parse_bytes(digits.as_bytes(), radix)
}
