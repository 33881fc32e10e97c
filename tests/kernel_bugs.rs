//! A bug in the RTL of each unit is caught by a kernel that runs on it.

use cosim::bugs;
use spec::UnitId;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use crate::selection;

/// Units that multiprocessors drive, and a run that uses what is inside.
const RUNS: &[(UnitId, &str)] = &[
    (
        UnitId::AvcCache,
        "kernels/srad/srad.toml --scheme avc --max-registers 8",
    ),
    (
        UnitId::Regfile,
        "kernels/lud/lud.toml --scheme warped-compression",
    ),
    (
        UnitId::SlumberTop,
        "kernels/spmv/spmv.toml --scheme slumber --scheduler two-level --parameters \
         tests/parameters/by_schedulers.toml",
    ),
    (
        UnitId::Regless,
        "kernels/lud/lud.toml --scheme regless --preset maxwell",
    ),
];

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bugs/kernels")
}

/// The bugs of a unit that multiprocessors drive.
fn names(top: UnitId) -> Vec<String> {
    let bugs = bugs::load(&bugs::file(&folder(), top), top).expect("its bugs are there");
    bugs.into_iter().map(|bug| bug.name).collect()
}

/// The unit that a bug is in: the longest name that its own begins with.
fn unit_of(bug: &str) -> UnitId {
    let begins = |unit: &UnitId| bug.starts_with(&format!("{unit}_"));
    let units = UnitId::ALL.iter().copied().filter(begins);
    units
        .max_by_key(|unit| unit.to_string().len())
        .expect("a bug is named after its unit")
}

/// A run in lockstep with a bug, on so many threads.
fn run_with(run: &str, bug: &str, threads: usize, out: &Path) -> Output {
    let run = format!(
        "run {run} --max-cycles 20000 --engine lockstep --no-waves --threads {threads} --bug {bug}"
    );
    Command::new(env!("CARGO_BIN_EXE_warploom"))
        .args(run.split_whitespace())
        .arg("--out")
        .arg(out)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("warploom runs")
}

#[test]
fn a_bug_looks_the_same_whatever_the_number_of_threads() {
    let (top, run) = RUNS[0];
    let bug = names(top).remove(0);
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let said = |threads| {
        let output = run_with(run, &bug, threads, scratch.path());
        let text = String::from_utf8(output.stdout).expect("text");
        (output.status.code(), text)
    };
    let alone = said(1);
    assert_eq!(alone.0, Some(1), "{}", alone.1);
    assert_eq!(alone, said(2));
}

#[test]
fn each_unit_has_a_bug() {
    let bugs = RUNS.iter().flat_map(|(top, _)| names(*top));
    let units: BTreeSet<String> = bugs.map(|bug| unit_of(&bug).to_string()).collect();
    let all: BTreeSet<String> = UnitId::ALL.iter().map(UnitId::to_string).collect();
    assert_eq!(units, all);
}

#[test]
fn a_kernel_catches_each() {
    // Models of all bugs of a whole register file take minutes to build.
    let some = if selection::full() { RUNS } else { &RUNS[..1] };
    let mut escaped = Vec::new();
    let mut caught = 0;
    for (top, run) in some {
        for bug in names(*top) {
            let scratch = tempfile::tempdir().expect("a temporary folder");
            let output = run_with(run, &bug, 2, scratch.path());
            let text = String::from_utf8_lossy(&output.stdout);
            let line = text.lines().find(|line| line.contains(" differ in cycle "));
            match (output.status.code(), line) {
                (Some(1), Some(_)) => caught += 1,
                (code, _) => {
                    let errors = String::from_utf8_lossy(&output.stderr);
                    escaped.push(format!("{bug}: exit code {code:?}\n{text}{errors}"));
                }
            }
        }
    }
    selection::say(&format!("bugs caught by kernels: {caught}"));
    assert!(escaped.is_empty(), "{}", escaped.join("\n"));
}
