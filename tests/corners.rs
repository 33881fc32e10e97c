//! Parameters that no preset has: emitted, linted, and in lockstep with the golden model.

use std::path::Path;
use std::process::Command;

use crate::selection;

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
    ("avc_encoder", &["latency=1"], "no cut at all"),
    ("avc_cache", &["geometry=256x1"], "direct-mapped, two sets"),
    (
        "avc_cache",
        &["geometry=1280x5"],
        "five ways, an uneven tree",
    ),
    ("avc_cache", &["geometry=2048x8"], "the most ways"),
    (
        "avc_cache",
        &["geometry=512x2", "misses=1"],
        "one miss register",
    ),
    (
        "avc_cache",
        &["geometry=512x2", "misses=16"],
        "the most miss registers",
    ),
    (
        "power_controller",
        &[
            "deep_lift=1",
            "off_lift=1",
            "deep_wake=16",
            "shallow_wake=16",
        ],
        "the longest delays, beside the shortest lifts",
    ),
    (
        "power_array",
        &["registers=32"],
        "a single word of registers",
    ),
    (
        "power_array",
        &["registers=384", "shallow_wake=1", "deep_lift=1"],
        "no power of two, and short delays",
    ),
    ("mshr_tracker", &["warps=1"], "a warp alone"),
    (
        "mshr_tracker",
        &["warps=33", "l1_latency=1", "dram_latency=1023"],
        "a warp beyond a word, latencies at their ends",
    ),
    ("fetch_unit_list", &["list_entries=1"], "one entry"),
    (
        "fetch_unit_list",
        &["list_entries=5", "line_pcs=1"],
        "no power of two, lines of an instruction",
    ),
    (
        "slumber_control",
        &[
            "off_break_even=1022",
            "deep_break_even=1022",
            "shallow_break_even=1022",
        ],
        "nothing ever pays",
    ),
    (
        "bank_gate",
        &["entries=32", "wake_delay=1"],
        "the least bank",
    ),
    ("bank_gate", &["wake_delay=1023"], "the longest delay"),
    (
        "slumber_top",
        &["registers=32", "warps=1", "list_entries=1"],
        "the least of everything",
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
    let preset = if unit == "avc_cache" {
        "small"
    } else {
        "fermi"
    };
    ["--unit", unit, "--preset", preset]
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
