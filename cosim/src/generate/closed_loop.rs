//! Stimulus for units whose neighbours react to them: caches, controllers, anything with a ready.
//!
//! The generator runs the golden model beside what stands around it, and what the neighbours
//! applied is the stimulus: a plain sequence of rows, which any engine plays and which can be cut,
//! shrunk and replayed. Where the golden model refuses inputs as out of contract, which leaves it
//! as it was, others are drawn: so a unit's neighbours may be careless, and still come close to
//! every border of the contract.

use super::rhythm::Resets;
use super::Generator;
use crate::prng::Prng;
use spec::{Ports, Unit, UnitModel};

/// All that stands around a unit.
pub trait Surroundings<U: Unit> {
    /// A new phase begins: choose what kind of traffic it favours. Gives the cycles that it lasts.
    fn begin_phase(&mut self, prng: &mut Prng) -> u32;

    /// What is applied in this cycle. It may be called several times for a cycle, when the
    /// contract refuses what it gave; then the last one counts.
    fn inputs(&mut self, prng: &mut Prng) -> U::Inputs;

    /// Inputs that ask for nothing and are legal whatever came before.
    fn quiet(&self) -> U::Inputs;

    /// A cycle out of reset has passed.
    fn observe(&mut self, inputs: &U::Inputs, outputs: &U::Outputs, prng: &mut Prng);

    /// A cycle of reset has passed.
    fn reset(&mut self, prng: &mut Prng);

    /// Whether the next cycle has to be one of reset.
    fn wants_reset(&self) -> bool {
        false
    }
}

/// How often inputs are drawn before a cycle stays quiet.
const ATTEMPTS: usize = 8;

/// A golden model and what stands around it.
pub struct ClosedLoop<U: Unit, M, S> {
    model: M,
    around: S,
    prng: Prng,
    row_words: usize,
    /// Cycles that the present phase still lasts.
    left: u32,
    resets: Resets,
    unit: std::marker::PhantomData<fn() -> U>,
}

impl<U: Unit, M: UnitModel<U>, S: Surroundings<U>> ClosedLoop<U, M, S> {
    /// The stream of a seed. It begins with one to four cycles of reset.
    pub fn new(parameters: &U::Parameters, model: M, around: S, seed: u64) -> Self {
        let mut prng = Prng::new(seed);
        let resets = Resets::new(&mut prng);
        Self {
            model,
            around,
            prng,
            row_words: 1 + spec::ports::frame_words(&U::Inputs::ports(parameters)),
            left: 0,
            resets,
            unit: std::marker::PhantomData,
        }
    }

    /// What stands around the unit.
    pub fn around(&self) -> &S {
        &self.around
    }

    fn next(&mut self, row: &mut [u32]) {
        if self.left == 0 {
            self.resets.change(&mut self.prng);
            self.left = self.around.begin_phase(&mut self.prng).max(1);
        }
        self.left -= 1;
        if self.around.wants_reset() {
            self.resets.force(1);
        }
        let reset = self.resets.next(&mut self.prng);
        row[0] = u32::from(reset);
        if reset {
            // Inputs keep coming: that they are forgotten is part of the claim.
            self.around.inputs(&mut self.prng).pack(&mut row[1..]);
            self.model.reset();
            self.around.reset(&mut self.prng);
            return;
        }
        self.cycle().pack(&mut row[1..]);
    }

    fn cycle(&mut self) -> U::Inputs {
        for _ in 0..ATTEMPTS {
            let inputs = self.around.inputs(&mut self.prng);
            if let Ok(outputs) = self.model.cycle(&inputs) {
                self.around.observe(&inputs, &outputs, &mut self.prng);
                return inputs;
            }
        }
        let inputs = self.around.quiet();
        // If even this were refused, lockstep would say so in the same cycle.
        if let Ok(outputs) = self.model.cycle(&inputs) {
            self.around.observe(&inputs, &outputs, &mut self.prng);
        }
        inputs
    }
}

impl<U: Unit, M: UnitModel<U>, S: Surroundings<U>> Generator for ClosedLoop<U, M, S> {
    fn fill(&mut self, rows: &mut [u32]) {
        for row in rows.chunks_exact_mut(self.row_words) {
            self.next(row);
        }
    }
}
