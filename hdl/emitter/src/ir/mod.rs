//! The emitter's typed intermediate form.
//!
//! Every expression knows its width, and an operator's operands have the widths that Rust gave
//! them: extension and truncation are written out as concatenations and selects. A printer can
//! therefore never pick up Verilog's context-determined widths by accident.

pub(crate) mod coverage;
mod expr;
mod index;
pub(crate) mod invariants;
mod module;
mod net;
mod process;
pub(crate) mod simplify;
mod stmt;
pub(crate) mod substitute;
mod types;
pub(crate) mod typing;
pub(crate) mod values;

pub(crate) use expr::*;
pub(crate) use index::{Bindings, Index};
pub(crate) use module::*;
pub(crate) use net::*;
pub(crate) use process::{visit_exprs, Process};
pub(crate) use stmt::*;
pub(crate) use types::*;
