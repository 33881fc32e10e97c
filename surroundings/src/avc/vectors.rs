//! Vectors and masks as the encoder meets them: affine, nearly affine, and not at all.

use crate::prng::Prng;
use golden::avc::{decode, Affine};
use spec::avc::StrideCode;
use spec::warp::{WarpRegister, LANES};

/// How a vector relates to the restricted affine ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `(beta + i) * 2^sigma`, or uniform.
    Affine,
    /// Affine but for one bit of one lane.
    OneBitOff,
    /// Affine but for one lane, which is a neighbour's value or the next one.
    OneLaneOff,
    /// Lane 0 is not a multiple of the stride.
    Unaligned,
    /// A stride that has no code: too large, no power of two, or negative.
    ForeignStride,
    /// Affine in its halves, with different bases or strides.
    Halves,
    /// The stride of the first pair is not that of the others.
    PairOff,
    /// Two values that alternate.
    Alternating,
    /// Nothing in common.
    Uniform,
}

/// Every shape with its weight in a mixed phase.
pub const SHAPES: &[(u32, Shape)] = &[
    (30, Shape::Affine),
    (14, Shape::OneBitOff),
    (10, Shape::OneLaneOff),
    (10, Shape::Unaligned),
    (10, Shape::ForeignStride),
    (6, Shape::Halves),
    (8, Shape::PairOff),
    (6, Shape::Alternating),
    (6, Shape::Uniform),
];

/// Any stride that has a code.
pub fn stride(prng: &mut Prng) -> StrideCode {
    StrideCode::from_bits(prng.below(8))
}

/// Words around which lanes wrap, borrow or carry far.
fn word(prng: &mut Prng) -> u32 {
    match prng.below(8) {
        0 => prng.below(64),
        1 => prng.below(4096).wrapping_neg(),
        2 => 0x8000_0000_u32.wrapping_sub(prng.below(4096)),
        // The low bits carry into all others somewhere in the vector.
        3 | 4 => 0_u32.wrapping_sub(1 + prng.below(32 << 6)) >> prng.below(24),
        _ => prng.next_u32(),
    }
}

/// A restricted affine vector: its base is a multiple of its stride.
pub fn affine(prng: &mut Prng) -> Affine {
    let stride = stride(prng);
    Affine {
        base: word(prng) & !stride.stride().saturating_sub(1),
        stride,
    }
}

fn progression(base: u32, stride: u32) -> WarpRegister {
    std::array::from_fn(|lane| base.wrapping_add(stride.wrapping_mul(lane as u32)))
}

fn lane(prng: &mut Prng) -> usize {
    prng.below(LANES as u32) as usize
}

/// A vector of a shape.
pub fn vector(prng: &mut Prng, shape: Shape) -> WarpRegister {
    match shape {
        Shape::Affine => decode(affine(prng)),
        Shape::OneBitOff => {
            let mut data = decode(affine(prng));
            data[lane(prng)] ^= 1 << prng.below(32);
            data
        }
        Shape::OneLaneOff => {
            let (mut data, lane) = (decode(affine(prng)), lane(prng));
            data[lane] = match prng.below(3) {
                0 => data[(lane + 1) % LANES],
                1 => data[lane].wrapping_add(1),
                _ => prng.next_u32(),
            };
            data
        }
        Shape::Unaligned => {
            let stride = 2_u32 << prng.below(6);
            let base = word(prng) | 1 << prng.below(stride.trailing_zeros());
            progression(base, stride)
        }
        Shape::ForeignStride => {
            let base = word(prng);
            let stride = match prng.below(6) {
                0 | 1 => 128 << prng.below(24),
                2 => 3 * (1 << prng.below(6)),
                3 => stride(prng).stride().wrapping_neg(),
                4 => 1 + 2 * prng.below(64),
                _ => prng.next_u32(),
            };
            // Aligned as far as the stride is, so that the stride alone makes it generic.
            let low = (1_u32 << stride.trailing_zeros().min(31)) - 1;
            progression(base & !low, stride)
        }
        Shape::Halves => {
            let (low, mut high) = (affine(prng), affine(prng));
            if prng.percent(70) {
                high.stride = low.stride;
                let step = low.stride.stride().max(1) << prng.below(8);
                high.base = low.base.wrapping_add(step);
            }
            let (mut data, high) = (decode(low), decode(high));
            let first = prng.pick(&[1, 2, 8, 16, 24, 30, 31]);
            data[first..].copy_from_slice(&high[first..]);
            data
        }
        Shape::PairOff => {
            let (mut data, other) = (decode(affine(prng)), affine(prng));
            let low = 2 * prng.below(LANES as u32 / 2) as usize;
            let step = other.stride.stride();
            data[low + 1] = data[low].wrapping_add(step);
            data
        }
        Shape::Alternating => {
            let (even, odd) = (word(prng), word(prng));
            std::array::from_fn(|lane| if lane % 2 == 0 { even } else { odd })
        }
        Shape::Uniform => {
            let mut data = [0; LANES];
            prng.fill(&mut data);
            data
        }
    }
}

