//! The patterns of registers, and how they are kept (RegLess 5.3).

use spec::regless::{Pattern, SLOTS};
use spec::warp::{WarpRegister, LANES};

/// A slot of a compressed line: a value, and that of the second half-warp.
pub type Slot = (u32, u32);

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
    (register[0], second)
}

/// The register of a slot.
pub fn decompress(slot: Slot, pattern: Pattern) -> WarpRegister {
    let stride = stride(pattern);
    std::array::from_fn(|lane| {
        if is_half(pattern) && lane >= HALF {
            let step = stride * (lane - HALF) as u32;
            slot.1.wrapping_add(step)
        } else {
            slot.0.wrapping_add(stride * lane as u32)
        }
    })
}

/// A line as memory holds it.
pub fn pack(line: &CompressedLine) -> WarpRegister {
    std::array::from_fn(|word| {
        let (low, high) = line[word / 2];
        if word % 2 == 0 {
            low
        } else {
            high
        }
    })
}

/// A line from memory.
pub fn unpack(words: &WarpRegister) -> CompressedLine {
    std::array::from_fn(|slot| (words[2 * slot], words[2 * slot + 1]))
}
