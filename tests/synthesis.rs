//! Synthesis: counts, and netlists that do what the RTL does, mapped to a small library of our own.

use serde_json::Value;
use spec::UnitId;
use std::path::Path;
use std::process::Command;

use crate::selection;

/// Units whose netlists a smoke run plays; a full run plays all.
const SMOKE: &[UnitId] = &[UnitId::PowerController, UnitId::BankGate];

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

/// The figures of the units' default presets.
fn figures(units: &[UnitId], more: &[&str]) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let json = folder.path().join("figures.json");
    let mut out = Vec::new();
    for unit in units {
        let preset = selection::smallest(*unit).name;
        let mut arguments = vec!["synth", "--unit", unit.name(), "--preset", preset];
        arguments.extend(["--json", json.to_str().expect("plain")]);
        arguments.extend(more);
        warploom(&arguments);
        let text = std::fs::read_to_string(&json).expect("the figures");
        let results: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(results["format"], 1);
        out.push(results["units"][0].clone());
    }
    out
}

#[test]
fn flip_flops_and_memory_bits_are_those_of_the_source() {
    // A valid bit, a tag and a register.
    let decompressor = &figures(&[UnitId::BdiDecompressor], &[])[0];
    assert_eq!(decompressor["flip_flops"], 1 + 10 + 1024);
    assert_eq!(decompressor["memory_bits"], 0);
    assert!(decompressor["depth"].as_u64() > Some(10), "{decompressor}");
    // Two bits for each of 64 warps.
    assert_eq!(figures(&[UnitId::MshrTracker], &[])[0]["flip_flops"], 128);
    assert!(figures(&[UnitId::AvcCache], &[])[0]["memory_bits"].as_u64() > Some(0));
}

#[test]
fn netlists_do_what_the_units_do() {
    let units = if selection::full() {
        UnitId::ALL
    } else {
        SMOKE
    };
    println!("netlists of {} units", units.len());
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/synthesis/tiny.lib");
    let options = ["--liberty", library.to_str().expect("plain")];
    for figures in figures(units, &options) {
        plays(&figures);
    }
}

#[test]
fn large_modules_that_are_mapped_one_by_one_do_too() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/synthesis/tiny.lib");
    let options = [
        "--liberty",
        library.to_str().expect("plain"),
        "--by-module",
        "--explain",
    ];
    let figures = &figures(&[UnitId::CapacityManager], &options)[0];
    let netlist = figures["mapped"]["netlist"].as_str().expect("a folder");
    let netlist = std::fs::read_to_string(Path::new(netlist).join("netlist.v")).expect("a netlist");
    let modules = netlist.matches("\nendmodule").count();
    assert_eq!(
        modules, 2,
        "the manager, and a bank that is there eight times"
    );
    assert!(figures["mapped"]["energy"].is_null());
    let parts = figures["mapped"]["breakdown"]["parts"]
        .as_array()
        .expect("parts");
    let instances: Vec<_> = parts
        .iter()
        .map(|part| part["instances"].as_u64())
        .collect();
    assert!(
        parts.len() == modules && instances.contains(&Some(8)),
        "{parts:?}"
    );
    let areas: f64 = parts.iter().filter_map(|part| part["area"].as_f64()).sum();
    let whole = figures["mapped"]["area"].as_f64().expect("an area");
    assert!((areas - whole).abs() < 0.01 * whole, "{areas} of {whole}");
    let path = figures["mapped"]["breakdown"]["path"]
        .as_array()
        .expect("a path");
    if figures["mapped"]["timer"] == "OpenSTA" {
        assert!(path.len() > 2, "{path:?}");
    } else {
        assert!(path.is_empty());
    }
    plays(figures);
}

#[test]
fn data_behind_a_clock_gate_keep_their_values() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/synthesis/tiny.lib");
    let options = ["--liberty", library.to_str().expect("plain")];
    // The second is small enough to be proven, which a gated clock hinders.
    let units = [UnitId::ReglessL1Arbiter, UnitId::BdiDecompressor];
    for figures in &figures(&units, &options) {
        let netlist = figures["mapped"]["netlist"].as_str().expect("a folder");
        let netlist =
            std::fs::read_to_string(Path::new(netlist).join("netlist.v")).expect("a netlist");
        assert!(netlist.contains("GATE_1 "), "nothing is gated");
        let energy = &figures["mapped"]["energy"];
        assert!(
            energy["clock"].as_f64() > Some(0.0)
                && energy["clock"].as_f64() < energy["operation"].as_f64()
        );
        plays(figures);
    }
}

/// The mapped netlist of a unit in lockstep with its golden model.
fn plays(figures: &Value) {
    let mapped = &figures["mapped"];
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    assert!(mapped["area"].as_f64() > mapped["sequential_area"].as_f64());
    let (unit, preset) = (text(&figures["unit"]), text(&figures["preset"]));
    let netlist = text(&mapped["netlist"]);
    let cycles = ["--cycles", "5000", "--no-waves"];
    let mut arguments = vec!["cosim", "--unit", &unit, "--preset", &preset];
    arguments.extend(["--rtl", &netlist]);
    arguments.extend(cycles);
    warploom(&arguments);
}
