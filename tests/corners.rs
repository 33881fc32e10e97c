//! Parameters that no preset has: emitted, linted, and in lockstep with the golden model.

use std::path::Path;
use std::process::Command;

mod selection;

/// A unit, the parameters that differ from its default preset, and why it is a corner.
const CORNERS: &[(&str, &[&str], &str)] = &[
    ("bdi_compressor", &["latency=1"], "one stage, no cut in it"),
    (
        "bdi_compressor",
        &["modes=4x0", "latency=1"],
        "no deltas, no cut",
    ),
    (
        "bdi_compressor",
        &["modes=4x0,4x1"],
        "deltas of a byte, <4,0> told apart",
    ),
    (
        "bdi_compressor",
        &["modes=4x0,4x2"],
        "a gap among the modes",
    ),
    ("bdi_compressor", &["modes=4x1,4x2"], "no <4,0>"),
    (
        "bdi_decompressor",
        &["modes=4x0,4x1"],
        "deltas of a byte, <4,0> told apart",
    ),
    (
        "bdi_decompressor",
        &["modes=4x0,4x2"],
        "a gap among the modes",
    ),
    (
        "bdi_decompressor",
        &["modes=4x1,4x2", "latency=3"],
        "no <4,0>, an odd delay",
    ),
];

/// Runs the tool and wants it to say that all is fine.
fn warploom(arguments: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_warploom"))
        .args(arguments)
        .output()
        .expect("the tool starts");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(
        output.status.code(),
        Some(0),
        "warploom {}\n{}{}",
        arguments.join(" "),
        text(&output.stdout),
        text(&output.stderr)
    );
}

fn choice<'a>(unit: &'a str, changes: &[&'a str]) -> Vec<&'a str> {
    let sets = changes.iter().flat_map(|change| ["--set", change]);
    ["--unit", unit, "--preset", "fermi"]
        .into_iter()
        .chain(sets)
        .collect()
}

#[test]
fn corners_match_the_golden_model() {
    for (unit, changes, why) in CORNERS {
        let mut arguments = vec!["cosim", "--cycles", "20000"];
        arguments.extend(choice(unit, changes));
        warploom(&arguments);
        selection::say(&format!("corner: {unit} {} ({why})", changes.join(" ")));
    }
}

#[test]
fn corners_are_lint_clean() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out: &Path = folder.path();
    let out = out.to_str().expect("a plain path");
    for dialect in ["verilog2005", "sv"] {
        let out = format!("{out}/{dialect}");
        for (unit, changes, _) in CORNERS {
            let mut arguments = vec!["emit", "--dialect", dialect, "--out", &out];
            arguments.extend(choice(unit, changes));
            warploom(&arguments);
        }
        warploom(&["lint", &out, "--dialect", dialect]);
    }
}
