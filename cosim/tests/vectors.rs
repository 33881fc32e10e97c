//! The vectors of `tests/vectors/` on every engine.

mod common;

use common::{cache, file, toolchain};
use cosim::engine::Bench;
use cosim::engines::rust_hdl::RustHdlBench;
use cosim::engines::verilator::VerilatorBench;
use cosim::hardware::Hardware;
use cosim::interface::{Interface, Slot};
use cosim::units::kit;
use cosim::value::from_hex;
use hdl::emit::{Dialect, Reset};
use serde::Deserialize;
use spec::{Configuration, UnitId};
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct File {
    unit: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    parameters: BTreeMap<String, String>,
    inputs: BTreeMap<String, String>,
    outputs: BTreeMap<String, String>,
}

/// A frame of all ports named in `values`.
fn frame(slots: &[Slot], words: usize, values: &BTreeMap<String, String>) -> Vec<u32> {
    let mut frame = vec![0; words];
    assert_eq!(slots.len(), values.len());
    for slot in slots {
        let words = &mut frame[slot.range()];
        from_hex(&values[slot.port.name], slot.port.width, words).unwrap();
    }
    frame
}

fn check(bench: &dyn Bench, configuration: &Configuration, latency: usize, case: &Case) {
    let interface = Interface::of(&configuration.parameters);
    let mut rows = vec![0; (latency + 2) * interface.row_words()];
    rows[0] = 1;
    let inputs = frame(interface.inputs(), interface.row_words() - 1, &case.inputs);
    rows[interface.row_words() + 1..][..inputs.len()].copy_from_slice(&inputs);
    let mut outputs = vec![0; (latency + 2) * interface.output_words()];
    let mut engine = bench.start(1).unwrap();
    engine.run(&rows, &mut outputs).unwrap();
    let expected = frame(interface.outputs(), interface.output_words(), &case.outputs);
    let actual = &outputs[(latency + 1) * interface.output_words()..];
    let first = interface.first_difference(&expected, actual);
    assert_eq!(
        first.map(|slot| slot.port.name),
        None,
        "{} on {} in {configuration}",
        case.name,
        engine.name()
    );
}

fn files() -> Vec<(UnitId, Vec<Case>)> {
    let mut found = Vec::new();
    for family in std::fs::read_dir(file("../../tests/vectors")).unwrap() {
        for entry in std::fs::read_dir(family.unwrap().path()).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let file: File = serde_json::from_str(&text).unwrap();
            found.push((file.unit.parse().unwrap(), file.cases));
        }
    }
    assert!(!found.is_empty());
    found
}

/// The default preset with the parameters of a case, and its latency.
fn configuration(unit: UnitId, case: &Case) -> (Configuration, usize) {
    let changes: Vec<_> = case.parameters.clone().into_iter().collect();
    let configuration = Configuration::new(unit, "fermi", &changes).unwrap();
    let values = configuration.parameters.values();
    let latency = values.iter().find(|(key, _)| *key == "latency");
    let latency = latency.map_or(0, |(_, value)| value.parse().unwrap());
    (configuration, latency)
}

#[test]
fn golden_and_rust_hdl_answer_every_vector() {
    for (unit, cases) in files() {
        for case in &cases {
            let (configuration, latency) = configuration(unit, case);
            let parameters = &configuration.parameters;
            check(&*kit(parameters).golden(), &configuration, latency, case);
            check(
                &RustHdlBench::new(parameters),
                &configuration,
                latency,
                case,
            );
        }
    }
}

/// Of the default preset only: each other set of parameters is a model to build.
#[test]
fn verilated_rtl_answers_the_vectors_of_the_default_preset() {
    for (unit, cases) in files() {
        let default = Configuration::new(unit, "fermi", &[]).unwrap();
        let interface = Interface::of(&default.parameters);
        let hardware = Hardware::emitted(&default, Dialect::default(), Reset::default()).unwrap();
        let bench =
            VerilatorBench::build(toolchain(), cache(), &interface, &hardware, false).unwrap();
        let same = |case: &&Case| configuration(unit, case).0.parameters == default.parameters;
        let cases: Vec<_> = cases.iter().filter(same).collect();
        assert!(!cases.is_empty(), "{unit}");
        for case in cases {
            let (_, latency) = configuration(unit, case);
            check(&bench, &default, latency, case);
        }
    }
}
