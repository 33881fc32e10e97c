//! Runs `tests/vectors/osu/*.json`; the format is in `docs/formats.md`.

use golden::osu::{MetadataDecoder, PatternCompressor};
use serde_json::{Map, Value};
use spec::ports::frame_words;
use spec::{AnyParameters, Configuration, Port, Ports, Unit, UnitId, UnitModel};
use std::collections::BTreeSet;

#[test]
fn metadata_decoder() {
    for_each(
        UnitId::MetadataDecoder,
        "metadata_decoder",
        |parameters, case| {
            let AnyParameters::MetadataDecoder(p) = parameters else {
                panic!("{parameters:?}");
            };
            run::<spec::osu::MetadataDecoder>(&p, &mut MetadataDecoder::new(p), case);
        },
    );
}

#[test]
fn pattern_compressor() {
    for_each(
        UnitId::PatternCompressor,
        "pattern_compressor",
        |parameters, case| {
            let AnyParameters::PatternCompressor(p) = parameters else {
                panic!("{parameters:?}");
            };
            run::<spec::osu::PatternCompressor>(&p, &mut PatternCompressor::new(p), case);
        },
    );
}

fn for_each(unit: UnitId, file: &str, mut run: impl FnMut(AnyParameters, &Value)) {
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/../tests/vectors/osu/{file}.json");
    let json = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let document: Value = serde_json::from_str(&json).expect("vectors are JSON");
    assert_eq!(document["format"], "warploom-vectors");
    assert_eq!(document["version"], 1);
    assert_eq!(document["unit"], unit.name());
    let mut names = BTreeSet::new();
    for case in document["cases"].as_array().expect("a list of cases") {
        let name = text(&case["name"]);
        assert!(names.insert(name.to_owned()), "'{name}' stands twice");
        let changes: Vec<_> = object(&case["parameters"])
            .iter()
            .map(|(key, value)| (key.clone(), text(value).to_owned()))
            .collect();
        let default = unit.presets().next().expect("a preset").name;
        let configuration = Configuration::new(unit, default, &changes)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        run(configuration.parameters, case);
    }
    assert!(!names.is_empty());
}

/// Runs a case of cycles, or of inputs whose outputs come one cycle later.
fn run<U: Unit>(parameters: &U::Parameters, model: &mut impl UnitModel<U>, case: &Value)
where
    U::Inputs: Ports<Shape = U::Parameters>,
    U::Outputs: Ports<Shape = U::Parameters>,
{
    let name = text(&case["name"]);
    let nothing = Value::Object(Map::new());
    let steps: Vec<(&Value, &Value)> = match case.get("cycles") {
        Some(cycles) => {
            let cycles = cycles.as_array().expect("cycles").iter();
            cycles.map(|c| (&c["inputs"], &c["outputs"])).collect()
        }
        None => vec![(&case["inputs"], &nothing), (&nothing, &case["outputs"])],
    };
    let (inputs, outputs) = (U::Inputs::ports(parameters), U::Outputs::ports(parameters));
    for (cycle, (given, wanted)) in steps.into_iter().enumerate() {
        let got = model
            .cycle(&U::Inputs::unpack(&frame(&inputs, given, name)))
            .expect("in contract");
        let mut got_frame = vec![0; frame_words(&outputs)];
        got.pack(&mut got_frame);
        compare(
            &outputs,
            &got_frame,
            wanted,
            &format!("{name}, cycle {cycle}"),
        );
    }
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

/// The words of a value that is written with as many hexadecimal digits as its port is wide.
fn words(value: &str, port: &Port, case: &str) -> Vec<u32> {
    let digits = value
        .strip_prefix("0x")
        .unwrap_or_else(|| panic!("{case}: {value}"));
    let digits: Vec<char> = digits.chars().filter(|&c| c != '_').collect();
    assert_eq!(
        digits.len(),
        port.width.div_ceil(4),
        "{case}: digits of {}",
        port.name
    );
    let word = |digits: &[char]| {
        let digits: String = digits.iter().collect();
        u32::from_str_radix(&digits, 16).unwrap_or_else(|_| panic!("{case}: {digits}"))
    };
    let words: Vec<u32> = digits.rchunks(8).map(word).collect();
    let unused = 32 * words.len() - port.width;
    let top = words[words.len() - 1];
    assert!(
        unused == 0 || top >> (32 - unused) == 0,
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
