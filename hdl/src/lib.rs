//! Hardware units written in Rust over `rust_hdl`, and what is needed to write them.
//!
//! A unit is a `rust_hdl` block whose behaviour is a plain Rust `update` under the attribute
//! [`hardware`](prelude::hardware). The same source is simulated by rust_hdl and turned into an
//! AST, from which the emitter prints Verilog. `docs/rationale/hdl-ast.md` is the agreement
//! between the two.

// The attribute's expansions name this crate, also inside it.
extern crate self as hdl;

pub mod assertions;
pub mod avc;
pub mod bdi;
#[doc(hidden)]
pub mod elaborate;
pub mod engine;
pub mod ports;
pub mod power_intent;
pub mod prelude;
pub mod prim;
pub mod regfile;
pub mod regless;
pub mod slumber;
pub mod units;
pub mod value;

pub use emitter as emit;
pub use emitter::tag;
