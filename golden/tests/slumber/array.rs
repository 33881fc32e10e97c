//! The properties of `spec::slumber::PowerArray`, each under its own name.

use crate::properties::assert_claims;
use crate::slumber::events::{wake_delay, LOW};
use crate::slumber::parameters::delays;
use golden::slumber::{with_events_of, PowerArray, PowerController};
use proptest::prelude::*;
use spec::slumber::{
    ArrayInputs, ArrayOutputs, ArrayParameters, ControllerInputs, Delays, Lanes, Mode,
    RegisterLanes, RegisterPlane, Voltage, ACCESS_LANES,
};
use spec::UnitModel;

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::slumber::PowerArray:
        GrantImpliesReady by grant_implies_ready,
        ArrayIsControllers by array_is_controllers,
        OnlyNamedRegistersMove by only_named_registers_move,
        GrantDelayIsExact by grant_delay_is_exact,
        FinishBeatsWake by finish_beats_wake,
        PlanesAgree by planes_agree,
        ResetIsOff by reset_is_off,
    );
}

/// The registers that are used: few, so that events meet, and at both ends of a file of 64.
const USED: [u16; 8] = [0, 1, 2, 31, 32, 33, 62, 63];

fn array(delays: Delays) -> PowerArray {
    PowerArray::new(ArrayParameters::new(64, delays).expect("legal"))
}

fn lanes<const N: usize>() -> impl Strategy<Value = RegisterLanes<N>> {
    prop::array::uniform(prop::sample::select(&USED[..])).prop_map(Lanes)
}

/// A mask in which a bit is set one in four times.
fn rare() -> impl Strategy<Value = u16> {
    any::<(u16, u16)>().prop_map(|(a, b)| a & b)
}

/// Events at random. What contradicts itself is left out by [`run`].
fn inputs() -> impl Strategy<Value = ArrayInputs> {
    let masks = prop::collection::vec(rare(), 6);
    let registers = (lanes(), lanes(), lanes(), lanes(), lanes(), lanes());
    let ranges = (0..64_u16, 0..64_u16, 0..64_u16, 0..64_u16, any::<u8>());
    let counts = prop::array::uniform3(prop_oneof![0..4_u16, 0..32_u16]);
    (masks, registers, ranges, counts, any::<u64>()).prop_map(
        |(masks, registers, (a, b, c, d, seldom), counts, flags)| ArrayInputs {
            kernel_start: seldom == 0,
            allocate_valid: seldom & 3 == 1,
            allocate_first: a.min(b),
            allocate_last: a.max(b),
            finish_valid: seldom & 31 == 2,
            finish_first: c.min(d),
            finish_last: c.max(d),
            fetch_enable: masks[0] as u8,
            fetch_registers: registers.0,
            future_enable: masks[1] & 0x111,
            future_registers: registers.1,
            wake_enable: (masks[2] & masks[1]) as u8,
            wake_registers: registers.2,
            done_enable: masks[3] as u8,
            done_registers: registers.3,
            done_down: (flags | flags >> 8) as u8,
            done_keep: (flags >> 24) as u8,
            write_enable: masks[4] as u8 & 3,
            write_registers: registers.4,
            write_full: (flags >> 40) as u8 & 3,
            write_targets: Lanes([(flags >> 42) as u16 & 3, (flags >> 44) as u16 & 3]),
            write_counts: Lanes([counts[0], counts[1]]),
            load_valid: flags >> 46 & 1 == 1,
            load_register: USED[(flags >> 47) as usize & 7],
            load_target: Voltage::from_bits((flags >> 50) as u32),
            load_count: counts[2],
            next_enable: masks[5] as u8 & 3,
            next_registers: registers.5,
            next_write: (flags >> 52) as u8 & 3,
        },
    )
}

fn histories() -> impl Strategy<Value = Vec<ArrayInputs>> {
    prop::collection::vec(inputs(), 1..120)
}

