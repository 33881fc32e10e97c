//! Mutators that know what a sequence of transactions is.

use super::sequence::{Sequence, Step, MOST_CHANGES, MOST_TIMES};
use libafl::corpus::{Corpus, CorpusId};
use libafl::mutators::{MutationResult, Mutator};
use libafl::random_corpus_id;
use libafl::state::{HasCorpus, HasRand};
use libafl::Error;
use libafl_bolts::rands::Rand;
use libafl_bolts::Named;
use std::borrow::Cow;
use surroundings::generate::steer::{Change, Event, Touch};
use surroundings::generate::warp::BOUNDARY_DELTAS;
use surroundings::prng::{Prng, Wish};

/// The longest run of steps that is handled as one.
const LONGEST_BLOCK: u32 = 24;
/// Most draws of a cycle are among the first.
const DRAWS: u32 = 48;
/// Cycles of a fresh sequence.
pub const FRESH_CYCLES: usize = 64;

/// A sequence of nothing but chance: two phases and what chance makes of them.
pub fn fresh(prng: &mut Prng) -> Sequence {
    let change = prng.below(2 * FRESH_CYCLES as u32) as usize;
    let steps = (0..FRESH_CYCLES).map(|cycle| {
        let begins = cycle == 0 || cycle == change;
        let event = if begins { Event::Phase } else { Event::Go };
        Step::new(event, prng.next_u32())
    });
    Sequence {
        steps: steps.collect(),
    }
}

/// Where the first and the end of a run of steps are.
fn block(prng: &mut Prng, sequence: &Sequence) -> std::ops::Range<usize> {
    let length = sequence.steps.len() as u32;
    let first = prng.below(length);
    let longest = match prng.below(3) {
        0 => 1,
        1 => 4,
        _ => LONGEST_BLOCK,
    };
    let count = prng.between(1, longest).min(length - first);
    first as usize..(first + count) as usize
}

fn any<'s>(prng: &mut Prng, sequence: &'s mut Sequence) -> &'s mut Step {
    let at = prng.below(sequence.steps.len() as u32) as usize;
    &mut sequence.steps[at]
}

/// A new seed: another transaction, or other rates if a phase begins.
fn redraw(prng: &mut Prng, sequence: &mut Sequence) {
    let seed = prng.next_u32();
    let step = any(prng, sequence);
    step.seed = seed;
    step.wishes.clear();
}

/// All from some step on is drawn anew: what came before has brought the unit somewhere.
fn renew(prng: &mut Prng, sequence: &mut Sequence) {
    let from = prng.below(sequence.steps.len() as u32) as usize;
    for step in &mut sequence.steps[from..] {
        *step = Step::new(step.event, prng.next_u32());
    }
    let missing = FRESH_CYCLES.saturating_sub(sequence.steps.len() - from);
    for _ in 0..prng.below(1 + missing as u32) {
        sequence.steps.push(Step::new(Event::Go, prng.next_u32()));
    }
}

/// One decision of a step is taken otherwise.
fn decide(prng: &mut Prng, sequence: &mut Sequence) {
    let bound = if prng.percent(60) { 16 } else { DRAWS };
    let draw = prng.below(bound) as u16;
    let value = match prng.below(4) {
        0 => 0,
        1 => u32::MAX,
        _ => prng.next_u32(),
    };
    let step = any(prng, sequence);
    step.wishes.retain(|wish| wish.draw != draw);
    if step.wishes.len() < MOST_CHANGES {
        step.wishes.push(Wish { draw, value });
    }
}

/// A step goes back to what its seed has.
fn forget(prng: &mut Prng, sequence: &mut Sequence) {
    let step = any(prng, sequence);
    step.wishes.clear();
    step.touches.clear();
}

/// A word of the inputs, such as a lane, goes to the other side of a boundary.
fn perturb(prng: &mut Prng, sequence: &mut Sequence) {
    let change = match prng.below(6) {
        0 => Change::Flip(1 << prng.below(32)),
        1 => Change::Set(prng.pick(&BOUNDARY_DELTAS)),
        2 => Change::Set(prng.next_u32()),
        _ => Change::Add(prng.pick(&BOUNDARY_DELTAS)),
    };
    let word = prng.below(128) as u16;
    let step = any(prng, sequence);
    if step.touches.len() < MOST_CHANGES {
        step.touches.push(Touch { word, change });
    }
}

/// Some steps come again, at once or later.
fn repeat(prng: &mut Prng, sequence: &mut Sequence) {
    let block = block(prng, sequence);
    let copy = sequence.steps[block.clone()].to_vec();
    let at = if prng.percent(50) {
        block.end
    } else {
        prng.below(1 + sequence.steps.len() as u32) as usize
    };
    for _ in 0..prng.pick(&[1, 1, 2, 4]) {
        sequence.steps.splice(at..at, copy.iter().cloned());
    }
}

