//! The blocks that units are built from.

mod arbiter;
mod encoder;
mod fifo;
mod functions;
mod memory;
mod packer;
mod register;
mod rows;

pub use arbiter::{FixedPriorityArbiter, RoundRobinArbiter};
pub use encoder::PriorityEncoder;
pub use fifo::Fifo;
pub use functions::{after, gate, lowest};
pub use memory::{MaskedMemory, Memory, SinglePortMemory};
pub use packer::{Packer, Unpacker};
pub use register::Register;
pub use rows::{data_registers, reset_registers, signals};
