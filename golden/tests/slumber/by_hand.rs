//! Cases worked by hand from sections 3 and 4 of the paper and from the contract.

use crate::slumber::events::{resting, step};
use golden::slumber::{target, PowerController};
use spec::slumber::{BreakEvens, ControllerInputs, Delays, Mode, Voltage};

type Inputs = ControllerInputs;

/// The state in the cycle of each input, and in the cycle after the last.
fn states(controller: &mut PowerController, inputs: &[Inputs]) -> Vec<Mode> {
    let idle = Inputs::default();
    let cycles = inputs.iter().chain([&idle]);
    cycles
        .map(|inputs| step(controller, inputs).state)
        .collect()
}

/// `inputs`, then nothing, for `cycles` cycles in all; how long each state lasted.
fn durations(
    controller: &mut PowerController,
    inputs: &Inputs,
    cycles: usize,
) -> Vec<(Mode, usize)> {
    let mut history = vec![inputs.clone()];
    history.resize(cycles, Inputs::default());
    let mut runs: Vec<(Mode, usize)> = Vec::new();
    for inputs in &history {
        let state = step(controller, inputs).state;
        match runs.last_mut() {
            Some((last, length)) if *last == state => *length += 1,
            _ => runs.push((state, 1)),
        }
    }
    runs
}

fn on() -> PowerController {
    resting(Delays::FERMI, Mode::On)
}

fn full_write(target: Voltage, count: u16) -> Inputs {
    Inputs {
        write: true,
        write_full: true,
        write_target: target,
        write_count: count,
        ..Default::default()
    }
}

fn tick() -> Inputs {
    Inputs {
        tick: true,
        ..Default::default()
    }
}

fn done(next_write: bool) -> Inputs {
    Inputs {
        read_done: true,
        done_next_write: next_write,
        ..Default::default()
    }
}

fn fetch() -> Inputs {
    Inputs {
        fetch: true,
        ..Default::default()
    }
}

fn wake() -> Inputs {
    Inputs {
        wake: true,
        ..Default::default()
    }
}

/// 4.1: an integer multiplication, 6 cycles, waits in SS; a division, 153 cycles, in OFF.
#[test]
fn deterministic_writes_of_section_4_1() {
    let deepest = |latency: u16| target(latency - 1, false, &BreakEvens::FERMI);
    assert_eq!(deepest(6), Voltage::Shallow);
    assert_eq!(deepest(153), Voltage::Ground);
    let six = durations(&mut on(), &full_write(Voltage::Shallow, 5), 8);
    let expected = [
        (Mode::On, 1),
        (Mode::ShallowSleep, 1),
        (Mode::Waking, 4),
        (Mode::On, 2),
    ];
    assert_eq!(six, expected);
    // 152 idle cycles are 9 ticks and 8 cycles; the last tick is that of the wake.
    let mut division = on();
    let mut history = vec![full_write(Voltage::Ground, 8)];
    history.extend((1..153).map(|cycle| {
        if cycle % 16 == 0 {
            tick()
        } else {
            Inputs::default()
        }
    }));
    let states = states(&mut division, &history);
    let count = |mode| states.iter().filter(|&&state| state == mode).count();
    assert_eq!((count(Mode::Off), count(Mode::Waking)), (128, 16));
    assert_eq!(states[145..], [Mode::On; 9]);
}

/// The borders between the states: one more idle cycle than the break-even time.
#[test]
fn borders_of_break_even() {
    let full = |idle| target(idle, false, &BreakEvens::FERMI);
    let borders = [4, 5, 31, 32].map(full);
    use Voltage::{Deep, Ground, Shallow, Supply};
    // A wait in DS or OFF is at least two ticks.
    assert_eq!(borders, [Supply, Shallow, Shallow, Ground]);
    let late = BreakEvens {
        shallow: 8,
        deep: 40,
        off: 48,
    };
    let borders = [8, 9, 40, 41, 48, 49].map(|idle| target(idle, false, &late));
    assert_eq!(borders, [Supply, Shallow, Shallow, Deep, Deep, Ground]);
    assert_eq!(target(1023, true, &BreakEvens::FERMI), Deep);
}

/// T1 and T4: fetch lifts to SS, the warp scheduler's future warps wake from there.
#[test]
fn from_off_through_shallow_sleep_to_on() {
    let mut register = resting(Delays::FERMI, Mode::Off);
    let lift = durations(&mut register, &fetch(), 20);
    let expected = [(Mode::Off, 1), (Mode::Lifting, 12), (Mode::ShallowSleep, 7)];
    assert_eq!(lift, expected);
    let future = Inputs {
        future: true,
        ..Default::default()
    };
    let up = durations(&mut register, &future, 7);
    assert_eq!(
        up,
        [(Mode::ShallowSleep, 1), (Mode::Waking, 4), (Mode::On, 2)]
    );
}

/// T2: DS to SS takes 9 cycles; a wake in the middle goes on to ON without a stop.
#[test]
fn a_wake_in_mid_lift_is_as_fast_as_lift_and_wake() {
    for cycle in 1..=9 {
        let mut register = resting(Delays::FERMI, Mode::DeepSleep);
        let mut history = vec![fetch()];
        history.resize(1 + cycle, Inputs::default());
        history[cycle] = wake();
        history.resize(15, Inputs::default());
        let states = states(&mut register, &history);
        assert_eq!(states[cycle], Mode::Lifting);
        assert_eq!(states[cycle + 1], Mode::Waking);
        // 9 cycles of lifting and 4 of waking, from the cycle after the fetch.
        assert_eq!(
            (states[13], states[14]),
            (Mode::Waking, Mode::On),
            "wake at {cycle}"
        );
    }
}

