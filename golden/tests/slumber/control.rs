//! The properties of `spec::slumber::SlumberControl`, each under its own name.

use crate::properties::assert_claims;
use golden::slumber::SlumberControl;
use proptest::prelude::*;
use spec::ports::frame_words;
use spec::slumber::{
    BreakEvens, ControlInputs, ControlOutputs, ControlParameters, Lanes, Voltage, TICK,
};
use spec::{Ports, UnitModel};

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::slumber::SlumberControl:
        SleepIsPastBreakEven by sleep_is_past_break_even,
        PartialWriteIsNeverOff by partial_write_is_never_off,
        LoadWaitsInOn by load_waits_in_on,
        CountEndsInTime by count_ends_in_time,
        DivergedNextIsRead by diverged_next_is_read,
        FetchNeedsLine by fetch_needs_line,
        EventsTakeOneCycle by events_take_one_cycle,
        ResetIsQuiet by reset_is_quiet,
    );
}

fn break_evens() -> impl Strategy<Value = BreakEvens> {
    let any = prop::collection::vec(1..1023_u16, 3).prop_map(|mut times| {
        times.sort_unstable();
        let [shallow, deep, off] = [times[0], times[1], times[2]];
        BreakEvens { shallow, deep, off }
    });
    prop_oneof![Just(BreakEvens::FERMI), any]
}

fn parameters(break_evens: BreakEvens) -> ControlParameters {
    ControlParameters::new(break_evens).expect("legal")
}

/// Any inputs at all: every port is filled with random bits.
fn inputs() -> impl Strategy<Value = ControlInputs> {
    let ports = ControlInputs::ports(&parameters(BreakEvens::FERMI));
    let words = frame_words(&ports);
    prop::collection::vec(any::<u32>(), words).prop_map(move |mut frame| {
        let mut at = 0;
        for port in &ports {
            let end = at + port.words;
            let unused = 32 * port.words - port.width;
            frame[end - 1] &= u32::MAX.checked_shr(unused as u32).unwrap_or(0);
            at = end;
        }
        ControlInputs::unpack(&frame)
    })
}

/// What `inputs` become.
fn after(break_evens: BreakEvens, inputs: &ControlInputs) -> ControlOutputs {
    let mut control = SlumberControl::new(parameters(break_evens));
    control.cycle(inputs).expect("in contract");
    control.cycle(&Default::default()).expect("in contract")
}

fn writes(latency: u16, partial: bool) -> ControlInputs {
    ControlInputs {
        write_latencies: Lanes([latency; 2]),
        write_partial: 3 * u8::from(partial),
        load_outcome: 1,
        load_latency: latency,
        ..Default::default()
    }
}

proptest! {
    #[test]
    fn sleep_is_past_break_even(break_evens in break_evens()) {
        let BreakEvens { shallow, deep, off } = break_evens;
        for latency in 1..1024 {
            let events = after(break_evens, &writes(latency, false));
            let idle = latency - 1;
            let pays = [u16::MAX, shallow, deep, off].map(|time| idle > time);
            let whole = |state: usize| state < 2 || idle >= 2 * TICK;
            let deepest = (1..4).rev().find(|&state| pays[state] && whole(state)).unwrap_or(0);
            prop_assert_eq!(events.write_targets, Lanes([deepest as u16; 2]));
            prop_assert_eq!(events.load_target as usize, deepest);
        }
    }

    #[test]
    fn partial_write_is_never_off(break_evens in break_evens()) {
        for latency in 0..1024 {
            let events = after(break_evens, &writes(latency, true));
            for target in events.write_targets.0 {
                prop_assert_ne!(target, Voltage::Ground as u16);
                prop_assert!(target == 2 || latency <= (break_evens.deep + 1).max(2 * TICK));
            }
            prop_assert_eq!(events.write_full, 0);
        }
    }

    #[test]
    fn load_waits_in_on(break_evens in break_evens(), latency in 0..1024_u16) {
        let loads = ControlInputs { write_load: 1, load_outcome: 0, ..writes(latency, false) };
        let events = after(break_evens, &loads);
        prop_assert_eq!(events.write_targets.0[0], 0);
        prop_assert_eq!(events.load_target, Voltage::Supply);
    }

    #[test]
    fn count_ends_in_time(break_evens in break_evens()) {
        for latency in 0..1024_u16 {
            let events = after(break_evens, &writes(latency, false));
            let idle = latency.max(1) - 1;
            let [count, other] = events.write_counts.0;
            prop_assert_eq!((count, count), (other, events.load_count));
            if events.write_targets.0[0] < 2 {
                prop_assert_eq!(count, idle.min(31));
            } else {
                // The first tick may take a whole one, and the longest wake takes one.
                let longest = TICK * count + TICK;
                prop_assert!(count > 0 && longest <= idle);
                prop_assert!(count == 31 || longest + TICK > idle);
            }
        }
    }

    #[test]
    fn diverged_next_is_read(inputs in inputs()) {
        let events = after(BreakEvens::FERMI, &inputs);
        for (lane, slot) in [0, 0, 0, 1, 1, 1, 2, 3].into_iter().enumerate() {
            let bit = |mask: u8, place: usize| mask >> place & 1 == 1;
            let writes = bit(inputs.done_next_write, lane) && !bit(inputs.slot_diverged, slot);
            let near = bit(inputs.slot_buffered, slot) || bit(inputs.line_hit, 2 + slot);
            let sleeps = !bit(inputs.slot_ready, slot);
            prop_assert_eq!(bit(events.done_down, lane), sleeps && !near);
            prop_assert_eq!(bit(events.done_keep, lane), sleeps && (near || !writes));
        }
    }

    #[test]
    fn fetch_needs_line(inputs in inputs()) {
        let events = after(BreakEvens::FERMI, &inputs);
        let kept = [0, 0x0f, 0xf0, 0xff][usize::from(inputs.line_hit & 3)];
        prop_assert_eq!(events.fetch_enable, inputs.fetch_enable & kept);
    }

    #[test]
    fn events_take_one_cycle(history in prop::collection::vec(inputs(), 1..20)) {
        let mut control = SlumberControl::new(parameters(BreakEvens::FERMI));
        let mut expected = ControlOutputs {
            load_target: Voltage::Supply,
            ..ControlOutputs::default()
        };
        for inputs in &history {
            prop_assert_eq!(control.cycle(inputs).expect("in contract"), expected);
            expected = after(BreakEvens::FERMI, inputs);
            prop_assert_eq!(expected.write_full, !inputs.write_partial & 3);
        }
    }

    #[test]
    fn reset_is_quiet(inputs in inputs()) {
        let mut control = SlumberControl::new(parameters(BreakEvens::FERMI));
        control.cycle(&inputs).expect("in contract");
        control.reset();
        let outputs = control.cycle(&inputs).expect("in contract");
        let ports = ControlOutputs::ports(&parameters(BreakEvens::FERMI));
        let mut frame = vec![!0; frame_words(&ports)];
        outputs.pack(&mut frame);
        prop_assert!(frame.iter().all(|&word| word == 0), "{outputs:?}");
    }
}
