//! Codec cases worked by hand from sections 2.3 and 5.2.

use crate::avc::lanes::strided;
use golden::avc::{decode, encode, Affine};
use spec::avc::StrideCode;
use spec::warp::LANES;

fn affine(base: u32, stride: StrideCode) -> Option<Affine> {
    Some(Affine { base, stride })
}

#[test]
fn addresses_of_words_have_stride_4() {
    let data = strided((0x1000, 4));
    assert_eq!(encode(&data, !0), affine(0x1000, StrideCode::Four));
    assert_eq!(
        decode(Affine {
            base: 0x1000,
            stride: StrideCode::Four
        })[31],
        0x107c
    );
}

/// The paper's estimate, the bare xor, is 1 for lanes 4, 5 and 7 for lanes 7, 8: it fails for odd
/// beta, which the lowest set bit repairs.
#[test]
fn odd_beta_is_recognised() {
    for beta in [0, 1, 3, 7, 0x7fff_ffff, u32::MAX] {
        for code in &StrideCode::ALL[1..] {
            let base = beta.wrapping_mul(code.stride());
            assert_eq!(
                encode(&strided((base, code.stride())), !0),
                affine(base, *code)
            );
        }
    }
}

#[test]
fn lanes_wrap_at_2_32() {
    let data = strided((0xffff_ff80, 64));
    assert_eq!(data[2], 0);
    assert_eq!(
        encode(&data, !0),
        affine(0xffff_ff80, StrideCode::SixtyFour)
    );
}

#[test]
fn base_is_lane_zero_even_when_it_is_inactive() {
    let mut data = strided((40, 8));
    data[..6].fill(0xdead_beef);
    assert_eq!(encode(&data, !0 << 6), affine(40, StrideCode::Eight));
    // Below zero: lane 0 would be -16.
    let data = strided((16_u32.wrapping_neg(), 8));
    assert_eq!(
        encode(&data, 0xc),
        affine(16_u32.wrapping_neg(), StrideCode::Eight)
    );
}

#[test]
fn strides_above_64_are_generic() {
    assert_eq!(encode(&strided((0, 128)), !0), None);
    assert_eq!(encode(&strided((0, 1 << 31)), !0), None);
    assert_eq!(encode(&strided((0, 3)), !0), None);
    assert_eq!(encode(&strided((0x1000, 4_u32.wrapping_neg())), !0), None);
}

/// Section 2.3: "require the base to be a multiple of stride".
#[test]
fn unaligned_bases_are_generic() {
    assert_eq!(encode(&strided((2, 4)), !0), None);
    assert_eq!(encode(&strided((0x1001, 64)), !0), None);
    // The same lanes one at a time are uniform, and so affine.
    assert_eq!(
        encode(&strided((2, 4)), 1 << 3),
        affine(14, StrideCode::Zero)
    );
    // The decoder adds whatever base it is given.
    assert_eq!(
        decode(Affine {
            base: 2,
            stride: StrideCode::Four
        }),
        strided((2, 4))
    );
}

#[test]
fn masks_without_a_pair_see_uniform_vectors_only() {
    let data = strided((0x40, 4));
    for mask in [0x5555_5555, 0xaaaa_aaaa, 0b0110, 0b1001] {
        assert_eq!(encode(&data, mask), None, "{mask:#b}");
        assert_eq!(encode(&[7; LANES], mask), affine(7, StrideCode::Zero));
    }
    assert_eq!(encode(&data, 1 << 5), affine(0x54, StrideCode::Zero));
    assert_eq!(encode(&data, 0), affine(0, StrideCode::Zero));
    // Lanes 1 and 2 are neighbours but no pair (2i, 2i+1); lanes 2 and 3 are one.
    assert_eq!(encode(&data, 0b1110), affine(0x40, StrideCode::Four));
}

#[test]
fn the_first_pair_decides_and_every_active_lane_is_compared() {
    let mut data = strided((0, 2));
    data[31] = 5;
    assert_eq!(encode(&data, !0), None);
    assert_eq!(encode(&data, !0 >> 1), affine(0, StrideCode::Two));
    // The first active pair is uniform, the rest is not.
    data = strided((0, 2));
    data[1] = 0;
    assert_eq!(encode(&data, !0), None);
    assert_eq!(encode(&data, !2), affine(0, StrideCode::Two));
}
