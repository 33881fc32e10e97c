//! Makes failing stimulus small: delta debugging on cycles, then on values.
//!
//! ```text
//! before: 4,096 cycles of full registers     after: reset
//!                                                   valid 1  data 0x...0080_00000000
//!                                                   idle, idle (the mismatch)
//! ```
//! What counts is that a trial still fails, in any way: a trial gives the cycle in which it
//! fails, or nothing. The first cycle, a reset, is never removed.

use crate::stimulus::Stimulus;
use std::time::{Duration, Instant};
use surroundings::interface::Interface;

/// How much work shrinking may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Trials. As long as time does not run out, this makes the result reproducible.
    pub trials: u32,
    /// Time.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            trials: 20_000,
            time: Duration::from_secs(30),
        }
    }
}

/// Where shrinking stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Trials so far.
    pub trials: u32,
    /// Cycles that are left.
    pub cycles: usize,
}

/// The outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// The smallest failing stimulus that was found; its last cycle is the one that fails.
    pub stimulus: Stimulus,
    /// Trials that it took.
    pub trials: u32,
    /// Whether a limit ended it early.
    pub cut_short: bool,
}

/// Shrinks `stimulus`, which fails in its last cycle.
pub fn shrink(
    interface: &Interface,
    stimulus: Stimulus,
    limits: Limits,
    trial: &mut dyn FnMut(&Stimulus) -> Option<usize>,
    progress: &mut dyn FnMut(Progress),
) -> Shrunk {
    let mut shrinker = Shrinker {
        interface,
        best: stimulus,
        trial,
        progress,
        trials: 0,
        limits,
        deadline: Instant::now() + limits.time,
    };
    loop {
        let before = shrinker.best.clone();
        shrinker.cycles();
        shrinker.values();
        if shrinker.best == before || shrinker.spent() {
            break;
        }
    }
    Shrunk {
        cut_short: shrinker.spent(),
        trials: shrinker.trials,
        stimulus: shrinker.best,
    }
}

struct Shrinker<'a> {
    interface: &'a Interface,
    best: Stimulus,
    trial: &'a mut dyn FnMut(&Stimulus) -> Option<usize>,
    progress: &'a mut dyn FnMut(Progress),
    trials: u32,
    limits: Limits,
    deadline: Instant,
}

impl Shrinker<'_> {
    fn spent(&self) -> bool {
        self.trials >= self.limits.trials || Instant::now() >= self.deadline
    }

    /// Keeps `candidate` if it fails, cut behind the cycle that fails.
    fn attempt(&mut self, mut candidate: Stimulus) -> bool {
        if self.spent() {
            return false;
        }
        self.trials += 1;
        let Some(cycle) = (self.trial)(&candidate) else {
            return false;
        };
        candidate.truncate(cycle + 1);
        self.best = candidate;
        (self.progress)(Progress {
            trials: self.trials,
            cycles: self.best.len(),
        });
        true
    }

    /// Removes runs of cycles, from halves down to single ones, the last first.
    fn cycles(&mut self) {
        let mut length = self.best.len() / 2;
        while length > 0 && !self.spent() {
            let mut end = self.best.len();
            while end > 1 && !self.spent() {
                let first = end.saturating_sub(length).max(1);
                self.attempt(self.best.without(first, end));
                end = first.min(self.best.len());
            }
            length /= 2;
        }
    }

    /// Makes each cycle as quiet as it can be: nothing at all, no reset, ports 0, words 0 or
    /// equal or few bits.
    fn values(&mut self) {
        self.change(0, &|row| row[1..].fill(0));
        let mut cycle = self.best.len();
        while cycle > 1 {
            // A success may also have cut the stimulus.
            cycle = (cycle - 1).min(self.best.len() - 1);
            if cycle == 0 || self.spent() {
                return;
            }
            if self.change(cycle, &|row| row.fill(0)) {
                continue;
            }
            self.change(cycle, &|row| row[0] = 0);
            for port in 0..self.interface.inputs().len() {
                self.port(cycle, port);
            }
        }
    }

    /// Tries a change of the row of a cycle if it makes the row simpler; true also when the row
    /// already was like that.
    fn change(&mut self, cycle: usize, change: &dyn Fn(&mut [u32])) -> bool {
        if cycle >= self.best.len() {
            return true;
        }
        let mut row = self.best.row(cycle).to_vec();
        change(&mut row);
        if row == self.best.row(cycle) {
            return true;
        }
        // Only ever downhill: two changes must not undo each other for ever.
        if self.weight(&row) >= self.weight(self.best.row(cycle)) {
            return false;
        }
        let mut candidate = self.best.clone();
        candidate.row_mut(cycle).copy_from_slice(&row);
        self.attempt(candidate)
    }

    /// How much there is to understand in a row: nothing in a 0, little in a word that repeats
    /// its port's first, the more the more bits there are.
    fn weight(&self, row: &[u32]) -> u32 {
        let reset = 4 * (row[0] & 1);
        let ports = self.interface.inputs().iter().flat_map(|slot| {
            let value = slot.value(&row[1..]);
            value.iter().enumerate().map(|(i, &word)| match word {
                0 => 0,
                _ if i > 0 && word == value[0] => 1,
                _ => 2 + word.count_ones(),
            })
        });
        ports.sum::<u32>() + reset
    }

    fn port(&mut self, cycle: usize, port: usize) {
        // In a row the frame stands behind the word of reset.
        let range = self.interface.inputs()[port].range();
        let (first, end) = (range.start + 1, range.end + 1);
        if self.change(cycle, &|row| row[first..end].fill(0)) {
            return;
        }
        if end - first > 1 {
            self.change(cycle, &|row| {
                let base = row[first];
                row[first..end].fill(base);
            });
            let mut length = (end - first) / 2;
            while length > 0 {
                for start in (first..end).step_by(length) {
                    let stop = (start + length).min(end);
                    self.change(cycle, &|row| row[start..stop].fill(0));
                    self.change(cycle, &|row| {
                        let base = row[first];
                        row[start..stop].fill(base);
                    });
                }
                length /= 2;
            }
            // What is left may only count relative to the first word, as deltas do to a base.
            self.change(cycle, &|row| {
                let base = row[first];
                for word in row[first..end].iter_mut().filter(|word| **word != 0) {
                    *word = word.wrapping_sub(base);
                }
            });
        }
        for word in first..end {
            self.word(cycle, word);
        }
    }

    /// Clears the bits of a word, halves first, then one by one.
    fn word(&mut self, cycle: usize, word: usize) {
        for value in [0, 1] {
            if self.change(cycle, &|row| row[word] = value) {
                return;
            }
        }
        let mut width = 16;
        while width > 0 {
            for low in (0..32).step_by(width).rev() {
                let mask = ((1u64 << width) - 1) << low;
                self.change(cycle, &|row| row[word] &= !(mask as u32));
            }
            width /= 2;
        }
    }
}
