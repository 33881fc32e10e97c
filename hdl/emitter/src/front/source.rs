//! An expression of the AST as a person would write it, for messages.

use super::tree;
use num_bigint::BigUint;
use rust_hdl::core::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

/// Name and value of a number that the source calls by a name: `const$OFF_WAKE$10`.
pub(super) fn constant(signal: &str) -> Option<(&str, BigUint)> {
    let (name, digits) = signal.strip_prefix("const$")?.rsplit_once('$')?;
    Some((name, BigUint::parse_bytes(digits.as_bytes(), 16)?))
}

pub(super) fn first_signal(expr: &VerilogExpression) -> Option<&str> {
    match expr {
        VerilogExpression::Signal(name) if constant(name).is_some() => None,
        VerilogExpression::Signal(name) => Some(name),
        VerilogExpression::Literal(_) => None,
        VerilogExpression::Cast(inner, _)
        | VerilogExpression::Signed(inner)
        | VerilogExpression::Unsigned(inner)
        | VerilogExpression::Paren(inner)
        | VerilogExpression::Unary(_, inner)
        | VerilogExpression::Slice(inner, ..)
        | VerilogExpression::Index(inner, _)
        | VerilogExpression::IndexReplace(inner, ..) => first_signal(inner),
        VerilogExpression::Binary(a, _, b) => first_signal(a).or_else(|| first_signal(b)),
    }
}

/// An expression in Rust's spelling, for messages.
pub(super) fn describe(expr: &VerilogExpression) -> String {
    match expr {
        VerilogExpression::Signal(name) => match constant(name) {
            Some((name, _)) => name.to_owned(),
            None => name.replace('$', "."),
        },
        VerilogExpression::Literal(value) => tree::literal(value).0.to_string(),
        VerilogExpression::Cast(inner, width) => {
            format!("bit_cast::<{width}>({})", describe(inner))
        }
        VerilogExpression::Signed(inner) | VerilogExpression::Unsigned(inner) => {
            format!("signed({})", describe(inner))
        }
        VerilogExpression::Paren(inner) => format!("({})", describe(inner)),
        VerilogExpression::Unary(op, inner) => {
            let inner = describe(inner);
            match op {
                VerilogOpUnary::Not => format!("!{inner}"),
                VerilogOpUnary::Neg => format!("-{inner}"),
                VerilogOpUnary::All => format!("{inner}.all()"),
                VerilogOpUnary::Any => format!("{inner}.any()"),
                VerilogOpUnary::Xor => format!("{inner}.xor()"),
            }
        }
        VerilogExpression::Binary(a, op, b) => {
            let op = match op {
                VerilogOp::Add => "+",
                VerilogOp::Sub => "-",
                VerilogOp::Mul => "*",
                VerilogOp::LogicalAnd => "&&",
                VerilogOp::LogicalOr => "||",
                VerilogOp::BitXor => "^",
                VerilogOp::BitAnd => "&",
                VerilogOp::BitOr => "|",
                VerilogOp::Shl => "<<",
                VerilogOp::Shr => ">>",
                VerilogOp::Eq => "==",
                VerilogOp::Lt => "<",
                VerilogOp::Le => "<=",
                VerilogOp::Ne => "!=",
                VerilogOp::Ge => ">=",
                VerilogOp::Gt => ">",
            };
            format!("{} {op} {}", describe(a), describe(b))
        }
        VerilogExpression::Index(base, index) => {
            format!("{}.get_bit({})", describe(base), describe(index))
        }
        VerilogExpression::Slice(base, width, offset) => {
            format!(
                "{}.get_bits::<{width}>({})",
                describe(base),
                describe(offset)
            )
        }
        VerilogExpression::IndexReplace(base, index, bit) => format!(
            "{}.replace_bit({}, {})",
            describe(base),
            describe(index),
            describe(bit)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_has_name_and_value() {
        let found = constant("const$OFF_WAKE$10");
        assert_eq!(found, Some(("OFF_WAKE", BigUint::from(16_u8))));
        assert_eq!(constant("state$next"), None);
        assert_eq!(constant("const$LIMIT"), None);
    }
}
