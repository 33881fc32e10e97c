//! Every seeded bug of every unit is caught within the cycles that a quick regression runs.

use cosim::bugs::{self, Bug};
use hdl::emit::edit::Mutation;
use hdl::emit::Options;
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

/// The bugs of each file by the presets that they are put into.
fn by_preset() -> Vec<(PathBuf, Configuration, Vec<Bug>)> {
    let mut found = vec![];
    for (unit, path) in files() {
        let all = bugs::load(&path, unit).unwrap_or_else(|error| panic!("{error}"));
        let presets: BTreeSet<&String> = all.iter().flat_map(|bug| &bug.presets).collect();
        for preset in presets {
            let configuration = Configuration::new(unit, preset, &[]).expect("a preset");
            let own = all.iter().filter(|bug| bug.presets.contains(preset));
            found.push((path.clone(), configuration, own.cloned().collect()));
        }
    }
    found
}

#[test]
fn every_seeded_bug_has_its_place() {
    let mut wrong = vec![];
    let mut found = 0;
    for (path, configuration, own) in by_preset() {
        found += own.len();
        if let Err(error) = bugs::design::check(&configuration, &own) {
            wrong.push(format!("{} in {configuration}:\n{error}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found > 700, "{found}");
}

/// With the names of the emitter's own nets changed, every bug is the same circuit.
#[test]
fn no_bug_hangs_on_a_name_that_the_emitter_makes() {
    const OTHERWISE: &str = "_by_any_other_name";
    let mut renamed = 0;
    for (path, configuration, own) in by_preset() {
        let mutations: Vec<Mutation> = own.iter().map(Bug::mutation).collect();
        let emitted = |temporaries| {
            let options = Options {
                temporaries,
                ..Options::default()
            };
            let design = hdl::units::emit_mutations(&configuration, &options, &mutations);
            design.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let (usual, other) = (emitted(""), emitted(OTHERWISE));
        assert_eq!(usual.modules.len(), other.modules.len(), "{configuration}");
        for (usual, other) in usual.modules.iter().zip(&other.modules) {
            renamed += other.text.matches(OTHERWISE).count();
            let words = |text: &str| -> Vec<String> {
                // Lines break where names end, and the banner's digest is of the text.
                let code = text.lines().filter(|line| !line.starts_with("// content:"));
                let code = code.collect::<Vec<_>>().join(" ").replace(OTHERWISE, "");
                code.split_whitespace().map(str::to_owned).collect()
            };
            assert_eq!(words(&usual.text), words(&other.text), "{configuration}");
        }
    }
    assert!(renamed > 300, "{renamed}");
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
