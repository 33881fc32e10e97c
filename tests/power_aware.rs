//! Power-aware cosimulation from end to end: storage hangs at the switches, and forgets.

use std::path::Path;
use std::process::Command;

mod selection;

fn warploom(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_warploom"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("warploom runs");
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

/// Units that switch storage, and the presets that the smoke selection takes.
const UNITS: [(&str, &str); 3] = [
    ("power_array", "fermi-256"),
    ("bank_gate", "fermi"),
    ("slumber_top", "fermi-256"),
];

#[test]
fn no_value_is_lost() {
    for (unit, preset) in UNITS {
        let mut arguments = vec!["cosim", "--power-aware", "--cycles", "20000"];
        arguments.extend(["--unit", unit]);
        if !selection::full() {
            arguments.extend(["--preset", preset]);
        }
        let (code, text) = warploom(&arguments);
        assert_eq!(code, Some(0), "{text}");
    }
}

/// What the issue of power intent is about: woken too late, granted too early, OFF with a live value.
const BUGS: &str = r#"
[[bug]]
name = "woken_a_cycle_late"
module = "power_array"
find = "ShallowWake = 10'd4"
replace = "ShallowWake = 10'd5"
presets = ["fermi-256"]
why = "ON, and granted, a cycle later than the pipeline was promised"

[[bug]]
name = "granted_early"
module = "power_array"
find = "on = ~(moving_q | high_q | low_q)"
replace = "on = ~(high_q | low_q)"
presets = ["fermi-256"]
why = "an access takes place while the voltage still rises"

[[bug]]
name = "live_value_off"
module = "power_array"
find = "(settles & (nearby | next_write))"
replace = "settles"
presets = ["fermi-256"]
why = "OFF with a read pending"
"#;

#[test]
fn switches_that_lose_values_are_caught() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(scratch.path().join("power_array.toml"), BUGS).expect("a file");
    let folder: &Path = scratch.path();
    let folder = folder.to_str().expect("a path of text");
    let arguments = [
        "cosim",
        "--power-aware",
        "--unit",
        "power_array",
        "--preset",
        "fermi-256",
        "--cycles",
        "20000",
        "--no-waves",
        "--bugs",
        "--bug-folder",
        folder,
        "--out",
        folder,
    ];
    let (code, text) = warploom(&arguments);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("3 of 3 seeded bugs caught"), "{text}");
}
