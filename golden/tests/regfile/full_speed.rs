//! Two instructions of two sources and a destination each, accepted, offered and written back in
//! every cycle.

use crate::regfile::manner::{changed, preset};
use golden::regfile::{Instruction, Offer, Regfile, WriteBack};
use spec::bdi::Modes;
use spec::regfile::{RegfileInputs, RegfileParameters};
use spec::Ready;
use spec::UnitModel;
use std::collections::VecDeque;

/// Entries of each bank that take part.
const ENTRIES: usize = 60;
/// Cycles until every register that takes part holds something.
const RAMP: usize = 3 * ENTRIES;

/// The instructions of cycle `t`: sources and destinations in different clusters, and registers
/// that come again long after they were written.
fn instructions(t: usize) -> [Instruction; 2] {
    let entry = |at: usize| (at % ENTRIES * 4) as u16;
    let round = ((t + ENTRIES / 2) / ENTRIES) as u16;
    let instruction = |port: u16| Instruction {
        tag: t as u8,
        sources: [
            Some(entry(t) + 2 * port),
            Some(entry(t) + 2 * port + 1),
            None,
        ],
        destination: Some(entry(t + ENTRIES / 2) + (2 * round + port) % 4),
        mask: u32::MAX,
        launched: u32::MAX,
    };
    [instruction(0), instruction(1)]
}

/// Runs at full speed and gives the cycles after the ramp in which anything was not.
fn stalls(parameters: RegfileParameters) -> usize {
    let mut file = Regfile::new(parameters);
    let mut results = VecDeque::new();
    // Something in every bank, so that all are awake.
    for register in 0..4 {
        let mut inputs = RegfileInputs::default();
        Instruction {
            destination: Some(register + 1000),
            mask: u32::MAX,
            launched: u32::MAX,
            ..Instruction::default()
        }
        .present(0, &mut inputs);
        assert!(file.cycle(&inputs).expect("in contract").issue[0].ready);
        for cycle in 0..60 {
            let mut inputs = RegfileInputs {
                out: [Ready { ready: true }, Default::default()],
                ..RegfileInputs::default()
            };
            if cycle == 20 {
                WriteBack {
                    register: register + 1000,
                    mask: u32::MAX,
                    launched: u32::MAX,
                    data: std::array::from_fn(|lane| 0x0123_4567_u32.wrapping_mul(lane as u32)),
                }
                .present(0, &mut inputs);
            }
            file.cycle(&inputs).expect("in contract");
        }
    }
    // Lanes of a register differ where there is a mode for it: what has no deltas needs no decompressor.
    let differ = parameters.modes() == Some(Modes::ALL);
    let banks = match parameters.modes() {
        None => 8,
        Some(_) if differ => 3,
        Some(_) => 1,
    };
    let mut stalls = 0;
    for t in 0..4000 {
        let mut inputs = RegfileInputs {
            out: [Ready { ready: true }, Ready { ready: true }],
            ..RegfileInputs::default()
        };
        for (port, instruction) in instructions(t).iter().enumerate() {
            instruction.present(port, &mut inputs);
        }
        let given = [results.pop_front(), results.pop_front()];
        for (port, &register) in given.iter().enumerate() {
            if let Some(register) = register {
                let mask = u32::MAX;
                let lane = |lane: usize| u32::from(register) + if differ { lane as u32 } else { 0 };
                let data = std::array::from_fn(lane);
                WriteBack {
                    register,
                    mask,
                    launched: mask,
                    data,
                }
                .present(port, &mut inputs);
            }
        }
        let outputs = file.cycle(&inputs).expect("in contract");
        let taken = Offer::taken(&inputs, &outputs);
        for offer in { Offer::offered(&outputs) }.into_iter().flatten() {
            results.extend(offer.destination);
        }
        let accepted = outputs.issue[0].ready && outputs.issue[1].ready;
        let written =
            given.iter().all(Option::is_some) && outputs.wb[0].ready && outputs.wb[1].ready;
        let stored = outputs.bank_write.count_ones() == 2 * banks;
        let accessed = outputs.bank_read | outputs.bank_forward;
        let read = accessed.count_ones() == 4 * banks;
        let all = accepted && taken == 2 && written && stored && read;
        stalls += usize::from(t >= RAMP && !all);
    }
    stalls
}

#[test]
pub fn two_instructions_per_cycle() {
    for name in ["fermi", "no-forwarding", "static-4-0", "uncompressed"] {
        assert_eq!(stalls(preset(name)), 0, "{name}");
    }
}

/// What is in flight is 2(6 + D) instructions: with D = 2 sixteen collectors just do, with D = 3
/// they do not.
#[test]
fn collectors_must_hold_what_is_in_flight() {
    let with = |latency| changed("fermi", &[("decompression_latency", latency)]);
    assert_eq!(stalls(with("2")), 0);
    assert!(stalls(with("3")) > 1000);
}
