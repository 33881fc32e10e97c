//! `TwoInstructionsPerCycle`: two reads and a write each, banks apart, without a stall.

use golden::regless::Osu;
use spec::regless::{OsuBankParameters, OsuInputs};
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
            i.issue[0].valid = true;
            i.issue[0].writes = true;
            i.issue[0].destination = cycle as u8;
            i.issue[0].mask = u32::MAX;
        } else if warm {
            let k = cycle as u8;
            let bank = |offset: u8| (k.wrapping_add(offset)) % 8;
            i.issue[0].valid = true;
            i.issue[0].sources = 3;
            (i.issue[0].a, i.issue[0].b) = (bank(0), bank(1));
            i.issue[0].writes = true;
            i.issue[0].destination = 8 * (1 + k / 8 % 2) + bank(4);
            i.issue[0].mask = u32::MAX;
            i.issue[0].write_last = true;
            i.issue[1].valid = true;
            i.issue[1].sources = 3;
            (i.issue[1].a, i.issue[1].b) = (bank(2), bank(3));
            i.issue[1].writes = true;
            i.issue[1].destination = 8 * (3 + k / 8 % 2) + bank(5);
            i.issue[1].mask = u32::MAX;
            i.issue[1].write_last = true;
        }
        if let Some((_, register, entry)) =
            landings.front().filter(|(at, ..)| *at <= cycle).copied()
        {
            (i.wb[0].valid, i.wb[0].register, i.wb[0].entry) = (true, register, entry);
            i.wb[0].mask = u32::MAX;
            i.wb[0].last = register >= 8;
        }
        if let Some((_, register, entry)) = landings.get(1).filter(|(at, ..)| *at <= cycle).copied()
        {
            (i.wb[1].valid, i.wb[1].register, i.wb[1].entry) = (true, register, entry);
            i.wb[1].mask = u32::MAX;
            i.wb[1].last = register >= 8;
        }
        let o = model
            .cycle(&i)
            .unwrap_or_else(|e| panic!("cycle {cycle}: {e}"));
        if warm {
            assert!(
                o.issue[0].ready && o.issue[1].ready,
                "cycle {cycle}: no stall at the door"
            );
            assert_eq!(
                o.wb[0].ready, i.wb[0].valid,
                "cycle {cycle}: no stall of results"
            );
            assert_eq!(
                o.wb[1].ready, i.wb[1].valid,
                "cycle {cycle}: no stall of results"
            );
            offers += u32::from(o.out[0].valid) + u32::from(o.out[1].valid);
            expected_offers += if cycle >= 45 { 2 } else { 0 };
            assert_eq!(offers, expected_offers, "cycle {cycle}");
        }
        for _ in 0..u8::from(o.wb[0].ready) + u8::from(o.wb[1].ready) {
            landings.pop_front();
        }
        // Accepted in a, offered in a + 5, landed in x = a + 11: banks a + 4 = x + 1 (mod 8) and x + 2.
        let delay = 6;
        if o.out[0].valid && o.out[0].writes {
            landings.push_back((cycle + delay, o.out[0].destination, o.out[0].entry));
        }
        if o.out[1].valid && o.out[1].writes {
            landings.push_back((cycle + delay, o.out[1].destination, o.out[1].entry));
        }
    }
}
