//! Constructors that build the expression a person would have written.
//!
//! Extension is concatenation with zeros, truncation is a select pushed down to the operands, a
//! disjunction of shifted pieces is a concatenation, the negation of a zero-extended bit is a
//! replication. None of them changes the value: each works on widths that are already settled.

use super::expr::*;
use super::index::Index;
use super::values::{fold, mask, small, upper_bound};
use num_bigint::BigUint;

/// Concatenation, most significant piece first: flat, with neighbouring constants merged.
pub(crate) fn concat(pieces: Vec<Expr>) -> Expr {
    let mut flat: Vec<Expr> = vec![];
    for piece in pieces {
        let inner = match piece.kind {
            ExprKind::Concat(inner) => inner,
            _ => vec![piece],
        };
        for piece in inner {
            if piece.width == 0 {
                continue;
            }
            match (flat.last_mut(), &piece.kind) {
                (
                    Some(Expr {
                        width,
                        kind: ExprKind::Literal(high),
                    }),
                    ExprKind::Literal(low),
                ) => {
                    *high = ((&high.value << piece.width) + &low.value).into();
                    *width += piece.width;
                }
                _ => flat.push(piece),
            }
        }
    }
    let width = flat.iter().map(|piece| piece.width).sum();
    match flat.len() {
        1 => flat.remove(0),
        _ => Expr::new(width, ExprKind::Concat(flat)),
    }
}

/// `expr` at `width` bits, zero-extended or truncated.
pub(crate) fn resize(expr: Expr, width: usize) -> Expr {
    if width <= expr.width {
        return select(expr, 0, width);
    }
    match expr.kind {
        // A constant at another width is the constant.
        ExprKind::Literal(number) => Expr::new(width, ExprKind::Literal(number)),
        _ => concat(vec![Expr::literal(width - expr.width, 0u8), expr]),
    }
}

/// The bits `[offset +: width]` of `expr`; bits beyond its end read zero.
pub(crate) fn select(expr: Expr, offset: usize, width: usize) -> Expr {
    if offset >= expr.width {
        return Expr::literal(width, 0u8);
    }
    if offset + width > expr.width {
        let inside = expr.width - offset;
        return concat(vec![
            Expr::literal(width - inside, 0u8),
            select(expr, offset, inside),
        ]);
    }
    if offset == 0 && width == expr.width {
        return expr;
    }
    let total = expr.width;
    match expr.kind {
        ExprKind::Literal(number) => {
            let part = number.part((&number.value >> offset) & mask(width));
            Expr::new(width, ExprKind::Literal(part))
        }
        ExprKind::Variant { value, .. } => {
            Expr::literal(width, (BigUint::from(value) >> offset) & mask(width))
        }
        ExprKind::Index(index) if offset == 0 => Expr::new(width, ExprKind::Index(index)),
        ExprKind::Read(place) => select_place(place, total, offset, width),
        ExprKind::Concat(pieces) => {
            let mut end = total;
            let mut taken = vec![];
            for piece in pieces {
                let start = end - piece.width;
                let (low, high) = (start.max(offset), end.min(offset + width));
                if low < high {
                    taken.push(select(piece, low - start, high - low));
                }
                end = start;
            }
            concat(taken)
        }
        ExprKind::Replicate(_, bit) => replicate(width, *bit),
        ExprKind::Unary(UnaryOp::Not, a) => not(select(*a, offset, width)),
        ExprKind::Unary(UnaryOp::Neg, a) if offset == 0 => {
            Expr::unary(UnaryOp::Neg, select(*a, 0, width))
        }
        ExprKind::Binary(op, a, b)
            if op.is_bitwise() || offset == 0 && matches!(op, BinaryOp::Add | BinaryOp::Sub) =>
        {
            binary(op, select(*a, offset, width), select(*b, offset, width))
        }
        ExprKind::Binary(BinaryOp::Shr, a, amount) if small(&amount).is_some() => {
            let amount = small(&amount).unwrap_or(0);
            select(*a, offset.saturating_add(amount), width)
        }
        ExprKind::Binary(BinaryOp::Shl, a, amount) if small(&amount).is_some() => {
            let amount = small(&amount).unwrap_or(0).min(total);
            select(concat(vec![*a, Expr::literal(amount, 0u8)]), offset, width)
        }
        ExprKind::Binary(BinaryOp::Shl, a, amount) if offset == 0 => Expr::new(
            width,
            ExprKind::Binary(BinaryOp::Shl, Box::new(select(*a, 0, width)), amount),
        ),
        ExprKind::Mux(test, a, b) => Expr::new(
            width,
            ExprKind::Mux(
                test,
                Box::new(select(*a, offset, width)),
                Box::new(select(*b, offset, width)),
            ),
        ),
        ExprKind::Select(inner, inner_offset) => {
            Expr::new(width, ExprKind::Select(inner, inner_offset + offset))
        }
        kind => Expr::new(
            width,
            ExprKind::Select(Box::new(Expr::new(total, kind)), offset),
        ),
    }
}

