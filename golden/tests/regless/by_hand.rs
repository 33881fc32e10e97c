//! The diagrams and worked examples of the pages, cycle by cycle.

use golden::regless::{CapacityManager, Osu, OsuBank, PatternCompressor};
use spec::regless::{
    CapacityManagerInputs, OsuBankInputs, OsuBankParameters, OsuInputs, PatternCompressorInputs,
    PatternCompressorParameters, ReglessParameters,
};
use spec::regless::{Issued, Landed};
use spec::UnitModel;

fn lines(lines: usize) -> OsuBankParameters {
    OsuBankParameters::new(lines).expect("legal")
}

fn reserve(register: u8) -> OsuBankInputs {
    OsuBankInputs {
        access_valid: true,
        access_reserve: true,
        access_register: register,
        ..Default::default()
    }
}

fn read(register: u8) -> OsuBankInputs {
    OsuBankInputs {
        access_reserve: false,
        ..reserve(register)
    }
}

fn result(entry: u8, word: u32, last: bool) -> OsuBankInputs {
    OsuBankInputs {
        write_valid: true,
        write_entry: entry,
        write_mask: u32::MAX,
        write_data: [word; 32],
        write_last: last,
        ..Default::default()
    }
}

const IDLE: OsuBankInputs = OsuBankInputs {
    access_valid: false,
    access_reserve: false,
    access_warp: 0,
    access_register: 0,
    access_last: false,
    access_erase: false,
    preload_valid: false,
    preload_kind: 0,
    preload_warp: 0,
    preload_register: 0,
    fill_valid: false,
    fill_entry: 0,
    fill_data: [0; 32],
    write_valid: false,
    write_entry: 0,
    write_mask: 0,
    write_data: [0; 32],
    write_last: false,
    request_ready: true,
};

#[test]
fn a_reserve_is_answered_after_two_cycles_and_takes_its_result_then() {
    let mut bank = OsuBank::new(lines(4));
    let mut cycle = |inputs| bank.cycle(&inputs);
    assert!(cycle(reserve(5)).unwrap().access_ready);
    assert!(cycle(result(0, 7, false)).is_err(), "a cycle too early");
    cycle(IDLE).unwrap();
    let o = cycle(result(0, 7, false)).unwrap();
    assert!(o.answer_reserve && o.answer_entry == 0 && o.write_ready);
    assert!(cycle(read(5)).unwrap().access_ready);
    assert!(!cycle(IDLE).unwrap().answer_read);
    let o = cycle(IDLE).unwrap();
    assert!(o.answer_read && o.answer_data == [7; 32]);
}

/// Writes a register of a region of two lines and gives it up, dirty.
fn dirty(bank: &mut OsuBank, register: u8, entry: u8) {
    bank.cycle(&reserve(register)).unwrap();
    bank.cycle(&IDLE).unwrap();
    let o = bank
        .cycle(&result(entry, u32::from(register), true))
        .unwrap();
    assert_eq!((o.answer_reserve, o.answer_entry), (true, entry));
}

#[test]
fn a_reserve_that_has_to_evict() {
    let mut bank = OsuBank::new(lines(2));
    dirty(&mut bank, 5, 0);
    dirty(&mut bank, 6, 1);
    let mut reserve = reserve(7);
    reserve.request_ready = true;
    let o = bank.cycle(&reserve).unwrap();
    assert!(!o.access_ready, "cycle 0: no line is free or clean");
    assert!(bank.cycle(&reserve).unwrap().access_ready, "cycle 1");
    assert!(!bank.cycle(&IDLE).unwrap().request_valid, "cycle 2");
    let o = bank.cycle(&IDLE).unwrap();
    assert!(
        o.request_valid && o.request_evict && o.request_kind == 0,
        "cycle 3"
    );
    assert_eq!((o.request_register, o.request_entry), (5, 0));
    assert_eq!(o.request_data, [5; 32]);
    assert!(o.answer_reserve && o.answer_entry == 0);
    assert!(!bank.cycle(&IDLE).unwrap().request_valid, "cycle 4");
}

