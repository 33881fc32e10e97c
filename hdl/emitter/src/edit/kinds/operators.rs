//! Another operator, or its operands the other way round.
//!
//! | before | after |
//! |---|---|
//! | `a && b` | `a \|\| b` |
//! | `a & b`, `a \| b`, `a ^ b` | `a \| b`, `a & b`, `a \| b` |
//! | `a + b`, `a << n` | `a - b`, `a >> n` |
//! | `a == b`, `a < b`, `a <= b` | `a != b`, `a <= b`, `a < b` |
//! | `any(a)`, `all(a)`, `xor(a)` | `all(a)`, `any(a)`, `any(a)` |
//! | `!a`, `-a` | `a` |
//! | `a - b`, `a < b` | `b - a`, `b < a` |

use super::Site;
use crate::ir::*;

/// The sign of an operator in Rust.
fn sign(operator: BinaryOp) -> &'static str {
    use BinaryOp::*;
    match operator {
        Add => "+",
        Sub => "-",
        And => "&",
        Or => "|",
        Xor => "^",
        LogicalAnd => "&&",
        LogicalOr => "||",
        Shl => "<<",
        Shr => ">>",
        Eq => "==",
        Ne => "!=",
        Lt => "<",
        Le => "<=",
        Gt => ">",
        Ge => ">=",
    }
}

fn other(operator: BinaryOp) -> BinaryOp {
    use BinaryOp::*;
    match operator {
        Add => Sub,
        Sub => Add,
        And => Or,
        Or => And,
        Xor => Or,
        LogicalAnd => LogicalOr,
        LogicalOr => LogicalAnd,
        Shl => Shr,
        Shr => Shl,
        Eq => Ne,
        Ne => Eq,
        Lt => Le,
        Le => Lt,
        Gt => Ge,
        Ge => Gt,
    }
}

/// The other operator.
pub fn others(site: &Site) -> Vec<(String, Expr)> {
    match &site.expr.kind {
        ExprKind::Binary(operator, a, b) => {
            let new = other(*operator);
            let what = format!("{} -> {}", sign(*operator), sign(new));
            vec![(what, Expr::binary(new, (**a).clone(), (**b).clone()))]
        }
        ExprKind::Unary(UnaryOp::Not, a) => vec![("! dropped".to_owned(), (**a).clone())],
        ExprKind::Unary(UnaryOp::Neg, a) => vec![("- dropped".to_owned(), (**a).clone())],
        // Of one bit all three are the bit.
        ExprKind::Unary(operator, a) if a.width > 1 => {
            let (what, new) = match operator {
                UnaryOp::Any => ("any -> all", UnaryOp::All),
                UnaryOp::All => ("all -> any", UnaryOp::Any),
                _ => ("xor -> any", UnaryOp::Any),
            };
            vec![(what.to_owned(), Expr::unary(new, (**a).clone()))]
        }
        _ => vec![],
    }
}

/// The operands the other way round, where that makes a difference.
pub fn swapped(site: &Site) -> Vec<(String, Expr)> {
    use BinaryOp::*;
    match &site.expr.kind {
        ExprKind::Binary(operator @ (Sub | Lt | Le | Gt | Ge), a, b) => {
            let what = format!("operands of {} swapped", sign(*operator));
            vec![(what, Expr::binary(*operator, (**b).clone(), (**a).clone()))]
        }
        _ => vec![],
    }
}
