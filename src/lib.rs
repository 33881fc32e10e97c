//! warploom: synthesizable Verilog for GPU register-storage hardware, proven against Rust
//! reference models. This library is the command line's; the binary only calls [`cli::run`].

mod campaigns;
pub mod cli;
pub mod commands;
pub mod dut;
pub mod failure;
pub mod fuzzing;
mod interrupt;
pub mod output;
pub mod selection;
mod sources;
pub mod timed_run;
mod usage;
