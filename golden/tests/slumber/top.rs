//! The properties of `spec::slumber::SlumberTop`, each under its own name.

use crate::properties::assert_claims;
use crate::slumber::events::step_top;
use crate::slumber::parameters::{delays, small_top, top};
use golden::slumber::{FetchUnitList, MshrTracker, PowerArray, SlumberControl, SlumberTop};
use proptest::prelude::*;
use spec::slumber::{
    ArrayInputs, BreakEvens, ControlInputs, Delays, Lanes, ListInputs, PcLanes, RegisterPlane,
    TopInputs, TopOutputs, TopParameters, TrackerInputs, ACCESS_LANES, TICK,
};
use spec::UnitModel;
use surroundings::slumber::environment::{stream, Access, Contents, Environment};

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::slumber::SlumberTop:
        GrantImpliesReady by grant_implies_ready,
        LiveValueIsNeverLost by live_value_is_never_lost,
        DeterministicWriteFindsOn by deterministic_write_finds_on,
        MissIsOffUntilLeastLatency by miss_is_off_until_least_latency,
        TopIsItsParts by top_is_its_parts,
        PlanesAgree by planes_agree,
        ResetIsOff by reset_is_off,
    );
}

fn break_evens(delays: &Delays) -> BreakEvens {
    BreakEvens {
        shallow: delays.shallow_wake,
        deep: delays.deep_wake,
        off: delays.off_wake,
    }
}

fn parameters() -> impl Strategy<Value = TopParameters> {
    let small = delays().prop_map(|delays| small_top(delays, break_evens(&delays)));
    prop_oneof![3 => small, 1 => Just(top("fermi-256"))]
}

fn bit(plane: &RegisterPlane, register: u16) -> bool {
    plane[usize::from(register / 32)] >> (register % 32) & 1 == 1
}

/// A register file that forgets: what is at 0 V, or comes up from there, holds nothing.
struct Storage(Vec<Contents>);

impl Storage {
    fn power(&mut self, outputs: &TopOutputs) {
        for (register, contents) in (0..).zip(&mut self.0) {
            if bit(&outputs.voltage_high, register) && bit(&outputs.voltage_low, register) {
                *contents = [None; 2];
            }
        }
    }

    fn access(&mut self, register: u16, access: Access) -> Result<(), TestCaseError> {
        let contents = &mut self.0[usize::from(register)];
        match access {
            Access::Read { expected } => {
                for (held, expected) in contents.iter().zip(expected) {
                    prop_assert!(
                        expected.is_none() || *held == expected,
                        "register {register}"
                    );
                }
            }
            Access::Write { value, partial } => {
                contents[0] = Some(value);
                if !partial {
                    contents[1] = Some(value);
                }
            }
        }
        Ok(())
    }
}

/// A top with registers 0 to 31 allocated and `register` ON.
fn on(parameters: TopParameters, register: u16) -> SlumberTop {
    let mut model = SlumberTop::new(parameters);
    let allocate = TopInputs {
        allocate_valid: true,
        allocate_last: 31,
        ..Default::default()
    };
    step_top(&mut model, &allocate);
    step_top(&mut model, &Default::default());
    let wake = TopInputs {
        wake_enable: 1,
        wake_registers: Lanes([register; ACCESS_LANES]),
        ..Default::default()
    };
    while step_top(&mut model, &wake).grant == 0 {}
    model
}

