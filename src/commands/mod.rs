//! One file for each subcommand: its arguments, and `run`, which gives the exit code.

pub mod doctor;
pub mod lint;
