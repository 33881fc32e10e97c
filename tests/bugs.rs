//! Every seeded bug of every unit is caught within the cycles that a quick regression runs.

use cosim::bugs::{self, Bug};
use spec::{Configuration, UnitId};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::selection;

/// The files of bugs: of units, deep ones, and those that kernels catch.
fn files() -> impl Iterator<Item = (UnitId, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bugs");
    let folders = ["", "deep", "kernels"].map(|folder| root.join(folder));
    let file = |unit: &UnitId| {
        folders
            .clone()
            .map(|folder| (*unit, bugs::file(&folder, *unit)))
    };
    let all: Vec<_> = UnitId::ALL.iter().flat_map(file).collect();
    all.into_iter().filter(|(_, path)| path.exists())
}

#[test]
fn every_seeded_bug_has_its_place() {
    let mut wrong = vec![];
    let mut found = 0;
    for (unit, path) in files() {
        let all = bugs::load(&path, unit).unwrap_or_else(|error| panic!("{error}"));
        let presets: BTreeSet<&String> = all.iter().flat_map(|bug| &bug.presets).collect();
        for preset in presets {
            let configuration = Configuration::new(unit, preset, &[]).expect("a preset");
            let own = all.iter().filter(|bug| bug.presets.contains(preset));
            let own: Vec<Bug> = own.cloned().collect();
            found += own.len();
            if let Err(error) = bugs::design::check(&configuration, &own) {
                wrong.push(format!("{} in {preset}:\n{error}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found > 700, "{found}");
}

#[test]
fn every_seeded_bug_is_caught() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(env!("CARGO_BIN_EXE_warploom"))
        .args(["cosim", "--bugs", "--no-waves", "--out"])
        .arg(scratch.path())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("warploom runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    selection::say(&format!("bugs: {last}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
}
