//! Every seeded bug of every unit is caught within the cycles that a quick regression runs.

use spec::UnitId;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::selection;

/// Bugs that are caught late would want more; the smoke selection gives each this many cycles.
const SMOKE_CYCLES: &str = "20000";

/// The smoke selection takes so many bugs of each unit: building models of them all takes minutes.
const SMOKE_BUGS: usize = 4;

/// A model of four shards with bugs takes minutes to build: the smoke selection goes without.
fn smoke_units() -> impl Iterator<Item = UnitId> {
    let all = UnitId::ALL.iter().copied();
    all.filter(|unit| *unit != UnitId::Regless)
}

/// Writes a part of each unit's bugs into `folder`, from all over the file.
fn sample(folder: &Path) {
    let bugs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bugs");
    for unit in smoke_units() {
        let name = format!("{unit}.toml");
        let text = std::fs::read_to_string(bugs.join(&name)).expect("every unit has seeded bugs");
        let all: Vec<&str> = text.split("[[bug]]").skip(1).collect();
        let step = all.len().div_ceil(SMOKE_BUGS);
        let mut some = String::new();
        for bug in all.into_iter().step_by(step) {
            let _ = write!(some, "[[bug]]{bug}");
        }
        std::fs::write(folder.join(name), some).expect("a file");
    }
}

#[test]
fn every_seeded_bug_is_caught() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warploom"));
    command.args(["cosim", "--bugs", "--no-waves"]);
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let folder: PathBuf = scratch.path().join("bugs");
    let full = selection::full();
    if !full {
        std::fs::create_dir(&folder).expect("a folder");
        sample(&folder);
        command.args(["--cycles", SMOKE_CYCLES]);
        command.arg("--bug-folder").arg(&folder);
        for unit in smoke_units() {
            command.args(["--unit", &unit.to_string()]);
        }
    }
    command.arg("--out").arg(scratch.path());
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("warploom runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    let cycles = if full { "the registry's" } else { SMOKE_CYCLES };
    selection::say(&format!("bugs: {last}, within {cycles} cycles"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
}
