//! warploom: synthesizable Verilog for GPU register-storage hardware, proven against Rust
//! reference models.

pub mod commands;
pub mod error;
pub mod tools;
