//! The blocks that units are built from.

mod arbiter;
mod fifo;
mod functions;
mod memory;
mod register;
mod rows;

pub use arbiter::RoundRobinArbiter;
pub use fifo::Fifo;
pub use functions::{after, gate, lowest};
pub use memory::{MaskedMemory, Memory, SinglePortMemory};
pub use register::Register;
pub use rows::{data_registers, reset_registers, signals};
