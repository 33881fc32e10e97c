//! `TwoInstructionsPerCycle`: two reads and a write each, banks apart, without a stall.

use golden::osu::Osu;
use spec::osu::{OsuBankParameters, OsuInputs};
use spec::UnitModel;
use std::collections::VecDeque;

/// R0 to R7 are written once; then the instructions of cycle k read banks k to k + 3 and write k + 4 and
/// k + 5. What is read in cycle x are the banks x - 3 to x, and results land in x + 1 and x + 2.
#[test]
fn two_instructions_per_cycle() {
    let p = OsuBankParameters::new(16).expect("legal");
    let mut model = Osu::new(p);
    let mut landings: VecDeque<(u32, u8, u8)> = VecDeque::new();
    let mut offers = 0;
    let mut expected_offers = 0;
    for cycle in 0..2_000u32 {
        let mut i = OsuInputs::default();
        let warm = cycle >= 40;
        if !warm && cycle < 8 {
            // Write R0 to R7 of warp 0.
            i.in0_valid = true;
            i.in0_writes = true;
            i.in0_destination = cycle as u8;
            i.in0_mask = u32::MAX;
        } else if warm {
            let k = cycle as u8;
            let bank = |offset: u8| (k.wrapping_add(offset)) % 8;
            i.in0_valid = true;
            i.in0_sources = 3;
            (i.in0_a, i.in0_b) = (bank(0), bank(1));
            i.in0_writes = true;
            i.in0_destination = 8 * (1 + k / 8 % 2) + bank(4);
            i.in0_mask = u32::MAX;
            i.in0_write_last = true;
            i.in1_valid = true;
            i.in1_sources = 3;
            (i.in1_a, i.in1_b) = (bank(2), bank(3));
            i.in1_writes = true;
            i.in1_destination = 8 * (3 + k / 8 % 2) + bank(5);
            i.in1_mask = u32::MAX;
            i.in1_write_last = true;
        }
        if let Some((_, register, entry)) =
            landings.front().filter(|(at, ..)| *at <= cycle).copied()
        {
            (i.wb0_valid, i.wb0_register, i.wb0_entry) = (true, register, entry);
            i.wb0_mask = u32::MAX;
            i.wb0_last = register >= 8;
        }
        if let Some((_, register, entry)) = landings.get(1).filter(|(at, ..)| *at <= cycle).copied()
        {
            (i.wb1_valid, i.wb1_register, i.wb1_entry) = (true, register, entry);
            i.wb1_mask = u32::MAX;
            i.wb1_last = register >= 8;
        }
        let o = model
            .cycle(&i)
            .unwrap_or_else(|e| panic!("cycle {cycle}: {e}"));
        if warm {
            assert!(
                o.in0_ready && o.in1_ready,
                "cycle {cycle}: no stall at the door"
            );
            assert_eq!(
                o.wb0_ready, i.wb0_valid,
                "cycle {cycle}: no stall of results"
            );
            assert_eq!(
                o.wb1_ready, i.wb1_valid,
                "cycle {cycle}: no stall of results"
            );
            offers += u32::from(o.out0_valid) + u32::from(o.out1_valid);
            expected_offers += if cycle >= 45 { 2 } else { 0 };
            assert_eq!(offers, expected_offers, "cycle {cycle}");
        }
        for _ in 0..u8::from(o.wb0_ready) + u8::from(o.wb1_ready) {
            landings.pop_front();
        }
        // Accepted in a, offered in a + 5, landed in x = a + 11: banks a + 4 = x + 1 (mod 8) and x + 2.
        let delay = 6;
        if o.out0_valid && o.out0_writes {
            landings.push_back((cycle + delay, o.out0_destination, o.out0_entry));
        }
        if o.out1_valid && o.out1_writes {
            landings.push_back((cycle + delay, o.out1_destination, o.out1_entry));
        }
    }
}
