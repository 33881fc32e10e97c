//! Regressions: units, presets and seeds, in parallel, with an outcome for each.

pub mod forecast;
mod jobs;
pub mod progress;

pub use jobs::{forecast, run};

use crate::lockstep::{Subject, Watch};
use crate::shrink::Limits;
use crate::target::Target;
use forecast::Forecast;
use spec::UnitId;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use surroundings::engine::{Bench, EngineError};

/// Makes the DUT of a target. Called from several threads at once, once for each target.
pub trait Workshop: Sync {
    /// Builds it; this may take long.
    fn build(&self, target: &Target) -> Result<Arc<dyn Bench>, EngineError>;
}

impl<F> Workshop for F
where
    F: Fn(&Target) -> Result<Arc<dyn Bench>, EngineError> + Sync,
{
    fn build(&self, target: &Target) -> Result<Arc<dyn Bench>, EngineError> {
        self(target)
    }
}

/// How long runs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// So many cycles.
    Cycles(u64),
    /// What the registry says of the unit.
    Sampled,
}

impl Length {
    /// Cycles of a run of a unit.
    pub fn of(self, unit: UnitId) -> u64 {
        match self {
            Self::Cycles(cycles) => cycles,
            Self::Sampled => unit.sample().cycles,
        }
    }
}

/// What to run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Every target with every seed.
    pub targets: Vec<Target>,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// How long each run is.
    pub length: Length,
    /// Worker threads.
    pub jobs: usize,
    /// Where failures are written.
    pub out: PathBuf,
    /// How much work shrinking may be.
    pub limits: Limits,
    /// Whether failures get a waveform.
    pub waves: bool,
}

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

/// A regression as it runs, shared with whoever shows its progress.
#[derive(Debug, Default)]
pub struct Monitor {
    /// Stop and cycles.
    pub watch: Watch,
    /// Jobs that have ended.
    pub finished: AtomicU64,
    /// Models that are being built.
    pub building: AtomicU64,
    /// What is left to be done.
    pub forecast: Mutex<Forecast>,
    /// Failures that are being shrunk.
    pub shrinking: AtomicU64,
    /// Lines to show, each once.
    pub messages: Mutex<Vec<String>>,
}

impl Monitor {
    /// Leaves a line to be shown.
    pub fn say(&self, message: String) {
        if let Ok(mut messages) = self.messages.lock() {
            messages.push(message);
        }
    }

    /// Takes the lines that are to be shown.
    pub fn take_messages(&self) -> Vec<String> {
        let messages = self.messages.lock();
        messages.map_or_else(
            |_| Vec::new(),
            |mut messages| std::mem::take(&mut *messages),
        )
    }
}
