//! The blocks that units are built from.

mod arbiter;
mod encoder;
mod fifo;
mod memory;
mod packer;
mod register;

pub use arbiter::{FixedPriorityArbiter, RoundRobinArbiter};
pub use encoder::PriorityEncoder;
pub use fifo::Fifo;
pub use memory::{MaskedMemory, Memory, SinglePortMemory};
pub use packer::{Packer, Unpacker};
pub use register::Register;
