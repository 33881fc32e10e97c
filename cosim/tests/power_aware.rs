//! Power-aware cosimulation: values are lost without power, and only the storage can tell.

use crate::common;

use common::Fault;
use cosim::engines::faulty::FaultyEngine;
use cosim::lockstep::{Lockstep, Subject, Verdict, Watch};
use spec::regfile::{BankGateInputs, BankGateOutputs};
use spec::slumber::{ArrayOutputs, TopOutputs};
use spec::{Ports, Preset, PRESETS};
use surroundings::engine::{Bench, Engine, FnBench};
use surroundings::interface::Interface;
use surroundings::kit::{power_aware_kit, Kit};

fn kits() -> impl Iterator<Item = (&'static Preset, Box<dyn Kit>)> {
    PRESETS
        .iter()
        .filter_map(|preset| Some((preset, power_aware_kit(&preset.parameters)?)))
}

fn verdict(preset: &Preset, kit: &dyn Kit, bench: &dyn Bench, cycles: u64) -> Verdict {
    let interface = Interface::of(&preset.parameters);
    Lockstep::start(&interface, bench, bench, 1)
        .unwrap()
        .with_oracle(kit.oracle())
        .run(
            &mut *kit.generator(&interface, 1),
            cycles,
            &Watch::default(),
        )
        .unwrap()
}

#[test]
fn golden_models_lose_nothing() {
    let mut count = 0;
    for (preset, kit) in kits() {
        let verdict = verdict(preset, &*kit, &*kit.golden(), 40_000);
        let label = format!("{} {}", preset.unit, preset.name);
        assert_eq!(verdict, Verdict::Match { cycles: 40_000 }, "{label}");
        count += 1;
    }
    assert_eq!(count, 15);
}

/// Delays the planes of voltages by a cycle where a register wakes: it selects Vdd one cycle too
/// late and is granted all the same.
fn late(voltages: [&mut [u32]; 4], last: &mut [[u32; 32]; 4]) {
    let voltages = voltages.map(|plane| {
        let now: [u32; 32] = std::array::from_fn(|word| plane[word]);
        (plane, now)
    });
    for ((plane, now), last) in voltages.into_iter().zip(last) {
        for word in 0..32 {
            plane[word] = now[word] | last[word];
        }
        *last = now;
    }
}

fn late_top() -> Fault {
    let mut last = [[0; 32]; 4];
    Box::new(move |cycle| {
        let mut o = TopOutputs::unpack(cycle.outputs);
        let planes = [
            &mut o.sleep[..],
            &mut o.drowsy[..],
            &mut o.voltage_high[..],
            &mut o.voltage_low[..],
        ];
        late(planes, &mut last);
        o.pack(cycle.outputs);
    })
}

fn late_array() -> Fault {
    let mut last = [[0; 32]; 4];
    Box::new(move |cycle| {
        let mut o = ArrayOutputs::unpack(cycle.outputs);
        let planes = [
            &mut o.sleep[..],
            &mut o.drowsy[..],
            &mut o.voltage_high[..],
            &mut o.voltage_low[..],
        ];
        late(planes, &mut last);
        o.pack(cycle.outputs);
    })
}

/// DS is driven as ground: what should be kept is lost.
fn deep_is_off() -> Fault {
    Box::new(|cycle| {
        let mut o = TopOutputs::unpack(cycle.outputs);
        for word in 0..32 {
            o.voltage_low[word] |= o.voltage_high[word];
        }
        o.pack(cycle.outputs);
    })
}

fn found(unit: &str, fault: fn() -> Fault) -> Subject {
    let (preset, kit) = kits()
        .find(|(preset, _)| preset.unit.name() == unit)
        .unwrap();
    let interface = Interface::of(&preset.parameters);
    let bench = FnBench(|power_up| {
        let golden = kit.golden().start(power_up)?;
        let engine = FaultyEngine::new(&interface, golden, fault());
        Ok(Box::new(engine) as Box<dyn Engine>)
    });
    // Both engines have the fault, so no output differs.
    match verdict(preset, &*kit, &bench, 40_000) {
        Verdict::Mismatch(mismatch) => mismatch.subject,
        other => panic!("{unit}: {other:?}"),
    }
}

#[test]
fn a_controller_woken_one_cycle_too_late_is_caught() {
    for (unit, fault) in [
        ("slumber_top", late_top as fn() -> Fault),
        ("power_array", late_array),
        ("slumber_top", deep_is_off),
    ] {
        let subject = found(unit, fault);
        assert_eq!(subject.name(), "LiveValueIsNeverLost", "{unit}: {subject}");
    }
}

/// The bank's power goes in a cycle in which nobody asks for it, for harness and golden model alike.
#[test]
fn a_bank_that_is_gated_while_it_holds_something_is_caught() {
    let fault: fn() -> Fault = || {
        Box::new(|cycle| {
            let mut o = BankGateOutputs::unpack(cycle.outputs);
            o.gated |= o.occupied && !BankGateInputs::unpack(cycle.inputs).request;
            o.pack(cycle.outputs);
        })
    };
    let subject = found("bank_gate", fault);
    assert_eq!(subject.name(), "GatedOnlyWhenEmpty", "{subject}");
}
