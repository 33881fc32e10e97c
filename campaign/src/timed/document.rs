//! What `warploom run --json` writes; docs/formats.md describes it.

use super::Run;
use serde::Serialize;
use sm::energy::{self, Energy};
use sm::exec::Statistics;
use sm::host::{Outcome, Session, TimedOutcome};
use sm::timing::registers::Ratio;
use sm::timing::Counts;
use spec::Scheme;
use std::path::Path;

/// Version of the document.
const FORMAT: u32 = 2;

/// What a run of a kernel came to.
#[derive(Serialize)]
pub struct Document<'a> {
    /// [`FORMAT`].
    format: u32,
    /// The descriptor's name.
    pub kernel: String,
    /// Bits of the module's addresses.
    address_size: u32,
    /// Whether results are right.
    pub passed: bool,
    /// What was computed and checked.
    #[serde(flatten)]
    pub outcome: &'a Outcome,
    /// What was counted of instructions and values.
    pub statistics: &'a Statistics,
    /// What timing adds.
    #[serde(flatten)]
    pub timed: Option<TimedDocument<'a>>,
}

impl<'a> Document<'a> {
    /// The document of a run, with what timing adds to it.
    pub fn new(
        kernel: &Path,
        session: &Session,
        outcome: &'a Outcome,
        statistics: &'a Statistics,
        timed: Option<TimedDocument<'a>>,
    ) -> Self {
        let name = kernel.file_stem().unwrap_or_default();
        Self {
            format: FORMAT,
            kernel: name.to_string_lossy().into_owned(),
            address_size: session.module().address_bits,
            passed: outcome.passed(),
            outcome,
            statistics,
            timed,
        }
    }
}

/// How well results were compressed.
#[derive(Serialize)]
pub struct Compression {
    /// All of them.
    pub all: Ratio,
    /// Those that all lanes write.
    pub not_divergent: Option<Ratio>,
}

/// What a run cycle by cycle says of itself.
#[derive(Serialize)]
pub struct TimedDocument<'a> {
    /// How registers are stored.
    pub scheme: &'static str,
    /// The multiprocessor.
    pub preset: &'static str,
    /// What stands for the hardware.
    pub engine: &'static str,
    /// The warp schedulers.
    pub scheduler: &'static str,
    /// Cycles of each launch under timing.
    max_cycles: Option<u64>,
    /// What was counted.
    pub timing: &'a Counts,
    /// Of schemes that compress registers in a file.
    pub compression: Option<Compression>,
    /// Of schemes whose registers sleep.
    pub leakage_saving_per_cycle: Option<f64>,
    /// What registers cost.
    pub energy: Energy,
    /// Where memory shows the order of atomics, the first place.
    pub order_shows: Option<&'a str>,
}

impl Run {
    /// What it adds to a document.
    pub fn document<'a>(&self, ran: &'a TimedOutcome) -> TimedDocument<'a> {
        let registers = &ran.counts.registers;
        let energy = Energy::of(
            &energy::Run {
                scheme: self.scheme,
                preset: self.preset,
                parameters: &self.parameters,
                counts: &ran.counts,
            },
            &self.constants,
        );
        let compression = || {
            Some(Compression {
                all: registers.compression()?,
                not_divergent: registers.compression_not_divergent(),
            })
        };
        let compresses = self.scheme == Scheme::WarpedCompression;
        TimedDocument {
            scheme: self.scheme.name(),
            preset: self.preset.name(),
            engine: self.engine.name(),
            scheduler: self.policy.name(),
            max_cycles: self.max_cycles,
            timing: &ran.counts,
            compression: compresses.then(compression).flatten(),
            leakage_saving_per_cycle: registers.sleep.saving_per_cycle(),
            energy,
            order_shows: ran.order_shows.as_deref(),
        }
    }
}
