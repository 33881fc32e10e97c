//! Runs `tests/vectors/avc/*.json`. Codec cases hold one vector and what leaves when it leaves;
//! cache cases hold every cycle from reset on. Ports that a cycle leaves out are 0, and outputs
//! that the contract does not compare in it may be anything.

use golden::avc::{AvcCache, AvcDecoder, AvcEncoder};
use serde_json::{json, Map, Value};
use spec::avc::{AvcCacheParameters, AvcDecoderParameters, AvcEncoderParameters};
use spec::ports::frame_words;
use spec::{Compare, Parameters, Port, Ports, Unit, UnitModel};
use std::collections::BTreeSet;

#[test]
fn encoder_vectors() {
    for latency in spec::avc::ENCODER_LATENCIES {
        let parameters = AvcEncoderParameters::new(latency).expect("legal");
        run_codec("encoder", &parameters, latency, || {
            AvcEncoder::new(parameters)
        });
    }
}

#[test]
fn decoder_vectors() {
    let parameters = AvcDecoderParameters;
    run_codec("decoder", &parameters, 1, || AvcDecoder::new(parameters));
}

#[test]
fn cache_vectors() {
    for case in cases("cache", spec::avc::AvcCache::NAME) {
        let name = text(&case["name"]);
        let mut parameters = AvcCacheParameters::new(512, 2).expect("legal");
        for (key, value) in object(&case["parameters"]) {
            parameters.set(key, text(value)).expect("legal");
        }
        let mut cache = AvcCache::new(parameters).expect("a tree is stated");
        let cycles = case["cycles"].as_array().expect("a list of cycles");
        for (number, cycle) in cycles.iter().enumerate() {
            let inputs = from_hex(&parameters, &cycle["inputs"], name);
            let outputs = cache.cycle(&inputs).expect("legal");
            assert_same(
                &parameters,
                &outputs,
                &cycle["outputs"],
                &format!("{name}, cycle {number}"),
            );
        }
    }
}

fn run_codec<U, M>(file: &str, parameters: &U::Parameters, latency: usize, new: impl Fn() -> M)
where
    U: Unit,
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
        let inputs: U::Inputs = from_hex(parameters, &case["inputs"], name);
        let mut model = new();
        let mut got = model.cycle(&inputs).expect("in contract");
        for _ in 0..latency {
            got = model.cycle(&Default::default()).expect("in contract");
        }
        assert_same(parameters, &got, &case["outputs"], name);
    }
}

fn cases(file: &str, unit: &str) -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors/avc");
    let path = format!("{folder}/{file}.json");
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

/// A set of ports from an object; ports that it leaves out are 0.
fn from_hex<P: Ports>(shape: &P::Shape, values: &Value, case: &str) -> P {
    let ports = P::ports(shape);
    let values = object(values);
    for name in values.keys() {
        assert!(
            ports.iter().any(|p| p.name == *name),
            "{case}: no port {name}"
        );
    }
    let mut frame = Vec::with_capacity(frame_words(&ports));
    for port in &ports {
        match values.get(&port.name) {
            Some(value) => frame.extend(words(text(value), port, case)),
            None => frame.extend(std::iter::repeat_n(0, port.words)),
        }
    }
    P::unpack(&frame)
}

fn assert_same<P: Ports>(shape: &P::Shape, got: &P, expected: &Value, case: &str) {
    let expected: P = from_hex(shape, expected, case);
    let (got, expected) = (compared(shape, got), compared(shape, &expected));
    assert_eq!(json!(got), json!(expected), "{case}");
}

/// The outputs that are compared, as text.
fn compared<P: Ports>(shape: &P::Shape, outputs: &P) -> Map<String, Value> {
    let ports = P::ports(shape);
    let mut frame = vec![0; frame_words(&ports)];
    outputs.pack(&mut frame);
    let mut values = Vec::new();
    let mut rest = frame.as_slice();
    for port in &ports {
        let (words, tail) = rest.split_at(port.words);
        values.push((port, words));
        rest = tail;
    }
    let is_set = |name: &str| {
        values
            .iter()
            .any(|(port, words)| port.name == name && words[0] == 1)
    };
    let is_compared = |port: &Port| match &port.compare {
        Compare::Always => true,
        Compare::When(valid) => is_set(valid),
    };
    let of_interest = values
        .iter()
        .filter(|(port, words)| is_compared(port) && words.iter().any(|&word| word != 0));
    let hex = |words: &[u32]| {
        let digits: Vec<_> = words
            .iter()
            .rev()
            .map(|word| format!("{word:08x}"))
            .collect();
        Value::from(digits.join("_"))
    };
    of_interest
        .map(|(port, words)| (port.name.to_owned(), hex(words)))
        .collect()
}

/// The words of a value that is written with as many hexadecimal digits as its port is wide.
fn words(value: &str, port: &Port, case: &str) -> Vec<u32> {
    let digits: String = value.trim_start_matches("0x").split('_').collect();
    let width = port.width.div_ceil(4);
    assert_eq!(digits.len(), width, "{case}: digits of {}", port.name);
    let bytes: Vec<char> = digits.chars().collect();
    let word = |digits: &[char]| {
        let digits: String = digits.iter().collect();
        u32::from_str_radix(&digits, 16).unwrap_or_else(|_| panic!("{case}: {digits}"))
    };
    bytes.rchunks(8).map(word).collect()
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("an object")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}
