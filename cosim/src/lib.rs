//! The verification harness: engines in lockstep, and everything around a difference.
//!
//! - [`engine`]: what runs a unit; [`engines`]: golden model, rust_hdl, Verilated RTL.
//! - [`generate`]: seeded stimulus; [`oracle`]: properties; [`units`]: both for each unit.
//! - [`lockstep`]: golden model and DUT compared in every cycle, with a typed verdict.

pub mod engine;
pub mod engines;
pub mod generate;
pub mod interface;
pub mod lockstep;
pub mod oracle;
pub mod prng;
pub mod stimulus;
pub mod units;
