//! A search as it goes: what it has run, covered and found.

use super::sequence::Sequence;
use crate::lockstep::{Mismatch, Verdict};
use std::time::{Duration, Instant};
use surroundings::engine::EngineError;

/// How much a search may do, and what it starts from.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Its time.
    pub time: Option<Duration>,
    /// Its runs.
    pub runs: Option<u64>,
    /// It ends with so many different findings.
    pub findings: usize,
    /// The seed of its chance.
    pub seed: u64,
}

/// Coverage at some time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Seconds since the start.
    pub seconds: f64,
    /// Runs until then.
    pub runs: u64,
    /// Points that were reached.
    pub covered: usize,
}

/// A sequence on which RTL and model differ, as it was found.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The sequence.
    pub sequence: Sequence,
    /// Where they differ.
    pub mismatch: Mismatch,
    /// When, in seconds since the start.
    pub seconds: f64,
    /// In which run.
    pub run: u64,
}

impl Finding {
    /// Findings of the same signature count as one: what differs, or what does not hold.
    pub fn signature(&self) -> String {
        self.mismatch.subject.to_string()
    }
}

/// What there is to tell of a search.
pub struct Session {
    budget: Budget,
    start: Instant,
    /// Sequences that were run.
    pub runs: u64,
    /// Cycles in them.
    pub cycles: u64,
    /// Sequences that left the contract, which they can only when they are allowed to.
    pub out_of_contract: u64,
    /// Which points were reached.
    pub reached: Vec<bool>,
    /// How many.
    pub covered: usize,
    /// Sequences that are kept.
    pub corpus: usize,
    /// Different findings.
    pub findings: Vec<Finding>,
    /// When there was something new.
    pub last_new: Instant,
    /// Coverage over time.
    pub samples: Vec<Sample>,
    /// Why it cannot go on.
    pub error: Option<EngineError>,
}

impl Session {
    /// A search of a unit with so many points.
    pub fn new(budget: Budget, points: usize) -> Self {
        let start = Instant::now();
        Self {
            budget,
            start,
            runs: 0,
            cycles: 0,
            out_of_contract: 0,
            reached: vec![false; points],
            covered: 0,
            corpus: 0,
            findings: Vec::new(),
            last_new: start,
            samples: Vec::new(),
            error: None,
        }
    }

    /// What it may do.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// Whether it has done what it may.
    pub fn is_over(&self) -> bool {
        self.error.is_some()
            || self.findings.len() >= self.budget.findings
            || self.budget.runs.is_some_and(|runs| self.runs >= runs)
            || self
                .budget
                .time
                .is_some_and(|time| self.start.elapsed() >= time)
    }

    /// A run has ended; gives whether it is a finding that was not there yet.
    pub fn record(&mut self, sequence: &Sequence, verdict: Verdict, cycles: u64) -> bool {
        self.runs += 1;
        self.cycles += cycles;
        match verdict {
            Verdict::Mismatch(mismatch) => {
                let finding = Finding {
                    sequence: sequence.clone(),
                    mismatch,
                    seconds: self.seconds(),
                    run: self.runs,
                };
                let known = |other: &Finding| other.signature() == finding.signature();
                if self.findings.iter().any(known) {
                    return false;
                }
                self.findings.push(finding);
                true
            }
            Verdict::OutOfContract { .. } => {
                self.out_of_contract += 1;
                false
            }
            Verdict::Match { .. } | Verdict::Interrupted { .. } => false,
        }
    }

    /// What a run has covered.
    pub fn cover(&mut self, map: &[u8]) {
        let mut new = 0;
        for (reached, &count) in self.reached.iter_mut().zip(map) {
            new += usize::from(count > 0 && !*reached);
            *reached |= count > 0;
        }
        if new > 0 {
            self.covered += new;
            self.last_new = Instant::now();
            self.sample();
        }
    }

    /// Notes the coverage of now.
    pub fn sample(&mut self) {
        self.samples.push(Sample {
            seconds: self.seconds(),
            runs: self.runs,
            covered: self.covered,
        });
    }
}
