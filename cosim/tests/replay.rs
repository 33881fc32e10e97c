//! Replay files: what is written is read, and everything else is refused in plain words.

use crate::common;

use common::fermi;
use cosim::replay::{Expectation, Recipe, Replay};
use cosim::stimulus::Stimulus;
use cosim::target::{EngineKind, Target};
use hdl::emit::{Dialect, Reset};
use proptest::prelude::*;
use spec::{Configuration, UnitId};
use std::collections::BTreeMap;
use std::path::Path;
use surroundings::interface::Interface;

/// Stimulus of a unit from random words, cut to the ports' widths; the first cycle is a reset.
fn stimulus(interface: &Interface, words: &[u32]) -> Stimulus {
    let mut stimulus = Stimulus::new(interface);
    stimulus.push_reset();
    for words in words.chunks_exact(interface.row_words()) {
        let mut row = words.to_vec();
        row[0] &= 1;
        for slot in interface.inputs() {
            let words = &mut row[1..][slot.range()];
            words
                .iter_mut()
                .zip(slot.masks())
                .for_each(|(word, mask)| *word &= mask);
        }
        stimulus.push(&row);
    }
    stimulus
}

fn replay(target: Target, recipe: Recipe, seed: u64) -> Replay {
    Replay {
        rtl_digest: target.rtl.as_ref().map(|_| "00ff".to_owned()),
        target,
        seed,
        recipe,
        expectation: Expectation {
            cycle: 3,
            subject: "out_valid".to_owned(),
            expected: BTreeMap::from([("out_valid".to_owned(), "0x1".to_owned())]),
            actual: BTreeMap::from([("out_valid".to_owned(), "0x0".to_owned())]),
        },
        found_in_cycle: u64::MAX,
    }
}

proptest! {
    #[test]
    fn files_give_back_what_was_saved(
        unit in prop::sample::select(&[UnitId::BdiCompressor, UnitId::BdiDecompressor][..]),
        words in prop::collection::vec(prop_oneof![Just(0), any::<u32>()], 0..400),
        seed in any::<u64>(),
        latency in 1..=8u32,
        long in any::<bool>(),
        rtl in prop::option::of("[a-z /.]{1,12}"),
        bug in prop::option::of("[a-z_]{1,12}"),
        options in (any::<bool>(), any::<bool>(), any::<bool>()),
    ) {
        let changes = [("latency".to_owned(), latency.to_string())];
        let configuration = Configuration::new(unit, "fermi", &changes).unwrap();
        let interface = Interface::of(&configuration.parameters);
        let target = Target {
            configuration,
            engine: if options.0 { EngineKind::RustHdl } else { EngineKind::Verilator },
            dialect: if options.1 { Dialect::SystemVerilog } else { Dialect::Verilog2005 },
            reset: if options.2 { Reset::AsyncLow } else { Reset::SyncHigh },
            rtl: rtl.map(Into::into),
            bug,
            power_aware: options.1,
        };
        let recipe = if long {
            Recipe::Generated { cycles: seed }
        } else {
            Recipe::Cycles(stimulus(&interface, &words))
        };
        let replay = replay(target, recipe, seed);
        let again = Replay::from_json(&replay.to_json(), Path::new("x.json")).unwrap();
        prop_assert_eq!(again, replay);
    }
}

fn sample() -> String {
    let configuration = fermi(UnitId::BdiCompressor);
    let interface = Interface::of(&configuration.parameters);
    let words: Vec<u32> = (0..interface.row_words() as u32 * 2).collect();
    let recipe = Recipe::Cycles(stimulus(&interface, &words));
    replay(Target::new(configuration), recipe, 7).to_json()
}

fn refusal(text: &str) -> String {
    Replay::from_json(text, Path::new("x.json"))
        .unwrap_err()
        .to_string()
}

#[test]
fn a_file_cut_anywhere_is_called_truncated() {
    let text = sample();
    // The last character is a line feed, behind the whole document.
    for end in 0..text.len() - 2 {
        assert_eq!(refusal(&text[..end]), "x.json: the file is truncated");
    }
}

#[test]
fn other_files_are_refused_with_the_reason() {
    let text = sample();
    let change = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        refusal(&text.replacen(from, to, 1))
    };
    assert_eq!(
        refusal("{}"),
        "x.json: not a replay file: 'format' is not 'warploom-replay'"
    );
    assert!(refusal("replay me").starts_with("x.json: not a replay file: expected"));
    assert_eq!(
        change("\"version\": 1", "\"version\": 2"),
        "x.json: replay format version 2; this tool reads version 1"
    );
    assert_eq!(
        change("\"version\": 1,", ""),
        "x.json: replay format version none; this tool reads version 1"
    );
    // The nearest names come first.
    assert!(change("bdi_compressor", "bdi_decompresso").starts_with(
        "x.json: unknown unit 'bdi_decompresso'; allowed: bdi_decompressor, bdi_compressor, "
    ));
    // A file of the other unit: its inputs are not those of this one.
    assert_eq!(
        change("bdi_compressor", "bdi_decompressor"),
        "x.json: cycle 1: unknown input 'in_bypass'; allowed: in_banks, in_tag, in_valid, in_range"
    );
    assert!(change("fermi", "kepler").starts_with("x.json: unknown preset 'kepler'; allowed: "));
    assert!(change("verilog2005", "vhdl").starts_with("x.json: unknown dialect 'vhdl'; allowed: "));
    assert_eq!(
        change("\"in_bypass\": \"0x1\"", "\"in_bypass\": \"0x2\""),
        "x.json: cycle 1: in_bypass: 0x2 does not fit 1 bits"
    );
    assert_eq!(
        change("\"in_bypass\": \"0x1\"", "\"in_bypass\": \"yes\""),
        "x.json: cycle 1: in_bypass: 'yes' is not a hexadecimal number such as 0x3f"
    );
    assert_eq!(
        change("\"reset\": true", "\"reset\": false"),
        "x.json: the stimulus does not begin with a cycle of reset"
    );
    assert!(change("\"seed\"", "\"sead\"").contains("unknown field `sead`"));
    let gone = Replay::load(Path::new("/no/such/file.json")).unwrap_err();
    assert!(gone
        .to_string()
        .starts_with("/no/such/file.json: No such file"));
}
