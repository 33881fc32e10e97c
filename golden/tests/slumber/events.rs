//! Events at random, within the contract, and a controller that is watched while they come.

use golden::slumber::{PowerController, SlumberTop};
use proptest::prelude::*;
use spec::slumber::{
    ControllerInputs, ControllerOutputs, Delays, Mode, TopInputs, TopOutputs, Voltage,
};
use spec::UnitModel;

/// The events of one register in a cycle; each kind is rare enough that the others get their turn.
pub fn events() -> impl Strategy<Value = ControllerInputs> {
    let counts = prop_oneof![0..4_u16, Just(31), 0..32_u16];
    (any::<u64>(), any::<u64>(), counts).prop_map(|(rare, flags, count)| {
        // Four bits of `rare` for each event: one in `2^bits`.
        let one_in = |place: u32, bits: u32| rare >> (4 * place) & ((1 << bits) - 1) == 0;
        let flag = |place: u32| flags >> place & 1 == 1;
        let target = |place: u32| Voltage::from_bits((flags >> place) as u32);
        let write = one_in(0, 3);
        let write_done = !write && one_in(1, 3);
        let finish = one_in(2, 4) && flag(20);
        ControllerInputs {
            kernel_start: one_in(3, 4) && flag(21) && flag(22),
            finish,
            allocate: !finish && one_in(4, 2),
            wake: one_in(5, 3),
            future: one_in(6, 3),
            fetch: one_in(7, 3),
            read_done: one_in(8, 2),
            write_done,
            done_next_write: flag(0),
            done_stay: flag(1) && flag(2),
            done_shallow: flag(3) && flag(4),
            write,
            write_full: flag(5),
            write_target: target(6),
            write_count: count,
            load: !write && !write_done && one_in(9, 2),
            load_target: target(8),
            load_count: count,
            next: one_in(10, 3),
            next_write: flag(10),
            tick: flag(11) && flag(12),
        }
    })
}

/// Many cycles of events.
pub fn histories() -> impl Strategy<Value = Vec<ControllerInputs>> {
    prop::collection::vec(events(), 1..200)
}

/// A controller with `delays`.
pub fn controller(delays: Delays) -> PowerController {
    PowerController::new(crate::slumber::parameters::controller(delays))
}

/// One cycle of a controller within the contract.
pub fn step(controller: &mut PowerController, inputs: &ControllerInputs) -> ControllerOutputs {
    controller.cycle(inputs).expect("in contract")
}

/// One cycle of a top within the contract.
pub fn step_top(top: &mut SlumberTop, inputs: &TopInputs) -> TopOutputs {
    top.cycle(inputs).expect("in contract")
}

/// The outputs of a history, one a cycle.
pub fn run(
    controller: &mut PowerController,
    history: &[ControllerInputs],
) -> Vec<ControllerOutputs> {
    history
        .iter()
        .map(|inputs| step(controller, inputs))
        .collect()
}

/// A controller with `delays`, allocated and resting in `mode`.
pub fn resting(delays: Delays, mode: Mode) -> PowerController {
    let mut controller = controller(delays);
    let allocate = ControllerInputs {
        allocate: true,
        ..Default::default()
    };
    step(&mut controller, &allocate);
    if mode == Mode::Off {
        return controller;
    }
    let wake = ControllerInputs {
        wake: true,
        ..Default::default()
    };
    while !step(&mut controller, &wake).ready {}
    let done = ControllerInputs {
        read_done: true,
        done_stay: mode == Mode::On,
        done_shallow: mode == Mode::ShallowSleep,
        ..Default::default()
    };
    step(&mut controller, &done);
    controller
}

/// The wake delay of a resting state.
pub fn wake_delay(delays: &Delays, mode: Mode) -> u16 {
    match mode {
        Mode::ShallowSleep => delays.shallow_wake,
        Mode::DeepSleep => delays.deep_wake,
        Mode::Off => delays.off_wake,
        Mode::On | Mode::Waking | Mode::Lifting => 0,
    }
}

/// The resting states below ON.
pub const LOW: [Mode; 3] = [Mode::ShallowSleep, Mode::DeepSleep, Mode::Off];

#[test]
fn resting_rests() {
    for mode in LOW.into_iter().chain([Mode::On]) {
        let mut controller = resting(Delays::FERMI, mode);
        for _ in 0..50 {
            assert_eq!(step(&mut controller, &Default::default()).state, mode);
        }
    }
}
