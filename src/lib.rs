//! warploom: synthesizable Verilog for GPU register-storage hardware, proven against Rust
//! reference models.

pub mod cli;
pub mod commands;
pub mod dut;
pub mod error;
pub mod failure;
mod interrupt;
pub mod output;
pub mod selection;
pub mod tools;
mod usage;