fn select_place(mut place: Place, total: usize, offset: usize, width: usize) -> Expr {
    let part = match place.part.take() {
        None => Part {
            offset: Offset::Static(Index::Const(offset as i64)),
            width,
        },
        Some(Part {
            offset: Offset::Static(base),
            ..
        }) => Part {
            offset: Offset::Static(base.add(Index::Const(offset as i64))),
            width,
        },
        Some(part @ Part { .. }) if offset == 0 => Part { width, ..part },
        Some(part) => {
            place.part = Some(part);
            let inner = Expr::new(total, ExprKind::Read(place));
            return Expr::new(width, ExprKind::Select(Box::new(inner), offset));
        }
    };
    place.part = Some(part);
    Expr::new(width, ExprKind::Read(place))
}

pub(crate) fn not(operand: Expr) -> Expr {
    match operand.kind {
        ExprKind::Literal(value) => Expr::literal(operand.width, value.value ^ mask(operand.width)),
        ExprKind::Unary(UnaryOp::Not, inner) => *inner,
        // A comparison has an opposite; `!(a == b)` is `a != b`.
        ExprKind::Binary(op, a, b) if op.is_comparison() => {
            let opposite = match op {
                BinaryOp::Eq => BinaryOp::Ne,
                BinaryOp::Ne => BinaryOp::Eq,
                BinaryOp::Lt => BinaryOp::Ge,
                BinaryOp::Ge => BinaryOp::Lt,
                BinaryOp::Gt => BinaryOp::Le,
                _ => BinaryOp::Gt,
            };
            Expr::binary(opposite, *a, *b)
        }
        kind => Expr::unary(UnaryOp::Not, Expr::new(operand.width, kind)),
    }
}

/// `-x`; the negation of one zero-extended bit fills the word with it.
pub(crate) fn negate(operand: Expr) -> Expr {
    if operand.width == 1 {
        return operand;
    }
    if let ExprKind::Concat(pieces) = &operand.kind {
        if let [zeros, bit] = pieces.as_slice() {
            if zeros.is_zero() && bit.width == 1 {
                return replicate(operand.width, bit.clone());
            }
        }
    }
    match operand.kind {
        ExprKind::Literal(value) => {
            let modulus = BigUint::from(1u8) << operand.width;
            Expr::literal(operand.width, (&modulus - value.value) % &modulus)
        }
        _ => Expr::unary(UnaryOp::Neg, operand),
    }
}

pub(crate) fn replicate(count: usize, bit: Expr) -> Expr {
    match &bit.kind {
        _ if count == 1 => bit,
        ExprKind::Literal(value) if **value == BigUint::ZERO => Expr::literal(count, 0u8),
        ExprKind::Literal(_) => Expr::literal(count, mask(count)),
        _ => Expr::new(count, ExprKind::Replicate(count, Box::new(bit))),
    }
}

/// The non-zero pieces of an expression with their offsets, or the whole of it at zero.
fn pieces(expr: &Expr) -> Vec<(usize, Expr)> {
    match &expr.kind {
        ExprKind::Concat(inner) => {
            let mut offset = expr.width;
            let mut out = vec![];
            for piece in inner {
                offset -= piece.width;
                if !piece.is_zero() {
                    out.push((offset, piece.clone()));
                }
            }
            out
        }
        ExprKind::Binary(BinaryOp::Shl, value, amount) => match small(amount) {
            Some(amount) => pieces(value)
                .into_iter()
                .filter(|(offset, _)| offset + amount < expr.width)
                .map(|(offset, piece)| {
                    let offset = offset + amount;
                    let room = (expr.width - offset).min(piece.width);
                    (offset, select(piece, 0, room))
                })
                .collect(),
            None => vec![(0, expr.clone())],
        },
        // Of a literal only the bits that are not 0 count.
        ExprKind::Literal(value) => match value.trailing_zeros() {
            None => vec![],
            Some(low) => {
                let width = (value.bits() - low) as usize;
                let part = value.part(&value.value >> low);
                vec![(low as usize, Expr::new(width, ExprKind::Literal(part)))]
            }
        },
        _ => vec![(0, expr.clone())],
    }
}

