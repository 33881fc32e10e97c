//! As many signals or registers as parameters ask for.

use crate::prelude::*;
use rust_hdl::core::direction::Direction;

/// As many signals.
pub fn signals<D: Direction, T: Synth>(count: usize) -> Vec<Signal<D, T>> {
    (0..count).map(|_| Signal::default()).collect()
}

/// Registers with reset, to 0.
pub fn reset_registers<T: Synth>(count: usize) -> Vec<Register<T>> {
    (0..count).map(|_| Register::default()).collect()
}

/// Registers of the data path, without reset.
pub fn data_registers<T: Synth>(count: usize) -> Vec<Register<T>> {
    (0..count).map(|_| Register::no_reset()).collect()
}
