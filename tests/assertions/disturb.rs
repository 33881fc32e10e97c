//! Ways to disturb an output of a trace, the finest first.

use super::trace::{Trace, CYCLES};
use cosim::interface::Slot;
use cosim::prng::Prng;

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

    /// The outputs of the trace with one of them disturbed.
    pub fn of(self, trace: &Trace, slot: &Slot) -> Vec<u32> {
        let mut prng = Prng::new(1);
        let words = trace.interface.output_words();
        let mut outputs = trace.outputs.clone();
        for cycle in CYCLES / 2..CYCLES {
            let last = &trace.outputs[(cycle - 1) * words..cycle * words][slot.range()];
            let value = &mut outputs[cycle * words..(cycle + 1) * words][slot.range()];
            match self {
                Self::BitsFlip => {
                    let bit = prng.below(slot.port.width as u32) as usize;
                    if prng.percent(10) {
                        value[bit / 32] ^= 1 << (bit % 32);
                    }
                }
                Self::Late => value.copy_from_slice(last),
                Self::StuckAt0 => value.fill(0),
                Self::StuckAt1 => value.fill(u32::MAX),
                Self::Noise => value.fill_with(|| prng.next_u32()),
            }
            let above = slot.port.width % 32;
            if let (Some(top), 1..) = (value.last_mut(), above) {
                *top &= (1 << above) - 1;
            }
        }
        outputs
    }
}
