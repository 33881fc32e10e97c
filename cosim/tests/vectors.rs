//! The vectors of `tests/vectors/` on every engine.

use crate::common;

use common::{cache, file, toolchain};
use cosim::emitted;
use cosim::engines::rust_hdl::RustHdlBench;
use cosim::engines::verilator::VerilatorBench;
use cosim::value::from_hex;
use hdl::emit::{Dialect, Reset};
use serde::Deserialize;
use spec::{AnyParameters, Configuration, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use surroundings::engine::Bench;
use surroundings::interface::{differs, Interface, Slot};
use surroundings::kit::kit;
use verilated::Optimization;

#[derive(Deserialize)]
struct File {
    format: String,
    version: u32,
    unit: String,
    cases: Vec<Case>,
}

/// Inputs in one cycle and the outputs a latency later, or a list of cycles.
#[derive(Clone, Deserialize)]
struct Case {
    name: String,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
    #[serde(default)]
    inputs: BTreeMap<String, String>,
    #[serde(default)]
    outputs: BTreeMap<String, String>,
    #[serde(default)]
    cycles: Vec<Cycle>,
}

#[derive(Clone, Deserialize)]
struct Cycle {
    #[serde(default = "once")]
    repeat: usize,
    inputs: BTreeMap<String, String>,
    outputs: BTreeMap<String, String>,
}

fn once() -> usize {
    1
}

impl Case {
    /// The case cycle by cycle.
    fn cycles(&self, latency: usize) -> Vec<Cycle> {
        if !self.cycles.is_empty() {
            return self.cycles.clone();
        }
        let mut cycles = vec![
            Cycle {
                repeat: 1,
                inputs: BTreeMap::new(),
                outputs: BTreeMap::new(),
            };
            latency + 1
        ];
        cycles[0].inputs.clone_from(&self.inputs);
        cycles[latency].outputs.clone_from(&self.outputs);
        cycles
    }
}

/// A frame of the ports named in `values`; the others are 0.
fn frame(slots: &[Slot], words: usize, values: &BTreeMap<String, String>) -> Vec<u32> {
    let mut frame = vec![0; words];
    for (name, value) in values {
        let slot = slots.iter().find(|slot| slot.port.name == *name);
        let slot = slot.unwrap_or_else(|| panic!("no port {name}"));
        from_hex(value, slot.port.width, &mut frame[slot.range()]).unwrap();
    }
    frame
}

fn check(bench: &dyn Bench, configuration: &Configuration, latency: usize, case: &Case) {
    let interface = Interface::of(&configuration.parameters);
    let input_words = interface.row_words() - 1;
    // A cycle of reset, then the case.
    let mut rows = vec![1];
    rows.resize(interface.row_words(), 0);
    let mut wanted = vec![BTreeMap::new()];
    for cycle in case.cycles(latency) {
        for _ in 0..cycle.repeat {
            rows.push(0);
            rows.extend(frame(interface.inputs(), input_words, &cycle.inputs));
            wanted.push(cycle.outputs.clone());
        }
    }
    let words = interface.output_words();
    let mut outputs = vec![0; wanted.len() * words];
    let mut engine = bench.start(1).unwrap();
    engine.run(&rows, &mut outputs).unwrap();
    for (cycle, (wanted, actual)) in wanted.iter().zip(outputs.chunks_exact(words)).enumerate() {
        let expected = frame(interface.outputs(), words, wanted);
        for slot in interface.outputs() {
            let told = wanted.contains_key(&slot.port.name) && interface.defined(slot, &expected);
            assert!(
                !told || !differs(slot, &expected, actual),
                "{} on {} in {configuration}: {} in cycle {cycle}",
                case.name,
                engine.name(),
                slot.port.name
            );
        }
    }
}

fn files() -> Vec<(UnitId, Vec<Case>)> {
    let mut found = Vec::new();
    for family in std::fs::read_dir(file("../../tests/vectors")).unwrap() {
        for entry in std::fs::read_dir(family.unwrap().path()).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            let file: File = serde_json::from_str(&text).unwrap();
            assert_eq!((&*file.format, file.version), ("warploom-vectors", 1));
            let names: BTreeSet<&str> = file.cases.iter().map(|case| &*case.name).collect();
            assert_eq!(
                names.len(),
                file.cases.len(),
                "{}: a name stands twice",
                file.unit
            );
            assert!(!names.is_empty(), "{}", file.unit);
            found.push((file.unit.parse().unwrap(), file.cases));
        }
    }
    assert!(!found.is_empty());
    found
}

/// The default preset with the parameters of a case, and its latency.
fn configuration(unit: UnitId, case: &Case) -> (Configuration, usize) {
    let changes: Vec<_> = case.parameters.clone().into_iter().collect();
    let configuration = Configuration::new(unit, default(unit), &changes).unwrap();
    let latency = latency(&configuration.parameters).unwrap_or_else(|| "1".to_owned());
    (configuration, latency.parse().unwrap())
}

/// What can be chosen for it; what has no latency to choose has one of 1.
fn latency(parameters: &AnyParameters) -> Option<String> {
    let mut values = parameters.values().into_iter();
    values
        .find(|(key, _)| *key == "latency")
        .map(|(_, value)| value)
}

/// A case in each latency that a preset has: what it says holds in all of them.
fn in_each_latency(unit: UnitId, case: &Case) -> Vec<Case> {
    let latencies: BTreeSet<_> = unit
        .presets()
        .map(|preset| latency(&preset.parameters))
        .collect();
    let with = |latency: Option<String>| {
        let mut case = case.clone();
        let chosen = latency.map(|latency| ("latency".to_owned(), latency));
        case.parameters.extend(chosen);
        case
    };
    latencies.into_iter().map(with).collect()
}

fn default(unit: UnitId) -> &'static str {
    unit.presets().next().unwrap().name
}

#[test]
fn golden_and_rust_hdl_answer_every_vector() {
    for (unit, cases) in files() {
        for case in cases.iter().flat_map(|case| in_each_latency(unit, case)) {
            let (configuration, latency) = configuration(unit, &case);
            let parameters = &configuration.parameters;
            for bench in [
                kit(parameters).golden(),
                Box::new(RustHdlBench::new(parameters)),
            ] {
                check(&*bench, &configuration, latency, &case);
            }
        }
    }
}

/// Of the first case's parameters only: each other set is a model to build.
#[test]
fn verilated_rtl_answers_the_vectors_of_one_set_of_parameters() {
    for (unit, cases) in files() {
        let (first, latency) = configuration(unit, &cases[0]);
        let interface = Interface::of(&first.parameters);
        let hardware = emitted::plain(&first, Dialect::default(), Reset::default()).unwrap();
        let bench = VerilatorBench::build(
            toolchain(),
            cache(),
            &interface,
            &hardware,
            Optimization::Quick,
        )
        .unwrap();
        let same = |case: &&Case| configuration(unit, case).0.parameters == first.parameters;
        for case in cases.iter().filter(same) {
            check(&bench, &first, latency, case);
        }
    }
}
