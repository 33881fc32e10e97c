//! The engines, one file each.

pub mod counted;
pub mod faulty;
mod repeated;
pub mod rust_hdl;
pub mod verilator;
