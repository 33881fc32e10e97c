//! Verilog from rust_hdl blocks.
//!
//! Floors, each of which knows those above it in this list only:
//!
//! - `ir`: a module as typed nets, expressions and statements;
//! - `front`: from rust_hdl's blocks and their untyped AST to it;
//! - `edit`: the same with some places driven otherwise;
//! - `passes`: checks, then one form after the other, until the text is only a matter of spelling;
//! - `print`: Verilog, and the files that stand beside it.
//!
//! `docs/rationale/hdl-ast.md` says what the AST means.

pub mod edit;
mod emit;
mod error;
mod front;
mod ir;
mod names;
mod options;
mod output;
mod passes;
mod print;
pub mod tag;

pub use emit::{combine, emit, emit_mutations, mutations};
pub use error::{EmitError, EmitErrorKind, EmitErrors};
pub use options::{Contract, Dialect, Options, Provenance, Reset};
pub use output::{Design, Direction, Module, Port, PortRole};
pub use print::banner::content_hash;
pub use print::memory::POWER_AWARE;
pub use print::side_files::{
    combined_core, file_list, shared_core, side_files, ClockConstraint, Place, SHARED,
};