#[test]
fn a_read_gives_way_to_a_result_that_waits() {
    let mut bank = OsuBank::new(lines(4));
    for (register, entry) in [(1, 0), (2, 1)] {
        bank.cycle(&reserve(register)).unwrap();
        bank.cycle(&IDLE).unwrap();
        if register == 1 {
            bank.cycle(&result(entry, 9, false)).unwrap();
        }
    }
    assert!(bank.cycle(&read(1)).unwrap().access_ready);
    let both = OsuBankInputs {
        access_valid: true,
        access_register: 1,
        ..result(1, 3, false)
    };
    let o = bank.cycle(&both).unwrap();
    assert!(!o.access_ready && !o.write_ready, "the bank is being read");
    let o = bank.cycle(&both).unwrap();
    assert!(o.access_ready && o.write_ready, "both, one cycle later");
}

fn request(kind: u8, register: u8, data: [u32; 32]) -> PatternCompressorInputs {
    PatternCompressorInputs {
        request_valid: true,
        request_evict: kind == 0,
        request_kind: kind,
        request_warp: 3,
        request_register: register,
        request_data: data,
        answer_ready: true,
        l1_ready: true,
        ..Default::default()
    }
}

fn compressor() -> PatternCompressorParameters {
    let shard = ReglessParameters::new(2, 2, 2).expect("legal");
    PatternCompressorParameters::of_shard(shard).expect("it has lines")
}

/// The example of the compressor's page.
#[test]
fn one_register_cycle_by_cycle() {
    let mut model = PatternCompressor::new(compressor());
    let counting: [u32; 32] = std::array::from_fn(|lane| 100 + lane as u32);
    let mut spilled = None;
    for cycle in 0..=30 {
        let mut inputs = match cycle {
            0 => request(0, 4, counting),
            5 => PatternCompressorInputs {
                request_entry: 1,
                ..request(1, 4, [0; 32])
            },
            8 => request(0, 16, [7; 32]),
            13 => request(0, 31, [8; 32]),
            19 => request(2, 4, [0; 32]),
            24 => request(1, 31, [0; 32]),
            _ => PatternCompressorInputs {
                answer_ready: true,
                l1_ready: true,
                ..Default::default()
            },
        };
        if cycle == 26 {
            inputs.response_valid = true;
            inputs.response_data = spilled.expect("spilled in cycle 17");
        }
        let o = model.cycle(&inputs).unwrap();
        assert!(!inputs.request_valid || o.request_ready, "cycle {cycle}");
        let answered = match cycle {
            8 | 28 => Some((4, u8::from(cycle == 8), counting)),
            29 => Some((31, 0, [8; 32])),
            _ => None,
        };
        assert_eq!(o.answer_valid, answered.is_some(), "cycle {cycle}");
        if let Some(answered) = answered {
            let answer = (o.answer_register, o.answer_entry, o.answer_data);
            assert_eq!(answer, answered, "cycle {cycle}");
        }
        assert_eq!(o.l1.valid, [17, 23, 24].contains(&cycle), "cycle {cycle}");
        match cycle {
            17 => {
                assert_eq!((o.l1.kind, o.l1.warp, o.l1.index), (5, 0, 4));
                assert_eq!(o.l1.data[6], 100, "slot 3 holds the first lane");
                assert_eq!(o.l1.data.iter().filter(|word| **word != 0).count(), 1);
                spilled = Some(o.l1.data);
            }
            23 => assert_eq!((o.l1.kind, o.l1.index), (5, 16)),
            24 => assert_eq!((o.l1.kind, o.l1.warp, o.l1.index), (4, 0, 4)),
            _ => {}
        }
    }
}

