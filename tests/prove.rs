//! `warploom prove` from end to end: what is proven, what is refuted and how it is replayed, what says
//! nothing, and what is not proven twice.

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use tools::discovery::Tools;

/// Units that are proven in a moment.
const SMALL: [&str; 5] = [
    "bank_gate",
    "mshr_tracker",
    "slumber_control",
    "metadata_decoder",
    "bdi_compressor",
];

fn warploom(scene: &Path, arguments: &str) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_warploom"))
        .args(arguments.split_whitespace())
        .current_dir(scene)
        .output()
        .expect("warploom runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("text"))
}

/// What came of the properties in a file.
fn outcomes(file: &Path) -> Vec<(String, Value)> {
    let text = fs::read_to_string(file).expect("a file");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(file["format"], "warploom-proofs");
    let units = file["units"].as_array().expect("units").iter();
    let lines = units.flat_map(|unit| unit["properties"].as_array().expect("properties"));
    let line = |line: &Value| {
        (
            line["property"].as_str().expect("a name").to_owned(),
            line["outcome"].clone(),
        )
    };
    lines.map(line).collect()
}

/// A block below the units.
const BLOCK: &str = "round_robin_arbiter_4";

/// Kept results make this free until Verilog, checkers or the prover change.
#[test]
fn five_units_and_a_block_are_proven() {
    let scene = TempDir::new().expect("a folder");
    let units = SMALL.map(|unit| format!("--unit {unit}")).join(" ");
    let kept = Tools::discover().cache().join("proofs");
    let kept = kept.display();
    let (code, text) = warploom(
        scene.path(),
        // Each is proven in half a minute at most on an idle core; other tests run beside.
        &format!("prove {units} --block {BLOCK} --timeout 180s --resume {kept} --json p.json"),
    );
    assert_eq!(code, Some(0), "{text}");
    let outcomes = outcomes(&scene.path().join("p.json"));
    let all: usize = SMALL
        .iter()
        .map(|unit| unit.parse::<spec::UnitId>().unwrap().properties().len())
        .sum();
    let of_block = hdl::assertions::blocks::block(BLOCK).unwrap().unwrap();
    let of_block = hdl::assertions::asserted(&of_block.modules.last().unwrap().text).len();
    assert_eq!(outcomes.len(), all + of_block, "every property is written");
    for (property, outcome) in outcomes {
        assert_eq!(outcome["is"], "proven", "{property}");
        assert!(outcome["certificate"].is_string(), "{property}");
    }
}

/// Sixteen lines are too many for reachability: one register, any, and induction.
#[test]
fn no_register_is_in_two_lines_of_a_bank() {
    let scene = TempDir::new().expect("a folder");
    for preset in ["small", "maxwell"] {
        let prove =
            "--property RegisterIsInOneLine --engine induction --timeout 180s --json p.json";
        let (code, text) = warploom(
            scene.path(),
            &format!("prove --unit osu_bank --preset {preset} {prove}"),
        );
        assert_eq!(code, Some(0), "{text}");
        let outcome = &outcomes(&scene.path().join("p.json"))[0].1;
        assert_eq!(outcome["is"], "proven", "{preset}: {text}");
    }
}

/// The Verilog of a unit with a text in place of another.
fn changed(scene: &TempDir, unit: &str, file: &str, from: &str, to: &str) {
    let (code, text) = warploom(scene.path(), &format!("emit --unit {unit} --out ."));
    assert_eq!(code, Some(0), "{text}");
    let folder = fs::read_dir(scene.path()).unwrap().flatten();
    let mut folders = folder
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    let folder = folders
        .find(|path| path.join(file).is_file())
        .expect("the unit's folder");
    let text = fs::read_to_string(folder.join(file)).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{text}");
    fs::write(folder.join(file), text.replace(from, to)).unwrap();
    fs::rename(folder, scene.path().join("rtl")).unwrap();
}

#[test]
fn a_gate_that_wakes_too_soon_is_refuted_and_replayed() {
    let scene = TempDir::new().expect("a folder");
    let (from, to) = ("remaining_q == 10'd1)", "remaining_q == 10'd2)");
    changed(&scene, "bank_gate", "bank_gate_e256_w10.v", from, to);
    let prove = "prove --unit bank_gate --preset fermi --rtl rtl --resume r --json p.json --junit p.xml --html h";
    let (code, text) = warploom(scene.path(), prove);
    assert_eq!(code, Some(1), "{text}");
    let outcomes = outcomes(&scene.path().join("p.json"));
    let refuted = outcomes
        .iter()
        .filter(|(_, outcome)| outcome["is"] == "refuted");
    let refuted: Vec<&str> = refuted.map(|(property, _)| property.as_str()).collect();
    assert_eq!(refuted, ["RequestWaitsExactly"], "{text}");
    assert!(fs::read_to_string(scene.path().join("p.xml"))
        .unwrap()
        .contains("RequestWaitsExactly"));
    assert!(scene.path().join("h/index.html").is_file());
    let replay = text
        .split("replay: warploom ")
        .nth(1)
        .expect("a replay file");
    let (code, text) = warploom(scene.path(), replay.lines().next().unwrap());
    // Nothing is assumed of what comes in, so that the trace may do what the contract forbids; else the gate
    // differs from its model.
    assert!(matches!(code, Some(1 | 3)), "{text}");
    // Nothing is proven again.
    let (_, text) = warploom(scene.path(), prove);
    assert!(text.contains("6 of them there already"), "{text}");
}

/// No step of a bank's gate, and one that rests on it.
const WRONG: &str = "show 8 at once\nshow 7 after 8 with 8\n";