/// A cycle of which `told` is told and in which the events of `next` come; none if they are out of
/// contract. Gives those that came.
fn step(
    array: &mut PowerArray,
    told: &ArrayInputs,
    next: &ArrayInputs,
) -> (ArrayInputs, ArrayOutputs) {
    for next in [next, &ArrayInputs::default()] {
        if let Ok(outputs) = array.cycle(&with_events_of(told, next)) {
            return (next.clone(), outputs);
        }
    }
    panic!("nothing is out of contract");
}

/// Runs what is in contract, behind a cycle in which the first events come.
pub fn run(array: &mut PowerArray, history: &[ArrayInputs]) -> Vec<(ArrayInputs, ArrayOutputs)> {
    let idle = ArrayInputs::default();
    let mut told = idle.clone();
    let mut ran = Vec::new();
    for next in history.iter().chain([&idle]) {
        let (came, outputs) = step(array, &told, next);
        ran.push((std::mem::replace(&mut told, came), outputs));
    }
    ran
}

/// The same events for a file of `registers` registers.
fn below(inputs: &ArrayInputs, registers: u16) -> ArrayInputs {
    let mut inputs = inputs.clone();
    let wrap = |named: &mut [u16]| named.iter_mut().for_each(|r| *r %= registers);
    wrap(&mut inputs.fetch_registers.0);
    wrap(&mut inputs.future_registers.0);
    wrap(&mut inputs.wake_registers.0);
    wrap(&mut inputs.done_registers.0);
    wrap(&mut inputs.write_registers.0);
    wrap(&mut inputs.next_registers.0);
    inputs.load_register %= registers;
    inputs.allocate_last = inputs.allocate_last.min(registers - 1);
    inputs.finish_last = inputs.finish_last.min(registers - 1);
    inputs
}

/// What [`run`] leaves out must be the lesser part.
#[test]
fn most_events_are_in_contract() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut ran, mut given) = (0, 0);
    for _ in 0..50 {
        let history = histories()
            .new_tree(&mut runner)
            .expect("a history")
            .current();
        given += history.len();
        let told = run(&mut array(Delays::FERMI), &history);
        ran += told
            .iter()
            .filter(|(told, _)| history.contains(told))
            .count();
    }
    assert!(ran * 4 > given * 3, "{ran} of {given}");
}

pub fn bit(plane: &RegisterPlane, register: u16) -> bool {
    plane[usize::from(register / 32)] >> (register % 32) & 1 == 1
}

/// The lanes that name `register`.
fn naming<const N: usize>(
    enable: impl Into<u32>,
    lanes: &RegisterLanes<N>,
    register: u16,
) -> Vec<usize> {
    let enable = enable.into();
    (0..N)
        .filter(|&lane| enable >> lane & 1 == 1 && lanes.0[lane] == register)
        .collect()
}

