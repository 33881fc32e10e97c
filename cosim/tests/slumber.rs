//! What the stimulus of the Slumber units reaches.

use crate::common;

use common::run;
use cosim::lockstep::{Lockstep, Verdict, Watch};
use spec::slumber::{ControllerInputs, ControllerOutputs, Mode};
use spec::{Ports, Preset, UnitId, PRESETS};
use surroundings::interface::Interface;
use surroundings::kit::kit;

fn presets(unit: UnitId) -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(move |p| p.unit == unit)
}

/// Every step from state to state that the contract knows, and each kind of event in each state.
#[test]
fn stimulus_of_the_controller_reaches_every_transition() {
    // Rows ON, SS, DS, OFF, waking, lifting, as in golden's own test.
    let possible = [
        [1, 1, 1, 1, 0, 0],
        [0, 1, 1, 1, 1, 0],
        [0, 0, 1, 1, 1, 1],
        [0, 0, 0, 1, 1, 1],
        [1, 1, 1, 1, 1, 0],
        [0, 1, 1, 1, 1, 1],
    ];
    for preset in presets(UnitId::PowerController) {
        let mut possible = possible;
        if preset.name == "one-cycle" {
            // No transitional state lasts longer than the cycle that it begins in.
            (possible[4][4], possible[5][5]) = (0, 0);
        }
        let mut steps = [[0_u32; 6]; 6];
        let mut events = [[0_u32; 11]; 6];
        let mut last = None;
        for (reset, inputs, outputs) in run(preset, 1, 60_000) {
            if reset {
                last = None;
                continue;
            }
            let i = ControllerInputs::unpack(&inputs);
            let state = ControllerOutputs::unpack(&outputs).state;
            let came = [
                i.kernel_start,
                i.finish,
                i.allocate,
                i.wake,
                i.future,
                i.fetch,
                i.read_done,
                i.write_done,
                i.write,
                i.load,
                i.next,
            ];
            for (count, came) in events[state as usize].iter_mut().zip(came) {
                *count += u32::from(came);
            }
            if let Some(last) = last.replace(state) {
                steps[last as usize][state as usize] += 1;
            }
        }
        println!("{}: {steps:?}\n{events:?}", preset.name);
        assert_eq!(
            steps.map(|row| row.map(|n| u32::from(n > 4))),
            possible,
            "{}: {steps:?}",
            preset.name
        );
        for (mode, events) in Mode::ALL.iter().zip(events) {
            assert!(
                events.iter().all(|&n| n > 0),
                "{} {mode:?}: {events:?}",
                preset.name
            );
        }
    }
}

/// Registers are in every state at once, and every access lane is granted and refused.
#[test]
fn stimulus_of_array_and_top_reaches_every_voltage() {
    for unit in [UnitId::PowerArray, UnitId::SlumberTop] {
        for preset in presets(unit) {
            let interface = Interface::of(&preset.parameters);
            let slot = |name| {
                let slot = interface.outputs().iter().find(|s| s.port.name == name);
                slot.expect("an output").range()
            };
            let inputs_of = |name| {
                let slot = interface.inputs().iter().find(|s| s.port.name == name);
                slot.expect("an input").range()
            };
            let (high, low) = (slot("out_voltage_high"), slot("out_voltage_low"));
            let (ready, retained) = (slot("out_ready"), slot("out_retained"));
            let (grant, wake) = (slot("out_grant").start, inputs_of("in_wake_enable").start);
            let mut most = [0_u32; 5];
            let (mut granted, mut refused) = (0, 0);
            for (reset, inputs, outputs) in run(preset, 1, 20_000) {
                if reset {
                    continue;
                }
                let ones = |f: &dyn Fn(usize) -> u32| (0..32).map(|i| f(i).count_ones()).sum();
                let word = |range: &std::ops::Range<usize>, i: usize| outputs[range.start + i];
                let counts: [u32; 5] = [
                    ones(&|i| word(&ready, i)),
                    ones(&|i| !word(&high, i) & word(&low, i)),
                    ones(&|i| word(&high, i) & !word(&low, i)),
                    ones(&|i| word(&high, i) & word(&low, i)),
                    ones(&|i| word(&retained, i)),
                ];
                for (most, count) in most.iter_mut().zip(counts) {
                    *most = count.max(*most);
                }
                granted |= outputs[grant];
                refused |= inputs[wake] & !outputs[grant];
            }
            println!("{} {}: {most:?}", preset.unit, preset.name);
            assert!(most.iter().all(|&n| n >= 8), "{} {most:?}", preset.name);
            assert_eq!(
                (granted & 0xff, refused & 0xff),
                (0xff, 0xff),
                "{}",
                preset.name
            );
        }
    }
}

/// The long version of what `lockstep.rs` does for all units.
#[test]
#[ignore = "minutes long"]
fn a_million_cycles_stay_in_contract() {
    for preset in PRESETS.iter().filter(|p| p.unit.stem() == "slumber") {
        let interface = Interface::of(&preset.parameters);
        let kit = kit(&preset.parameters);
        let start = std::time::Instant::now();
        let mut lockstep = Lockstep::start(&interface, &*kit.golden(), &*kit.golden(), 1)
            .unwrap()
            .with_oracle(kit.oracle());
        let mut generator = kit.generator(&interface, 1);
        let verdict = lockstep
            .run(&mut *generator, 1_000_000, &Watch::default())
            .unwrap();
        let seconds = start.elapsed().as_secs_f64();
        println!("{} {}: {seconds:.1} s", preset.unit, preset.name);
        let label = format!("{} {}", preset.unit, preset.name);
        assert_eq!(verdict, Verdict::Match { cycles: 1_000_000 }, "{label}");
    }
}
