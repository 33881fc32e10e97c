//! The hardware tools that warploom runs: where they are, how lint calls them, and how
//! Yosys proves two texts equal.

pub mod discovery;
pub mod doctor;
pub mod equivalence;
pub mod lint;
pub mod lint_rules;
mod pool;
pub(crate) mod run;
