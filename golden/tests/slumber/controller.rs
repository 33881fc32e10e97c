//! The properties of `spec::slumber::PowerController`, each under its own name.

use crate::properties::assert_claims;
use crate::slumber::events::{controller, events, histories, resting, run, step, wake_delay, LOW};
use crate::slumber::parameters::delays;
use proptest::prelude::*;
use spec::slumber::{ControllerInputs, ControllerOutputs, Delays, Mode, Voltage};
use spec::UnitModel;
use surroundings::slumber::table::{self, State};

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::slumber::PowerController:
        ReadyOnlyWhenOn by ready_only_when_on,
        WakeDelayIsExact by wake_delay_is_exact,
        WakeEndsInOn by wake_ends_in_on,
        TimedWakeIsExact by timed_wake_is_exact,
        NextReadIsNeverOff by next_read_is_never_off,
        OffOnlyWhenDead by off_only_when_dead,
        RetainedUntilOff by retained_until_off,
        LiveValueIsRetained by live_value_is_retained,
        PendingWriteIsUndisturbed by pending_write_is_undisturbed,
        StateFollowsTable by state_follows_table,
        NextWriteIsAsTold by next_write_is_as_told,
        SwitchFollowsState by switch_follows_state,
        CounterNeverWraps by counter_never_wraps,
        ResetIsOff by reset_is_off,
    );
}

fn wake() -> ControllerInputs {
    ControllerInputs {
        wake: true,
        ..Default::default()
    }
}

/// The outputs of each cycle with the inputs of the cycle before and the outputs of then.
fn edges<'a>(
    history: &'a [ControllerInputs],
    outputs: &'a [ControllerOutputs],
) -> impl Iterator<
    Item = (
        &'a ControllerOutputs,
        &'a ControllerInputs,
        &'a ControllerOutputs,
    ),
> {
    let steps = outputs.windows(2).zip(history);
    steps.map(|(pair, inputs)| (&pair[0], inputs, &pair[1]))
}

fn freed(inputs: &ControllerInputs) -> bool {
    inputs.kernel_start || inputs.finish
}

/// What the contract's rules make of the outputs of each cycle, and the outputs of the next.
fn followed<'a>(
    history: &'a [ControllerInputs],
    outputs: &'a [ControllerOutputs],
    delays: &Delays,
) -> Vec<(State, &'a ControllerOutputs)> {
    let (mut a, mut p) = (false, false);
    let follow = |(before, inputs, after): (&ControllerOutputs, _, &'a ControllerOutputs)| {
        let state = State {
            s: before.state,
            c: before.remaining,
            a,
            p,
            n: before.next_write,
            r: before.retained,
        };
        let state = table::next(state, inputs, delays);
        (a, p) = (state.a, state.p);
        (state, after)
    };
    edges(history, outputs).map(follow).collect()
}

