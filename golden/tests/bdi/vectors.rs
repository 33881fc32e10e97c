//! Runs `tests/vectors/bdi/*.json`; the format is in `docs/formats.md`.

use golden::bdi::{BdiCompressor, BdiDecompressor};
use serde_json::{Map, Value};
use spec::bdi::{BdiParameters, Modes, LATENCIES};
use spec::ports::frame_words;
use spec::{Parameters, Port, Ports, Unit, UnitModel};
use std::collections::BTreeSet;

#[test]
fn compressor_vectors() {
    run::<spec::bdi::BdiCompressor, _>("compressor", BdiCompressor::new);
}

#[test]
fn decompressor_vectors() {
    run::<spec::bdi::BdiDecompressor, _>("decompressor", BdiDecompressor::new);
}

fn run<U, M>(file: &str, new: impl Fn(BdiParameters) -> M)
where
    U: Unit<Parameters = BdiParameters>,
    U::Inputs: Default,
    M: UnitModel<U>,
{
    let mut names = BTreeSet::new();
    for case in cases(file, U::NAME) {
        let name = text(&case["name"]);
        assert!(
            names.insert(name.to_owned()),
            "{file}: '{name}' stands twice"
        );
        let mut parameters = BdiParameters::new(Modes::ALL, 1).expect("legal");
        for (key, value) in object(&case["parameters"]) {
            parameters
                .set(key, text(value))
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let inputs: U::Inputs = from_hex(&U::Inputs::ports(&parameters), &case["inputs"], name);
        let outputs: U::Outputs = from_hex(&U::Outputs::ports(&parameters), &case["outputs"], name);
        for latency in LATENCIES {
            let parameters = BdiParameters::new(parameters.modes(), latency).expect("legal");
            let mut model = new(parameters);
            model.cycle(&inputs).expect("in contract");
            for _ in 1..latency {
                model.cycle(&Default::default()).expect("in contract");
            }
            let got = model.cycle(&Default::default()).expect("in contract");
            assert_eq!(got, outputs, "{file}: '{name}' at latency {latency}");
        }
    }
}

fn cases(file: &str, unit: &str) -> Vec<Value> {
    let path = format!(
        "{}/../tests/vectors/bdi/{file}.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let json = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let document: Value = serde_json::from_str(&json).expect("vectors are JSON");
    assert_eq!(document["format"], "warploom-vectors");
    assert_eq!(document["version"], 1);
    assert_eq!(document["unit"], unit);
    document["cases"]
        .as_array()
        .expect("a list of cases")
        .clone()
}

/// A set of ports from an object that names each of them, and nothing else.
fn from_hex<P: Ports>(ports: &[Port], values: &Value, case: &str) -> P {
    let values = object(values);
    let names: BTreeSet<_> = ports.iter().map(|p| p.name.as_str()).collect();
    let given: BTreeSet<_> = values.keys().map(String::as_str).collect();
    assert_eq!(given, names, "{case}: ports");
    let mut frame = Vec::with_capacity(frame_words(ports));
    for port in ports {
        frame.extend(words(text(&values[&port.name]), port, case));
    }
    P::unpack(&frame)
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
