//! Values of warp registers, shaped as register files and compressors meet them.
//!
//! Uniform random registers never compress, and a range check with an off-by-one would pass a
//! billion of them. So most registers here are built around a base lane: equal lanes, affine
//! lanes, clusters, deltas on both sides of every size boundary, bases at which a carry or a
//! borrow crosses a byte, a half word or the whole word.

use crate::prng::Prng;
use spec::warp::{WarpRegister, LANES};

/// Both sides of each limit of a signed delta of one and of two bytes, and of the word.
pub const BOUNDARY_DELTAS: [u32; 26] = [
    0,
    1,
    (-1i32) as u32,
    127,
    128,
    129,
    (-127i32) as u32,
    (-128i32) as u32,
    (-129i32) as u32,
    255,
    256,
    (-255i32) as u32,
    (-256i32) as u32,
    32766,
    32767,
    32768,
    32769,
    (-32767i32) as u32,
    (-32768i32) as u32,
    (-32769i32) as u32,
    65535,
    65536,
    (-65535i32) as u32,
    (-65536i32) as u32,
    0x7fff_ffff,
    0x8000_0000,
];

/// Words at which additions of small deltas carry or borrow far.
const EDGES: [u32; 10] = [
    0,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
];

/// How the lanes of a register relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing in common.
    Uniform,
    /// All lanes equal.
    Equal,
    /// A base and a stride.
    Affine,
    /// A base and random deltas of up to 7, 8, 15, 16 or 17 bits.
    Cluster,
    /// A base and boundary deltas in one, a few or all lanes.
    Boundary,
    /// A few lanes that are not 0.
    Sparse,
    /// The register before with one bit flipped.
    BitFlip,
    /// Equal or close lanes but for one that has one bit flipped.
    OddOneOut,
}

/// Every shape with its weight in a mixed phase.
pub const SHAPES: &[(u32, Shape)] = &[
    (10, Shape::Uniform),
    (10, Shape::Equal),
    (12, Shape::Affine),
    (20, Shape::Cluster),
    (28, Shape::Boundary),
    (4, Shape::Sparse),
    (6, Shape::BitFlip),
    (10, Shape::OddOneOut),
];

/// A random base lane, often near an edge.
pub fn base(prng: &mut Prng) -> u32 {
    match prng.below(8) {
        0 => prng.below(256),
        1 => near(prng, EDGES[0]),
        2 | 3 => {
            let edge = prng.pick(&EDGES);
            near(prng, edge)
        }
        // Any upper half with a lower half at an edge: a borrow out of the lower half.
        4 | 5 => {
            let low = prng.pick(&EDGES);
            let low = near(prng, low) & 0xffff;
            prng.next_u32() & 0xffff_0000 | low
        }
        _ => prng.next_u32(),
    }
}

fn near(prng: &mut Prng, edge: u32) -> u32 {
    let step = prng.below(4);
    if prng.percent(50) {
        edge.wrapping_add(step)
    } else {
        edge.wrapping_sub(step)
    }
}

/// A register of a shape. `data` holds the register before.
pub fn register(prng: &mut Prng, shape: Shape, data: &mut WarpRegister) {
    match shape {
        Shape::Uniform => prng.fill(data),
        Shape::Equal => *data = [base(prng); LANES],
        Shape::Affine => {
            let (start, stride) = (base(prng), stride(prng));
            for (lane, value) in data.iter_mut().enumerate() {
                *value = start.wrapping_add(stride.wrapping_mul(lane as u32));
            }
        }
        Shape::Cluster => cluster(prng, data),
        Shape::Boundary => boundary(prng, data),
        Shape::Sparse => {
            *data = [0; LANES];
            for _ in 0..prng.between(1, 3) {
                data[prng.below(LANES as u32) as usize] = base(prng);
            }
        }
        Shape::BitFlip => flip(prng, data),
        Shape::OddOneOut => {
            if prng.percent(50) {
                *data = [base(prng); LANES];
            } else {
                cluster(prng, data);
            }
            flip(prng, data);
        }
    }
}

