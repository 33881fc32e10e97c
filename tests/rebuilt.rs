//! A unit that was rebuilt behind its ports is the circuit that it was.
//!
//! Yosys gets the old Verilog, which stays in `tests/rebuilt/`, and the one that is emitted now, with the
//! same inputs, and a map of the registers that have other names. It proves by induction that from a
//! reset on registers and outputs stay equal. What is outside the contract is assumed not to be asked.

use hdl::emit::{Module, Options};
use serde::Deserialize;
use spec::Configuration;
use std::fmt::Write;
use warploom::tools::discovery::{Tool, Tools};

const MAP: &str = include_str!("rebuilt/power_controller.toml");
const BEFORE: [(&str, &str); 2] = [
    ("fermi", include_str!("rebuilt/power_controller_fermi.v")),
    (
        "one-cycle",
        include_str!("rebuilt/power_controller_one-cycle.v"),
    ),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Map {
    block: String,
    instance: String,
    registers: Vec<Renamed>,
    never: Vec<String>,
    always: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Renamed {
    was: String,
    is: String,
    width: usize,
}

impl Map {
    /// All registers in one word, by their old or new names.
    fn word(&self, name: fn(&Renamed) -> &str) -> String {
        let names: Vec<&str> = self.registers.iter().map(name).collect();
        format!("{{{}}}", names.join(", "))
    }

    fn width(&self) -> usize {
        self.registers.iter().map(|register| register.width).sum()
    }
}

/// `text` with one more port.
fn with_port(text: &str, port: &str) -> String {
    let (head, rest) = text.split_once(" (\n").expect("a list of ports");
    format!("{head} (\n  {port},\n{rest}")
}

/// `text` with one more item.
fn with_item(text: &str, item: &str) -> String {
    let (body, _) = text.rsplit_once("endmodule").expect("a module");
    format!("{body}{item}\nendmodule\n")
}

/// Both circuits, and what is to be proven of them.
fn circuits(map: &Map, before: &str, modules: &[Module], configuration: &Configuration) -> String {
    let seen = format!("output wire [{}:0] seen", map.width() - 1);
    let top = modules.last().expect("a module");
    let mut invariants = String::from("always @* if (started) begin\n");
    for claim in &map.always {
        let _ = writeln!(invariants, "assert({claim});");
    }
    let old = with_port(&with_port(before, &seen), "input wire started");
    let old = old.replacen(&format!("module {} ", top.name), "module before ", 1);
    let old_word = map.word(|register| &register.was);
    let mut text = with_item(&old, &format!("{invariants}end\nassign seen = {old_word};"));
    for module in modules {
        let now = with_port(&module.text, &seen);
        text += &if module.name.starts_with(&map.block) {
            let word = map.word(|register| &register.is);
            with_item(&now, &format!("assign seen = {word};"))
        } else {
            let instance = format!(" {} (\n", map.instance);
            assert!(now.contains(&instance), "{}", module.name);
            now.replacen(&instance, &format!("{instance}.seen(seen),\n"), 1)
        };
    }

    let (inputs, outputs) = (
        configuration.parameters.inputs(),
        configuration.parameters.outputs(),
    );
    text += "module proof (input wire clock, input wire reset";
    for port in &inputs {
        let _ = write!(text, ", input wire [{}:0] {}", port.width - 1, port.name);
    }
    text += ");\nreg started = 0;\nalways @(posedge clock) if (reset) started <= 1;\n";
    for side in ["was", "is"] {
        let _ = writeln!(text, "wire [{}:0] seen_{side};", map.width() - 1);
        for port in &outputs {
            let _ = writeln!(text, "wire [{}:0] {}_{side};", port.width - 1, port.name);
        }
        let module = if side == "was" { "before" } else { &top.name };
        let started = if side == "was" {
            ".started(started), "
        } else {
            ""
        };
        let _ = write!(
            text,
            "{module} {side} ({started}.clock(clock), .reset(reset), .seen(seen_{side})"
        );
        for port in &inputs {
            let _ = write!(text, ", .{0}({0})", port.name);
        }
        for port in &outputs {
            let _ = write!(text, ", .{0}({0}_{side})", port.name);
        }
        text += ");\n";
    }
    text += "always @* begin\n";
    for request in &map.never {
        let _ = writeln!(text, "assume(!({request}));");
    }
    text += "if (started) begin\nassert(seen_was == seen_is);\n";
    for port in &outputs {
        let _ = writeln!(text, "assert({0}_was == {0}_is);", port.name);
    }
    text + "end\nend\nendmodule\n"
}

/// Whether Yosys proves it.
fn proven(text: &str) -> bool {
    const SCRIPT: [&str; 7] = [
        "read_verilog -formal proof.v",
        "hierarchy -check -top proof",
        "proc",
        "flatten",
        "chformal -lower",
        "opt -full",
        "sat -tempinduct -seq 1 -set-assumes -prove-asserts proof",
    ];
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("proof.v"), text).expect("a file");
    let yosys = Tools::discover().find(Tool::Yosys).expect("Yosys is there");
    let arguments = SCRIPT.iter().flat_map(|command| ["-p", command]);
    let mut command = yosys.command();
    let output = command.args(arguments).current_dir(folder.path()).output();
    let output = output.expect("Yosys runs; if not, see warploom doctor");
    let said = String::from_utf8_lossy(&output.stdout);
    let reason = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{reason}");
    let proven = said.contains("Induction step proven: SUCCESS!");
    assert!(proven || said.contains("FAIL!"), "{said}");
    proven
}

#[test]
fn the_controller_is_a_slice_of_one() {
    let map: Map = toml::from_str(MAP).expect("a map");
    for (preset, before) in BEFORE {
        let configuration = Configuration::new(spec::UnitId::PowerController, preset, &[]);
        let configuration = configuration.expect("a preset");
        let design = hdl::units::emit(&configuration, &Options::default()).expect("it emits");
        let text = circuits(&map, before, &design.modules, &configuration);
        assert!(proven(&text), "{preset} is not the circuit that it was");
        // A mistake in it is seen.
        let rule = "(moving_q & low_q)";
        assert!(text.contains(rule), "{preset} has no {rule}");
        let wrong = text.replacen(rule, "moving_q", 1);
        assert!(!proven(&wrong), "{preset}: a mistake was not seen");
    }
}
