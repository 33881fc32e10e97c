//! Golden model and DUT side by side, compared in every cycle.
//!
//! Cycles run in batches: the two engines take the same rows, then their outputs are compared
//! word by word. Nothing is allocated or formatted until something differs.

use crate::stimulus::Stimulus;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use surroundings::engine::{Bench, Engine, EngineError, Halt};
use surroundings::generate::Generator;
use surroundings::interface::Interface;
use surroundings::oracle::{Oracle, Violation};

/// Cycles of a batch. With 1024-bit ports rows and frames of a batch stay within 128 KiB, which a
/// level-2 cache holds, while the cost of a call spreads over many cycles.
pub const BATCH: usize = 256;

/// How a comparison ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No difference.
    Match {
        /// Cycles that ran.
        cycles: u64,
    },
    /// A difference, or a property that does not hold.
    Mismatch(Mismatch),
    /// The contract defines no answer to the stimulus.
    OutOfContract {
        /// The cycle.
        cycle: u64,
        /// What the stimulus did.
        reason: String,
    },
    /// Stopped by the user.
    Interrupted {
        /// Cycles that ran until then, all of them matching.
        cycles: u64,
    },
}

/// The first cycle in which something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The cycle, counted from the first row of stimulus.
    pub cycle: u64,
    /// What is wrong.
    pub subject: Subject,
    /// The golden model's output frame.
    pub expected: Vec<u32>,
    /// The DUT's output frame.
    pub actual: Vec<u32>,
}

/// What is wrong in a cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The first differing output, in declared order.
    Output(String),
    /// A property of the contract that the DUT's outputs break although they match.
    Property(Violation),
}

impl Subject {
    /// The output's or the property's name.
    pub fn name(&self) -> &str {
        match self {
            Self::Output(name) => name,
            Self::Property(violation) => violation.property,
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(name) => write!(f, "{name} differs"),
            Self::Property(violation) => write!(f, "{} does not hold", violation.property),
        }
    }
}

/// What a run shares with whoever watches it.
#[derive(Debug, Default)]
pub struct Watch {
    /// Set to stop runs at the end of their batch.
    pub stop: AtomicBool,
    /// Cycles that all runs have done.
    pub cycles: AtomicU64,
}

/// Two engines in lockstep.
pub struct Lockstep<'a> {
    interface: &'a Interface,
    golden: Box<dyn Engine>,
    dut: Box<dyn Engine>,
    oracle: Option<Box<dyn Oracle>>,
    expected: Vec<u32>,
    actual: Vec<u32>,
    cycle: u64,
}

impl<'a> Lockstep<'a> {
    /// Two engines that are at power-up.
    pub fn new(interface: &'a Interface, golden: Box<dyn Engine>, dut: Box<dyn Engine>) -> Self {
        let words = BATCH * interface.output_words();
        Self {
            interface,
            golden,
            dut,
            oracle: None,
            expected: vec![0; words],
            actual: vec![0; words],
            cycle: 0,
        }
    }

    /// Starts both engines of two benches with the same power-up seed.
    pub fn start(
        interface: &'a Interface,
        golden: &dyn Bench,
        dut: &dyn Bench,
        power_up: u64,
    ) -> Result<Self, EngineError> {
        Ok(Self::new(
            interface,
            golden.start(power_up)?,
            dut.start(power_up)?,
        ))
    }

    /// Begins anew with a golden model and an oracle that are at power-up. The DUT is put back by
    /// whoever holds it.
    pub fn again(&mut self, golden: Box<dyn Engine>, oracle: Option<Box<dyn Oracle>>) {
        self.golden = golden;
        self.oracle = oracle;
        self.cycle = 0;
    }

    /// Also checks properties on the outputs of the DUT.
    pub fn with_oracle(mut self, oracle: Option<Box<dyn Oracle>>) -> Self {
        self.oracle = oracle;
        self
    }