fn write(register: u16) -> TopInputs {
    TopInputs {
        write_enable: 1,
        write_registers: Lanes([register, 0]),
        ..Default::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn grant_implies_ready(parameters in parameters(), seed in any::<u64>()) {
        let mut model = SlumberTop::new(parameters);
        for inputs in stream(parameters, seed, 3_000).expect("in contract") {
            let outputs = step_top(&mut model, &inputs);
            for lane in 0..ACCESS_LANES {
                let enabled = inputs.wake_enable >> lane & 1 == 1;
                let ready = bit(&outputs.ready, inputs.wake_registers.0[lane]);
                prop_assert_eq!(outputs.grant >> lane & 1 == 1, enabled && ready);
            }
        }
    }

    #[test]
    fn live_value_is_never_lost(parameters in parameters(), seed in any::<u64>()) {
        let mut model = SlumberTop::new(parameters);
        let mut environment = Environment::new(parameters, seed);
        let mut storage = Storage(vec![[None; 2]; parameters.array().registers()]);
        let mut reads = 0;
        for _ in 0..8_000 {
            let live = environment.live();
            let outputs = step_top(&mut model, &environment.offer());
            let selects = outputs.voltage_high.iter().zip(&outputs.voltage_low);
            for (live, (high, low)) in live.iter().zip(selects) {
                prop_assert_eq!(live & high & low, 0);
            }
            storage.power(&outputs);
            for performed in environment.observe(&outputs) {
                storage.access(performed.register, performed.access)?;
                reads += usize::from(matches!(performed.access, Access::Read { .. }));
            }
        }
        prop_assert!(reads > 40, "only {reads} reads");
    }

    #[test]
    fn deterministic_write_finds_on(
        delays in delays(),
        partial in any::<bool>(),
        latencies in prop::collection::vec(1..1024_u16, 8),
    ) {
        let break_evens = break_evens(&delays);
        let parameters = small_top(delays, break_evens);
        for latency in (1..60).chain(latencies) {
            let mut model = on(parameters, 7);
            let dispatch = TopInputs {
                write_latencies: Lanes([latency, 0]),
                write_partial: u8::from(partial),
                ..write(7)
            };
            step_top(&mut model, &dispatch);
            let sleeps = latency - 1 > break_evens.shallow;
            let ticks = latency - 1 > break_evens.deep && latency > 2 * TICK;
            // By how much it may be early: the first tick, the rest of the last one, a shorter wake,
            // and what the counter does not hold.
            let early = if ticks { 3 * TICK + latency.saturating_sub(512) } else { latency.saturating_sub(32) };
            for cycle in 1..=latency {
                let outputs = step_top(&mut model, &Default::default());
                let ready = bit(&outputs.ready, 7);
                let awake = cycle == 1 || !sleeps;
                let free = cycle > 1 && sleeps && cycle + early > latency;
                prop_assert!(free || ready == awake, "latency {latency} at {cycle}");
            }
            let outputs = step_top(&mut model, &Default::default());
            prop_assert!(bit(&outputs.ready, 7), "latency {latency}");
        }
    }

    #[test]
    fn miss_is_off_until_least_latency(
        outcome in 1..3_u8,
        late in any::<bool>(),
        partial in any::<bool>(),
    ) {
        let fermi = top("fermi");
        let mut model = on(fermi, 7);
        let dispatch = TopInputs {
            write_load: 1,
            write_partial: u8::from(partial),
            ..write(7)
        };
        step_top(&mut model, &dispatch);
        for _ in 0..20 {
            prop_assert!(bit(&step_top(&mut model, &Default::default()).ready, 7));
        }
        let load = TopInputs {
            load_valid: true,
            load_warp: 63,
            load_register: 7,
            ..Default::default()
        };
        let report = TopInputs {
            report_valid: true,
            report_warp: 63,
            report_outcome: outcome,
            ..if late { Default::default() } else { load.clone() }
        };
        step_top(&mut model, &report);
        if late {
            step_top(&mut model, &load);
        }
        let latency = [45, 200, 400][usize::from(outcome)];
        prop_assert!(bit(&step_top(&mut model, &Default::default()).ready, 7));
        for cycle in 2..=latency {
            let outputs = step_top(&mut model, &Default::default());
            let delay = if partial { 13 } else { 16 };
            let sleeps = bit(&outputs.sleep, 7);
            let (must, may) = (cycle + delay + 2 * TICK <= latency, cycle + delay <= latency);
            prop_assert!(sleeps || !must, "cycle t + {}", cycle);
            prop_assert!(!sleeps || may, "cycle t + {}", cycle);
            prop_assert_eq!(bit(&outputs.drowsy, 7), sleeps && partial);
            prop_assert!(!bit(&outputs.ready, 7) || !must);
        }
        prop_assert!(bit(&step_top(&mut model, &Default::default()).ready, 7));
    }

    #[test]
    fn top_is_its_parts(parameters in parameters(), seed in any::<u64>()) {
        let mut whole = SlumberTop::new(parameters);
        let mut parts = Parts::new(parameters);
        for inputs in stream(parameters, seed, 3_000).expect("in contract") {
            prop_assert_eq!(step_top(&mut whole, &inputs), parts.cycle(&inputs));
        }
    }

    #[test]
    fn planes_agree(parameters in parameters(), seed in any::<u64>()) {
        let mut model = SlumberTop::new(parameters);
        for inputs in stream(parameters, seed, 3_000).expect("in contract") {
            let o = step_top(&mut model, &inputs);
            for word in 0..32 {
                let (high, low) = (o.voltage_high[word], o.voltage_low[word]);
                prop_assert_eq!(o.sleep[word], high | low);
                prop_assert_eq!(o.drowsy[word], high ^ low);
                prop_assert_eq!(o.ready[word] & (high | low), 0);
            }
        }
    }

    #[test]
    fn reset_is_off(parameters in parameters(), seed in any::<u64>()) {
        let stimulus = stream(parameters, seed, 2_000).expect("in contract");
        let mut used = SlumberTop::new(parameters);
        let first: Vec<_> = stimulus.iter().map(|i| step_top(&mut used, i)).collect();
        used.reset();
        let second: Vec<_> = stimulus.iter().map(|i| step_top(&mut used, i)).collect();
        prop_assert_eq!(&first[0].ready, &[0; 32]);
        prop_assert!(first == second);
    }
}

/// The parts as their own models, wired as the contract draws them.
struct Parts {
    tracker: MshrTracker,
    list: FetchUnitList,
    control: SlumberControl,
    array: PowerArray,
}

impl Parts {
    fn new(parameters: TopParameters) -> Self {
        Self {
            tracker: MshrTracker::new(parameters.tracker()),
            list: FetchUnitList::new(parameters.list()),
            control: SlumberControl::new(parameters.control()),
            array: PowerArray::new(parameters.array()),
        }
    }

    fn cycle(&mut self, i: &TopInputs) -> TopOutputs {
        let [f0, f1] = i.fetch_pcs.0;
        let [s0, s1, s2, s3] = i.slot_pcs.0;
        let list = self.list.cycle(&ListInputs {
            flush: i.kernel_start,
            fill_valid: i.fill_valid,
            fill_pc: i.fill_pc,
            evict_valid: i.evict_valid,
            evict_pc: i.evict_pc,
            lookup_pcs: PcLanes([f0, f1, s0, s1, s2, s3]),
        });
        let tracker = self.tracker.cycle(&TrackerInputs {
            clear: i.kernel_start,
            report_valid: i.report_valid,
            report_warp: i.report_warp,
            report_outcome: i.report_outcome,
            query_warp: i.load_warp,
        });
        let tracker = tracker.expect("in contract");
        let told = ControlInputs {
            fetch_enable: i.fetch_enable,
            done_next_write: i.done_next_write,
            slot_ready: i.slot_ready,
            slot_buffered: i.slot_buffered,
            slot_diverged: i.slot_diverged,
            write_partial: i.write_partial,
            write_load: i.write_load,
            write_latencies: i.write_latencies,
            load_outcome: tracker.outcome,
            load_latency: tracker.latency,
            line_hit: list.expect("in contract").hit,
        };
        let c = self.control.cycle(&told).expect("in contract");
        let events = ArrayInputs {
            kernel_start: i.kernel_start,
            allocate_valid: i.allocate_valid,
            allocate_first: i.allocate_first,
            allocate_last: i.allocate_last,
            finish_valid: i.finish_valid,
            finish_first: i.finish_first,
            finish_last: i.finish_last,
            fetch_enable: c.fetch_enable,
            fetch_registers: i.fetch_registers,
            future_enable: i.future_enable,
            future_registers: i.future_registers,
            wake_enable: i.wake_enable,
            wake_registers: i.wake_registers,
            done_enable: i.done_enable,
            done_registers: i.done_registers,
            done_down: c.done_down,
            done_keep: c.done_keep,
            write_enable: i.write_enable,
            write_registers: i.write_registers,
            write_full: c.write_full,
            write_targets: c.write_targets,
            write_counts: c.write_counts,
            load_valid: i.load_valid,
            load_register: i.load_register,
            load_target: c.load_target,
            load_count: c.load_count,
            next_enable: i.next_enable,
            next_registers: i.next_registers,
            next_write: i.next_write,
        };
        let o = self.array.cycle(&events).expect("in contract");
        TopOutputs {
            sleep: o.sleep,
            drowsy: o.drowsy,
            voltage_high: o.voltage_high,
            voltage_low: o.voltage_low,
            ready: o.ready,
            retained: o.retained,
            grant: o.grant,
        }
    }
}
