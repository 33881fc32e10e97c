//! warploom: synthesizable Verilog for GPU register-storage hardware, proven against Rust
//! reference models. This library is the command line's; the binary only calls [`cli::run`].

mod before;
pub mod bundle;
mod campaigns;
pub mod cli;
pub mod commands;
pub mod dut;
pub mod failure;
pub mod fuzzing;
mod interrupt;
mod kernel_bench;
pub mod machine;
pub mod output;
pub mod paper;
pub mod regress;
pub mod selection;
pub mod timed_run;
mod usage;
pub mod write;
