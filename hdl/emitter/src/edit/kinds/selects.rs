//! Another element of an array than the one that a signal chooses.
//!
//! ```text
//! x = tags[line];
//! =>
//! x = tags[line ^ 1];
//! ```
//! The arms of a choice by a condition are swapped where the condition is negated.

use super::Site;
use crate::ir::*;
use num_bigint::BigUint;

/// The neighbour of the chosen element.
pub fn swapped(site: &Site) -> Vec<(String, Expr)> {
    let ExprKind::Lookup(net, index) = &site.expr.kind else {
        return vec![];
    };
    // With an odd number of elements the last has no neighbour that is there.
    let whole = BigUint::from(1_u8) << index.width;
    if whole != BigUint::from(site.netlist.net(*net).elements()) {
        return vec![];
    }
    let one = Expr::literal(index.width, 1_u8);
    let other = Expr::binary(BinaryOp::Xor, (**index).clone(), one);
    let kind = ExprKind::Lookup(*net, Box::new(other));
    vec![(
        "element beside".to_owned(),
        Expr::new(site.expr.width, kind),
    )]
}