/// `a | b` as a concatenation, when their pieces do not meet.
fn disjoint(a: &Expr, b: &Expr) -> Option<Expr> {
    let mut all = pieces(a);
    all.extend(pieces(b));
    all.sort_by_key(|(offset, _)| *offset);
    let mut end = 0;
    let mut out = vec![];
    for (offset, piece) in all {
        if offset < end {
            return None;
        }
        if offset > end {
            out.push(Expr::literal(offset - end, 0u8));
        }
        end = offset + piece.width;
        out.push(piece);
    }
    if end < a.width {
        out.push(Expr::literal(a.width - end, 0u8));
    }
    out.reverse();
    Some(concat(out))
}

/// A binary operation with constants folded and idioms recognized.
pub(crate) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    use BinaryOp::*;
    if let (Some(x), Some(y)) = (a.constant(), b.constant()) {
        if let Some(folded) = fold(op, &x, &y, a.width) {
            return folded;
        }
    }
    let ones = |e: &Expr| e.constant().is_some_and(|value| value == mask(e.width));
    match op {
        Or if a.is_zero() => b,
        Or | Xor | Add | Sub | Shl | Shr if b.is_zero() => a,
        Xor | Add if a.is_zero() => b,
        And if ones(&a) => b,
        And if ones(&b) => a,
        And | LogicalAnd if a.is_zero() || b.is_zero() => Expr::literal(a.width, 0u8),
        LogicalAnd if ones(&a) => b,
        LogicalAnd if ones(&b) => a,
        LogicalOr if a.is_zero() => b,
        LogicalOr if b.is_zero() => a,
        Or if ones(&a) || ones(&b) => Expr::literal(a.width, mask(a.width)),
        LogicalOr if ones(&a) || ones(&b) => Expr::literal(1, 1u8),
        Shl | Shr if b.constant().is_some_and(|n| n >= BigUint::from(a.width)) => {
            Expr::literal(a.width, 0u8)
        }
        // Comparisons that the operands' range settles.
        Lt | Ge if b.constant().is_some_and(|b| upper_bound(&a) < b) || b.is_zero() => {
            Expr::literal(1, u8::from((op == Lt) != b.is_zero()))
        }
        Gt | Le if a.constant().is_some_and(|a| upper_bound(&b) < a) || a.is_zero() => {
            Expr::literal(1, u8::from((op == Gt) != a.is_zero()))
        }
        Le | Gt if b.constant().is_some_and(|b| upper_bound(&a) <= b) => {
            Expr::literal(1, u8::from(op == Le))
        }
        Ge | Lt if a.constant().is_some_and(|a| upper_bound(&b) <= a) => {
            Expr::literal(1, u8::from(op == Ge))
        }
        Eq | Ne if b.constant().is_some_and(|b| upper_bound(&a) < b) => {
            Expr::literal(1, u8::from(op == Ne))
        }
        Eq | Ne if a.constant().is_some_and(|a| upper_bound(&b) < a) => {
            Expr::literal(1, u8::from(op == Ne))
        }
        Eq | Ne if a.width == 1 && b.constant().is_some() => {
            if b.is_zero() == (op == Eq) {
                not(a)
            } else {
                a
            }
        }
        Shl if matches!(a.kind, ExprKind::Concat(_)) && b.constant().is_some() => {
            let width = a.width;
            let shifted = Expr::binary(Shl, a, b);
            disjoint(&shifted, &Expr::literal(width, 0u8)).unwrap_or(shifted)
        }
        Or => disjoint(&a, &b).unwrap_or_else(|| Expr::binary(Or, a, b)),
        _ => Expr::binary(op, a, b),
    }
}

/// `test ? a : b`.
pub(crate) fn mux(test: Expr, a: Expr, b: Expr) -> Expr {
    if let Some(value) = test.constant() {
        return if value == BigUint::ZERO { b } else { a };
    }
    if a == b {
        return a;
    }
    let zero = |value: &Option<BigUint>| value.as_ref().map(|value| *value == BigUint::ZERO);
    let (x, y) = (a.constant(), b.constant());
    match (a.width, zero(&x), zero(&y)) {
        (1, Some(true), Some(_)) => not(test),
        (1, Some(false), Some(_)) => test,
        (1, Some(false), None) => binary(BinaryOp::LogicalOr, test, b),
        (1, Some(true), None) => binary(BinaryOp::LogicalAnd, not(test), b),
        (1, None, Some(true)) => binary(BinaryOp::LogicalAnd, test, a),
        (1, None, Some(false)) => binary(BinaryOp::LogicalOr, not(test), a),
        _ => Expr::new(
            a.width,
            ExprKind::Mux(Box::new(test), Box::new(a), Box::new(b)),
        ),
    }
}
