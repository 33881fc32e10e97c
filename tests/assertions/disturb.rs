//! Ways to disturb an output of a trace, the finest first.

use super::checker::{Feed, Listened};
use super::trace::CYCLES;
use surroundings::prng::Prng;

/// What happens to an output in the second half of a trace, well out of the first reset.
#[derive(Clone, Copy, Debug)]
pub enum Disturbance {
    /// Now and then one bit flips for one cycle.
    BitsFlip,
    /// It comes one cycle late.
    Late,
    /// All bits are 0.
    StuckAt0,
    /// All bits are 1.
    StuckAt1,
    /// Any value in each cycle.
    Noise,
}

impl Disturbance {
    pub const ALL: &[Self] = &[
        Self::BitsFlip,
        Self::Late,
        Self::StuckAt0,
        Self::StuckAt1,
        Self::Noise,
    ];

    /// Disturbs one output of what is in `feed`, which is `clean` before.
    pub fn put(self, clean: &Feed, feed: &mut Feed, output: &Listened) {
        let mut prng = Prng::new(1);
        for cycle in CYCLES / 2..CYCLES {
            let last = &clean.words[(cycle - 1) * feed.row..][output.words.clone()];
            let value = &mut feed.words[cycle * feed.row..][output.words.clone()];
            match self {
                Self::BitsFlip => {
                    let bit = prng.below(output.width as u32) as usize;
                    if prng.percent(10) {
                        value[bit / 32] ^= 1 << (bit % 32);
                    }
                }
                Self::Late => value.copy_from_slice(last),
                Self::StuckAt0 => value.fill(0),
                Self::StuckAt1 => value.fill(u32::MAX),
                Self::Noise => value.fill_with(|| prng.next_u32()),
            }
            let above = output.width % 32;
            if let (Some(top), 1..) = (value.last_mut(), above) {
                *top &= (1 << above) - 1;
            }
        }
    }

    /// Takes back what was done to one output.
    pub fn undo(clean: &Feed, feed: &mut Feed, output: &Listened) {
        for cycle in CYCLES / 2..CYCLES {
            let at = cycle * feed.row;
            let words = at + output.words.start..at + output.words.end;
            feed.words[words.clone()].copy_from_slice(&clean.words[words]);
        }
    }
}
