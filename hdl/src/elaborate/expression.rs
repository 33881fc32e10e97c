//! Constructors of AST expressions, with the forms that the emitter knows as idioms.

use rust_hdl::core::ast::{VerilogExpression, VerilogLiteral, VerilogOp, VerilogOpUnary};

use super::Index;

/// An integer without a width; it takes the width of its context.
pub fn integer(value: u128) -> VerilogExpression {
    VerilogExpression::Literal(value.into())
}

/// One bit.
pub fn boolean(value: bool) -> VerilogExpression {
    VerilogExpression::Literal(value.into())
}

/// An integer without a width that the source calls by a name.
pub fn constant(name: &str, value: &VerilogLiteral) -> VerilogExpression {
    signal(format!("const${name}${}", digits(value)))
}

/// The signal or `let` of that name.
pub fn signal(name: impl Into<String>) -> VerilogExpression {
    VerilogExpression::Signal(name.into())
}

/// An operation on two operands.
pub fn binary(
    left: VerilogExpression,
    op: VerilogOp,
    right: VerilogExpression,
) -> VerilogExpression {
    VerilogExpression::Binary(Box::new(left), op, Box::new(right))
}

/// An operation on one operand.
pub fn unary(op: VerilogOpUnary, operand: VerilogExpression) -> VerilogExpression {
    VerilogExpression::Unary(op, Box::new(operand))
}

/// The operand at `width` bits.
pub fn cast(operand: VerilogExpression, width: usize) -> VerilogExpression {
    VerilogExpression::Cast(Box::new(operand), width)
}

/// `width` bits of the operand from `offset` on.
pub fn slice(operand: VerilogExpression, width: usize, offset: &Index) -> VerilogExpression {
    VerilogExpression::Slice(Box::new(operand), width, Box::new(offset.expression()))
}

/// One bit of the operand.
pub fn bit(operand: VerilogExpression, index: &Index) -> VerilogExpression {
    VerilogExpression::Index(Box::new(operand), Box::new(index.expression()))
}

/// The operand with one bit replaced.
pub fn replace_bit(
    operand: VerilogExpression,
    index: &Index,
    value: VerilogExpression,
) -> VerilogExpression {
    VerilogExpression::IndexReplace(
        Box::new(operand),
        Box::new(index.expression()),
        Box::new(value),
    )
}

/// The idiom `{high, low}` at `width` bits.
pub fn concat(
    high: VerilogExpression,
    low: VerilogExpression,
    low_width: usize,
    width: usize,
) -> VerilogExpression {
    binary(
        binary(
            cast(high, width),
            VerilogOp::Shl,
            integer(low_width as u128),
        ),
        VerilogOp::BitOr,
        cast(low, width),
    )
}

/// The idiom `{width{bit}}`.
pub fn replicate(bit: VerilogExpression, width: usize) -> VerilogExpression {
    unary(VerilogOpUnary::Neg, cast(bit, width))
}

/// The idiom `{{n{x[msb]}}, x}` at `width` bits, which must not be less than that of the operand.
pub fn sign_extend(
    operand: VerilogExpression,
    operand_width: usize,
    width: usize,
) -> VerilogExpression {
    if operand_width == width {
        return operand;
    }
    assert!(
        operand_width < width,
        "sign_extend from {operand_width} to {width} bits"
    );
    let sign = bit(operand.clone(), &Index::constant(operand_width - 1));
    concat(
        replicate(sign, width - operand_width),
        operand,
        operand_width,
        width,
    )
}

/// An untyped literal at the width of the place that takes it; other expressions have a width.
pub(super) fn typed(value: VerilogExpression, width: usize) -> VerilogExpression {
    match value {
        VerilogExpression::Literal(literal) if !is_bool(&literal) => {
            cast(VerilogExpression::Literal(literal), width)
        }
        VerilogExpression::Signal(name) if name.starts_with("const$") => cast(signal(name), width),
        other => other,
    }
}

/// Whether a literal came from a `bool`, which has its width already.
fn is_bool(literal: &VerilogLiteral) -> bool {
    format!("{literal:x}").starts_with("1'")
}

/// The value of a literal. rust_hdl keeps it private and prints it as `8'h1f`.
pub(super) fn literal_value(literal: &VerilogLiteral) -> Option<u128> {
    u128::from_str_radix(&digits(literal), 16).ok()
}

/// The hexadecimal digits of a literal.
fn digits(literal: &VerilogLiteral) -> String {
    let text = format!("{literal:x}");
    text.rsplit('h').next().unwrap_or_default().to_owned()
}

/// The value of a condition that is known, such as a comparison of constants.
pub(super) fn known_condition(test: &VerilogExpression) -> Option<bool> {
    match test {
        VerilogExpression::Literal(literal) => literal_value(literal).map(|value| value != 0),
        VerilogExpression::Paren(inner) => known_condition(inner),
        VerilogExpression::Unary(VerilogOpUnary::Not, inner) => {
            known_condition(inner).map(|value| !value)
        }
        _ => None,
    }
}
