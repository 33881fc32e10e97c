//! Stimulus for units whose neighbours react to them: caches, controllers, anything with a ready.
//!
//! The generator runs the golden model beside what stands around it, and what the neighbours
//! applied is the stimulus: a plain sequence of rows, which any engine plays and which can be cut,
//! shrunk and replayed. Where the golden model refuses inputs as out of contract, which leaves it
//! as it was, others are drawn: so a unit's neighbours may be careless, and still come close to
//! every border of the contract.

use super::steer::{places, Course, Turn};
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
    course: Course,
    row_words: usize,
    unit: std::marker::PhantomData<fn() -> U>,
}

impl<U: Unit, M: UnitModel<U>, S: Surroundings<U>> ClosedLoop<U, M, S> {
    /// The stream of a seed. It begins with one to four cycles of reset.
    pub fn new(parameters: &U::Parameters, model: M, around: S, seed: u64) -> Self {
        let ports = U::Inputs::ports(parameters);
        Self {
            model,
            around,
            // Every word may be touched: the model says what the contract allows.
            course: Course::new(seed, places(&ports)),
            row_words: 1 + spec::ports::frame_words(&ports),
            unit: std::marker::PhantomData,
        }
    }

    /// What stands around the unit.
    pub fn around(&self) -> &S {
        &self.around
    }

    fn next(&mut self, row: &mut [u32]) {
        if self.course.phase_is_over() {
            let cycles = self.around.begin_phase(&mut self.course.prng);
            self.course.begin(cycles.max(1));
        }
        if self.around.wants_reset() {
            self.course.resets.force(1);
        }
        let reset = self.course.next_is_reset();
        row[0] = u32::from(reset);
        if reset {
            // Inputs keep coming: that they are forgotten is part of the claim.
            self.around
                .inputs(&mut self.course.prng)
                .pack(&mut row[1..]);
            self.model.reset();
            self.around.reset(&mut self.course.prng);
            return;
        }
        self.cycle().pack(&mut row[1..]);
    }

    fn cycle(&mut self) -> U::Inputs {
        for _ in 0..ATTEMPTS {
            let inputs = self.around.inputs(&mut self.course.prng);
            if let Some(touched) = self.touched(&inputs) {
                return touched;
            }
            if let Ok(outputs) = self.model.cycle(&inputs) {
                self.around
                    .observe(&inputs, &outputs, &mut self.course.prng);
                return inputs;
            }
        }
        let inputs = self.around.quiet();
        // If even this were refused, lockstep would say so in the same cycle.
        if let Ok(outputs) = self.model.cycle(&inputs) {
            self.around
                .observe(&inputs, &outputs, &mut self.course.prng);
        }
        inputs
    }

    /// The inputs as they are wished, if the contract allows them.
    fn touched(&mut self, inputs: &U::Inputs) -> Option<U::Inputs> {
        if !self.course.touches() {
            return None;
        }
        let mut frame = vec![0; self.row_words - 1];
        inputs.pack(&mut frame);
        self.course.touch(&mut frame);
        let inputs = U::Inputs::unpack(&frame);
        let outputs = self.model.cycle(&inputs).ok()?;
        self.around
            .observe(&inputs, &outputs, &mut self.course.prng);
        Some(inputs)
    }
}

impl<U: Unit, M: UnitModel<U>, S: Surroundings<U>> Generator for ClosedLoop<U, M, S> {
    fn fill(&mut self, rows: &mut [u32]) {
        for row in rows.chunks_exact_mut(self.row_words) {
            self.next(row);
        }
    }

    fn steer(&mut self, turn: &Turn<'_>) {
        self.course.steer(turn);
    }
}
