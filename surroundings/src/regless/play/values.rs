//! Values of results: of every pattern, near misses and noise.

use crate::random::Random;
use spec::warp::{WarpRegister, LANES};

/// A value; about half of them follow a pattern.
pub fn value(random: &mut Random) -> WarpRegister {
    let bases = [base(random), base(random)];
    let run = |base: u32, stride: u32, lane: usize| base.wrapping_add(stride * lane as u32);
    let stride = [0, 1, 4, 2, 8][random.below(5)];
    let mut value: WarpRegister = match random.below(6) {
        0 | 1 => std::array::from_fn(|lane| run(bases[0], stride, lane)),
        2 | 3 => std::array::from_fn(|lane| {
            if lane < LANES / 2 {
                run(bases[0], stride, lane)
            } else {
                run(bases[1], stride, lane - LANES / 2)
            }
        }),
        _ => std::array::from_fn(|_| random.word()),
    };
    if random.chance(20) {
        // A near miss: one bit of one lane, often at the edge of a run.
        let lanes = [0, LANES / 2 - 1, LANES / 2, LANES - 1];
        let lane = [lanes[random.below(4)], random.below(LANES)][random.below(2)];
        value[lane] ^= 1 << random.below(32);
    }
    value
}

/// Where a run begins: any number, one at an edge, or one from which a lane carries far up, or would but for a bit.
fn base(random: &mut Random) -> u32 {
    let any = random.word();
    let ones = any | ((1 << random.below(32)) - 1);
    let carries = ones.wrapping_sub(random.below(128) as u32);
    let edges = [
        0,
        1,
        u32::MAX,
        u32::MAX - 15,
        0x8000_0000,
        carries,
        carries ^ (1 << random.below(32)),
        any,
    ];
    edges[random.below(edges.len())]
}
