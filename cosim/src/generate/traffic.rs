//! When things happen: phases of valid and idle cycles, bursts, bubbles, resets.
//!
//! A unit says what one transaction looks like ([`Transactions`]); [`Traffic`] decides in which
//! cycles there is one. It works in phases of some hundred cycles, each with its own rhythm, so
//! that a long run sees every mix and a short one is not all noise.

use super::Generator;
use crate::interface::Interface;
use crate::prng::Prng;

/// What a unit's transactions look like. Every method gets a frame that holds the inputs of the
/// cycle before and leaves it legal.
pub trait Transactions {
    /// A new phase begins: choose what kind of values it favours.
    fn begin_phase(&mut self, prng: &mut Prng);
    /// Writes a cycle with a transaction.
    fn transaction(&mut self, prng: &mut Prng, frame: &mut [u32]);
    /// Takes the transaction out of a frame: the valid bits to 0, everything else untouched.
    fn withdraw(&self, frame: &mut [u32]);
    /// Writes a cycle without a transaction whose other inputs hold whatever they may.
    fn garbage(&mut self, prng: &mut Prng, frame: &mut [u32]) {
        self.transaction(prng, frame);
        self.withdraw(frame);
    }
}

/// In which cycles of a phase there is a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    /// In every cycle.
    Full,
    /// In none.
    Idle,
    /// In each with this chance in 100.
    Bubbles(u32),
    /// In runs of up to `on` cycles, with gaps of up to `off`.
    Bursts { on: u32, off: u32 },
}

/// What idle cycles carry beside valid = 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quiet {
    /// All zeros.
    Zero,
    /// What the last transaction left.
    Hold,
    /// A transaction's worth of values without its valid.
    Garbage,
}

#[derive(Clone, Copy, Debug)]
struct Phase {
    left: u32,
    flow: Flow,
    quiet: Quiet,
    /// Chance in 10,000 that a reset begins in a cycle.
    resets: u32,
    /// Longest reset.
    longest: u32,
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
const QUIETS: &[(u32, Quiet)] = &[(1, Quiet::Zero), (2, Quiet::Hold), (3, Quiet::Garbage)];
/// Chance in 10,000 of a reset, and its longest length. Most phases have none, so that state
/// grows old; some have many, so that one hits every stage of a pipeline.
const RESETS: &[(u32, (u32, u32))] = &[(80, (0, 1)), (12, (50, 4)), (6, (600, 3)), (2, (100, 40))];
const PHASE_CYCLES: (u32, u32) = (32, 400);

/// The phases of one unit's transactions.
pub struct Traffic<T> {
    transactions: T,
    prng: Prng,
    row_words: usize,
    frame: Vec<u32>,
    phase: Phase,
    /// Cycles that the present reset still lasts.
    reset_left: u32,
    /// Cycles that the present burst or gap still lasts.
    run_left: u32,
    in_burst: bool,
}

impl<T: Transactions> Traffic<T> {
    /// The stream of a seed. It begins with one to four cycles of reset.
    pub fn new(interface: &Interface, transactions: T, seed: u64) -> Self {
        let mut prng = Prng::new(seed);
        let reset_left = prng.between(1, 4);
        Self {
            transactions,
            prng,
            row_words: interface.row_words(),
            frame: vec![0; interface.row_words() - 1],
            phase: Phase {
                left: 0,
                flow: Flow::Full,
                quiet: Quiet::Zero,
                resets: 0,
                longest: 1,
            },
            reset_left,
            run_left: 0,
            in_burst: false,
        }
    }

    fn next(&mut self, row: &mut [u32]) {
        if self.phase.left == 0 {
            self.begin_phase();
        }
        self.phase.left -= 1;
        if self.reset_left == 0
            && self.phase.resets > 0
            && self.prng.below(10_000) < self.phase.resets
        {
            self.reset_left = self.prng.between(1, self.phase.longest);
        }
        row[0] = u32::from(self.reset_left > 0);
        self.reset_left = self.reset_left.saturating_sub(1);
        self.inputs();
        row[1..].copy_from_slice(&self.frame);
    }

    fn begin_phase(&mut self) {
        let prng = &mut self.prng;
        let (resets, longest) = prng.weighted(RESETS);
        self.phase = Phase {
            left: prng.between(PHASE_CYCLES.0, PHASE_CYCLES.1),
            flow: prng.weighted(FLOWS),
            quiet: prng.weighted(QUIETS),
            resets,
            longest,
        };
        self.run_left = 0;
        self.transactions.begin_phase(&mut self.prng);
    }

    /// Inputs keep coming while reset is asserted: that they are forgotten is part of the claim.
    fn inputs(&mut self) {
        let busy = match self.phase.flow {
            Flow::Full => true,
            Flow::Idle => false,
            Flow::Bubbles(percent) => self.prng.percent(percent),
            Flow::Bursts { on, off } => {
                if self.run_left == 0 {
                    self.in_burst = !self.in_burst;
                    let longest = if self.in_burst { on } else { off };
                    self.run_left = self.prng.between(1, longest);
                }
                self.run_left -= 1;
                self.in_burst
            }
        };
        let (prng, frame) = (&mut self.prng, &mut self.frame);
        if busy {
            self.transactions.transaction(prng, frame);
            return;
        }
        match self.phase.quiet {
            Quiet::Zero => {
                frame.fill(0);
                self.transactions.withdraw(frame);
            }
            Quiet::Hold => self.transactions.withdraw(frame),
            Quiet::Garbage => self.transactions.garbage(prng, frame),
        }
    }
}

impl<T: Transactions> Generator for Traffic<T> {
    fn fill(&mut self, rows: &mut [u32]) {
        for row in rows.chunks_exact_mut(self.row_words) {
            self.next(row);
        }
    }
}
