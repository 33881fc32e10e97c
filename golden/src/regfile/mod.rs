//! The Warped-Compression register file (Warped-Compression, sections 2.1 and 5).
//!
//! - [`Regfile`] is the unit; its codecs are those of [`crate::bdi`], its gates
//!   [`BankGate`], a unit too.
//! - [`FlatFile`] is the oracle: a plain array of registers, in the order of acceptance.
//! - [`Instruction`], [`Offer`] and [`WriteBack`] are what stands at the ports, as values.
//!
//! Contract: `docs/units/regfile.md`. What the paper leaves open: `docs/rationale/regfile.md`.

mod at_ports;
mod bank_gate;
mod collectors;
mod counters;
mod debts;
mod file;
mod flat_file;
mod gates;
mod reading;
mod storage;
mod writing;

pub use at_ports::{released, Instruction, Offer, WriteBack};
pub use bank_gate::BankGate;
pub use file::Regfile;
pub use flat_file::FlatFile;
