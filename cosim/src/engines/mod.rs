//! The engines, one file each.

pub mod counted;
pub mod faulty;
pub mod golden;
pub mod rust_hdl;
pub mod verilator;