/// The events of one register, straight from the table of the contract.
fn events_of(register: u16, i: &ArrayInputs) -> ControllerInputs {
    let done = naming(i.done_enable, &i.done_registers, register);
    let write = naming(i.write_enable, &i.write_registers, register);
    let next = naming(i.next_enable, &i.next_registers, register);
    let within = |first, last| (first..=last).contains(&register);
    let some = |mask: u8| done.iter().any(|&lane| mask >> lane & 1 == 1);
    let all = |mask: u8, lanes: &[usize]| {
        !lanes.is_empty() && lanes.iter().all(|&lane| mask >> lane & 1 == 1)
    };
    let lane = write.first().copied();
    let load = i.load_valid && i.load_register == register;
    // A row tells one wait.
    let in_row = |enabled: bool, named: u16| usize::from(enabled && named / 32 == register / 32);
    let writes = (0..2).map(|k| in_row(i.write_enable >> k & 1 == 1, i.write_registers.0[k]));
    let alone = writes.sum::<usize>() + in_row(i.load_valid, i.load_register) == 1;
    let told = lane.filter(|_| alone);
    ControllerInputs {
        kernel_start: i.kernel_start,
        allocate: i.allocate_valid && within(i.allocate_first, i.allocate_last),
        finish: i.finish_valid && within(i.finish_first, i.finish_last),
        wake: !naming(i.wake_enable, &i.wake_registers, register).is_empty(),
        future: !naming(i.future_enable, &i.future_registers, register).is_empty(),
        fetch: !naming(i.fetch_enable, &i.fetch_registers, register).is_empty(),
        read_done: done.iter().any(|&lane| lane < 6),
        write_done: done.iter().any(|&lane| lane >= 6),
        done_next_write: !some(i.done_keep),
        done_stay: !some(i.done_down | i.done_keep),
        done_shallow: !some(i.done_down),
        write: lane.is_some(),
        write_full: told.is_some_and(|lane| i.write_full >> lane & 1 == 1),
        write_target: match (lane, told) {
            (_, Some(lane)) => Voltage::from_bits(u32::from(i.write_targets.0[lane])),
            (Some(_), None) => Voltage::Supply,
            (None, None) => Voltage::default(),
        },
        write_count: told.map_or(0, |lane| i.write_counts.0[lane]),
        load,
        load_target: match (load, alone) {
            (true, true) => i.load_target,
            (true, false) => Voltage::Supply,
            (false, _) => Voltage::default(),
        },
        load_count: if load && alone { i.load_count } else { 0 },
        next: !next.is_empty(),
        next_write: all(i.next_write, &next),
        tick: false,
    }
}

/// An array in which register 33 is allocated and rests in `mode`.
pub fn resting(delays: Delays, mode: Mode) -> PowerArray {
    let mut array = array(delays);
    let allocate = ArrayInputs {
        allocate_valid: true,
        allocate_last: 63,
        ..Default::default()
    };
    let done = ArrayInputs {
        done_enable: 1,
        done_registers: Lanes([33; ACCESS_LANES]),
        done_down: u8::from(mode == Mode::DeepSleep),
        done_keep: u8::from(mode != Mode::On),
        ..Default::default()
    };
    let mut history = vec![allocate];
    if mode != Mode::Off {
        history.extend(vec![wake(0, 33); usize::from(delays.off_wake) + 1]);
        history.push(done);
    }
    run(&mut array, &history);
    array
}

fn wake(lane: usize, register: u16) -> ArrayInputs {
    ArrayInputs {
        wake_enable: 1 << lane,
        wake_registers: Lanes([register; ACCESS_LANES]),
        ..Default::default()
    }
}

