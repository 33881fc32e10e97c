//! warploom: synthesizable Verilog for GPU register-storage hardware, proven against Rust
//! reference models.

pub mod cli;
pub mod commands;
pub mod error;
pub mod failure;
pub mod output;
pub mod selection;
pub mod tools;
mod usage;
