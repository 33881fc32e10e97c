//! What an expression's form says of its value: bounds, and what comes of two constants.

use super::expr::*;
use num_bigint::BigUint;

/// As many ones.
pub(super) fn mask(width: usize) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

/// Number of bits that an index into `length` positions takes; at least one.
pub(crate) fn index_width(length: usize) -> usize {
    (usize::BITS - length.saturating_sub(1).leading_zeros()).max(1) as usize
}

/// The greatest value the expression can take, from its form alone.
pub(crate) fn upper_bound(expr: &Expr) -> BigUint {
    match &expr.kind {
        ExprKind::Literal(number) => number.value.clone(),
        ExprKind::Concat(pieces) => pieces.iter().fold(BigUint::ZERO, |sum, piece| {
            (sum << piece.width) + upper_bound(piece)
        }),
        ExprKind::Binary(BinaryOp::Shl, value, amount) => match small(amount) {
            Some(amount) => (upper_bound(value) << amount).min(mask(expr.width)),
            None => mask(expr.width),
        },
        ExprKind::Binary(BinaryOp::And, a, b) => upper_bound(a).min(upper_bound(b)),
        ExprKind::Mux(_, a, b) => upper_bound(a).max(upper_bound(b)),
        ExprKind::Variant { value, .. } => BigUint::from(*value),
        _ => mask(expr.width),
    }
}

/// The value of a constant shift amount or offset.
pub(crate) fn small(expr: &Expr) -> Option<usize> {
    usize::try_from(expr.constant()?).ok()
}

/// What an operation makes of two constants.
pub(super) fn fold(op: BinaryOp, a: &BigUint, b: &BigUint, width: usize) -> Option<Expr> {
    use BinaryOp::*;
    let modulus = BigUint::from(1u8) << width;
    let word = |value: BigUint| Some(Expr::literal(width, value % &modulus));
    let truth = |value: bool| Some(Expr::literal(1, u8::from(value)));
    match op {
        Add => word(a + b),
        Sub => word(a + &modulus - b),
        And => word(a & b),
        Or => word(a | b),
        Xor => word(a ^ b),
        LogicalAnd => truth(*a != BigUint::ZERO && *b != BigUint::ZERO),
        LogicalOr => truth(*a != BigUint::ZERO || *b != BigUint::ZERO),
        // A shift by more than a machine word is a shift by more than the width.
        Shl | Shr => {
            let amount = usize::try_from(b).unwrap_or(width).min(width);
            word(if op == Shl { a << amount } else { a >> amount })
        }
        Eq => truth(a == b),
        Ne => truth(a != b),
        Lt => truth(a < b),
        Le => truth(a <= b),
        Gt => truth(a > b),
        Ge => truth(a >= b),
    }
}
