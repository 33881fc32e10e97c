//! The blocks that units are built from.
//!
//! They are written with the prelude as all blocks are, and are in it: so each of them needs the others.

mod arbiter;
mod fifo;
mod functions;
mod memory;
mod register;
mod rows;

pub use arbiter::RoundRobinArbiter;
pub use fifo::Fifo;
pub use functions::{after, gate, lowest, number};
pub use memory::{MaskedMemory, Memory, SinglePortMemory};
pub use register::Register;
pub use rows::{data_registers, reset_registers, signals};
