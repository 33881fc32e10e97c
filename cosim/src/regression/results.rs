//! What came of a regression.

use crate::lockstep::Subject;
use crate::target::Target;
use std::path::PathBuf;
use std::time::Duration;

/// What became of one target with one seed.
#[derive(Clone, Debug, PartialEq)]
pub struct JobResult {
    /// What was under test.
    pub target: Target,
    /// The seed.
    pub seed: u64,
    /// What came of it.
    pub outcome: Outcome,
    /// Cycles that ran.
    pub cycles: u64,
    /// When it began, from the beginning of the regression on.
    pub began: Duration,
    /// How long it waited for its model.
    pub building: Duration,
    /// Time of the run, without building and shrinking.
    pub time: Duration,
}

/// What came of a job.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All cycles match.
    Match,
    /// They do not.
    Mismatch(Box<Found>),
    /// The stimulus left the contract: a bug of the generator.
    OutOfContract {
        /// The cycle.
        cycle: u64,
        /// What the stimulus did.
        reason: String,
    },
    /// The DUT could not be built or run, or files could not be written.
    Error(String),
    /// The user stopped it, before it began or while it ran.
    Interrupted,
}

/// A mismatch and what was made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The cycle of the run.
    pub cycle: u64,
    /// The first differing output or the property.
    pub subject: Subject,
    /// Cycles of the stimulus that was saved.
    pub shrunk_to: Option<u64>,
    /// DUT beside golden.
    pub text: String,
    /// The replay file.
    pub replay: Option<PathBuf>,
    /// The waveform.
    pub waves: Option<PathBuf>,
}

/// The exit code of results, by the table in `docs/formats.md`.
pub fn exit_code(results: &[JobResult]) -> u8 {
    let any = |matches: fn(&Outcome) -> bool| results.iter().any(|r| matches(&r.outcome));
    // An interrupted run has proven nothing, and one with errors not what it was asked to.
    if any(|outcome| matches!(outcome, Outcome::Interrupted)) {
        130
    } else if any(|outcome| matches!(outcome, Outcome::Error(_))) {
        2
    } else if any(|outcome| matches!(outcome, Outcome::Mismatch(_))) {
        1
    } else if any(|outcome| matches!(outcome, Outcome::OutOfContract { .. })) {
        3
    } else {
        0
    }
}
