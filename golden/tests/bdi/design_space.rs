//! Table 1 as printed, and its choices against the modes that are built.

use crate::bdi::registers::register;
use golden::bdi::compress;
use golden::bdi::design_space::{best, BaseDelta, FIGURE_5, TABLE_1};
use proptest::prelude::*;
use spec::bdi::Modes;
use spec::warp::{WarpRegister, LANES};

/// Table 1: base size, delta size, compressed size, banks, whether it is used.
const PRINTED: [(usize, usize, usize, usize, bool); 9] = [
    (1, 0, 1, 1, false),
    (2, 1, 65, 5, false),
    (4, 0, 4, 1, true),
    (4, 1, 35, 3, true),
    (4, 2, 66, 5, true),
    (8, 0, 8, 1, false),
    (8, 1, 23, 2, false),
    (8, 2, 38, 3, false),
    (8, 4, 68, 5, false),
];

fn choice(name: &str) -> BaseDelta {
    let found = TABLE_1.into_iter().find(|c| c.to_string() == name);
    found.expect("a row of Table 1")
}

fn used() -> Vec<BaseDelta> {
    TABLE_1.into_iter().filter(|c| c.mode().is_some()).collect()
}

#[test]
fn table_1_agrees_with_formula_1() {
    let computed = TABLE_1.map(|c| {
        let sizes = (c.compressed_bytes(), c.banks());
        (
            c.base_bytes(),
            c.delta_bytes(),
            sizes.0,
            sizes.1,
            c.mode().is_some(),
        )
    });
    assert_eq!(computed, PRINTED);
}

#[test]
fn figure_5_leaves_out_bases_below_four_bytes() {
    let wide: Vec<_> = TABLE_1
        .into_iter()
        .filter(|c| c.base_bytes() >= 4)
        .collect();
    assert_eq!(wide, FIGURE_5);
}

/// So `best` never has a tie to break, and fewest banks, fewest bytes and highest ratio agree.
#[test]
fn no_two_choices_have_the_same_size() {
    let mut sizes = TABLE_1.map(|c| (c.compressed_bytes(), c.banks()));
    sizes.sort_unstable();
    assert!(sizes
        .windows(2)
        .all(|w| w[0].0 < w[1].0 && w[0].1 <= w[1].1));
}

#[test]
fn registers_find_their_best_choice() {
    let name = |data: WarpRegister| best(&TABLE_1, &data).map(|c| c.to_string());
    let pairs = |even, odd| std::array::from_fn(|i| if i % 2 == 0 { even } else { odd });
    assert_eq!(name([0x0707_0707; LANES]).as_deref(), Some("<1,0>"));
    assert_eq!(name([0x0707_0708; LANES]).as_deref(), Some("<4,0>"));
    assert_eq!(name(pairs(1, 1 << 30)).as_deref(), Some("<8,0>"));
    assert_eq!(
        name(std::array::from_fn(|i| i as u32)).as_deref(),
        Some("<4,1>")
    );
    assert_eq!(
        name(std::array::from_fn(|i| 300 * i as u32)).as_deref(),
        Some("<4,2>")
    );
    // Only the even lanes move, which are the low halves of the 8-byte chunks.
    let even = |step: u32| {
        std::array::from_fn(|i| (1 << 30) + if i % 2 == 0 { step * i as u32 } else { 0 })
    };
    assert_eq!(name(even(1)).as_deref(), Some("<8,1>"));
    assert_eq!(name(even(100)).as_deref(), Some("<8,2>"));
    assert_eq!(name(even(100_000)).as_deref(), Some("<8,4>"));
    // Upper and lower halves near each other, yet lanes 2^16 apart.
    let halves = std::array::from_fn(|i| 0x0101_0101 + 0x0001_0000 * i as u32);
    assert_eq!(name(halves).as_deref(), Some("<2,1>"));
    assert_eq!(
        name(std::array::from_fn(|i| (i as u32).wrapping_mul(0x9e37_79b9))),
        None
    );
}

/// An 8-byte chunk is two lanes: a step of 1 between lanes is one of 2^33 + 2 between chunks
/// (Figure 5: 8-byte bases were "rarely selected").
#[test]
fn thread_indices_fit_no_8_byte_base() {
    let data = std::array::from_fn(|i| i as u32);
    for name in ["<8,0>", "<8,1>", "<8,2>", "<8,4>"] {
        assert!(!choice(name).fits(&data), "{name}");
    }
}

proptest! {
    #[test]
    fn every_choice_round_trips(data in register()) {
        for choice in TABLE_1 {
            if let Some(form) = choice.compress(&data) {
                prop_assert_eq!(choice.decompress(&form), data, "{}", choice);
                let bytes = golden::bdi::form::to_bytes(&form);
                prop_assert!(bytes[choice.compressed_bytes()..].iter().all(|&b| b == 0));
            }
        }
    }

    #[test]
    fn used_choices_are_the_modes(data in register()) {
        for choice in used() {
            let mode = choice.mode().expect("used");
            let stored = compress(Modes::only(mode), false, &data);
            prop_assert_eq!(choice.fits(&data), stored.range == mode.range());
            if let Some(form) = choice.compress(&data) {
                prop_assert_eq!(form, stored.banks);
            }
        }
        let chosen = best(&used(), &data).and_then(BaseDelta::mode);
        prop_assert_eq!(chosen, compress(Modes::ALL, false, &data).range.mode());
    }

    /// Section 4: what fits a delta fits every larger one of the same base.
    #[test]
    fn larger_deltas_fit_more(data in register()) {
        for small in TABLE_1 {
            for large in TABLE_1 {
                if small.base_bytes() == large.base_bytes()
                    && small.delta_bytes() <= large.delta_bytes()
                {
                    prop_assert!(!small.fits(&data) || large.fits(&data));
                }
            }
        }
    }

    /// <1,0> needs no hardware: what fits it fits <4,0>, in the same single bank.
    #[test]
    fn equal_bytes_fit_4_0(byte in any::<u8>()) {
        let data = [u32::from_le_bytes([byte; 4]); LANES];
        prop_assert!(choice("<1,0>").fits(&data) && choice("<4,0>").fits(&data));
    }
}