fn flip(prng: &mut Prng, data: &mut WarpRegister) {
    data[prng.below(LANES as u32) as usize] ^= 1 << prng.below(32);
}

fn stride(prng: &mut Prng) -> u32 {
    let size = match prng.below(6) {
        0 => 1,
        1 => 4,
        2 => prng.below(10),
        // Thirty-one strides end near 127 and 128, then near 32767 and 32768.
        3 => prng.between(3, 6),
        4 => prng.between(1055, 1058),
        _ => prng.next_u32() >> prng.below(32),
    };
    if prng.percent(50) {
        size
    } else {
        size.wrapping_neg()
    }
}

fn cluster(prng: &mut Prng, data: &mut WarpRegister) {
    let base = base(prng);
    let bits = prng.pick(&[1, 4, 7, 8, 9, 12, 15, 16, 17, 24]);
    let mut noise = [0; LANES];
    prng.fill(&mut noise);
    for (value, noise) in data.iter_mut().zip(noise) {
        // An arithmetic shift keeps the sign: deltas of both signs, `bits` wide.
        *value = base.wrapping_add(((noise as i32) >> (32 - bits)) as u32);
    }
    data[0] = base;
}

fn boundary(prng: &mut Prng, data: &mut WarpRegister) {
    let base = base(prng);
    // The other lanes fit some size, so that one boundary lane decides alone.
    let background = prng.pick(&[0, 0, 1, 6, 7, 8, 14, 15, 16]);
    let mut noise = [0; LANES];
    if background > 0 {
        prng.fill(&mut noise);
    }
    let everywhere = prng.percent(25);
    for (value, noise) in data.iter_mut().zip(noise) {
        let delta = if everywhere {
            prng.pick(&BOUNDARY_DELTAS)
        } else if background > 0 {
            ((noise as i32) >> (32 - background)) as u32
        } else {
            0
        };
        *value = base.wrapping_add(delta);
    }
    if !everywhere {
        for _ in 0..prng.pick(&[1, 1, 1, 2, 5]) {
            let lane = prng.between(1, LANES as u32 - 1) as usize;
            data[lane] = base.wrapping_add(prng.pick(&BOUNDARY_DELTAS));
        }
    }
    data[0] = base;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often a register's deltas need no byte, one, two or more.
    fn sizes(shape: Shape) -> [u32; 4] {
        let mut prng = Prng::new(11);
        let mut data = [0; LANES];
        let mut count = [0; 4];
        for _ in 0..20_000 {
            register(&mut prng, shape, &mut data);
            let fits = |low: i32, high: i32| {
                data.iter()
                    .all(|&v| (low..=high).contains(&(v.wrapping_sub(data[0]) as i32)))
            };
            let size = if fits(0, 0) {
                0
            } else if fits(-128, 127) {
                1
            } else if fits(-32768, 32767) {
                2
            } else {
                3
            };
            count[size] += 1;
        }
        count
    }

    #[test]
    fn shapes_reach_every_compressed_size() {
        assert_eq!(sizes(Shape::Uniform), [0, 0, 0, 20_000]);
        assert_eq!(sizes(Shape::Equal), [20_000, 0, 0, 0]);
        for shape in [Shape::Affine, Shape::Cluster, Shape::Boundary] {
            let count = sizes(shape);
            assert!(count[1..].iter().all(|&n| n > 1000), "{shape:?}: {count:?}");
        }
    }

    #[test]
    fn every_boundary_decides_alone_in_some_register() {
        let mut prng = Prng::new(5);
        let mut data = [0; LANES];
        let mut alone = [false; BOUNDARY_DELTAS.len()];
        for _ in 0..50_000 {
            register(&mut prng, Shape::Boundary, &mut data);
            let deltas = data.map(|value| value.wrapping_sub(data[0]));
            let mut others = deltas.iter().filter(|&&delta| delta != 0);
            if let (Some(delta), None) = (others.next(), others.next()) {
                if let Some(i) = BOUNDARY_DELTAS.iter().position(|b| b == delta) {
                    alone[i] = true;
                }
            }
        }
        assert!(alone[1..].iter().all(|&seen| seen), "{alone:?}");
    }
}
