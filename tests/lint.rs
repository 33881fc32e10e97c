//! What is emitted passes every linter without a warning, in both dialects and both resets.

use spec::Preset;
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

/// Dialect, reset, prefix and assertions change how a module is printed, not what it is. The first is what is committed,
/// of which `make lint`, and so `make test-system`, reads every preset.
const FORMS: [&[&str]; 4] = [
    &["--dialect", "verilog2005"],
    &["--dialect", "sv", "--reset", "async-low", "--sva"],
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
    let presets = selection::presets("lint in 4 forms");
    for form in FORMS {
        clean(form, &presets);
    }
}

/// Emits what is selected in a form, and lints it.
fn clean(form: &[&str], selected: &[&Preset]) {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let out = scratch.path().to_str().expect("a path of text");
    for preset in selected {
        let preset = ["--unit", preset.unit.name(), "--preset", preset.name];
        let (code, text) = warploom(&[&["emit", "--out", out], form, &preset].concat());
        assert_eq!(code, 0, "{form:?}\n{text}");
    }
    let (code, text) = warploom(&["lint", out]);
    assert_eq!(code, 0, "{form:?}\n{text}");
}

#[test]
fn a_warning_is_a_failure() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    // Of three units, which are read together, one has a port that is too narrow.
    for (name, top) in [("first", 3), ("narrow", 2), ("last", 3)] {
        let folder = scratch.path().join(name);
        std::fs::create_dir(&folder).expect("a folder");
        let text = format!(
            "module {name} (\n  input  wire [3:0] a,\n  output wire [{top}:0] b\n);\n\n  assign b = a;\nendmodule\n"
        );
        std::fs::write(folder.join(format!("{name}.v")), text).expect("a file");
        std::fs::write(folder.join(format!("{name}.f")), format!("{name}.v\n")).expect("a file");
    }
    let (code, text) = warploom(&["lint", scratch.path().to_str().expect("a path of text")]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("narrow.v"), "{text}");
    assert!(
        !text.contains("first.v") && !text.contains("last.v"),
        "{text}"
    );
    assert!(text.contains("WIDTHTRUNC"), "{text}");
}