proptest! {
    #[test]
    fn ready_only_when_on(delays in delays(), history in histories()) {
        for outputs in run(&mut controller(delays), &history) {
            prop_assert_eq!(outputs.ready, outputs.state == Mode::On);
        }
    }

    #[test]
    fn wake_delay_is_exact(delays in delays(), mode in prop::sample::select(&LOW[..])) {
        let mut controller = resting(delays, mode);
        for cycle in 0..=wake_delay(&delays, mode) {
            prop_assert!(!step(&mut controller, &wake()).ready, "cycle t + {cycle}");
        }
        prop_assert!(step(&mut controller, &wake()).ready);
    }

    #[test]
    fn wake_ends_in_on(
        delays in delays(),
        history in histories(),
        company in prop::collection::vec(events(), 80),
    ) {
        let mut controller = controller(delays);
        run(&mut controller, &history);
        let bound = (1 + delays.off_wake).max(delays.off_lift + delays.shallow_wake);
        let held = |events: &ControllerInputs| ControllerInputs {
            wake: true,
            kernel_start: false,
            finish: false,
            ..events.clone()
        };
        let cycles = company.iter().cycle().take(usize::from(bound));
        for inputs in cycles {
            step(&mut controller, &held(inputs));
        }
        for inputs in &company {
            prop_assert!(step(&mut controller, &held(inputs)).ready);
        }
    }

    #[test]
    fn timed_wake_is_exact(
        delays in delays(),
        mode in prop::sample::select(&LOW[..]),
        full in any::<bool>(),
        load in any::<bool>(),
        beyond in 1..31_u16,
        ticks in prop::collection::vec(any::<bool>(), 1..40),
    ) {
        prop_assume!(full || mode != Mode::Off);
        let count = match mode {
            Mode::ShallowSleep => (delays.shallow_wake + beyond).min(31),
            _ => beyond,
        };
        let target = mode.voltage();
        let mut controller = resting(delays, Mode::On);
        let write = ControllerInputs {
            write: true,
            write_full: full,
            write_target: if load { Voltage::Supply } else { target },
            write_count: count,
            ..Default::default()
        };
        step(&mut controller, &write);
        if load {
            let outcome = ControllerInputs {
                load: true,
                load_target: target,
                load_count: count,
                ..Default::default()
            };
            step(&mut controller, &outcome);
        }
        let mut remaining = count;
        let mut waking = false;
        for tick in ticks.into_iter().chain([true]).cycle() {
            let outputs = step(&mut controller, &ControllerInputs { tick, ..Default::default() });
            prop_assert_eq!(outputs.ready, remaining == 0);
            if remaining == 0 {
                break;
            }
            prop_assert_eq!(outputs.remaining, remaining);
            prop_assert_eq!(outputs.state, if waking { Mode::Waking } else { mode });
            // In DS and OFF it counts ticks, and then the delay.
            if waking || mode == Mode::ShallowSleep {
                remaining -= 1;
                waking |= remaining == delays.shallow_wake;
            } else if tick {
                remaining -= 1;
                if remaining == 0 {
                    (waking, remaining) = (true, wake_delay(&delays, mode));
                }
            }
        }
    }

    #[test]
    fn next_read_is_never_off(delays in delays(), history in histories()) {
        for outputs in run(&mut controller(delays), &history) {
            prop_assert!(outputs.state != Mode::Off || outputs.next_write);
        }
    }

    #[test]
    fn off_only_when_dead(delays in delays(), history in histories()) {
        let outputs = run(&mut controller(delays), &history);
        for (before, inputs, after) in edges(&history, &outputs) {
            let entered = before.state != Mode::Off && after.state == Mode::Off;
            // Full is what the write says, or what was said of the next access before or now.
            let told = inputs.write && inputs.write_full
                || inputs.done_next_write && (inputs.read_done || inputs.write_done)
                || inputs.next && inputs.next_write
                || before.next_write;
            prop_assert!(!entered || freed(inputs) || after.next_write && told);
        }
    }

    #[test]
    fn retained_until_off(delays in delays(), history in histories()) {
        let outputs = run(&mut controller(delays), &history);
        let mut allocated = false;
        for (before, inputs, after) in edges(&history, &outputs) {
            let written = inputs.write_done && allocated && before.ready;
            let kept = after.state != Mode::Off && (before.retained || written);
            prop_assert_eq!(after.retained, kept);
            allocated = !freed(inputs) && (allocated || inputs.allocate);
        }
    }

    #[test]
    fn live_value_is_retained(delays in delays(), history in histories()) {
        let outputs = run(&mut controller(delays), &history);
        let (mut allocated, mut live) = (false, false);
        for (before, inputs, after) in edges(&history, &outputs) {
            let written = inputs.write_done && allocated && before.ready;
            live = !freed(inputs) && (written || (live && !before.next_write));
            prop_assert!(!live || after.next_write || after.retained);
            allocated = !freed(inputs) && (allocated || inputs.allocate);
        }
    }

    #[test]
    fn pending_write_is_undisturbed(
        delays in delays(),
        before in histories(),
        count in 0..32_u16,
        target in 0..4_u32,
        noise in prop::collection::vec(events(), 1..100),
    ) {
        let mut quiet = controller(delays);
        run(&mut quiet, &before);
        let allocate = ControllerInputs { allocate: true, ..Default::default() };
        let write = ControllerInputs {
            write: true,
            write_full: true,
            write_target: Voltage::from_bits(target),
            write_count: count,
            ..Default::default()
        };
        run(&mut quiet, &[allocate, write]);
        let mut noisy = quiet.clone();
        for events in noise {
            let noise = ControllerInputs {
                read_done: events.read_done,
                done_next_write: events.done_next_write,
                done_stay: events.done_stay,
                done_shallow: events.done_shallow,
                fetch: events.fetch,
                future: events.future,
                next: events.next,
                next_write: events.next_write,
                tick: events.tick,
                ..Default::default()
            };
            let silence = ControllerInputs { tick: events.tick, ..Default::default() };
            prop_assert_eq!(step(&mut noisy, &noise), step(&mut quiet, &silence));
        }
    }

    #[test]
    fn state_follows_table(delays in delays(), history in histories()) {
        let outputs = run(&mut controller(delays), &history);
        for (state, after) in followed(&history, &outputs, &delays) {
            prop_assert_eq!((after.state, after.remaining), (state.s, state.c));
        }
    }

    #[test]
    fn next_write_is_as_told(delays in delays(), history in histories()) {
        let outputs = run(&mut controller(delays), &history);
        for (state, after) in followed(&history, &outputs, &delays) {
            prop_assert_eq!(after.next_write, state.n);
        }
    }

    #[test]
    fn switch_follows_state(delays in delays(), history in histories()) {
        for outputs in run(&mut controller(delays), &history) {
            let voltage = outputs.state as u8 & 3;
            prop_assert_eq!(outputs.voltage as u8, voltage);
            prop_assert_eq!(outputs.sleep, voltage != 0);
            prop_assert_eq!(outputs.drowsy, voltage == 1 || voltage == 2);
        }
    }

    #[test]
    fn counter_never_wraps(delays in delays(), history in histories()) {
        let outputs = run(&mut controller(delays), &history);
        let wakes = [delays.shallow_wake, delays.deep_wake, delays.off_wake];
        let lifts = [delays.deep_lift, delays.off_lift].map(|lift| lift + delays.shallow_wake);
        for (before, inputs, after) in edges(&history, &outputs) {
            let loads = [inputs.write_count, inputs.load_count];
            let falls = before.remaining > 0 && after.remaining == before.remaining - 1;
            let loaded = wakes.iter().chain(&lifts).chain(&loads).any(|&n| n == after.remaining);
            let ticks = matches!(before.state, Mode::DeepSleep | Mode::Off) && !inputs.tick;
            let holds = ticks && after.remaining == before.remaining;
            prop_assert!(falls || loaded || holds || after.remaining == 0);
            prop_assert!(before.remaining > 0 || after.remaining == 0 || loaded);
        }
    }

    #[test]
    fn reset_is_off(delays in delays(), history in histories()) {
        let mut used = controller(delays);
        run(&mut used, &history);
        used.reset();
        let first = step(&mut used.clone(), &Default::default());
        prop_assert_eq!(first.state, Mode::Off);
        prop_assert_eq!((first.retained, first.next_write, first.remaining), (false, true, 0));
        prop_assert_eq!(run(&mut used, &history), run(&mut controller(delays), &history));
    }
}
