//! From a mismatch somewhere in a long run to the smallest stimulus that shows it.

use crate::lockstep::{Lockstep, Mismatch, Verdict, BATCH};
use crate::replay::{Expectation, Recipe, Replay};
use crate::report::difference::{self, Recording};
use crate::shrink::{shrink, Limits, Progress};
use crate::stimulus::Stimulus;
use crate::target::Target;
use progress::text::{counted, grouped};
use surroundings::engine::{Bench, EngineError, Halt};
use surroundings::interface::Interface;
use surroundings::kit::Kit;

/// Cycles before a mismatch that are tried for a start. Most failures need a few; what needs
/// more than the longest is kept as seed and length.
const WINDOWS: [usize; 6] = [16, 64, 512, 4096, 16_384, 65_536];

/// Where a DUT and its golden model come from.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    /// The ports of both.
    pub interface: &'a Interface,
    /// The unit's knowledge.
    pub kit: &'a dyn Kit,
    /// The golden model.
    pub golden: &'a dyn Bench,
    /// What is under test.
    pub dut: &'a dyn Bench,
    /// The seed of stimulus and power-up.
    pub seed: u64,
}

/// A failure that is understood as far as a machine can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Stimulus that fails.
    pub recipe: Recipe,
    /// How it fails.
    pub mismatch: Mismatch,
    /// What went in and came out, up to the mismatch.
    pub recording: Recording,
    /// Trials of shrinking.
    pub trials: u32,
    /// Whether shrinking met a limit.
    pub cut_short: bool,
    /// The cycle of the long run.
    pub found_in_cycle: u64,
}

