//! Vectors and masks that look like those of section 3, and the edges of the restricted form.

use golden::avc::Affine;
use proptest::prelude::*;
use spec::avc::StrideCode;
use spec::warp::{WarpRegister, LANES};

pub fn stride() -> impl Strategy<Value = StrideCode> {
    prop::sample::select(StrideCode::ALL.to_vec())
}

pub fn word() -> impl Strategy<Value = u32> {
    let edges = prop::sample::select(vec![0, 1, 31, 32, u32::MAX, u32::MAX - 30, 1 << 31]);
    prop_oneof![any::<u32>(), edges]
}

/// `(beta + i) * 2^sigma`, or uniform.
pub fn restricted() -> impl Strategy<Value = (Affine, WarpRegister)> {
    (word(), stride()).prop_map(|(beta, stride)| {
        let scale = stride.stride().max(1);
        let base = beta.wrapping_mul(scale);
        let lanes = std::array::from_fn(|i| match stride {
            StrideCode::Zero => beta,
            _ => beta.wrapping_add(i as u32).wrapping_mul(scale),
        });
        (Affine { base, stride }, lanes)
    })
}

/// Restricted vectors, and all that is almost one.
pub fn vector() -> impl Strategy<Value = WarpRegister> {
    let exact = restricted().prop_map(|(_, lanes)| lanes);
    let one_off = (restricted(), 0..LANES, 0..32_u32).prop_map(|((_, mut lanes), lane, bit)| {
        lanes[lane] ^= 1 << bit;
        lanes
    });
    let two_halves = (restricted(), restricted(), 1..LANES)
        .prop_map(|((_, a), (_, b), at)| std::array::from_fn(|i| if i < at { a[i] } else { b[i] }));
    let unrestricted = (word(), word()).prop_map(strided);
    let unaligned = (word(), 0..10_u32).prop_map(|(base, sigma)| strided((base, 1 << sigma)));
    let falling =
        (word(), stride()).prop_map(|(base, s)| strided((base, s.stride().wrapping_neg())));
    prop_oneof![
        3 => exact,
        2 => one_off,
        1 => two_halves,
        1 => unrestricted,
        2 => unaligned,
        1 => falling,
        1 => prop::array::uniform32(any::<u32>()),
    ]
}

pub fn strided((base, stride): (u32, u32)) -> WarpRegister {
    std::array::from_fn(|i| base.wrapping_add(stride.wrapping_mul(i as u32)))
}

pub fn mask() -> impl Strategy<Value = u32> {
    let prefix = (0..32_u32).prop_map(|n| u32::MAX >> n);
    let suffix = (0..32_u32).prop_map(|n| u32::MAX << n);
    let edges = vec![
        0,
        u32::MAX,
        0x5555_5555,
        0xaaaa_aaaa,
        0xffff,
        0xffff_0000,
        6,
    ];
    let few = (0..32_u32, 0..32_u32).prop_map(|(a, b)| 1 << a | 1 << b);
    prop_oneof![
        any::<u32>(),
        prefix,
        suffix,
        few,
        prop::sample::select(edges)
    ]
}

pub fn has_pair(mask: u32) -> bool {
    (0..16).any(|i| mask >> (2 * i) & 3 == 3)
}
