//! Operations on hardware values, against arithmetic of machine words.

use hdl::value::*;
use proptest::prelude::*;
use rust_hdl::core::bits::Bits;

fn word<const N: usize>(value: u128) -> Bits<N> {
    Bits::from_bits(|position| position < 128 && value >> position & 1 == 1)
}

fn mask(width: usize) -> u128 {
    u128::MAX >> (128 - width)
}

proptest! {
    #[test]
    fn concat_is_shift_and_or(a: u128, b: u128, c: bool) {
        let (high, low) = (a & mask(20), b & mask(30));
        prop_assert_eq!(
            concat::<50, _, _>(word::<20>(high), word::<30>(low)).match_key(),
            high << 30 | low
        );
        prop_assert_eq!(
            concat::<8, _, _>(c, word::<7>(low & 127)).match_key(),
            u128::from(c) << 7 | low & 127
        );
        prop_assert_eq!(concat::<4, _, _>(word::<3>(high & 7), word::<3>(low & 7)).match_key(),
            (high & 7) << 3 & 15 | low & 7);
    }

    #[test]
    fn sign_extend_is_arithmetic(a: i8) {
        let bits = word::<8>(u128::from(a as u8));
        prop_assert_eq!(sign_extend::<16, _>(bits).match_key(), u128::from(i16::from(a) as u16));
        prop_assert_eq!(sign_extend::<64, _>(bits).match_key(), u128::from(i64::from(a) as u64));
    }

    #[test]
    fn slices_agree_with_shifts(a: u128, offset in 0_usize..150, v: u8) {
        let shifted = a.checked_shr(offset as u32).unwrap_or(0);
        prop_assert_eq!(get_bits::<20, 128>(word(a), offset).match_key(), shifted & mask(20));
        prop_assert_eq!(get_bit::<128>(word(a), offset), shifted & 1 == 1);
        let hole = mask(8).checked_shl(offset as u32).unwrap_or(0);
        let fill = u128::from(v).checked_shl(offset as u32).unwrap_or(0);
        prop_assert_eq!(
            replace_bits::<128, 8>(word(a), offset, word(v.into())).match_key(),
            a & !hole | fill
        );
    }

    #[test]
    fn shifts_are_cut_to_the_width(a: u128, by in 0_usize..200) {
        let left = |width| (a & mask(width)).checked_shl(by as u32).unwrap_or(0) & mask(width);
        let right = |width| (a & mask(width)).checked_shr(by as u32).unwrap_or(0);
        prop_assert_eq!(shift_left(word::<32>(a), by).match_key(), left(32));
        prop_assert_eq!(shift_left(word::<7>(a), by).match_key(), left(7));
        prop_assert_eq!(shift_left(word::<100>(a), by).match_key(), left(100));
        prop_assert_eq!(shift_right(word::<7>(a), by).match_key(), right(7));
        prop_assert_eq!(shift_right(word::<100>(a), word::<40>(by as u128)).match_key(), right(100));
    }
}

#[test]
fn beyond_the_width_there_is_nothing() {
    assert!(!get_bit(word::<5>(31), 5));
    assert!(!get_bit(word::<5>(31), 500));
    assert_eq!(replace_bit(word::<5>(0), 5, true), 0);
    assert_eq!(
        shift_right(word::<5>(31), word::<64>(u128::from(u64::MAX))),
        0
    );
    assert!(replicate::<5>(true).all());
    assert!(!replicate::<50>(false).any());
    assert_eq!(element::<Bits<4>, _>(&[], 3, |bits| *bits), 0);
}
