//! Replay files: one failure, whole, as JSON. The format is described in `docs/formats.md`.

mod error;
mod file;

pub use error::ReplayError;

use crate::lockstep::Mismatch;
use crate::stimulus::Stimulus;
use crate::target::Target;
use crate::value::to_hex;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use surroundings::interface::Interface;

/// The value of the file's `format`.
pub const FORMAT: &str = "warploom-replay";
/// The version that is written and read.
pub const VERSION: u32 = 1;

/// How the stimulus of a failure is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipe {
    /// Cycle by cycle.
    Cycles(Stimulus),
    /// As the seed's first cycles: when no part of it fails by itself and the whole is too long
    /// to be written down.
    Generated {
        /// How many.
        cycles: u64,
    },
}

impl Recipe {
    /// How many cycles it runs.
    pub fn cycles(&self) -> u64 {
        match self {
            Self::Cycles(stimulus) => stimulus.len() as u64,
            Self::Generated { cycles } => *cycles,
        }
    }
}

/// One failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What was under test.
    pub target: Target,
    /// The digest of the Verilog of `target.rtl` when it failed.
    pub rtl_digest: Option<String>,
    /// The seed of stimulus and power-up.
    pub seed: u64,
    /// The stimulus.
    pub recipe: Recipe,
    /// What went wrong with it.
    pub expectation: Expectation,
    /// The cycle in which the run from the seed failed, before shrinking.
    pub found_in_cycle: u64,
}

/// The failure as the file tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The cycle of the stimulus.
    pub cycle: u64,
    /// The first differing output, or the property.
    pub subject: String,
    /// The golden model's outputs.
    pub expected: BTreeMap<String, String>,
    /// The DUT's outputs.
    pub actual: BTreeMap<String, String>,
}

impl Expectation {
    /// From a mismatch.
    pub fn new(interface: &Interface, mismatch: &Mismatch) -> Self {
        let values = |frame: &[u32]| {
            let outputs = interface.outputs().iter();
            outputs
                .map(|slot| {
                    (
                        slot.port.name.to_owned(),
                        to_hex(slot.value(frame), slot.port.width),
                    )
                })
                .collect()
        };
        Self {
            cycle: mismatch.cycle,
            subject: mismatch.subject.name().to_owned(),
            expected: values(&mismatch.expected),
            actual: values(&mismatch.actual),
        }
    }

    /// Whether a later mismatch is the same failure: same cycle, same subject.
    pub fn is_like(&self, mismatch: &Mismatch) -> bool {
        self.cycle == mismatch.cycle && self.subject == mismatch.subject.name()
    }
}
