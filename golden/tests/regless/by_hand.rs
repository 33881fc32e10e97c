//! The diagrams and worked examples of the pages, cycle by cycle.

use golden::regless::{CapacityManager, Osu, OsuBank};
use spec::regless::{CapacityManagerInputs, OsuBankInputs, OsuBankParameters, OsuInputs};
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
    let o = bank.cycle(&IDLE).unwrap();
    assert!(
        o.request_valid && o.request_evict && o.request_kind == 0,
        "cycle 2"
    );
    assert_eq!((o.request_register, o.request_entry), (5, 0));
    assert_eq!(o.request_data, [5; 32]);
    let o = bank.cycle(&IDLE).unwrap();
    assert!(!o.request_valid, "cycle 3");
    assert!(o.answer_reserve && o.answer_entry == 0);
}

#[test]
fn nothing_is_read_while_an_evicted_value_waits() {
    let mut bank = OsuBank::new(lines(2));
    dirty(&mut bank, 5, 0);
    bank.cycle(&reserve(6)).unwrap();
    bank.cycle(&IDLE).unwrap();
    bank.cycle(&result(1, 6, false)).unwrap();
    assert!(!bank.cycle(&reserve(7)).unwrap().access_ready, "cycle 0");
    assert!(!bank.cycle(&read(6)).unwrap().access_ready, "it is read");
    for cycle in 2..5 {
        let o = bank.cycle(&read(6)).unwrap();
        assert!(!o.access_ready && o.request_evict, "cycle {cycle}");
        assert_eq!(o.request_data, [5; 32]);
    }
    let taken = OsuBankInputs {
        request_ready: true,
        ..read(6)
    };
    assert!(!bank.cycle(&taken).unwrap().access_ready, "cycle 5");
    assert!(bank.cycle(&read(6)).unwrap().access_ready, "cycle 6");
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
    let readies = |bank: &mut OsuBank| {
        let o = bank.cycle(&both).unwrap();
        (o.access_ready, o.read_ready, o.write_ready)
    };
    assert_eq!(readies(&mut bank), (true, true, false), "it is being read");
    assert_eq!(readies(&mut bank), (false, false, false), "it waited");
    assert_eq!(readies(&mut bank), (true, true, true), "both");
}

/// What hits is accepted without room a cycle after it was found, and until then it stays or vanishes.
#[test]
fn an_operation_that_hits_without_room_is_found_first() {
    let mut bank = OsuBank::new(lines(2));
    for (register, entry) in [(1, 0), (2, 1)] {
        dirty(&mut bank, register, entry);
    }
    let preload = |register| OsuBankInputs {
        preload_valid: true,
        preload_kind: 1,
        preload_register: register,
        ..IDLE
    };
    let found = bank.cycle(&preload(1)).unwrap();
    assert!(!found.preload_ready && !found.reserve_ready, "it is found");
    assert!(bank.clone().cycle(&preload(2)).is_err(), "another one");
    assert!(!bank.clone().cycle(&IDLE).unwrap().preload_ready, "none");
    assert!(bank.cycle(&preload(1)).unwrap().preload_ready, "accepted");
    assert!(bank.cycle(&IDLE).unwrap().preload_done);
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

/// Quiet managers: of f + 1 eligible warps f are too big, the last fits and starts 2 + f cycles later, whichever
/// were looked at before.
#[test]
fn some_warp_starts_in_time() {
    for too_big in 0..16u16 {
        for others in [false, true] {
            let mut model = CapacityManager::new(lines(4));
            let mut read = 0;
            let mut starts = |eligible: u16| {
                let inputs = CapacityManagerInputs {
                    eligible,
                    region_usage: if read == too_big { 4 } else { 5 },
                    ..Default::default()
                };
                let o = model.cycle(&inputs).unwrap();
                if o.region_read {
                    read = u16::from(o.region_warp);
                }
                o.region_taken
            };
            let eligible = 0xffff >> (15 - too_big);
            let before = if others { !eligible } else { 0 };
            assert!(!starts(before) && !starts(before));
            let waited = (0..40).position(|_| starts(eligible));
            assert_eq!(waited, Some(2 + usize::from(too_big)));
        }
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