impl Pair<'_> {
    /// Both engines at power-up, with the unit's properties.
    pub fn lockstep(&self) -> Result<Lockstep<'_>, EngineError> {
        let lockstep = Lockstep::start(self.interface, self.golden, self.dut, self.seed)?;
        Ok(lockstep.with_oracle(self.kit.oracle()))
    }

    /// The verdict on recorded stimulus.
    pub fn replay(&self, stimulus: &Stimulus) -> Result<Verdict, EngineError> {
        self.lockstep()?.replay(stimulus)
    }

    /// The verdict on either kind of stimulus.
    pub fn run_recipe(
        &self,
        recipe: &Recipe,
        watch: &crate::lockstep::Watch,
    ) -> Result<Verdict, EngineError> {
        match recipe {
            Recipe::Cycles(stimulus) => self.replay(stimulus),
            Recipe::Generated { cycles } => {
                let mut generator = self.kit.generator(self.interface, self.seed);
                self.lockstep()?.run(&mut *generator, *cycles, watch)
            }
        }
    }

    /// Shrinks what went wrong in the seed's run.
    pub fn investigate(
        &self,
        found: &Mismatch,
        limits: Limits,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Failure, EngineError> {
        let history = self.history(found.cycle + 1);
        let failure = self.investigate_trace(found, &history, limits, progress)?;
        Ok(failure.unwrap_or_else(|| self.kept_as_seed(found, &history)))
    }

    /// Shrinks what went wrong in the last cycle of a recorded history; `None` if no end of it
    /// fails by itself. A history that is no longer than the mismatch's cycle is the whole of it.
    pub fn investigate_trace(
        &self,
        found: &Mismatch,
        history: &Stimulus,
        limits: Limits,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Failure>, EngineError> {
        let trial = |stimulus: &Stimulus| match self.replay(stimulus) {
            Ok(Verdict::Mismatch(mismatch)) => Some(mismatch.cycle as usize),
            // An engine that fails to start is no proof of anything.
            _ => None,
        };
        let start = WINDOWS.iter().find_map(|&window| {
            let whole = window as u64 > found.cycle;
            let mut candidate = if whole {
                history.clone()
            } else {
                history.tail(window)
            };
            let cycle = trial(&candidate)?;
            candidate.truncate(cycle + 1);
            Some(candidate)
        });
        let Some(start) = start else {
            return Ok(None);
        };
        self.reduce(start, found.cycle, limits, progress).map(Some)
    }

    /// Shrinks stimulus that fails in some cycle of it.
    pub fn reduce(
        &self,
        mut stimulus: Stimulus,
        found_in_cycle: u64,
        limits: Limits,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Failure, EngineError> {
        let mut trial = |stimulus: &Stimulus| match self.replay(stimulus) {
            Ok(Verdict::Mismatch(mismatch)) => Some(mismatch.cycle as usize),
            // An engine that fails to start is no proof of anything.
            _ => None,
        };
        if let Some(cycle) = trial(&stimulus) {
            stimulus.truncate(cycle + 1);
        }
        let shrunk = shrink(self.interface, stimulus, limits, &mut trial, progress);
        let Verdict::Mismatch(mismatch) = self.replay(&shrunk.stimulus)? else {
            // What fails once and not again depends on something beside seed and stimulus.
            return Err(EngineError::new(format!(
                "the mismatch in cycle {found_in_cycle} does not come again with the same \
                 stimulus: the engine is not deterministic"
            )));
        };
        Ok(Failure {
            recording: self.record(&shrunk.stimulus)?,
            recipe: Recipe::Cycles(shrunk.stimulus),
            mismatch,
            trials: shrunk.trials,
            cut_short: shrunk.cut_short,
            found_in_cycle,
        })
    }

    /// The last cycles before a cycle of the seed's run, as many as the longest window.
    fn history(&self, cycles: u64) -> Stimulus {
        let row_words = self.interface.row_words();
        let longest = WINDOWS[WINDOWS.len() - 1];
        let mut generator = self.kit.generator(self.interface, self.seed);
        let mut rows = Vec::new();
        let mut left = cycles;
        while left > 0 {
            let count = left.min(BATCH as u64);
            let length = rows.len();
            rows.resize(length + count as usize * row_words, 0);
            generator.fill(&mut rows[length..]);
            left -= count;
            if rows.len() > 2 * longest * row_words {
                rows.drain(..rows.len() - longest * row_words);
            }
        }
        Stimulus::from_rows(self.interface, rows)
    }

    fn kept_as_seed(&self, found: &Mismatch, history: &Stimulus) -> Failure {
        let last = history.len() - 1;
        Failure {
            recipe: Recipe::Generated {
                cycles: found.cycle + 1,
            },
            mismatch: found.clone(),
            recording: Recording {
                first_cycle: found.cycle,
                stimulus: history.without(0, last),
                golden: found.expected.clone(),
                dut: found.actual.clone(),
            },
            trials: 0,
            cut_short: false,
            found_in_cycle: found.cycle,
        }
    }

    /// The outputs of both engines for all of the stimulus.
    pub fn record(&self, stimulus: &Stimulus) -> Result<Recording, EngineError> {
        let frames = |bench: &dyn Bench| {
            let mut outputs = vec![0; stimulus.len() * self.interface.output_words()];
            match bench.start(self.seed)?.run(stimulus.rows(), &mut outputs) {
                Ok(()) | Err(Halt::OutOfContract { .. }) => Ok(outputs),
                Err(Halt::Failed(error)) => Err(error),
            }
        };
        Ok(Recording {
            first_cycle: 0,
            stimulus: stimulus.clone(),
            golden: frames(self.golden)?,
            dut: frames(self.dut)?,
        })
    }
}

impl Failure {
    /// The failure as it is saved.
    pub fn replay(
        &self,
        interface: &Interface,
        target: &Target,
        rtl_digest: Option<String>,
        seed: u64,
    ) -> Replay {
        Replay {
            target: target.clone(),
            rtl_digest,
            seed,
            recipe: self.recipe.clone(),
            expectation: Expectation::new(interface, &self.mismatch),
            found_in_cycle: self.found_in_cycle,
        }
    }

    /// The failure as a person reads it.
    pub fn text(&self, interface: &Interface, target: &Target, seed: u64) -> String {
        let cycles = match &self.recipe {
            Recipe::Cycles(stimulus) => {
                let limit = if self.cut_short {
                    " (stopped at a limit)"
                } else {
                    ""
                };
                let cycles = counted(stimulus.len() as u64, "cycle");
                format!("shrunk to {cycles}{limit}")
            }
            Recipe::Generated { .. } => "no shorter part of the run fails by itself".to_owned(),
        };
        format!(
            "mismatch: {target}, seed {seed}\n{} in cycle {} of the run; {cycles}\n\n{}",
            self.mismatch.subject,
            grouped(self.found_in_cycle),
            difference::text(interface, &self.recording, &self.mismatch),
        )
    }
}