/// Some steps are left out.
fn drop_steps(prng: &mut Prng, sequence: &mut Sequence) {
    let block = block(prng, sequence);
    if block.len() < sequence.steps.len() {
        sequence.steps.drain(block);
    }
}

/// Two steps change places.
fn swap(prng: &mut Prng, sequence: &mut Sequence) {
    let length = sequence.steps.len() as u32;
    let (a, b) = (prng.below(length), prng.below(length));
    sequence.steps.swap(a as usize, b as usize);
}

/// Some steps come earlier or later.
fn shift(prng: &mut Prng, sequence: &mut Sequence) {
    let block = block(prng, sequence);
    let moved: Vec<Step> = sequence.steps.drain(block).collect();
    let at = prng.below(1 + sequence.steps.len() as u32) as usize;
    sequence.steps.splice(at..at, moved);
}

/// A step lasts longer or shorter: what follows moves in time.
fn wait(prng: &mut Prng, sequence: &mut Sequence) {
    let times = match prng.below(4) {
        0 => 1,
        1 => prng.between(1, 8),
        2 => prng.between(1, 40),
        _ => prng.between(1, u32::from(MOST_TIMES)),
    };
    any(prng, sequence).times = times as u16;
}

fn insert(prng: &mut Prng, sequence: &mut Sequence, event: Event) {
    let at = prng.below(1 + sequence.steps.len() as u32) as usize;
    let mut step = Step::new(event, prng.next_u32());
    if event == Event::Reset {
        step.times = prng.pick(&[1, 1, 2, 3]);
    }
    sequence.steps.insert(at, step);
}

/// A reset comes in between.
fn reset(prng: &mut Prng, sequence: &mut Sequence) {
    insert(prng, sequence, Event::Reset);
}

/// Other rates and kinds of values from some step on.
fn phase(prng: &mut Prng, sequence: &mut Sequence) {
    insert(prng, sequence, Event::Phase);
}

/// A mutator that needs no more than a sequence and chance.
pub struct Alone {
    name: Cow<'static, str>,
    mutate: fn(&mut Prng, &mut Sequence),
}

impl Named for Alone {
    fn name(&self) -> &Cow<'static, str> {
        &self.name
    }
}

impl<S: HasRand> Mutator<Sequence, S> for Alone {
    fn mutate(&mut self, state: &mut S, input: &mut Sequence) -> Result<MutationResult, Error> {
        let mut prng = Prng::new(state.rand_mut().next());
        if input.steps.is_empty() {
            *input = fresh(&mut prng);
        } else {
            (self.mutate)(&mut prng, input);
        }
        input.limit();
        Ok(MutationResult::Mutated)
    }

    fn post_exec(&mut self, _: &mut S, _: Option<CorpusId>) -> Result<(), Error> {
        Ok(())
    }
}

/// The beginning of one sequence and the end of another, or a part of the other in between.
pub struct Splice {
    name: Cow<'static, str>,
}

impl Named for Splice {
    fn name(&self) -> &Cow<'static, str> {
        &self.name
    }
}

impl<S: HasRand + HasCorpus<Sequence>> Mutator<Sequence, S> for Splice {
    fn mutate(&mut self, state: &mut S, input: &mut Sequence) -> Result<MutationResult, Error> {
        let mut prng = Prng::new(state.rand_mut().next());
        let id = random_corpus_id!(state.corpus(), state.rand_mut());
        let other = state.corpus().cloned_input_for_id(id)?;
        if other.steps.is_empty() || input.steps.is_empty() {
            return Ok(MutationResult::Skipped);
        }
        let at = prng.below(1 + input.steps.len() as u32) as usize;
        if prng.percent(50) {
            input.steps.truncate(at);
            let from = prng.below(other.steps.len() as u32) as usize;
            input.steps.extend_from_slice(&other.steps[from..]);
        } else {
            let block = block(&mut prng, &other);
            input.steps.splice(at..at, other.steps[block].to_vec());
        }
        input.limit();
        Ok(MutationResult::Mutated)
    }

    fn post_exec(&mut self, _: &mut S, _: Option<CorpusId>) -> Result<(), Error> {
        Ok(())
    }
}

macro_rules! alone {
    ($($function:ident),*) => {
        libafl_bolts::tuples::tuple_list!(
            $(Alone { name: Cow::Borrowed(stringify!($function)), mutate: $function },)*
            Splice { name: Cow::Borrowed("splice") },
            Splice { name: Cow::Borrowed("splice again") }
        )
    };
}

/// All of them; what is listed twice is drawn twice as often.
pub fn all<S: HasRand + HasCorpus<Sequence>>(
) -> impl libafl::mutators::MutatorsTuple<Sequence, S> + libafl_bolts::tuples::NamedTuple {
    alone!(
        redraw, redraw, renew, renew, decide, decide, forget, perturb, perturb, repeat, repeat,
        drop_steps, drop_steps, swap, shift, wait, wait, reset, phase
    )
}
