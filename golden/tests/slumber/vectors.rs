//! Runs `tests/vectors/slumber/*.json`; the format is in `docs/formats.md`.

use serde_json::{Map, Value};
use spec::ports::frame_words;
use spec::{AnyParameters, Configuration, Port, Ports, Unit, UnitId, UnitModel};
use std::collections::BTreeSet;

macro_rules! runs {
    ($($test:ident: $unit:ident),* $(,)?) => {$(
        #[test]
        fn $test() {
            run::<spec::slumber::$unit, _>(UnitId::$unit, |parameters| match parameters {
                AnyParameters::$unit(parameters) => {
                    (parameters, golden::slumber::$unit::new(parameters))
                }
                other => panic!("{other:?}"),
            });
        }
    )*};
}

runs!(
    power_controller: PowerController,
    power_array: PowerArray,
    mshr_tracker: MshrTracker,
    fetch_unit_list: FetchUnitList,
    slumber_control: SlumberControl,
    bank_gate: BankGate,
    slumber_top: SlumberTop,
);

fn run<U: Unit, M: UnitModel<U>>(unit: UnitId, new: impl Fn(AnyParameters) -> (U::Parameters, M)) {
    let mut names = BTreeSet::new();
    for case in cases(unit) {
        let name = text(&case["name"]);
        assert!(names.insert(name.to_owned()), "'{name}' stands twice");
        let changes: Vec<_> = object(&case["parameters"])
            .iter()
            .map(|(key, value)| (key.clone(), text(value).to_owned()))
            .collect();
        let default = unit.presets().next().expect("a preset").name;
        let configuration = Configuration::new(unit, default, &changes)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let (parameters, mut model) = new(configuration.parameters);
        let (inputs, outputs) = (
            U::Inputs::ports(&parameters),
            U::Outputs::ports(&parameters),
        );
        let mut cycle = 0;
        for step in case["cycles"].as_array().expect("cycles") {
            let given = U::Inputs::unpack(&frame(&inputs, &step["inputs"], name));
            for _ in 0..step["repeat"].as_u64().unwrap_or(1) {
                let got = model.cycle(&given).expect("in contract");
                let mut got_frame = vec![0; frame_words(&outputs)];
                got.pack(&mut got_frame);
                compare(
                    &outputs,
                    &got_frame,
                    &step["outputs"],
                    &format!("{name}, cycle {cycle}"),
                );
                cycle += 1;
            }
        }
    }
    assert!(!names.is_empty());
}

fn cases(unit: UnitId) -> Vec<Value> {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/../tests/vectors/slumber/{unit}.json");
    let json = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let document: Value = serde_json::from_str(&json).expect("vectors are JSON");
    assert_eq!(document["format"], "warploom-vectors");
    assert_eq!(document["version"], 1);
    assert_eq!(document["unit"], unit.name());
    document["cases"]
        .as_array()
        .expect("a list of cases")
        .clone()
}

/// A frame in which the ports that `values` names have its values and all others are 0.
fn frame(ports: &[Port], values: &Value, case: &str) -> Vec<u32> {
    let values = object(values);
    for name in values.keys() {
        assert!(
            ports.iter().any(|p| p.name == *name),
            "{case}: no port {name}"
        );
    }
    let words = |port: &Port| match values.get(&port.name) {
        Some(value) => words(text(value), port, case),
        None => vec![0; port.words],
    };
    ports.iter().flat_map(words).collect()
}

/// The ports that `values` names have its values.
fn compare(ports: &[Port], got: &[u32], values: &Value, case: &str) {
    let expected = frame(ports, values, case);
    let mut at = 0;
    for port in ports {
        let words = at..at + port.words;
        at = words.end;
        if values.get(&port.name).is_some() {
            assert_eq!(got[words.clone()], expected[words], "{case}: {}", port.name);
        }
    }
}

/// The words of a value that is written with as many hexadecimal digits as its port is wide, or, where
/// a frame pads it with whole words, as the frame is.
fn words(value: &str, port: &Port, case: &str) -> Vec<u32> {
    let digits = value
        .strip_prefix("0x")
        .unwrap_or_else(|| panic!("{case}: {value}"));
    let digits: Vec<char> = digits.chars().filter(|&c| c != '_').collect();
    let padded = port.words > port.width.div_ceil(32);
    let width = if padded { 32 * port.words } else { port.width };
    assert_eq!(
        digits.len(),
        width.div_ceil(4),
        "{case}: digits of {}",
        port.name
    );
    let word = |digits: &[char]| {
        let digits: String = digits.iter().collect();
        u32::from_str_radix(&digits, 16).unwrap_or_else(|_| panic!("{case}: {digits}"))
    };
    let words: Vec<u32> = digits.rchunks(8).map(word).collect();
    let beyond = |(at, word): (usize, &u32)| word & !port.mask(at);
    assert!(
        words.iter().enumerate().map(beyond).all(|bits| bits == 0),
        "{case}: {} is too wide",
        port.name
    );
    words
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}
