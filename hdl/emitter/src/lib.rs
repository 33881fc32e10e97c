//! Verilog from rust_hdl blocks.
//!
//! A design is walked (`tree`), each block is lowered from rust_hdl's untyped AST to a typed form
//! (`lower`, `lower_expr`, `resolve`, `simplify`), checked (`check`, `coverage`), divided into
//! processes (`flow`, `groups`, `forms`), given one name a value and no name without
//! a meaning (`versions`, `temps`, `copies`, `alias`), given
//! storage for its arrays (`rolled`, `storage`) and printed (`print`, `print_expr`, `memory`).
//! `docs/rationale/hdl-ast.md` says what the AST means.

mod alias;
mod banner;
mod check;
mod circles;
mod clocked;
mod connect;
mod copies;
mod coverage;
mod design;
mod elaborate;
mod error;
mod flow;
mod forms;
mod generates;
mod groups;
mod index;
mod ir;
mod lower;
mod lower_control;
mod lower_expr;
mod lower_select;
mod memory;
mod module;
mod names;
mod nets;
mod passes;
mod print;
mod print_expr;
mod print_logic;
mod print_nets;
mod print_registers;
mod resolve;
mod rolled;
mod side_files;
mod simplify;
mod singles;
mod source;
mod storage;
pub mod tag;
mod temps;
mod text;
mod tree;
mod versions;

pub use banner::content_hash;
pub use design::{
    combine, emit, Design, Dialect, Direction, Module, Options, Port, PortRole, Provenance, Reset,
};
pub use error::{EmitError, EmitErrorKind, EmitErrors};
pub use memory::POWER_AWARE;
pub use side_files::{combined_core, file_list, side_files, ClockConstraint};