#[test]
fn what_is_not_compressed_is_at_the_l1_after_two_cycles() {
    let mut model = PatternCompressor::new(compressor());
    let mut incompressible = [0; 32];
    incompressible[5] = 1;
    let wait = PatternCompressorInputs {
        l1_ready: true,
        ..Default::default()
    };
    for (kind, asked) in [(0, 2), (1, 0), (2, 1)] {
        let o = model.cycle(&request(kind, 4, incompressible)).unwrap();
        assert!(o.request_ready);
        let o = model.cycle(&wait).unwrap();
        assert!(!o.l1.valid && !o.request_ready);
        let o = model.cycle(&wait).unwrap();
        assert!(o.l1.valid && o.l1.kind == asked);
        assert_eq!(o.request_ready, kind != 0, "an eviction keeps its value");
        assert!(model.cycle(&wait).unwrap().request_ready);
    }
}

/// What was never evicted, or is dead, is 0, and the L1 hears nothing of it.
#[test]
fn nothing_behind_asks_nothing() {
    let mut model = PatternCompressor::new(compressor());
    for (kind, answers) in [(1, true), (3, false), (2, true)] {
        model.cycle(&request(kind, 9, [0; 32])).unwrap();
        for cycle in 1..6 {
            let inputs = PatternCompressorInputs {
                answer_ready: true,
                l1_ready: true,
                ..Default::default()
            };
            let o = model.cycle(&inputs).unwrap();
            assert!(!o.l1.valid);
            assert_eq!(o.answer_valid, answers && cycle == 3, "cycle {cycle}");
            assert!(!o.answer_valid || o.answer_data == [0; 32]);
        }
    }
}

/// While as many fetches wait as can, one that hits is answered in its time.
#[test]
fn hits_pass_misses() {
    let shard = ReglessParameters::new(2, 3, 2).expect("legal");
    let parameters = PatternCompressorParameters::of_shard(shard).expect("it has lines");
    let mut model = PatternCompressor::new(parameters);
    let wait = PatternCompressorInputs {
        answer_ready: true,
        l1_ready: true,
        ..Default::default()
    };
    let mut step = |inputs: &PatternCompressorInputs, idle: usize| {
        let outputs = model.cycle(inputs).unwrap();
        assert!(outputs.request_ready);
        let mut seen = Vec::new();
        for cycle in 1..=idle {
            let o = model.cycle(&wait).unwrap();
            assert!(!o.l1.valid || o.l1.kind >= 4);
            if o.answer_valid {
                seen.push((o.answer_register, cycle));
            }
        }
        seen
    };
    // Five lines for a cache of three: R0 and R1 are in memory.
    for register in 0..5 {
        step(&request(0, register, [u32::from(register); 32]), 8);
    }
    for register in [0, 1] {
        let seen = step(&request(1, register, [0; 32]), 8);
        assert_eq!(seen, [], "R{register} waits for the L1");
    }
    assert_eq!(step(&request(1, 4, [0; 32]), 8), [(4, 3)]);
}

/// Both diagrams of the capacity manager's page: a region without operations, and one with one.
#[test]
fn a_warp_goes_through_its_region() {
    for operations in [0usize, 1] {
        let mut model = CapacityManager::new(lines(4));
        let active_from = [4, 7][operations];
        let ends = active_from + 1;
        for cycle in 0..ends + 5 {
            let mut inputs = CapacityManagerInputs {
                eligible: 1 << 3,
                region_usage: 1,
                region_kinds: operations as u16,
                queue_ready: 0xff,
                ..Default::default()
            };
            if operations == 1 && cycle == 5 {
                // R0 of warp 3 lies in bank 3.
                (inputs.done_banks, inputs.done_warps) = (1 << 3, 3 << 12);
            }
            if cycle == ends {
                inputs.issue[0].valid = true;
                inputs.issue[0].warp = 3;
                inputs.issue[0].ends = true;
            }
            if cycle == ends + 1 {
                inputs.busy = 1 << 3;
            }
            let o = model.cycle(&inputs).unwrap();
            let active = (active_from..=ends).contains(&cycle);
            assert_eq!(
                o.active >> 3 & 1 == 1,
                active,
                "{operations}: cycle {cycle}"
            );
            assert_eq!(o.region_taken, cycle == 2, "{operations}: cycle {cycle}");
            assert_eq!(o.queue_valid == 1 << 3, operations == 1 && cycle == 4);
            let state = model.warps()[3].state;
            match cycle - ends.min(cycle) {
                2 => assert_eq!(
                    state,
                    golden::regless::WarpState::Draining,
                    "after cycle {cycle}"
                ),
                3 => assert_eq!(
                    state,
                    golden::regless::WarpState::Inactive,
                    "after cycle {cycle}"
                ),
                _ => {}
            }
        }
    }
}

