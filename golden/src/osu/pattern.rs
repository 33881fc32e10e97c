//! The patterns of registers, and how they are kept (RegLess 5.3).

use spec::osu::{Pattern, SLOTS, STATES_AT, STATE_BITS};
use spec::warp::{WarpRegister, LANES};

/// A slot of a compressed line: values and state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The value, and that of the second half-warp.
    pub values: (u32, u32),
    /// A [`Pattern`], or another code of 3 bits.
    pub state: u8,
}

/// A compressed line.
pub type CompressedLine = [Slot; SLOTS];

const HALF: usize = LANES / 2;

fn stride(pattern: Pattern) -> u32 {
    match pattern {
        Pattern::Constant => 0,
        Pattern::StrideOne | Pattern::HalfStrideOne => 1,
        Pattern::StrideFour | Pattern::HalfStrideFour => 4,
    }
}

fn is_half(pattern: Pattern) -> bool {
    matches!(pattern, Pattern::HalfStrideOne | Pattern::HalfStrideFour)
}

/// The first pattern that a register follows.
pub fn pattern_of(register: &WarpRegister) -> Option<Pattern> {
    let runs = |lanes: &[u32], stride: u32| {
        let steps = lanes.windows(2);
        steps.into_iter().all(|w| w[1] == w[0].wrapping_add(stride))
    };
    let follows = |pattern: &Pattern| {
        let stride = stride(*pattern);
        if is_half(*pattern) {
            runs(&register[..HALF], stride) && runs(&register[HALF..], stride)
        } else {
            runs(register, stride)
        }
    };
    Pattern::ALL.into_iter().find(follows)
}

/// The slot of a register that follows a pattern.
pub fn compress(register: &WarpRegister, pattern: Pattern) -> Slot {
    let second = if is_half(pattern) { register[HALF] } else { 0 };
    Slot {
        values: (register[0], second),
        state: pattern as u8,
    }
}

/// The register of a slot; states that are no pattern count as constant.
pub fn decompress(slot: Slot) -> WarpRegister {
    let pattern = Pattern::ALL.into_iter().find(|p| *p as u8 == slot.state);
    let pattern = pattern.unwrap_or(Pattern::Constant);
    let stride = stride(pattern);
    std::array::from_fn(|lane| {
        if is_half(pattern) && lane >= HALF {
            let step = stride * (lane - HALF) as u32;
            slot.values.1.wrapping_add(step)
        } else {
            slot.values.0.wrapping_add(stride * lane as u32)
        }
    })
}

/// A line as memory holds it.
pub fn pack(line: &CompressedLine) -> WarpRegister {
    let mut words = [0; LANES];
    for (index, slot) in line.iter().enumerate() {
        words[2 * index] = slot.values.0;
        words[2 * index + 1] = slot.values.1;
        for bit in 0..STATE_BITS {
            let at = STATES_AT + STATE_BITS * index + bit;
            words[at / 32] |= u32::from(slot.state >> bit & 1) << (at % 32);
        }
    }
    words
}

/// A line from memory.
pub fn unpack(words: &WarpRegister) -> CompressedLine {
    std::array::from_fn(|index| {
        let bit = |bit: usize| {
            let at = STATES_AT + STATE_BITS * index + bit;
            (words[at / 32] >> (at % 32) & 1) as u8
        };
        Slot {
            values: (words[2 * index], words[2 * index + 1]),
            state: bit(0) | bit(1) << 1 | bit(2) << 2,
        }
    })
}
