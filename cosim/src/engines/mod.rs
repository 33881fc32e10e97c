//! The engines, one file each.

pub mod faulty;
pub mod golden;
pub mod verilator;
pub mod rust_hdl;
