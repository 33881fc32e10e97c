//! Verilator models as Rust values.
//!
//! A [`ModelSpec`] says what the design is: its text, its top module, its ports. A
//! [`Cache`] builds it with a [`Toolchain`] into a shared object, or finds it built, and
//! loads it as a [`Library`], which makes any number of independent [`Model`]s. A model
//! takes a frame of input words for each cycle and gives a frame of output words; see
//! [`Model`] for what a cycle is.
//!
//! ```no_run
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use verilated::{BuildOptions, Cache, ModelSpec, Port, Source, Toolchain};
//!
//! let toolchain = Toolchain::new("verilator", None, "c++")?;
//! let spec = ModelSpec {
//!     top: "adder".into(),
//!     sources: vec![Source::new(
//!         "adder.v",
//!         "module adder (input wire [7:0] a, input wire [7:0] b, output wire [7:0] sum);\n\
//!          assign sum = a + b;\nendmodule\n",
//!     )],
//!     inputs: vec![Port::new("a", 8), Port::new("b", 8)],
//!     outputs: vec![Port::new("sum", 8)],
//!     clock: None,
//!     repeated: vec![],
//!     options: BuildOptions::default(),
//! };
//! let library = Cache::new(".cache/models").build(&toolchain, &spec)?;
//! let mut model = library.instantiate(1)?;
//! let mut sum = [0];
//! model.cycle(&[200, 100], &mut sum)?;
//! assert_eq!(sum, [44]);
//! # Ok(())
//! # }
//! ```
//!
//! This is the one crate of the workspace that has `unsafe` code: the calls into the
//! shared object.
#![allow(
    unsafe_code,
    reason = "models are shared objects, called through a C interface"
)]
#![deny(unsafe_op_in_unsafe_fn)]

mod bare;
mod codegen;
mod compile;
mod coverage;
mod error;
mod library;
mod loaded;
mod model;
mod objects;
mod optimization;
mod process;
mod product;
mod spec;
mod states;
mod store;
mod toolchain;
mod verilate;
pub mod waves;

pub use bare::{bare_loop, checksum, BareRun};
pub use coverage::{CoverageKind, CoveragePoint};
pub use error::{BuildError, ModelError, SpecError, Step, ToolchainError};
pub use library::Library;
pub use model::Model;
pub use optimization::Optimization;
pub use spec::{BuildOptions, Coverage, ModelSpec, Port, Source, MAX_PORT_WIDTH};
pub use store::{Cache, Origin};
pub use toolchain::{Toolchain, LEAST_VERILATOR};
