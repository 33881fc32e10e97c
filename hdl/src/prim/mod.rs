//! The blocks that units are built from.

mod register;

pub use register::Register;
