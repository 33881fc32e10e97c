//! The hardware tools that warploom runs, and the Verilog that they read.
//!
//! - [`project`]: where the checkout is; [`discovery`]: where each tool is; [`doctor`]: what is missing.
//! - [`run`]: running one; [`error`]: what went wrong, and what a person can do about it.
//! - [`unit`]: a folder of emitted files; [`lint`] and [`lint_rules`]: every tool over every one; [`equivalence`]: Yosys proves two texts equal.
//! - [`atomic`]: files that are there whole or not at all. [`bundle`]: the folders that emitted designs become.
//! - [`hardware`]: a design as files; [`verilog`]: as much Verilog as it takes to find modules in them.

pub mod atomic;
pub mod bundle;
pub mod discovery;
pub mod doctor;
pub mod equivalence;
pub mod error;
mod folder;
mod found;
pub mod hardware;
pub mod lint;
pub mod lint_rules;
mod pool;
pub mod project;
pub mod run;
mod table;
pub mod unit;
pub mod verilog;

pub use error::Error;
