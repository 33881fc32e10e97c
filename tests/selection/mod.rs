//! Which presets a test runs: a smoke selection, or with `WARPLOOM_TESTS=full` all. Says which.
#![allow(
    dead_code,
    reason = "each test program takes what it needs of this module"
)]

use spec::{Preset, UnitId, PRESETS};
use std::io::Write;

/// Whether everything was asked for.
pub fn full() -> bool {
    std::env::var("WARPLOOM_TESTS").is_ok_and(|value| value == "full")
}

/// Says what is run, past the test runner, which keeps what a passing test prints.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The smallest of a unit's presets, where size is all that differs; else its default.
pub fn smallest(unit: UnitId) -> &'static Preset {
    let small = ["small", "fermi-256"]
        .iter()
        .find_map(|name| unit.preset(name).ok());
    small
        .or_else(|| unit.presets().next())
        .expect("a unit has presets")
}

/// Of every unit the smallest preset; or all presets.
pub fn presets(what: &str) -> Vec<&'static Preset> {
    let smoke = |preset: &&Preset| smallest(preset.unit) == *preset;
    let chosen: Vec<&Preset> = PRESETS.iter().filter(|p| full() || smoke(p)).collect();
    let names: Vec<String> = chosen
        .iter()
        .map(|p| format!("{} {}", p.unit, p.name))
        .collect();
    let (count, all) = (chosen.len(), PRESETS.len());
    say(&format!(
        "{what}: {count} of {all} presets: {}",
        names.join(", ")
    ));
    chosen
}
