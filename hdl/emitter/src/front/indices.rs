//! Index arithmetic in the AST: what is known when loops are unrolled, and has no width of its own.

use super::resolve::Resolver;
use super::{source, tree};
use crate::ir::Index;
use num_bigint::BigUint;
use rust_hdl::core::ast::{VerilogExpression, VerilogOp};

/// Bits that a constant takes; at least one.
pub(super) fn bits_for(value: i64) -> usize {
    (i64::BITS - value.max(1).leading_zeros()) as usize
}

/// The expression as index arithmetic, when it is nothing else.
pub(super) fn as_index(expr: &VerilogExpression, resolver: &Resolver) -> Option<Index> {
    match expr {
        VerilogExpression::Literal(value) => {
            let (value, width) = tree::literal(value);
            // One bit is a `bool`.
            (width != 1).then(|| position(value)).flatten()
        }
        VerilogExpression::Signal(name) => match source::constant(name) {
            Some((_, value)) => position(value),
            None => resolver.loop_index(name),
        },
        VerilogExpression::Paren(inner) => as_index(inner, resolver),
        VerilogExpression::Binary(a, op, b) => {
            let a = as_index(a, resolver)?;
            let b = as_index(b, resolver)?;
            match op {
                VerilogOp::Add => Some(a.add(b)),
                VerilogOp::Sub => Some(a.sub(b)),
                VerilogOp::Mul => Some(a.mul(b)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A number as it may stand in index arithmetic.
fn position(value: BigUint) -> Option<Index> {
    let value = i64::try_from(value).ok();
    let value = value.filter(|&value| value <= i64::from(i32::MAX));
    value.map(Index::Const)
}