#[test]
fn lines_of_a_draining_warp_are_free_but_for_pending_writes() {
    let mut model = CapacityManager::new(lines(4));
    let region = CapacityManagerInputs {
        eligible: 1,
        // Two lines of bank 0, one of bank 1.
        region_usage: 2 | 1 << 3,
        queue_ready: 0xff,
        ..Default::default()
    };
    for _ in 0..5 {
        model.cycle(&region).unwrap();
    }
    assert_eq!(model.free()[..2], [2, 3]);
    let writes = |ends, destination| CapacityManagerInputs {
        issue: [
            Issued {
                valid: true,
                writes: true,
                destination,
                ends,
                ..Default::default()
            },
            Default::default(),
        ],
        ..Default::default()
    };
    model.cycle(&writes(false, 1)).unwrap();
    model.cycle(&writes(true, 0)).unwrap();
    model.cycle(&CapacityManagerInputs::default()).unwrap();
    assert_eq!(model.free()[..2], [3, 3], "a line each waits for its write");
    let lands = |register| CapacityManagerInputs {
        landed: [
            Landed {
                valid: true,
                register,
                ..Default::default()
            },
            Default::default(),
        ],
        ..Default::default()
    };
    model.cycle(&lands(0)).unwrap();
    assert_eq!(model.free()[..2], [4, 3]);
    assert_eq!(model.stack().len(), 15);
    model.cycle(&lands(1)).unwrap();
    model.cycle(&CapacityManagerInputs::default()).unwrap();
    assert_eq!(model.stack()[0], 0, "on top of the stack");
    assert!(model.cycle(&lands(1)).is_err(), "nothing is outstanding");
}

#[test]
fn a_region_too_big_for_the_bank_is_reported() {
    for lines_needed in [5, 6, 7] {
        let mut model = CapacityManager::new(lines(4));
        let inputs = CapacityManagerInputs {
            eligible: 1 << 9 | 1 << 12,
            region_usage: lines_needed << 6,
            ..Default::default()
        };
        for cycle in 0..12 {
            let o = model.cycle(&inputs).unwrap();
            assert_eq!(o.error, cycle >= 3, "cycle {cycle}");
            assert!(!o.error || o.error_warp == 9, "the first such warp");
            assert_eq!(o.active, 0);
        }
        assert!(!model.stack().contains(&9) && !model.stack().contains(&12));
    }
}

#[test]
fn an_instruction_is_offered_five_cycles_after_acceptance() {
    let mut model = Osu::new(lines(16));
    let mut offered = None;
    for cycle in 0..8 {
        let inputs = OsuInputs {
            issue: [
                spec::regless::Instruction {
                    valid: cycle == 0,
                    tag: 77,
                    writes: true,
                    destination: 9,
                    mask: 1,
                    ..Default::default()
                },
                Default::default(),
            ],
            ..Default::default()
        };
        let o = model.cycle(&inputs).unwrap();
        assert_eq!(o.busy == 1, cycle == 1 || cycle == 2, "cycle {cycle}");
        if o.out[0].valid {
            assert_eq!(
                (o.out[0].tag, o.out[0].destination, o.out[0].entry),
                (77, 9, 0)
            );
            offered = Some(cycle);
        }
    }
    assert_eq!(offered, Some(5));
}
