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
