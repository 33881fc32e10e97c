//! Cases worked by hand from sections 3 to 5 of the paper.

use crate::bdi::registers::BORDERS;
use golden::bdi::form::to_bytes;
use golden::bdi::{compress, decompress, Compressed};
use spec::bdi::{CompressionRange, Mode, Modes};
use spec::warp::{WarpRegister, LANES};
use CompressionRange::{FourOne, FourTwo, FourZero, Uncompressed};

fn range(data: &WarpRegister) -> CompressionRange {
    let stored = compress(Modes::ALL, false, data);
    assert_eq!(decompress(stored.range, &stored.banks), *data);
    stored.range
}

fn strided(base: u32, stride: u32) -> WarpRegister {
    std::array::from_fn(|i| base.wrapping_add(stride.wrapping_mul(i as u32)))
}

/// Section 3: "Thread IDs of successive threads in a warp differ by one".
#[test]
fn thread_index_takes_three_banks() {
    let stored = compress(Modes::ALL, false, &strided(0, 1));
    let mut banks = [0; LANES];
    // Bytes 0 to 3 are base 0; byte 3 + i is i: bytes 4 to 34 are 1 to 31.
    banks[1] = 0x0403_0201;
    banks[2] = 0x0807_0605;
    banks[3] = 0x0c0b_0a09;
    banks[4] = 0x100f_0e0d;
    banks[5] = 0x1413_1211;
    banks[6] = 0x1817_1615;
    banks[7] = 0x1c1b_1a19;
    banks[8] = 0x001f_1e1d;
    let expected = Compressed {
        range: FourOne,
        bank_enable: 0x07,
        banks,
    };
    assert_eq!(stored, expected);
}

#[test]
fn strides_choose_by_the_farthest_lane() {
    // Lane 31 decides: 31 * 4 = 124, 31 * 5 = 155, 31 * 1057 = 32767, 31 * 1058 = 32798.
    assert_eq!(range(&strided(1000, 4)), FourOne);
    assert_eq!(range(&strided(1000, 5)), FourTwo);
    assert_eq!(range(&strided(1000, 1057)), FourTwo);
    assert_eq!(range(&strided(1000, 1058)), Uncompressed);
    assert_eq!(range(&strided(1000, 4_u32.wrapping_neg())), FourOne);
    assert_eq!(range(&strided(1000, 5_u32.wrapping_neg())), FourTwo);
}

#[test]
fn borders_between_modes_are_those_of_signed_bytes() {
    let expected = |delta: i32| match delta {
        0 => FourZero,
        -128..=127 => FourOne,
        -32_768..=32_767 => FourTwo,
        _ => Uncompressed,
    };
    for base in [0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX, 0x1234_5678] {
        for lane in 1..LANES {
            for delta in BORDERS {
                let mut data = [base; LANES];
                data[lane] = base.wrapping_add_signed(delta);
                assert_eq!(range(&data), expected(delta), "{base:#x} {lane} {delta}");
            }
        }
    }
}

#[test]
fn an_odd_lane_zero_makes_every_delta_large() {
    let mut data = [5; LANES];
    data[0] = 5 + 128;
    assert_eq!(range(&data), FourOne);
    data[0] = 5 + 129;
    assert_eq!(range(&data), FourTwo);
    data[0] = 0x8000_0005;
    assert_eq!(range(&data), Uncompressed);
}

#[test]
fn deltas_wrap_at_2_31_and_2_32() {
    assert_eq!(range(&strided(0x7fff_fff0, 1)), FourOne);
    assert_eq!(range(&strided(0xffff_fff0, 1)), FourOne);
    assert_eq!(range(&strided(0x0000_000f, u32::MAX)), FourOne);
    assert_eq!(range(&strided(0xffff_f000, 1000)), FourTwo);
}

#[test]
fn planes_hold_low_bytes_then_high_bytes() {
    // Lane i is base + 256 * i - i: low byte -i, high byte i - 1.
    let stored = compress(Modes::ALL, false, &strided(0x4433_2211, 255));
    let bytes = to_bytes(&stored.banks);
    assert_eq!(stored.range, FourTwo);
    assert_eq!(bytes[..4], [0x11, 0x22, 0x33, 0x44]);
    for lane in 1..LANES as u8 {
        assert_eq!(bytes[3 + usize::from(lane)], 0_u8.wrapping_sub(lane));
        assert_eq!(bytes[34 + usize::from(lane)], lane - 1);
    }
    assert!(bytes[66..].iter().all(|&byte| byte == 0));
}

/// Section 6.6: one fixed choice stores deltas that a smaller one would not need.
#[test]
fn one_fixed_choice_takes_what_fits_and_no_less() {
    let only = |mode, data: &WarpRegister| compress(Modes::only(mode), false, data).range;
    let equal = [7; LANES];
    assert_eq!(only(Mode::FourZero, &equal), FourZero);
    assert_eq!(only(Mode::FourOne, &equal), FourOne);
    assert_eq!(only(Mode::FourTwo, &equal), FourTwo);
    assert_eq!(only(Mode::FourZero, &strided(0, 1)), Uncompressed);
    assert_eq!(only(Mode::FourOne, &strided(0, 5)), Uncompressed);
}

/// The reason for planes: a smaller form is the beginning of a larger one.
#[test]
fn a_smaller_form_is_a_prefix_of_a_larger_one() {
    let form =
        |mode, data: &WarpRegister| to_bytes(&compress(Modes::only(mode), false, data).banks);
    for data in [strided(9, 3), strided(9, 3_u32.wrapping_neg()), [9; LANES]] {
        let larger = form(Mode::FourTwo, &data);
        assert_eq!(form(Mode::FourOne, &data)[..35], larger[..35]);
    }
    let equal = form(Mode::FourZero, &[9; LANES]);
    assert_eq!(equal, form(Mode::FourOne, &[9; LANES]));
    assert_eq!(equal, form(Mode::FourTwo, &[9; LANES]));
}

/// Section 5.2: what a divergent instruction writes is stored raw.
#[test]
fn bypass_stores_raw() {
    let data = strided(3, 1);
    let expected = Compressed {
        range: Uncompressed,
        bank_enable: 0xff,
        banks: data,
    };
    assert_eq!(compress(Modes::ALL, true, &data), expected);
}

#[test]
fn decompressor_extends_the_sign_of_what_is_stored() {
    let mut banks = [0; LANES];
    banks[0] = 100;
    banks[1] = 0x0000_80ff;
    // Bytes 4 and 5 are the low bytes of lanes 1 and 2: -1 and -128, or 255 and 128.
    let one = decompress(FourOne, &banks);
    assert_eq!(one[..4], [100, 99, 100_u32.wrapping_sub(128), 100]);
    let two = decompress(FourTwo, &banks);
    assert_eq!(two[..4], [100, 355, 228, 100]);
    assert_eq!(decompress(FourZero, &banks), [100; LANES]);
    assert_eq!(decompress(Uncompressed, &banks), banks);
}
