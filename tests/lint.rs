//! What is emitted passes every linter without a warning, in both dialects and both resets.

use std::process::Command;

mod selection;

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

#[test]
fn every_form_is_clean() {
    let forms: [&[&str]; 4] = [
        &["--dialect", "verilog2005"],
        &[
            "--dialect",
            "verilog2005",
            "--reset",
            "async-low",
            "--prefix",
            "chip",
        ],
        &["--dialect", "sv", "--sva"],
        &["--dialect", "sv", "--reset", "async-low", "--sva"],
    ];
    selection::say("lint: every preset in 4 forms");
    for form in forms {
        let scratch = tempfile::tempdir().expect("a temporary folder");
        let out = scratch.path().to_str().expect("a path of text");
        let (code, text) = warploom(&[&["emit", "--out", out], form].concat());
        assert_eq!(code, 0, "{form:?}\n{text}");
        let (code, text) = warploom(&["lint", out]);
        assert_eq!(code, 0, "{form:?}\n{text}");
    }
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
