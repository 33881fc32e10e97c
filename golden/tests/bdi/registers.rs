//! Warp registers that look like the values of section 3, and the edges between the modes.

use golden::bdi::compress;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use spec::bdi::{BdiParameters, CompressionRange, Mode, Modes, LATENCIES};
use spec::warp::{WarpRegister, LANES};

/// Deltas on both sides of every border between two modes, and of the sign.
pub const BORDERS: [i32; 14] = [
    0,
    1,
    -1,
    127,
    128,
    -128,
    -129,
    32_767,
    32_768,
    -32_768,
    -32_769,
    i32::MAX,
    i32::MIN,
    255,
];

fn base() -> impl Strategy<Value = u32> {
    let wraps = prop::sample::select(vec![0, 1, u32::MAX, 0x7fff_ffff, 0x8000_0000, 0x7fff_ff80]);
    prop_oneof![any::<u32>(), wraps]
}

fn delta() -> impl Strategy<Value = i32> {
    prop_oneof![
        3 => Just(0),
        3 => -128..=127_i32,
        3 => -32_768..=32_767_i32,
        2 => prop::sample::select(BORDERS.to_vec()),
        1 => any::<i32>(),
    ]
}

/// Deltas of all lanes but lane 0 that stay within `limit` on the negative side.
fn within(limit: i32) -> impl Strategy<Value = WarpRegister> {
    let deltas = prop::array::uniform32(-limit..limit.max(1));
    (base(), deltas).prop_map(|(base, deltas)| {
        std::array::from_fn(|i| {
            if i == 0 {
                base
            } else {
                base.wrapping_add_signed(deltas[i])
            }
        })
    })
}

/// Every kind of register that the modes tell apart, each often enough.
pub fn register() -> impl Strategy<Value = WarpRegister> {
    let equal = base().prop_map(|value| [value; LANES]);
    let strided = (base(), delta()).prop_map(|(base, stride)| {
        std::array::from_fn(|i| base.wrapping_add_signed(stride.wrapping_mul(i as i32)))
    });
    let one_odd = (base(), 0..LANES, delta()).prop_map(|(value, lane, delta)| {
        let mut register = [value; LANES];
        register[lane] = value.wrapping_add_signed(delta);
        register
    });
    let alternating = (base(), delta()).prop_map(|(value, delta)| {
        std::array::from_fn(|i| value.wrapping_add_signed(delta * (i as i32 & 1)))
    });
    let borders = (
        base(),
        prop::array::uniform32(prop::sample::select(BORDERS.to_vec())),
    )
        .prop_map(|(base, deltas)| deltas.map(|delta| base.wrapping_add_signed(delta)));
    prop_oneof![
        equal,
        strided,
        one_odd,
        alternating,
        borders,
        within(128),
        within(32_768),
        prop::array::uniform32(any::<u32>()),
    ]
}

/// Every set of modes.
pub fn modes() -> impl Strategy<Value = Modes> {
    prop::sample::select(Modes::every().collect::<Vec<_>>())
}

/// Everything that can be built.
pub fn parameters() -> impl Strategy<Value = BdiParameters> {
    (modes(), LATENCIES).prop_map(|(modes, latency)| {
        BdiParameters::new(modes, latency).expect("the latency is one of LATENCIES")
    })
}

/// A range that a unit with these modes may meet.
pub fn range(modes: Modes) -> impl Strategy<Value = CompressionRange> {
    let mut ranges = vec![CompressionRange::Uncompressed];
    ranges.extend(modes.iter().map(Mode::range));
    prop::sample::select(ranges)
}

#[test]
fn borders_hold_both_sides_of_every_step() {
    for bits in [0, 8, 16] {
        let above = if bits == 0 { 1 } else { 1 << (bits - 1) };
        for delta in [above, above - 1, -above] {
            assert!(BORDERS.contains(&delta), "{delta}");
        }
    }
}

/// A generator that misses a range would prove nothing about it.
#[test]
fn every_range_is_common() {
    let mut runner = TestRunner::deterministic();
    let mut seen = [0; 4];
    for _ in 0..1000 {
        let tree = register()
            .new_tree(&mut runner)
            .expect("nothing is filtered");
        seen[compress(Modes::ALL, false, &tree.current()).range as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}
