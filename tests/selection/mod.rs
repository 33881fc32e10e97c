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

/// Of every unit the preset for quick work, where it has one, else its default; or all presets. Whole
/// shards take every tool minutes: a quick selection has the units that they are made of.
pub fn presets(what: &str) -> Vec<&'static Preset> {
    let smoke = |preset: &&Preset| {
        if matches!(preset.unit, UnitId::ReglessShard | UnitId::Regless) {
            return false;
        }
        let quick = preset.unit.presets().find(|p| p.name == "small");
        quick.or_else(|| preset.unit.presets().next()) == Some(*preset)
    };
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