#[test]
fn steps_are_taken_up_and_believed_in_nothing() {
    let scene = TempDir::new().expect("a folder");
    let prove = "prove --unit bank_gate --engine induction --json p.json";
    let proven = |options: &str| {
        let (code, text) = warploom(scene.path(), &format!("{prove} {options}"));
        assert_eq!(code, Some(0), "{text}");
        outcomes(&scene.path().join("p.json"))
    };
    let file = |run: &str| {
        let folder = fs::read_dir(scene.path().join(run).join("steps")).unwrap();
        let mut files = folder.flatten().map(|entry| entry.path());
        files.next().expect("a module's file")
    };
    let found = proven("--resume a");
    let text = fs::read_to_string(file("a")).unwrap();
    assert_eq!(proven("--resume b --steps a/steps"), found);
    assert_eq!(fs::read_to_string(file("b")).unwrap(), text, "found again");
    let (names, steps) = text.split_at(text.find("show").unwrap());
    fs::write(file("a"), format!("{names}{WRONG}{steps}")).unwrap();
    assert_eq!(proven("--resume c --steps a/steps"), found);
    let again = fs::read_to_string(file("c")).unwrap();
    assert!(!again.contains("show 8 at once\n"), "{again}");
    fs::write(file("a"), "show me\n").unwrap();
    let (code, text) = warploom(scene.path(), &format!("{prove} --resume d --steps a/steps"));
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("line 1, `show me`, says no step"), "{text}");
}

#[test]
fn what_is_written_to_a_register_that_is_not_on_is_not_kept() {
    let scene = TempDir::new().expect("a folder");
    let file = "power_slice_r1_w4_13_16_l9_12.v";
    let (from, to) = ("kept_q | (written & ready)", "kept_q | written");
    changed(&scene, "power_controller", file, from, to);
    let prove = "prove --unit power_controller --preset fermi --property RetainedUntilOff --rtl rtl --json p.json";
    let (code, text) = warploom(scene.path(), prove);
    assert_eq!(code, Some(1), "{text}");
    let outcome = &outcomes(&scene.path().join("p.json"))[0].1;
    assert_eq!(outcome["is"], "refuted", "{text}");
}

#[test]
fn what_never_comes_is_vacuous_and_no_success() {
    let scene = TempDir::new().expect("a folder");
    let (from, to) = ("assign out_valid = ", "assign out_valid = 1'b0 && ");
    changed(&scene, "metadata_decoder", "metadata_decoder.v", from, to);
    let prove = "prove --unit metadata_decoder --preset maxwell --rtl rtl --json p.json";
    let (code, text) = warploom(scene.path(), prove);
    assert_eq!(code, Some(1), "{text}");
    for (property, outcome) in outcomes(&scene.path().join("p.json")) {
        let expected = match property.as_str() {
            "DecodingReturnsAnnotations" | "WordHasOneMeaning" => "vacuous",
            "BadImpliesNothing" | "LatencyIsExact" => "refuted",
            _ => "proven",
        };
        assert_eq!(outcome["is"], expected, "{property}: {text}");
    }
}

#[test]
fn mutants_are_noticed_by_properties() {
    let scene = TempDir::new().expect("a folder");
    let prove =
        "prove --unit mshr_tracker --mutants 1-3 --timeout 60s --json p.json --markdown p.md";
    let (code, text) = warploom(scene.path(), prove);
    assert_eq!(code, Some(0), "{text}");
    let file = fs::read_to_string(scene.path().join("p.json")).expect("a file");
    let file: Value = serde_json::from_str(&file).expect("JSON");
    let mutants = file["units"][0]["mutants"].as_array().expect("mutants");
    assert_eq!(mutants.len(), 3, "{text}");
    for mutant in mutants {
        let outcome = &mutant["outcome"];
        assert_eq!(outcome["is"], "noticed", "{mutant}");
        let by = outcome["by"].as_array().expect("names");
        let properties = spec::UnitId::MshrTracker.properties();
        for name in by {
            assert!(properties.iter().any(|p| p.name == name), "{mutant}");
        }
        assert!(!by.is_empty(), "{mutant}");
    }
    let page = fs::read_to_string(scene.path().join("p.md")).expect("a page");
    assert!(
        page.contains("| mshr_tracker | fermi | 3 | 3 | 0 | 0 |"),
        "{page}"
    );
    let beyond = "prove --unit mshr_tracker --mutants 9999";
    let (code, text) = warploom(scene.path(), beyond);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("mshr_tracker fermi has "), "{text}");
}

#[test]
fn what_is_not_decided_is_no_success() {
    let scene = TempDir::new().expect("a folder");
    let prove = "prove --unit bdi_decompressor --property RoundTripIsIdentity --engine pdr --timeout 1s --json p.json";
    let (code, text) = warploom(scene.path(), prove);
    assert_eq!(code, Some(1), "{text}");
    assert_eq!(
        outcomes(&scene.path().join("p.json"))[0].1["is"],
        "unknown",
        "{text}"
    );
}

#[test]
fn what_does_not_exist_is_said() {
    let scene = TempDir::new().expect("a folder");
    let (code, text) = warploom(
        scene.path(),
        "prove --unit bank_gate --property GrantImpliesAwak",
    );
    assert_eq!(code, Some(2));
    assert!(text.contains("GrantImpliesAwake"), "{text}");
    let (code, text) = warploom(scene.path(), "prove --block round_robin_arbiter_5");
    assert_eq!(code, Some(2));
    assert!(text.contains("round_robin_arbiter_4"), "{text}");
    let (code, text) = warploom(scene.path(), "prove --rtl x");
    assert_eq!(code, Some(2));
    assert!(text.contains("one unit and preset"), "{text}");
}
