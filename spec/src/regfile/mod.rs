//! The Warped-Compression register file (Warped-Compression, sections 2.1 and 5) and the gate of a bank (5.3).
//!
//! The cycle-level contract in prose, with state and timing diagrams, is `docs/units/regfile.md`.

mod bank_gate;
mod counters;
mod file;
mod geometry;
mod groups;
mod moves;
mod parameters;

pub use bank_gate::{BankGate, BankGateInputs, BankGateOutputs, BankGateParameters};
pub use counters::{Counter, COUNTER_SELECT_BITS, GATED_COUNTERS};
pub use file::{Regfile, RegfileInputs, RegfileOutputs, PORTS};
pub use geometry::Geometry;
pub use groups::{Injected, Instruction, Offer, Writeback, SOURCES, TAG_BITS};
pub use moves::Moves;
pub use parameters::{RegfileParameters, COLLECTORS, WAKE_DELAYS};
