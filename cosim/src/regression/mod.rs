//! Regressions: units, presets and seeds, in parallel, with an outcome for each.

pub mod forecast;
mod jobs;
pub mod progress;
pub mod results;

pub use jobs::{forecast, run};
pub use results::{exit_code, Found, JobResult, Outcome};

use crate::lockstep::Watch;
use crate::shrink::Limits;
use crate::target::Target;
use forecast::Forecast;
use spec::UnitId;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
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
