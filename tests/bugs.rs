//! Every seeded bug of every unit is caught within the default number of cycles.

use std::process::Command;

mod selection;

/// Bugs that are caught late would want more; the smoke selection gives each this many cycles.
const SMOKE_CYCLES: &str = "20000";

#[test]
fn every_seeded_bug_is_caught() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warploom"));
    command.args(["cosim", "--bugs", "--no-waves"]);
    let full = selection::full();
    if !full {
        command.args(["--cycles", SMOKE_CYCLES]);
    }
    let scratch = tempfile::tempdir().expect("a temporary folder");
    command.arg("--out").arg(scratch.path());
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("warploom runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    let cycles = if full {
        "the default number of"
    } else {
        SMOKE_CYCLES
    };
    selection::say(&format!("bugs: {last}, within {cycles} cycles"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
}
