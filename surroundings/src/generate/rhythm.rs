//! Rhythms: in which cycles something happens, and when reset is asserted.
//!
//! Generators work in phases of some hundred cycles, each with rhythms of its own, so that a long
//! run sees every mix and a short one is not all noise.

use crate::prng::Prng;

/// In which cycles of a phase something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// In every cycle.
    Full,
    /// In none.
    Idle,
    /// In each with this chance in 100.
    Bubbles(u32),
    /// In runs of up to `on` cycles, with gaps of up to `off`.
    Bursts {
        /// The longest run.
        on: u32,
        /// The longest gap.
        off: u32,
    },
}

const FLOWS: &[(u32, Flow)] = &[
    (30, Flow::Full),
    (1, Flow::Idle),
    (10, Flow::Bubbles(10)),
    (20, Flow::Bubbles(50)),
    (15, Flow::Bubbles(90)),
    (12, Flow::Bursts { on: 4, off: 4 }),
    (12, Flow::Bursts { on: 24, off: 12 }),
];

/// A flow and where it is in its present burst or gap.
#[derive(Clone, Copy, Debug)]
pub struct Beat {
    flow: Flow,
    /// Cycles that the present burst or gap still lasts.
    left: u32,
    in_burst: bool,
}

impl Beat {
    /// A flow from its beginning.
    pub fn new(flow: Flow) -> Self {
        Self {
            flow,
            left: 0,
            in_burst: false,
        }
    }

    /// Another flow; a burst that it begins with follows the last one's gap.
    pub fn change(&mut self, flow: Flow) {
        self.flow = flow;
        self.left = 0;
    }

    /// A flow as most units want it: often full, rarely idle.
    pub fn draw(prng: &mut Prng) -> Flow {
        prng.weighted(FLOWS)
    }

    /// Whether something happens in the next cycle.
    pub fn next(&mut self, prng: &mut Prng) -> bool {
        match self.flow {
            Flow::Full => true,
            Flow::Idle => false,
            Flow::Bubbles(percent) => prng.percent(percent),
            Flow::Bursts { on, off } => {
                if self.left == 0 {
                    self.in_burst = !self.in_burst;
                    let longest = if self.in_burst { on } else { off };
                    self.left = prng.between(1, longest);
                }
                self.left -= 1;
                self.in_burst
            }
        }
    }
}

/// Chance in 10,000 of a reset, and its longest length. Most phases have none, so that state
/// grows old; some have many, so that one hits every stage of a pipeline.
const RESETS: &[(u32, (u32, u32))] = &[(80, (0, 1)), (12, (50, 4)), (6, (600, 3)), (2, (100, 40))];

/// When reset is asserted.
#[derive(Clone, Copy, Debug)]
pub struct Resets {
    /// Chance in 10,000 that a reset begins in a cycle.
    chance: u32,
    /// Longest reset.
    longest: u32,
    /// Cycles that the present reset still lasts.
    left: u32,
}

impl Resets {
    /// A run begins with one to four cycles of reset.
    pub fn new(prng: &mut Prng) -> Self {
        Self {
            chance: 0,
            longest: 1,
            left: prng.between(1, 4),
        }
    }

    /// A new phase begins.
    pub fn change(&mut self, prng: &mut Prng) {
        (self.chance, self.longest) = prng.weighted(RESETS);
    }

    /// A reset of so many cycles begins in the next one, unless there is a longer one.
    pub fn force(&mut self, cycles: u32) {
        self.left = self.left.max(cycles);
    }

    /// The next cycle is one of reset or not, and chance has no say in it.
    pub fn steer(&mut self, reset: bool) {
        self.chance = 0;
        self.left = u32::from(reset);
    }

    /// Whether reset is asserted in the next cycle.
    pub fn next(&mut self, prng: &mut Prng) -> bool {
        if self.left == 0 && self.chance > 0 && prng.below(10_000) < self.chance {
            self.left = prng.between(1, self.longest);
        }
        let asserted = self.left > 0;
        self.left = self.left.saturating_sub(1);
        asserted
    }
}
