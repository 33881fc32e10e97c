//! Streams of transactions to units that never wait: phases of valid and idle cycles, and resets.
//!
//! A unit says what one transaction looks like ([`Transactions`]); [`Traffic`] decides in which
//! cycles there is one, in the rhythms of [`crate::generate::rhythm`].

use super::rhythm::{Beat, Flow, Resets};
use super::steer::{data_places, Event, Place, Touch, Turn};
use super::Generator;
use crate::interface::Interface;
use crate::prng::Prng;
use spec::Port;

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

const QUIETS: &[(u32, Quiet)] = &[(1, Quiet::Zero), (2, Quiet::Hold), (3, Quiet::Garbage)];
const PHASE_CYCLES: (u32, u32) = (32, 400);

/// The phases of one unit's transactions.
pub struct Traffic<T> {
    transactions: T,
    prng: Prng,
    row_words: usize,
    frame: Vec<u32>,
    /// Cycles that the present phase still lasts.
    left: u32,
    beat: Beat,
    quiet: Quiet,
    resets: Resets,
    steered: bool,
    touches: Vec<Touch>,
    /// Words that may be touched: those of wide ports, which carry data and no choice.
    places: Vec<Place>,
}

impl<T: Transactions> Traffic<T> {
    /// The stream of a seed. It begins with one to four cycles of reset.
    pub fn new(interface: &Interface, transactions: T, seed: u64) -> Self {
        let mut prng = Prng::new(seed);
        let resets = Resets::new(&mut prng);
        let ports: Vec<Port> = interface.inputs().iter().map(|slot| slot.port).collect();
        Self {
            transactions,
            prng,
            row_words: interface.row_words(),
            frame: vec![0; interface.row_words() - 1],
            left: 0,
            beat: Beat::new(Flow::Full),
            quiet: Quiet::Zero,
            resets,
            steered: false,
            touches: Vec::new(),
            places: data_places(&ports),
        }
    }

    fn next(&mut self, row: &mut [u32]) {
        if self.left == 0 {
            self.begin_phase();
        }
        self.left -= 1;
        row[0] = u32::from(self.resets.next(&mut self.prng));
        self.inputs();
        for touch in self.touches.drain(..) {
            touch.apply(&mut self.frame, &self.places);
        }
        row[1..].copy_from_slice(&self.frame);
    }

    fn begin_phase(&mut self) {
        let prng = &mut self.prng;
        if !self.steered {
            self.resets.change(prng);
        }
        self.left = prng.between(PHASE_CYCLES.0, PHASE_CYCLES.1);
        self.beat.change(Beat::draw(prng));
        self.quiet = prng.weighted(QUIETS);
        self.transactions.begin_phase(prng);
    }

    /// Inputs keep coming while reset is asserted: that they are forgotten is part of the claim.
    fn inputs(&mut self) {
        let (prng, frame) = (&mut self.prng, &mut self.frame);
        if self.beat.next(prng) {
            self.transactions.transaction(prng, frame);
            return;
        }
        match self.quiet {
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

    fn steer(&mut self, turn: &Turn<'_>) {
        self.steered = true;
        self.prng.restart(u64::from(turn.seed), turn.wishes);
        self.left = match turn.event {
            Event::Phase => 0,
            Event::Go | Event::Reset => u32::MAX,
        };
        self.resets.steer(turn.event == Event::Reset);
        self.touches.clear();
        self.touches.extend_from_slice(turn.touches);
    }
}