proptest! {
    #[test]
    fn grant_implies_ready(delays in delays(), history in histories()) {
        for (inputs, outputs) in run(&mut array(delays), &history) {
            for lane in 0..ACCESS_LANES {
                let enabled = inputs.wake_enable >> lane & 1 == 1;
                let ready = bit(&outputs.ready, inputs.wake_registers.0[lane]);
                prop_assert_eq!(outputs.grant >> lane & 1 == 1, enabled && ready);
            }
        }
    }

    #[test]
    fn array_is_controllers(delays in delays(), history in histories()) {
        let parameters = crate::slumber::parameters::controller(delays);
        let mut controllers = vec![PowerController::new(parameters); 64];
        for (cycle, (inputs, outputs)) in run(&mut array(delays), &history).iter().enumerate() {
            for register in 0..64_u16 {
                let events = ControllerInputs {
                    tick: cycle % 16 == 15,
                    ..events_of(register, inputs)
                };
                let controller = &mut controllers[usize::from(register)];
                let one = controller.cycle(&events).expect("in contract");
                let select = (bit(&outputs.voltage_high, register), bit(&outputs.voltage_low, register));
                prop_assert_eq!(select, (one.voltage as u8 & 2 != 0, one.voltage as u8 & 1 != 0));
                prop_assert_eq!(bit(&outputs.sleep, register), one.sleep);
                prop_assert_eq!(bit(&outputs.drowsy, register), one.drowsy);
                prop_assert_eq!(bit(&outputs.ready, register), one.ready);
                prop_assert_eq!(bit(&outputs.retained, register), one.retained);
            }
        }
    }

    #[test]
    fn only_named_registers_move(delays in delays(), history in histories()) {
        let mut array = array(delays);
        let idle = ArrayInputs::default();
        let mut told = idle.clone();
        for next in history.iter().chain([&idle]) {
            let before: Vec<_> = (0..64).map(|r| *array.register(r).expect("exists")).collect();
            let (came, _) = step(&mut array, &told, next);
            let told = std::mem::replace(&mut told, came);
            let nothing = events_of(64, &idle);
            for (register, before) in before.iter().enumerate() {
                let named = events_of(register as u16, &told) != nothing;
                let counts = before.moves_at(&delays).is_some();
                let after = array.register(register).expect("exists");
                prop_assert!(named || counts || after == before);
            }
        }
    }

    #[test]
    fn grant_delay_is_exact(
        delays in delays(),
        mode in prop::sample::select(&LOW[..]),
        lane in 0..ACCESS_LANES,
    ) {
        let mut array = resting(delays, mode);
        for cycle in 0..=wake_delay(&delays, mode) {
            let outputs = array.cycle(&wake(lane, 33)).expect("in contract");
            prop_assert_eq!(outputs.grant, 0, "cycle t + {}", cycle);
        }
        let outputs = array.cycle(&wake(lane, 33)).expect("in contract");
        prop_assert_eq!(outputs.grant, 1 << lane);
    }

    #[test]
    fn finish_beats_wake(delays in delays(), history in histories()) {
        let mut array = array(delays);
        run(&mut array, &history);
        let both = ArrayInputs {
            finish_valid: true,
            finish_last: 63,
            ..wake(0, 33)
        };
        run(&mut array, &[both]);
        let outputs = array.cycle(&Default::default()).expect("in contract");
        prop_assert_eq!(&outputs.sleep[..2], [u32::MAX; 2]);
        prop_assert_eq!(&outputs.drowsy[..2], [0; 2]);
        prop_assert_eq!(&outputs.retained[..2], [0; 2]);
    }

    #[test]
    fn a_frame_pads_planes_with_zeros(
        words in proptest::sample::select(vec![1_usize, 2, 4, 8, 12, 16, 24, 32]),
        history in histories(),
    ) {
        let registers = 32 * words;
        let parameters = ArrayParameters::new(registers as u16, Delays::FERMI).expect("legal");
        let history: Vec<_> = history.iter().map(|i| below(i, registers as u16)).collect();
        for (_, outputs) in run(&mut PowerArray::new(parameters), &history) {
            let planes = [outputs.sleep, outputs.drowsy, outputs.voltage_high, outputs.voltage_low];
            for plane in planes.iter().chain([&outputs.ready, &outputs.retained]) {
                prop_assert!(plane[words..].iter().all(|&word| word == 0));
            }
            let on = outputs.voltage_high[words - 1] | outputs.voltage_low[words - 1];
            prop_assert_eq!(outputs.sleep[words - 1], on);
        }
    }

    #[test]
    fn planes_agree(delays in delays(), history in histories()) {
        for (_, o) in run(&mut array(delays), &history) {
            for word in 0..32 {
                let (high, low) = (o.voltage_high[word], o.voltage_low[word]);
                prop_assert_eq!(o.sleep[word], high | low);
                prop_assert_eq!(o.drowsy[word], high ^ low);
                prop_assert_eq!(o.ready[word] & (high | low), 0);
            }
        }
    }

    #[test]
    fn reset_is_off(delays in delays(), history in histories()) {
        let mut used = array(delays);
        run(&mut used, &history);
        used.reset();
        prop_assert_eq!(used.total_residency().total(), 0);
        let first = used.clone().cycle(&Default::default()).expect("in contract");
        prop_assert_eq!((first.voltage_high[0], first.voltage_low[1]), (u32::MAX, u32::MAX));
        prop_assert_eq!(run(&mut used, &history), run(&mut array(delays), &history));
    }
}
