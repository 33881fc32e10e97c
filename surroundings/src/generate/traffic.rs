//! Streams of transactions to units that never wait: phases of valid and idle cycles, and resets.
//!
//! A unit says what one transaction looks like ([`Transactions`]); [`Traffic`] decides in which
//! cycles there is one, in the rhythms of [`crate::generate::rhythm`].

use super::rhythm::{Beat, Flow};
use super::steer::{data_places, Course, Turn};
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
    course: Course,
    row_words: usize,
    frame: Vec<u32>,
    beat: Beat,
    quiet: Quiet,
}

impl<T: Transactions> Traffic<T> {
    /// The stream of a seed. It begins with one to four cycles of reset.
    pub fn new(interface: &Interface, transactions: T, seed: u64) -> Self {
        let ports: Vec<Port> = interface
            .inputs()
            .iter()
            .map(|slot| slot.port.clone())
            .collect();
        Self {
            transactions,
            // Only words of wide ports may be touched: they carry data and no choice.
            course: Course::new(seed, data_places(&ports)),
            row_words: interface.row_words(),
            frame: vec![0; interface.row_words() - 1],
            beat: Beat::new(Flow::Full),
            quiet: Quiet::Zero,
        }
    }

    fn next(&mut self, row: &mut [u32]) {
        if self.course.phase_is_over() {
            self.begin_phase();
        }
        row[0] = u32::from(self.course.next_is_reset());
        self.inputs();
        self.course.touch(&mut self.frame);
        row[1..].copy_from_slice(&self.frame);
    }

    fn begin_phase(&mut self) {
        let prng = &mut self.course.prng;
        let cycles = prng.between(PHASE_CYCLES.0, PHASE_CYCLES.1);
        self.beat.change(Beat::draw(prng));
        self.quiet = prng.weighted(QUIETS);
        self.transactions.begin_phase(prng);
        self.course.begin(cycles);
    }

    /// Inputs keep coming while reset is asserted: that they are forgotten is part of the claim.
    fn inputs(&mut self) {
        let (prng, frame) = (&mut self.course.prng, &mut self.frame);
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
        self.course.steer(turn);
    }
}
