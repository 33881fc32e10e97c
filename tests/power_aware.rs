//! Power-aware cosimulation from end to end: storage hangs at the switches, and forgets.

use std::process::Command;

use crate::selection;

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
const UNITS: [(&str, &str); 4] = [
    ("power_array", "fermi-256"),
    ("bank_gate", "fermi"),
    ("slumber_top", "fermi-256"),
    ("regfile", "small"),
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
edits = [{ at = "power_slice.shallow_wake", becomes = "5'd5" }]
presets = ["fermi-256"]
why = "ON, and granted, a cycle later than the pipeline was promised"

[[bug]]
name = "granted_early"
edits = [{ at = "power_slice.ready", becomes = "!(high.q | low.q)" }]
presets = ["fermi-256"]
why = "an access takes place while the voltage still rises"

[[bug]]
name = "live_value_off"
edits = [
  { at = "power_slice.next_low", becomes = "freed | sinks & (to_off | to_shallow) | settles | lifts | low.q & stays & !(moving.q & rises)" },
]
presets = ["fermi-256"]
why = "OFF with a read pending"
"#;

/// Pins that matter only where memories forget.
const BANK_BUGS: &str = r#"
[[bug]]
name = "never_powered"
edits = [{ at = "regfile_banks.bank[3].asleep[0]", becomes = "1'b1" }]
presets = ["small"]
why = "the fourth bank's switch is never closed"

[[bug]]
name = "switched_off_by_its_neighbour"
edits = [
  { at = "regfile_banks.bank[0].asleep[0]", becomes = "gate[1].out_gated" },
  { at = "regfile_banks.bank[1].asleep[0]", becomes = "gate[0].out_gated" },
]
presets = ["small"]
why = "switches of two banks are exchanged"

[[bug]]
name = "clamped_for_ever"
edits = [{ at = "regfile_banks.bank[0].isolated[0]", becomes = "1'b1" }]
presets = ["small"]
why = "the clamps of the first bank never open"

[[bug]]
name = "clamped_by_its_neighbour"
edits = [
  { at = "regfile_banks.bank[0].isolated[0]", becomes = "gate[1].out_isolate" },
  { at = "regfile_banks.bank[1].isolated[0]", becomes = "gate[0].out_isolate" },
]
presets = ["small"]
why = "clamps of two banks are exchanged"
"#;

#[test]
fn switches_that_lose_values_are_caught() {
    let (code, text) = hunt("power_array", "fermi-256", BUGS, true);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("3 of 3 seeded bugs caught"), "{text}");
}

#[test]
fn banks_whose_pins_are_wrong_are_caught_where_power_matters_and_only_there() {
    let (code, text) = hunt("regfile", "small", BANK_BUGS, true);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("4 of 4 seeded bugs caught"), "{text}");
    let (code, text) = hunt("regfile", "small", BANK_BUGS, false);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("0 of 4 seeded bugs caught"), "{text}");
}

/// What `cosim --bugs` says of bugs put into a unit.
fn hunt(unit: &str, preset: &str, bugs: &str, power_aware: bool) -> (Option<i32>, String) {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(scratch.path().join(format!("{unit}.toml")), bugs).expect("a file");
    let folder = scratch.path().to_str().expect("a path of text");
    let mut arguments = vec!["cosim", "--bugs", "--cycles", "20000", "--no-waves"];
    arguments.extend(["--unit", unit, "--preset", preset]);
    arguments.extend(["--bug-folder", folder, "--out", folder]);
    if power_aware {
        arguments.push("--power-aware");
    }
    warploom(&arguments)
}
