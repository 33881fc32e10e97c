//! How a fuzzer holds a generator: cycle by cycle, within what the generator can do.
//!
//! All that a generator does follows from the numbers that it draws. A turn begins a stream of
//! them for one cycle and may wish some otherwise; on top it may change words of the inputs, and
//! a change counts where the contract allows the outcome. So every sequence of turns, whatever
//! its numbers, is a legal stimulus.

use super::rhythm::Resets;
use crate::prng::{Prng, Wish};
use serde::{Deserialize, Serialize};
use spec::Port;

/// What a cycle is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// The phase goes on.
    Go,
    /// A new phase begins: other rates, other kinds of values.
    Phase,
    /// A reset.
    Reset,
}

/// One cycle.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// What it is for.
    pub event: Event,
    /// The seed of what is drawn in it.
    pub seed: u32,
    /// Draws that are to be otherwise.
    pub wishes: &'a [Wish],
    /// Changes of the inputs.
    pub touches: &'a [Touch],
}

/// A change of one word of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Touch {
    /// The word, counted round the words that may be touched.
    pub word: u16,
    /// What happens to it.
    pub change: Change,
}

/// What happens to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Change {
    /// A delta is added.
    Add(u32),
    /// Bits are flipped.
    Flip(u32),
    /// It becomes this.
    Set(u32),
}

impl Touch {
    /// Changes the frame, in which only the words of `places` may be touched.
    pub fn apply(&self, frame: &mut [u32], places: &[Place]) {
        let Some(index) = usize::from(self.word).checked_rem(places.len()) else {
            return;
        };
        let Place { word, mask } = places[index];
        let changed = match self.change {
            Change::Add(delta) => frame[word].wrapping_add(delta),
            Change::Flip(bits) => frame[word] ^ bits,
            Change::Set(value) => value,
        };
        frame[word] = changed & mask;
    }
}

/// A word of a frame that may be touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    word: usize,
    /// The bits of it that belong to a port.
    mask: u32,
}

/// All words of a frame of ports.
pub fn places(ports: &[Port]) -> Vec<Place> {
    let masks = ports
        .iter()
        .flat_map(|port| (0..port.words).map(|word| port.mask(word)));
    masks
        .enumerate()
        .map(|(word, mask)| Place { word, mask })
        .collect()
}

/// The words that carry data and no choice: those of ports of several whole words.
pub fn data_places(ports: &[Port]) -> Vec<Place> {
    let data = ports.iter().flat_map(|port| {
        let wide = port.width > 32 && port.width.is_multiple_of(32);
        std::iter::repeat_n(wide, port.words)
    });
    places(ports)
        .into_iter()
        .zip(data)
        .filter_map(|(place, data)| data.then_some(place))
        .collect()
}

/// What a generator that goes by phases draws from: chance alone, or held by turns.
pub(super) struct Course {
    pub prng: Prng,
    pub resets: Resets,
    /// Cycles that the present phase still lasts.
    left: u32,
    steered: bool,
    touches: Vec<Touch>,
    places: Vec<Place>,
}

impl Course {
    /// The stream of a seed, before its first phase. It begins with one to four cycles of reset.
    pub fn new(seed: u64, places: Vec<Place>) -> Self {
        let mut prng = Prng::new(seed);
        let resets = Resets::new(&mut prng);
        Self {
            prng,
            resets,
            left: 0,
            steered: false,
            touches: Vec::new(),
            places,
        }
    }

    /// Whether a phase has to begin, for which its chance of resets is drawn.
    pub fn phase_is_over(&mut self) -> bool {
        let over = self.left == 0;
        if over && !self.steered {
            self.resets.change(&mut self.prng);
        }
        over
    }

    /// A phase of so many cycles begins.
    pub fn begin(&mut self, cycles: u32) {
        self.left = cycles;
    }

    /// A cycle of the phase passes; whether it is one of reset.
    pub fn next_is_reset(&mut self) -> bool {
        self.left -= 1;
        self.resets.next(&mut self.prng)
    }

    /// Whether a word of the next inputs is to be changed.
    pub fn touches(&self) -> bool {
        !self.touches.is_empty()
    }

    /// Changes the inputs, once.
    pub fn touch(&mut self, frame: &mut [u32]) {
        for touch in self.touches.drain(..) {
            touch.apply(frame, &self.places);
        }
    }

    /// What follows is one cycle of a turn.
    pub fn steer(&mut self, turn: &Turn<'_>) {
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
