//! The verification harness: engines in lockstep, and everything around a difference.
//!
//! - [`engines`]: rust_hdl and Verilated RTL, beside the golden model of `surroundings`, from which
//!   stimulus and oracles come too.
//! - [`lockstep`]: golden model and DUT compared in every cycle, with a typed verdict.
//! - [`shrink`], [`failure`], [`replay`], [`report`]: what a mismatch is turned into.
//! - [`fuzz`]: coverage-guided search for a sequence on which RTL and model differ.
//! - [`regression`]: many units, presets and seeds in parallel.
//! - [`in_the_loop`]: units in the place that the multiprocessor has for them.
//! - [`coverage`]: lines, branches and toggles that a run reaches.

pub mod bench;
pub mod bugs;
pub mod coverage;
pub mod emitted;
pub mod engines;
pub mod failure;
pub mod fuzz;
pub mod in_the_loop;
pub mod lockstep;
pub mod mutants;
pub mod regression;
pub mod replay;
pub mod report;
pub mod shrink;
pub mod stimulus;
pub mod target;
pub mod value;
pub mod waves;
pub mod window;
pub mod workshop;

/// Name and version of the tool, as files carry them.
pub const TOOL: &str = concat!("warploom ", env!("CARGO_PKG_VERSION"));
