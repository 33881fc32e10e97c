//! Proofs: properties of units that hold in every cycle of every environment, or what shows that they do not.
//!
//! - [`work`]: a job, one property of one configuration; [`plan`]: the jobs that a request makes.
//! - [`front`]: Yosys makes [`words`] of a unit and its checker, which [`unroll`] writes cycle by cycle, and a
//!   [`machine`] of bits where that is asked for.
//! - [`run`]: what becomes of a property (`verdict` tells it), by [`reachability`] of a [`problem`] and by [`induction`], [`step`] by step, of
//!   which some may have been [`found`] before, or by a [`bounded`] search; [`process`] runs the solvers.
//! - [`mutants`]: whether the properties of a unit notice a mutant of it.
//! - [`trace`]: a counterexample as a replay file.
//! - [`summary`]: verdicts by unit; [`strength`]: what mutants show of them; [`html`] and [`markdown`] write them.

pub mod bounded;
pub mod checks;
mod crew;
pub mod found;
pub mod front;
mod gates;
pub mod html;
pub mod induction;
pub mod machine;
pub mod markdown;
pub mod mutants;
mod needs;
mod pace;
pub mod plan;
pub mod problem;
pub mod process;
pub mod reachability;
pub mod reasons;
mod repeated;
pub mod run;
pub mod step;
pub mod strength;
pub mod summary;
pub mod trace;
mod turn;
mod unroll;
mod verdict;
pub mod words;
pub mod work;

use crate::mutation::solver::Program;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use words::Asked;

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

/// Yices' smaller SAT solver has answers to wide words in seconds where the usual one has none in a minute.
const SECOND_OPTIONS: [&str; 1] = ["--delegate=y2sat"];

impl Solvers {
    /// The second solver where the first was asked, with so much time.
    pub fn again<'a>(&'a self, first: &Asked<'a>, limit: Duration) -> Asked<'a> {
        Asked {
            program: &self.second,
            name: "yices-smt2",
            options: &SECOND_OPTIONS,
            limit,
            ..*first
        }
    }

    /// Bitwuzla, with so much time.
    pub fn in_words<'a>(
        &'a self,
        limit: Duration,
        folder: &'a Path,
        stop: &'a AtomicBool,
    ) -> Asked<'a> {
        Asked {
            program: &self.words,
            name: "bitwuzla",
            options: &[],
            limit,
            folder,
            stop,
        }
    }
}
