//! Assignments: what they assign, and parts of it that a signal chooses.

use super::lower::Lowering;
use super::resolve::{report_name, Resolved, Resolver};
use crate::error::EmitErrorKind;
use crate::ir::simplify;
use crate::ir::values;
use crate::ir::*;
use num_bigint::BigUint;
use rust_hdl::core::ast::VerilogExpression;

impl Lowering<'_> {
    /// The place that an assignment's left side names.
    pub fn target(&mut self, target: &VerilogExpression) -> Option<Place> {
        let text = match target {
            VerilogExpression::Signal(text) => text,
            VerilogExpression::Paren(inner) => return self.target(inner),
            _ => {
                self.report.add(
                    &format!("{target:?}"),
                    "",
                    EmitErrorKind::Unsupported {
                        what: "only a signal can be assigned".to_owned(),
                    },
                );
                return None;
            }
        };
        let resolver = Resolver {
            netlist: self.netlist,
            loops: &self.loops,
        };
        let kind = match resolver.resolve(text) {
            Ok(Resolved::Place(place)) => {
                let net = self.netlist.net(place.net);
                let other = match net.kind {
                    NetKind::Input => "the port's user",
                    NetKind::RegisterQ => "its register",
                    NetKind::ChildOutput => "the block that it is an output of",
                    NetKind::Constant(_) => "its constant value",
                    _ => {
                        let is_clock = net.is_clock();
                        if let (Some(comment), false) = (self.netlist.comments.last_mut(), is_clock)
                        {
                            comment.before.push(place.net);
                        }
                        return Some(place);
                    }
                };
                EmitErrorKind::MultipleDrivers {
                    other: other.to_owned(),
                }
            }
            Ok(Resolved::Index(_) | Resolved::Variant { .. }) => EmitErrorKind::UnknownName,
            Err(kind) => kind,
        };
        report_name(self.report, self.netlist, text, kind);
        None
    }

    pub fn assignment(
        &mut self,
        target: &VerilogExpression,
        value: &VerilogExpression,
        out: &mut Vec<Stmt>,
    ) {
        let Some(place) = self.target(target) else {
            return;
        };
        let width = self.netlist.net(place.net).width;
        if let VerilogExpression::IndexReplace(base, index, bit) = value {
            if self.replace_bit(&place, width, base, index, bit, out) {
                return;
            }
        }
        let value = self.exprs().expr(value, width);
        if value.kind != ExprKind::Read(place.clone()) {
            out.push(Stmt::Assign(place, value));
        }
    }

    /// `y.next = base.replace_bit(i, v)` as `y = base; y[i] = v`, unless `i` or `v` reads `y`.
    fn replace_bit(
        &mut self,
        place: &Place,
        width: usize,
        base: &VerilogExpression,
        index: &VerilogExpression,
        bit: &VerilogExpression,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let base = self.exprs().expr(base, width);
        let bit = self.exprs().expr(bit, 1);
        let Some((guard, offset)) = self.exprs().offset(index, width, 1) else {
            return true;
        };
        if beyond(&offset, width) {
            if base.kind != ExprKind::Read(place.clone()) {
                out.push(Stmt::Assign(place.clone(), base));
            }
            return true;
        }
        let mut entangled = false;
        let mut note = |read: &Place| entangled |= read.net == place.net;
        bit.reads(&mut note);
        if let Offset::Dynamic(offset) = &offset {
            offset.reads(&mut note);
        }
        if let Some(guard) = &guard {
            guard.reads(&mut note);
        }
        let same = base.kind == ExprKind::Read(place.clone());
        let mut base_reads = false;
        base.reads(&mut |read| base_reads |= read.net == place.net);
        if entangled || base_reads && !same {
            return false;
        }
        if !same {
            out.push(Stmt::Assign(place.clone(), base));
        }
        let part = Place {
            part: Some(Part { offset, width: 1 }),
            ..place.clone()
        };
        push_guarded(guard, Stmt::Assign(part, bit), out);
        true
    }

    pub fn slice_assignment(
        &mut self,
        base: &VerilogExpression,
        width: usize,
        offset: &VerilogExpression,
        replacement: &VerilogExpression,
        out: &mut Vec<Stmt>,
    ) {
        let Some(place) = self.target(base) else {
            return;
        };
        let total = self.netlist.net(place.net).width;
        let value = self.exprs().expr(replacement, width);
        let Some((guard, offset)) = self.exprs().offset(offset, total, width) else {
            return;
        };
        if beyond(&offset, total) {
            return;
        }
        if let Offset::Dynamic(amount) = &offset {
            let end = values::upper_bound(amount) + width;
            if end > total.into() {
                let merged = merged(&place, total, width, amount, value);
                push_guarded(guard, Stmt::Assign(place, merged), out);
                return;
            }
        }
        // What falls beyond the end is dropped.
        let (width, value) = match &offset {
            Offset::Static(Index::Const(offset)) => {
                let room = width.min(total - *offset as usize);
                (room, simplify::select(value, 0, room))
            }
            _ => (width, value),
        };
        let whole = offset == Offset::Static(Index::Const(0)) && width == total;
        let part = (!whole).then_some(Part { offset, width });
        push_guarded(guard, Stmt::Assign(Place { part, ..place }, value), out);
    }
}

/// The old value with a part replaced that may reach beyond the end. A part select would drop what
/// lies beyond too, but in a vector of several elements the next one is there, and Verilator 5.048
/// keeps bits above the top of a wide variable.
fn merged(place: &Place, total: usize, width: usize, amount: &Expr, value: Expr) -> Expr {
    let shifted = |value| {
        let value = simplify::resize(value, total);
        simplify::binary(BinaryOp::Shl, value, amount.clone())
    };
    let mask = Expr::literal(width, (BigUint::from(1u8) << width) - 1u8);
    let old = Expr::new(total, ExprKind::Read(place.clone()));
    let kept = simplify::binary(BinaryOp::And, old, simplify::not(shifted(mask)));
    Expr::binary(BinaryOp::Or, kept, shifted(value))
}

/// Whether a constant offset lies beyond the end; such a write does nothing.
fn beyond(offset: &Offset, total: usize) -> bool {
    matches!(offset, Offset::Static(Index::Const(offset)) if *offset >= total as i64)
}

fn push_guarded(guard: Option<Expr>, stmt: Stmt, out: &mut Vec<Stmt>) {
    match guard {
        None => out.push(stmt),
        Some(test) => out.push(Stmt::If {
            test,
            then: vec![stmt],
            otherwise: vec![],
        }),
    }
}