    /// Cycles that have matched, in whole batches.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Runs rows; `None` while all is well.
    pub fn step(&mut self, rows: &[u32]) -> Result<Option<Verdict>, EngineError> {
        for batch in rows.chunks(BATCH * self.interface.row_words()) {
            let verdict = self.batch(batch)?;
            if verdict.is_some() {
                return Ok(verdict);
            }
        }
        Ok(None)
    }

    fn batch(&mut self, rows: &[u32]) -> Result<Option<Verdict>, EngineError> {
        let (row_words, words) = (self.interface.row_words(), self.interface.output_words());
        let mut cycles = rows.len() / row_words;
        let mut halted = None;
        match self.golden.run(rows, &mut self.expected[..cycles * words]) {
            Ok(()) => {}
            Err(Halt::Failed(error)) => return Err(error),
            Err(Halt::OutOfContract { index, reason }) => {
                cycles = index;
                halted = Some(Verdict::OutOfContract {
                    cycle: self.cycle + index as u64,
                    reason,
                });
            }
        }
        let rows = &rows[..cycles * row_words];
        match self.dut.run(rows, &mut self.actual[..cycles * words]) {
            Ok(()) => {}
            Err(Halt::Failed(error)) => return Err(error),
            Err(Halt::OutOfContract { reason, .. }) => {
                let name = self.dut.name();
                return Err(EngineError::new(format!(
                    "the {name} engine calls stimulus out of contract that golden takes: {reason}"
                )));
            }
        }
        if let Some(mismatch) = self.compare(rows) {
            return Ok(Some(Verdict::Mismatch(mismatch)));
        }
        self.cycle += cycles as u64;
        Ok(halted)
    }

    fn compare(&mut self, rows: &[u32]) -> Option<Mismatch> {
        let words = self.interface.output_words();
        let frames = self
            .expected
            .chunks_exact(words)
            .zip(self.actual.chunks_exact(words));
        let rows = rows.chunks_exact(self.interface.row_words());
        for (index, (row, (expected, actual))) in rows.zip(frames).enumerate() {
            let reset = row[0] & 1 == 1;
            if !reset && !self.interface.agree(expected, actual) {
                let first = self.interface.first_difference(expected, actual);
                let name = first.map_or(String::new(), |slot| slot.port.name.clone());
                return Some(mismatch(
                    self.cycle + index as u64,
                    Subject::Output(name),
                    expected,
                    actual,
                ));
            }
            let Some(oracle) = &mut self.oracle else {
                continue;
            };
            if reset {
                oracle.reset();
            } else if let Err(violation) = oracle.observe(&row[1..], actual) {
                return Some(mismatch(
                    self.cycle + index as u64,
                    Subject::Property(violation),
                    expected,
                    actual,
                ));
            }
        }
        None
    }

    /// Runs `cycles` cycles from a generator, unless something is wrong before.
    pub fn run(
        &mut self,
        generator: &mut dyn Generator,
        cycles: u64,
        watch: &Watch,
    ) -> Result<Verdict, EngineError> {
        let row_words = self.interface.row_words();
        let mut rows = vec![0; BATCH * row_words];
        let mut left = cycles;
        while left > 0 {
            if watch.stop.load(Ordering::Relaxed) {
                return Ok(Verdict::Interrupted { cycles: self.cycle });
            }
            let count = left.min(BATCH as u64);
            let rows = &mut rows[..count as usize * row_words];
            generator.fill(rows);
            if let Some(verdict) = self.batch(rows)? {
                return Ok(verdict);
            }
            watch.cycles.fetch_add(count, Ordering::Relaxed);
            left -= count;
        }
        Ok(Verdict::Match { cycles: self.cycle })
    }

    /// Runs recorded stimulus to its end, unless something is wrong before.
    pub fn replay(&mut self, stimulus: &Stimulus) -> Result<Verdict, EngineError> {
        let verdict = self.step(stimulus.rows())?;
        Ok(verdict.unwrap_or(Verdict::Match { cycles: self.cycle }))
    }
}

fn mismatch(cycle: u64, subject: Subject, expected: &[u32], actual: &[u32]) -> Mismatch {
    Mismatch {
        cycle,
        subject,
        expected: expected.to_vec(),
        actual: actual.to_vec(),
    }
}
