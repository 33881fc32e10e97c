//! Bits and parts of values: fixed and computed offsets, reading and replacing.

use super::expr::{Exprs, INTEGER_WIDTH};
use super::indices::{as_index, bits_for};
use super::source::describe;
use crate::error::EmitErrorKind;
use crate::ir::simplify;
use crate::ir::values;
use crate::ir::*;
use num_bigint::BigUint;
use rust_hdl::core::ast::VerilogExpression;

impl Exprs<'_> {
    /// An offset into `total` bits of which `width` are taken: the guard under which it is in
    /// range, if it needs one, and the offset at exactly the width that selects want.
    pub fn offset(
        &mut self,
        offset: &VerilogExpression,
        total: usize,
        width: usize,
    ) -> Option<(Option<Expr>, Offset)> {
        if let Some(index) = as_index(offset, &self.resolver()) {
            let (low, high) = self.resolver().range(&index);
            if low < 0 || high + width as i64 > total as i64 {
                self.report.add(
                    &describe(offset),
                    "",
                    EmitErrorKind::OutOfRange {
                        index: if low < 0 { low } else { high },
                        limit: total.saturating_sub(width) + 1,
                    },
                );
                return None;
            }
            return Some((None, Offset::Static(index)));
        }
        let Some(own) = self.infer(offset) else {
            self.complain_untyped(offset);
            return None;
        };
        let value = self.expr(offset, own);
        if let Some(constant) = value.constant() {
            // Far beyond the end is beyond the end.
            let constant = usize::try_from(constant).unwrap_or(total).min(total);
            return Some((None, Offset::Static(Index::Const(constant as i64))));
        }
        let limit = BigUint::from(total);
        let guard = (values::upper_bound(&value) >= limit).then(|| {
            let limit = Expr::literal(own, total);
            simplify::binary(BinaryOp::Lt, value.clone(), limit)
        });
        let narrow = simplify::resize(value, values::index_width(total));
        Some((guard, Offset::Dynamic(Box::new(narrow))))
    }

    pub fn slice(
        &mut self,
        base: &VerilogExpression,
        width: usize,
        offset: &VerilogExpression,
    ) -> Expr {
        let Some(total) = self.infer(base) else {
            self.complain_untyped(base);
            return Expr::literal(width, 0u8);
        };
        let base = self.expr(base, total);
        if let Some(index) = as_index(offset, &self.resolver()) {
            return self.static_slice(base, width, index, offset);
        }
        let Some(own) = self.infer(offset) else {
            self.complain_untyped(offset);
            return Expr::literal(width, 0u8);
        };
        let offset = self.expr(offset, own);
        dynamic_slice(base, width, offset)
    }

    fn static_slice(
        &mut self,
        base: Expr,
        width: usize,
        index: Index,
        source: &VerilogExpression,
    ) -> Expr {
        let (low, high) = self.resolver().range(&index);
        if let Index::Const(offset) = index {
            if let Ok(offset) = usize::try_from(offset) {
                return simplify::select(base, offset, width);
            }
        }
        if low < 0 || high + width as i64 > base.width as i64 {
            self.report.add(
                &describe(source),
                "",
                EmitErrorKind::OutOfRange {
                    index: if low < 0 { low } else { high },
                    limit: base.width.saturating_sub(width) + 1,
                },
            );
            return Expr::literal(width, 0u8);
        }
        match base.kind {
            ExprKind::Read(mut place) if place.dynamic_offset().is_none() => {
                let offset = match place.part.take() {
                    Some(Part {
                        offset: Offset::Static(inner),
                        ..
                    }) => inner.add(index),
                    _ => index,
                };
                place.part = Some(Part {
                    offset: Offset::Static(offset),
                    width,
                });
                Expr::new(width, ExprKind::Read(place))
            }
            kind => {
                let amount = Expr::new(INTEGER_WIDTH, ExprKind::Index(index));
                let shifted = Expr::binary(BinaryOp::Shr, Expr::new(base.width, kind), amount);
                simplify::select(shifted, 0, width)
            }
        }
    }

    /// `base & ~(1 << i) | bit << i`: a shift beyond the width leaves `base`, as Rust does.
    pub fn index_replace(
        &mut self,
        base: &VerilogExpression,
        index: &VerilogExpression,
        bit: &VerilogExpression,
        expected: usize,
    ) -> Expr {
        let width = self.infer(base).unwrap_or(expected);
        let base = self.expr(base, width);
        let bit = self.expr(bit, 1);
        let amount = match (as_index(index, &self.resolver()), self.infer(index)) {
            (Some(Index::Const(amount)), _) => self.expr(index, bits_for(amount)),
            (Some(_), _) => self.expr(index, INTEGER_WIDTH),
            (None, Some(own)) => self.expr(index, own),
            (None, None) => {
                self.complain_untyped(index);
                return base;
            }
        };
        if let Some(offset) = values::small(&amount) {
            if offset >= width {
                return base;
            }
            return simplify::concat(vec![
                simplify::select(base.clone(), offset + 1, width - offset - 1),
                bit,
                simplify::select(base, 0, offset),
            ]);
        }
        let shifted = |value: Expr| {
            simplify::binary(
                BinaryOp::Shl,
                simplify::resize(value, width),
                amount.clone(),
            )
        };
        let hole = simplify::not(shifted(Expr::literal(1, 1u8)));
        let kept = simplify::binary(BinaryOp::And, base, hole);
        Expr::binary(BinaryOp::Or, kept, shifted(bit))
    }
}

/// Bits from a dynamic offset; what lies beyond the end reads zero.
fn dynamic_slice(base: Expr, width: usize, offset: Expr) -> Expr {
    if let Some(offset) = values::small(&offset) {
        return simplify::select(base, offset, width);
    }
    let total = base.width;
    let bound = values::upper_bound(&offset);
    let fits = bound.clone() + width <= BigUint::from(total);
    let plain = match &base.kind {
        // A dynamic offset inside an element of an array would mix loop index and signal.
        ExprKind::Read(place) => place.part.is_none() && place.index.is_empty(),
        _ => false,
    };
    if plain && (fits || width == 1) {
        let guard = (!fits).then(|| {
            let limit = Expr::literal(offset.width, total);
            simplify::binary(BinaryOp::Lt, offset.clone(), limit)
        });
        let narrow = simplify::resize(offset, values::index_width(total));
        let read = match base.kind {
            ExprKind::Read(place) if total > 1 => Expr::new(
                width,
                ExprKind::Read(Place {
                    part: Some(Part {
                        offset: Offset::Dynamic(Box::new(narrow)),
                        width,
                    }),
                    ..place
                }),
            ),
            kind => Expr::new(total, kind),
        };
        return match guard {
            Some(guard) => simplify::binary(BinaryOp::LogicalAnd, guard, read),
            None => read,
        };
    }
    simplify::select(simplify::binary(BinaryOp::Shr, base, offset), 0, width)
}