/// T3, T5, T6: the kind of the next access decides, unless the instruction is near.
#[test]
fn a_read_settles_where_its_next_access_allows() {
    let shallow = |next_write| Inputs {
        done_shallow: true,
        ..done(next_write)
    };
    let stay = Inputs {
        done_stay: true,
        ..done(true)
    };
    let with_fetch = Inputs {
        fetch: true,
        ..done(true)
    };
    for (inputs, expected) in [
        (done(false), Mode::DeepSleep),
        (done(true), Mode::Off),
        (shallow(false), Mode::ShallowSleep),
        (shallow(true), Mode::ShallowSleep),
        (with_fetch, Mode::ShallowSleep),
        (stay, Mode::On),
    ] {
        assert_eq!(states(&mut on(), &[inputs])[1], expected);
    }
}

/// Two instructions read one register; the second is done when the first has sent it to sleep.
#[test]
fn a_late_reader_may_send_it_deeper_but_not_back() {
    let mut register = resting(Delays::FERMI, Mode::DeepSleep);
    assert_eq!(
        states(&mut register, &[done(true)]),
        [Mode::DeepSleep, Mode::Off]
    );
    assert_eq!(
        states(&mut register, &[done(false)]),
        [Mode::Off, Mode::Off]
    );
    assert!(step(&mut register, &Inputs::default()).next_write);
}

/// 4.2: a load stays ON until L1 has answered, waits in OFF for L2, and longer for DRAM.
#[test]
fn a_load_that_misses_twice() {
    let mut register = on();
    let load = |count| Inputs {
        load: true,
        load_target: Voltage::Ground,
        load_count: count,
        ..Default::default()
    };
    let waits = durations(&mut register, &full_write(Voltage::Supply, 0), 30);
    assert_eq!(waits, [(Mode::On, 30)]);
    // Without ticks nothing wakes.
    let l2 = durations(&mut register, &load(11), 600);
    assert_eq!(l2, [(Mode::On, 1), (Mode::Off, 599)]);
    let longer = [load(2), tick(), tick()];
    assert_eq!(
        states(&mut register, &longer)[1..],
        [Mode::Off, Mode::Off, Mode::Waking]
    );
    let up = durations(&mut register, &Inputs::default(), 17);
    assert_eq!(up, [(Mode::Waking, 15), (Mode::On, 2)]);
    let written = Inputs {
        write_done: true,
        ..Default::default()
    };
    assert_eq!(
        states(&mut register, &[written]),
        [Mode::On, Mode::DeepSleep]
    );
    assert!(step(&mut register, &Inputs::default()).retained);
}

/// A masked load keeps the lanes that it does not write: DS is as deep as it goes.
#[test]
fn a_partial_load_waits_in_deep_sleep() {
    let mut register = on();
    let write = Inputs {
        write_full: false,
        ..full_write(Voltage::Supply, 0)
    };
    step(&mut register, &write);
    let load = Inputs {
        load: true,
        load_target: Voltage::Ground,
        load_count: 1,
        // A tick of the same cycle does not count.
        tick: true,
        ..Default::default()
    };
    let waits = durations(&mut register, &load, 50);
    assert_eq!(waits, [(Mode::On, 1), (Mode::DeepSleep, 49)]);
    assert_eq!(states(&mut register, &[tick()])[1], Mode::Waking);
    let up = durations(&mut register, &Inputs::default(), 14);
    assert_eq!(up, [(Mode::Waking, 12), (Mode::On, 2)]);
}

/// A write that finds its register deeper than it would have sent it wakes it at once.
#[test]
fn a_write_to_a_register_that_is_too_deep_wakes_it() {
    let mut register = resting(Delays::FERMI, Mode::Off);
    let short = durations(&mut register, &full_write(Voltage::Shallow, 5), 19);
    assert_eq!(short, [(Mode::Off, 1), (Mode::Waking, 16), (Mode::On, 2)]);
    let mut register = resting(Delays::FERMI, Mode::Off);
    let soft = Inputs {
        write_full: false,
        ..full_write(Voltage::Ground, 31)
    };
    assert_eq!(states(&mut register, &[soft]), [Mode::Off, Mode::Waking]);
}

/// 4.2: finish sends a register OFF from any state; it beats a wake of the same cycle.
#[test]
fn finish_beats_everything_but_the_next_wake() {
    let both = Inputs {
        finish: true,
        ..wake()
    };
    for mode in [Mode::On, Mode::ShallowSleep, Mode::DeepSleep, Mode::Off] {
        let mut register = resting(Delays::FERMI, mode);
        assert_eq!(
            states(&mut register, std::slice::from_ref(&both))[1],
            Mode::Off
        );
        // A stray wake later still ends in ON, and one read sends it back.
        assert_eq!(states(&mut register, &vec![wake(); 17])[17], Mode::On);
        assert_eq!(states(&mut register, &[done(false)])[1], Mode::Off);
    }
}

/// The flag can be corrected either way while the value is still there.
#[test]
fn a_branch_corrects_the_kind_of_the_next_access() {
    let next = |next_write| Inputs {
        next: true,
        next_write,
        ..Default::default()
    };
    let mut register = resting(Delays::FERMI, Mode::DeepSleep);
    step(&mut register, &next(true));
    assert!(step(&mut register, &next(false)).next_write);
    assert!(!step(&mut register, &Inputs::default()).next_write);
    let mut register = resting(Delays::FERMI, Mode::Off);
    step(&mut register, &next(false));
    assert!(
        step(&mut register, &Inputs::default()).next_write,
        "nothing is left to keep"
    );
}
