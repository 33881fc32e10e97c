//! What can be wrong with a design, kind by kind.
//!
//! Those of expressions say of one expression what could stand in its place; those of registers, ports
//! and memories write edits.

mod conditions;
mod constants;
mod indices;
mod masks;
mod operators;
mod ports;
mod registers;
mod selects;

pub(super) use masks::masks;
pub(super) use ports::ports;
pub(super) use registers::registers;

use super::mutation::COMPLEMENT;
use crate::ir::*;

/// An expression within what drives a net.
pub(super) struct Site<'e> {
    pub netlist: &'e Netlist,
    pub expr: &'e Expr,
    /// Whether it decides between branches or values.
    pub is_test: bool,
}

/// What could stand in place of an expression, and in a few words how it differs.
type Kind = fn(&Site) -> Vec<(String, Expr)>;

/// The kinds by name.
pub(super) const KINDS: &[(&str, Kind)] = &[
    ("operator", operators::others),
    ("operands", operators::swapped),
    ("constant", constants::others),
    ("condition", conditions::others),
    ("select", selects::swapped),
    ("index", indices::others),
];

/// The kind of a name: one of those, or the complement.
pub(super) fn kind(name: &str) -> Option<Kind> {
    let listed = KINDS.iter().find(|(known, _)| *known == name);
    let complement: (&str, Kind) = (COMPLEMENT, |site| {
        let all = Expr::unary(UnaryOp::Not, site.expr.clone());
        vec![("every bit".to_owned(), all)]
    });
    listed
        .copied()
        .or(Some(complement).filter(|(known, _)| *known == name))
        .map(|(_, kind)| kind)
}