/// The low lane of every pair (2i, 2i+1).
const EVEN: u32 = 0x5555_5555;

/// An activity mask: mostly dense (5.2: "activity masks are dense"), but every kind occurs.
pub fn mask(prng: &mut Prng) -> u32 {
    match prng.below(32) {
        0..=8 => u32::MAX,
        9..=11 => u32::MAX >> prng.below(32),
        12..=14 => u32::MAX << prng.below(32),
        15 | 16 => 1 << prng.below(32),
        17 => 0,
        18 => EVEN << prng.below(2),
        // Alternating lanes, some of them.
        19 => EVEN << prng.below(2) & prng.next_u32(),
        // No pair (2i, 2i+1), but neighbours (2i+1, 2i+2).
        20 => 6 << (2 * prng.below(15)),
        // The only pair comes late, behind single lanes.
        21..=23 => {
            let pair = 2 * prng.below(16);
            let below = (1_u32 << pair) - 1;
            3 << pair | EVEN << prng.below(2) & below & prng.next_u32()
        }
        // The first pair comes late, others follow.
        24 | 25 => {
            let pair = 2 * prng.below(16);
            let below = (1_u32 << pair) - 1;
            let above = prng.next_u32() & !below;
            above | 3 << pair | EVEN << prng.below(2) & below & prng.next_u32()
        }
        // One lane is missing.
        26 | 27 => !(1 << prng.below(32)),
        28 => 0xffff << (16 * prng.below(2)),
        29 => prng.next_u32() & prng.next_u32() & prng.next_u32(),
        _ => prng.next_u32(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use golden::avc::encode;

    #[test]
    fn shapes_are_affine_or_nearly_so() {
        let mut prng = Prng::new(3);
        for &(_, shape) in SHAPES {
            let mut affine = 0;
            for _ in 0..2000 {
                affine += u32::from(encode(&vector(&mut prng, shape), u32::MAX).is_some());
            }
            match shape {
                Shape::Affine => assert_eq!(affine, 2000),
                _ => assert!(affine < 600, "{shape:?}: {affine} of 2000"),
            }
        }
    }

    #[test]
    fn every_stride_is_met_under_every_first_pair_and_every_lane_decides_alone() {
        let mut prng = Prng::new(4);
        let mut strides = [[false; 16]; 8];
        let mut alone = [false; LANES];
        for _ in 0..100_000 {
            let shape = prng.weighted(SHAPES);
            let (data, mask) = (vector(&mut prng, shape), mask(&mut prng));
            let pairs = mask & mask >> 1 & EVEN;
            if let (Some(found), true) = (encode(&data, mask), pairs != 0) {
                strides[found.stride as usize][pairs.trailing_zeros() as usize / 2] = true;
                continue;
            }
            for (lane, seen) in alone.iter_mut().enumerate() {
                *seen |= mask >> lane & 1 == 1 && encode(&data, mask & !(1 << lane)).is_some();
            }
        }
        assert!(strides.iter().flatten().all(|&seen| seen), "{strides:?}");
        assert!(alone.iter().all(|&seen| seen), "{alone:?}");
    }

    #[test]
    fn masks_without_a_pair_occur() {
        let mut prng = Prng::new(5);
        let mut kinds = [0; 4];
        for _ in 0..10_000 {
            let mask = mask(&mut prng);
            let kind = match (mask.count_ones(), mask & mask >> 1 & EVEN) {
                (0, _) => 0,
                (1, _) => 1,
                (_, 0) => 2,
                _ => 3,
            };
            kinds[kind] += 1;
        }
        assert!(kinds.iter().all(|&count| count > 100), "{kinds:?}");
    }
}
