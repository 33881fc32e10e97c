//! What is emitted passes every linter without a warning, in both dialects and both resets.

use spec::{UnitId, PRESETS};
use std::process::Command;

use crate::selection;

fn warploom(arguments: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_warploom"))
        .args(arguments)
        .output()
        .expect("warploom runs");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

/// The two that differ in everything: every preset is linted in them.
const FAR: [&[&str]; 2] = [
    &["--dialect", "verilog2005"],
    &["--dialect", "sv", "--reset", "async-low", "--sva"],
];
/// The two between.
const NEAR: [&[&str]; 2] = [
    &[
        "--dialect",
        "verilog2005",
        "--reset",
        "async-low",
        "--prefix",
        "chip",
    ],
    &["--dialect", "sv", "--sva"],
];

#[test]
fn every_form_is_clean() {
    // Four shards take a linter minutes, whatever their banks hold: a quick selection has them once.
    let quick = |p: &&spec::Preset| p.unit != UnitId::Regless || p.name == "small";
    let every: Vec<[&str; 4]> = PRESETS
        .iter()
        .filter(|preset| selection::full() || quick(preset))
        .map(|preset| ["--unit", preset.unit.name(), "--preset", preset.name])
        .collect();
    let every: Vec<&[&str]> = every.iter().map(|preset| &preset[..]).collect();
    selection::say(&format!(
        "lint: {} of {} presets in 2 forms",
        every.len(),
        PRESETS.len()
    ));
    for form in FAR {
        clean(form, &every);
    }
    let presets = selection::presets("lint in 2 more forms");
    let presets: Vec<[&str; 4]> = presets
        .iter()
        .map(|preset| ["--unit", preset.unit.name(), "--preset", preset.name])
        .collect();
    let presets: Vec<&[&str]> = presets.iter().map(|preset| &preset[..]).collect();
    for form in NEAR {
        clean(form, &presets);
    }
}

/// Emits what is selected in a form, and lints it.
fn clean(form: &[&str], selected: &[&[&str]]) {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let out = scratch.path().to_str().expect("a path of text");
    for selected in selected {
        let (code, text) = warploom(&[&["emit", "--out", out], form, selected].concat());
        assert_eq!(code, 0, "{form:?}\n{text}");
    }
    let (code, text) = warploom(&["lint", out]);
    assert_eq!(code, 0, "{form:?}\n{text}");
}

#[test]
fn a_warning_is_a_failure() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let folder = scratch.path().join("unit-preset");
    std::fs::create_dir(&folder).expect("a folder");
    let text = "module unit (\n  input  wire [3:0] a,\n  output wire [2:0] b\n);\n\n  \
                assign b = a;\nendmodule\n";
    std::fs::write(folder.join("unit.v"), text).expect("a file");
    std::fs::write(folder.join("unit.f"), "unit.v\n").expect("a file");
    let (code, text) = warploom(&["lint", scratch.path().to_str().expect("a path of text")]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("WIDTHTRUNC"), "{text}");
}
