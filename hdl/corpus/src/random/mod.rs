//! Random circuits: programs that nobody would think of, for the test that compares the emitted
//! Verilog with rust_hdl.
//!
//! [`Program::generate`] draws a small typed program from a seed. [`RandomModule`] is that program
//! as a rust_hdl block: its `update` computes with rust_hdl's own `Bits<N>`, chosen from a table of
//! widths at run time, and its `hdl()` is the same program in the AST of
//! `docs/rationale/hdl-ast.md`. So the comparison is with rust_hdl itself and not with a second
//! idea of what an operation means.
//!
//! Every program keeps the contract by construction: what is read has been assigned on every path,
//! every signal is driven, every signal is read (by the outputs `fold*`, if by nothing else), and
//! values flow forward only.
//!
//! [`Program::smaller`] gives the steps by which a program that fails is made small.

mod ast;
mod generate;
mod listing;
mod module;
mod operators;
mod prng;
mod program;
mod run;
mod shrink;
mod value;
mod wire;

pub use module::RandomModule;
pub use prng::Random;
pub use program::Program;
