//! A condition that says the opposite, or always the same: then one branch is never taken.
//!
//! ```text
//! if full { a } else { b }
//! =>
//! if !full { a } else { b }
//! if false { a } else { b }
//! if true { a } else { b }
//! ```

use super::Site;
use crate::ir::*;

/// The condition negated, and stuck at either value.
pub fn others(site: &Site) -> Vec<(String, Expr)> {
    if !site.is_test {
        return vec![];
    }
    let stuck = |value: u8| (format!("stuck at {value}"), Expr::literal(1, value));
    let negated = Expr::unary(UnaryOp::Not, site.expr.clone());
    vec![("negated".to_owned(), negated), stuck(0), stuck(1)]
}
