//! Proofs: properties of units that hold in every cycle of every environment, or what shows that they do not.
//!
//! - [`work`]: a job, one property of one configuration; [`plan`]: the jobs that a request makes.
//! - [`front`]: Yosys makes a [`machine`] of a unit and its checker, and the same in words.
//! - [`run`]: what becomes of a property, by [`reachability`] of a [`problem`] and by [`induction`];
//!   [`process`] runs the solvers.
//! - [`mutants`]: whether the properties of a unit notice a mutant of it.
//! - [`trace`]: a counterexample as a replay file.
//! - [`summary`]: verdicts by unit; [`strength`]: what mutants show of them; [`html`] and [`markdown`] write them.

pub mod front;
mod gates;
pub mod html;
pub mod induction;
pub mod machine;
pub mod markdown;
pub mod mutants;
pub mod plan;
pub mod problem;
pub mod process;
pub mod reachability;
pub mod run;
pub mod strength;
pub mod summary;
pub mod trace;
pub mod work;

use crate::mutation::solver::Program;

/// The programs that proofs are made with.
pub struct Solvers {
    /// Yosys, which reads Verilog.
    pub yosys: Program,
    /// ABC: property directed reachability.
    pub abc: Program,
    /// Bitwuzla: induction over words.
    pub words: Program,
    /// Yices: the second solver of induction.
    pub second: Program,
    /// Yices' SAT solver: checks invariants.
    pub sat: Program,
}
