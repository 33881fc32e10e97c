//! The hardware tools: found, asked, and run. These tests need `make tools`.

use hdl::emit::Module;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tools::discovery::Tools;
use tools::equivalence::{check, Verdict};
use tools::lint_rules::RULES;

const CLEAN_V: &str = include_str!("tools/pipeline.v");
const CLEAN_SV: &str = include_str!("tools/pipeline.sv");

fn warploom(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warploom"))
        .args(arguments)
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A unit's folder below `parent`.
fn unit(parent: &Path, name: &str, file: &str, content: &str) {
    let folder = parent.join(name);
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join(file), content).unwrap();
    fs::write(folder.join("unit.f"), format!("{file}\n")).unwrap();
}

#[test]
fn the_documentation_shows_the_rules_that_run() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/lint.md");
    let documentation = fs::read_to_string(path).unwrap();
    let documented: Vec<&str> = documentation
        .lines()
        .filter(|line| line.starts_with("| verilog2005 |") || line.starts_with("| sv |"))
        .collect();
    let expected: Vec<String> = RULES
        .iter()
        .map(|rule| format!("| {} | `{}` |", rule.dialect, rule.command_line()))
        .collect();
    assert_eq!(documented, expected);
}

#[test]
fn doctor_finds_what_make_tools_has_fetched() {
    let output = warploom(&["doctor"], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

#[test]
fn doctor_names_the_command_that_mends() {
    let empty = tempfile::tempdir().unwrap();
    let output = warploom(
        &["doctor"],
        &[("WARPLOOM_TOOLS", empty.path().to_str().unwrap())],
    );
    assert_eq!(output.status.code(), Some(2));
    let report = text(&output.stdout);
    assert!(report.contains("verilator  MISSING"), "{report}");
    assert!(report.contains("make tools"), "{report}");
    let output = warploom(&["doctor"], &[("WARPLOOM_VERIBLE", "/nowhere/lint")]);
    let report = text(&output.stdout);
    assert!(
        report.contains("WARPLOOM_VERIBLE names /nowhere/lint"),
        "{report}"
    );
}

#[test]
fn clean_units_pass_every_tool() {
    let folder = tempfile::tempdir().unwrap();
    unit(folder.path(), "pipeline-v", "pipeline.v", CLEAN_V);
    unit(folder.path(), "pipeline-sv", "pipeline.sv", CLEAN_SV);
    let output = warploom(&["lint", folder.path().to_str().unwrap()], &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    assert_eq!(text(&output.stdout).lines().count(), 3);
}

/// Lints one unit and gives the tools that objected.
fn objectors(file: &str, content: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    unit(folder.path(), "u", file, content);
    let output = warploom(&["lint", folder.path().to_str().unwrap()], &[]);
    let report = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{report}");
    let tools = ["verilator", "yosys", "slang", "verible", "iverilog"];
    tools
        .iter()
        .filter(|tool| report.contains(&format!("), {tool}:")))
        .map(ToString::to_string)
        .collect()
}

#[test]
fn each_tool_sees_its_kind_of_fault() {
    let latch = "module u (input wire a, input wire e, output reg y);\n\
                 always @* begin\nif (e) y = a;\nend\nendmodule\n";
    let found = objectors("u.v", latch);
    assert!(
        found.contains(&"yosys".into()) && found.contains(&"verilator".into()),
        "{found:?}"
    );
    let narrow = "module u (input wire [7:0] a, output wire [3:0] y);\nassign y = a;\nendmodule\n";
    let found = objectors("u.v", narrow);
    assert!(found.contains(&"slang".into()), "{found:?}");
    let style =
        "module u (\n    input  logic a,\n    output logic y\n);\n  assign y = a; \nendmodule\n";
    assert_eq!(objectors("u.sv", style), ["verible"]);
    let broken = "module u (input wire a;\nendmodule\n";
    assert!(objectors("u.v", broken).len() >= 3);
}

#[test]
fn a_folder_without_units_is_a_usage_error() {
    let folder = tempfile::tempdir().unwrap();
    let output = warploom(&["lint", folder.path().to_str().unwrap()], &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("holds no unit"));
    unit(folder.path(), "u", "u.v", CLEAN_V);
    fs::write(folder.path().join("u/unit.f"), "gone.v\n").unwrap();
    let output = warploom(&["lint", folder.path().to_str().unwrap()], &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("gone.v, which does not exist"));
}

/// Compares the clean Verilog-2005 pipeline with a SystemVerilog text.
fn verdict(systemverilog: &str) -> Verdict {
    let module = |text: &str| Module {
        source: String::new(),
        name: "pipeline".to_owned(),
        kind: "pipeline".to_owned(),
        file_name: "pipeline".to_owned(),
        text: text.to_owned(),
    };
    let designs = [&[module(CLEAN_V)][..], &[module(systemverilog)]];
    check(&Tools::discover(), designs, ["pipeline"]).unwrap()
}

#[test]
fn the_dialects_of_one_design_are_equivalent() {
    assert_eq!(verdict(CLEAN_SV), Verdict::Equivalent);
}

#[test]
fn one_character_of_logic_makes_a_difference() {
    for (from, to) in [
        ("first_q[31:0]", "first_q[30:0]"),
        ("if (reset)", "if (!reset)"),
        ("write_valid && !", "write_valid || !"),
        ("<= write_data", "<= ~write_data"),
    ] {
        let changed = CLEAN_SV.replacen(from, to, 1);
        assert_ne!(changed, CLEAN_SV, "{from}");
        assert!(matches!(verdict(&changed), Verdict::Different(_)), "{to}");
    }
}

#[test]
fn a_port_more_is_a_difference() {
    let changed = CLEAN_SV.replacen(
        "output logic out_valid,",
        "output logic out_valid,\n    output logic more,",
        1,
    );
    let changed = changed.replacen(
        "  assign out_valid",
        "  assign more = reset;\n  assign out_valid",
        1,
    );
    let Verdict::Different(why) = verdict(&changed) else {
        panic!("the port was not noticed")
    };
    assert!(why.contains("No matching port"), "{why}");
}

#[test]
fn fetching_again_is_silent_and_fetching_into_nowhere_is_explained() {
    let fetch = |arguments: &[&str], variables: &[(&str, &str)]| {
        Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/fetch.sh"))
            .args(arguments)
            .envs(variables.iter().copied())
            .output()
            .unwrap()
    };
    let output = fetch(&["base"], &[]);
    assert!(output.status.success());
    assert_eq!(text(&output.stdout) + &text(&output.stderr), "");
    let output = fetch(&["base"], &[("WARPLOOM_TOOLS", "/proc/none")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("set WARPLOOM_TOOLS to a folder"));
    let output = fetch(&["others"], &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there are base, formal and cuda"));
}
