//! Cycle-exact behavioural models of warploom's units.
//!
//! Each model is written from its paper and from the contract in `spec` and `docs/units/`, never
//! from the hardware description: that two people who had not spoken come to the same bits is what
//! cosimulation proves. The crate depends on `spec` alone, so it cannot see anything else.
//!
//! A model is a value that implements [`spec::UnitModel`] for the unit of the same name. Below it
//! stand pure functions, which the streaming multiprocessor and the oracles use without a clock.

pub mod avc;
pub mod bdi;
pub mod pipeline;
pub mod regfile;
pub mod regless;
pub mod slumber;
