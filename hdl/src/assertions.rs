//! The frame around a unit's assertions: a checker module that sees the unit's ports, and its bind. The text
//! serves simulation and proof: premises stand before `->`, what was a cycle ago in registers.

pub mod blocks;
pub mod inside;
pub mod premises;
pub(crate) mod settings;
pub mod together;

use crate::avc;
use crate::bdi;
use crate::emit::{Design, Module, Reset};
use crate::regfile;
use crate::regless;
use crate::slumber;
use inside::Inside;
use spec::names::{module_name, MODULE_NAME_LETTERS};
use spec::{AnyParameters, Configuration};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Columns of a line.
const LINE_LIMIT: usize = 100;

/// What a checker's name ends with.
const PROPERTIES: &str = "_properties";

/// What one's name ends with that sees the inside in simulation.
const INSIDE: &str = "_inside";

/// What every checker is disabled by.
pub(crate) const IN_RESET: &str = "  // Before the first reset nothing is defined.
  logic seen_reset;
  initial seen_reset = 1'b0;
  always @(posedge clockRESET_EDGE) if (RESET) seen_reset <= 1'b1;

  logic in_reset;
  assign in_reset = RESET || !seen_reset;

";

/// A checker all of whose assertions or a single one can be listened to.
pub struct Choosable {
    /// The checker's file.
    pub file_name: String,
    /// The checker, without its bind, and with an input that chooses: 0 listens to all, i + 1 to the
    /// assertion at i, [`ASSUMPTIONS`] to what is assumed.
    pub text: String,
    /// The unit's ports that it has, in the order of the design.
    pub ports: BTreeSet<String>,
    /// Its assertions.
    pub assertions: Vec<Assertion>,
}

/// An assertion of a checker.
pub struct Assertion {
    /// Its property.
    pub property: String,
    /// What it names.
    pub words: BTreeSet<String>,
}

/// The number by which a checker's assumptions alone are listened to.
pub const ASSUMPTIONS: u8 = u8::MAX;

/// The checker of a unit with an input `chooser` of 8 bits.
pub fn choosable(parameters: &AnyParameters, design: &Design, chooser: &str) -> Choosable {
    let module = checker(parameters, design);
    let text = module.text.split("\nbind ").next().unwrap_or_default();
    let ports = design.ports.iter().map(|port| port.name.clone());
    let head = text.split(");\n").next().unwrap_or_default();
    let head = words(head);
    let mut choosable = Choosable {
        file_name: module.file_name.clone(),
        text: String::new(),
        ports: ports.filter(|port| head.contains(port)).collect(),
        assertions: vec![],
    };
    let mut open = false;
    for line in text.lines() {
        let mut line = line.to_owned();
        if line == "  input logic clock," {
            line += &format!(" input logic [7:0] {chooser},");
        }
        if let Some((property, _)) = line.trim().split_once("_A: assert") {
            choosable.assertions.push(Assertion {
                property: property.to_owned(),
                words: BTreeSet::new(),
            });
            open = true;
            let number = choosable.assertions.len();
            let chosen = format!("in_reset || ({chooser} != 8'd0 && {chooser} != 8'd{number})");
            line = line.replace("(in_reset)", &format!("({chosen})"));
        }
        if line.contains("_M: assume") {
            let chosen = format!("{chooser} != 8'd0 && {chooser} != 8'd{ASSUMPTIONS}");
            line = line.replace("(in_reset)", &format!("(in_reset || ({chosen}))"));
        }
        if let (true, Some(assertion)) = (open, choosable.assertions.last_mut()) {
            assertion.words.extend(words(&line));
            open = !line.ends_with(");");
        }
        choosable.text += &line;
        choosable.text.push('\n');
    }
    choosable
}

/// The properties that a checker asserts, each once.
pub fn asserted(text: &str) -> Vec<&str> {
    let mut names: Vec<&str> = vec![];
    for line in text.lines() {
        if let Some((name, _)) = line.trim().split_once("_A: assert") {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// The property whose assertion a simulator's message names by its line in a checker, or by one below where
/// the assertion begins; `None` where what failed is an assumption.
pub fn failed<'c>(text: &'c str, said: &str) -> Option<&'c str> {
    let line: usize = said.split(':').find_map(|part| part.trim().parse().ok())?;
    let begun: Vec<&str> = text.lines().take(line).collect();
    let check = |line: &&str| line.contains("_A: assert") || line.contains("_M: assume");
    let last = begun.iter().rev().find(|line| check(line))?;
    let (property, _) = last.trim().split_once("_A: assert")?;
    Some(property)
}

/// The identifiers of a text.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.map(str::to_owned).collect()
}

/// The checker of a unit as a SystemVerilog file to compile beside the design.
pub fn checker(parameters: &AnyParameters, design: &Design) -> Module {
    framed(&body(parameters), design, None)
}

/// The checker with what it sees inside the unit, where proofs need that; of one register, any, where shadows of all
/// are too large for a proof. It fits what is emitted only.
pub fn checker_inside(parameters: &AnyParameters, design: &Design) -> Module {
    let body = match parameters {
        AnyParameters::OsuBank(parameters) => regless::assertions::osu_bank_any(parameters),
        AnyParameters::Osu(parameters) => regless::assertions::osu_any(parameters),
        AnyParameters::PowerArray(parameters) => slumber::assertions::power_array_any(parameters),
        AnyParameters::AvcCache(parameters) => avc::assertions::cache_any(parameters),
        AnyParameters::PatternCompressor(p) => regless::assertions::pattern_compressor_any(p),
        AnyParameters::Regfile(parameters) => regfile::assertions::regfile_any(parameters),
        _ => body(parameters),
    };
    framed(&body, design, inside_of(parameters))
}

/// What proofs see inside a unit.
fn inside_of(parameters: &AnyParameters) -> Option<Inside> {
    match parameters {
        AnyParameters::BdiCompressor(parameters) => bdi::assertions::compressor_inside(parameters),
        AnyParameters::BdiDecompressor(parameters) => {
            bdi::assertions::decompressor_inside(parameters)
        }
        AnyParameters::AvcEncoder(parameters) => Some(avc::assertions::encoder_inside(parameters)),
        AnyParameters::AvcCache(parameters) => avc::assertions::cache_inside(parameters),
        AnyParameters::BankGate(parameters) => {
            Some(regfile::assertions::bank_gate_inside(parameters))
        }
        AnyParameters::Regfile(parameters) => regfile::assertions::regfile_inside(parameters),
        AnyParameters::FetchUnitList(parameters) => {
            Some(slumber::assertions::fetch_unit_list_inside(parameters))
        }
        AnyParameters::PowerArray(parameters) => {
            Some(slumber::assertions::power_array_inside(parameters))
        }
        AnyParameters::SlumberTop(parameters) => {
            Some(slumber::assertions::slumber_top_inside(parameters))
        }
        AnyParameters::OsuBank(parameters) => {
            Some(regless::assertions::osu_bank_inside(parameters))
        }
        AnyParameters::PatternCompressor(parameters) => {
            Some(regless::assertions::pattern_compressor_inside(parameters))
        }
        AnyParameters::ReglessL1Arbiter(_) => {
            Some(regless::assertions::regless_l1_arbiter_inside())
        }
        AnyParameters::CapacityManager(parameters) => {
            Some(regless::assertions::capacity_manager_inside(parameters))
        }
        AnyParameters::Osu(_) => Some(regless::assertions::osu_inside()),
        _ => None,
    }
}

/// Of [`checker_inside`] the properties alone, in a file beside [`checker`]'s, for simulation: what else is asserted
/// inside is nobody's promise. `None` where nothing is seen inside.
pub fn properties_inside(configuration: &Configuration, design: &Design) -> Option<Module> {
    inside_of(&configuration.parameters)?;
    let whole = checker_inside(&configuration.parameters, design);
    let known = configuration.unit().properties().iter();
    let names: BTreeSet<&str> = known.map(|property| property.name).collect();
    let name = whole.name.replace(PROPERTIES, INSIDE);
    let text = premises::only(&whole.text, &names).replace(PROPERTIES, INSIDE);
    Some(Module {
        file_name: format!("{name}.sv"),
        kind: name.clone(),
        source: name.clone(),
        name,
        text,
    })
}

/// A memory's module without its body: nothing drives what is read. No other module has a hook for a macro.
pub(crate) fn forget(module: &mut Module) {
    if let Some((ports, _)) = module.text.split_once("\n  // Define ") {
        module.text = format!("{ports}\nendmodule\n");
    }
}

/// The assertions of a unit, and what they need to know.
fn body(parameters: &AnyParameters) -> String {
    match parameters {
        AnyParameters::BdiCompressor(parameters) => bdi::assertions::compressor(parameters),
        AnyParameters::BdiDecompressor(parameters) => bdi::assertions::decompressor(parameters),
        AnyParameters::AvcEncoder(parameters) => avc::assertions::encoder(parameters),
        AnyParameters::AvcDecoder(_) => avc::assertions::decoder(),
        AnyParameters::AvcCache(parameters) => avc::assertions::cache(parameters),
        AnyParameters::PowerController(parameters) => {
            slumber::assertions::power_controller(parameters)
        }
        AnyParameters::PowerArray(parameters) => slumber::assertions::power_array(parameters),
        AnyParameters::MshrTracker(parameters) => slumber::assertions::mshr_tracker(parameters),
        AnyParameters::FetchUnitList(parameters) => {
            slumber::assertions::fetch_unit_list(parameters)
        }
        AnyParameters::SlumberControl(parameters) => {
            slumber::assertions::slumber_control(parameters)
        }
        AnyParameters::BankGate(parameters) => regfile::assertions::bank_gate(parameters),
        AnyParameters::SlumberTop(parameters) => slumber::assertions::slumber_top(parameters),
        AnyParameters::Regfile(parameters) => regfile::assertions::regfile(parameters),
        AnyParameters::OsuBank(parameters) => regless::assertions::osu_bank(parameters),
        AnyParameters::PatternCompressor(p) => regless::assertions::pattern_compressor(p),
        AnyParameters::MetadataDecoder(_) => regless::assertions::metadata_decoder(),
        AnyParameters::CapacityManager(parameters) => {
            regless::assertions::capacity_manager(parameters)
        }
        AnyParameters::Osu(parameters) => regless::assertions::osu(parameters),
        AnyParameters::ReglessL1Arbiter(parameters) => {
            regless::assertions::regless_l1_arbiter(parameters)
        }
        AnyParameters::ReglessShard(_) => regless::assertions::regless_shard(),
        AnyParameters::Regless(_) => regless::assertions::regless(),
    }
}

/// The module around a body, and its bind.
fn framed(body: &str, design: &Design, inside: Option<Inside>) -> Module {
    let (nets, more) = inside.map_or_else(Default::default, |inside| (inside.nets, inside.body));
    let (asserted, edge) = match design.options.reset {
        Reset::SyncHigh => ("reset", ""),
        Reset::AsyncLow => ("!reset_n", " or negedge reset_n"),
    };
    let top = &design.top;
    let room = MODULE_NAME_LETTERS - PROPERTIES.len();
    let name = module_name(top, room) + PROPERTIES;
    let mut text = format!(
        "// Properties of {top} as assertions, for simulation and proof.\n\
         // Compile this file beside the design; it binds itself.\n\
         // {}\n\nmodule {name} (\n",
        design.provenance.command
    );
    let body = premises::covered(&[body, &more].concat());
    let body = format!("{IN_RESET}{body}");
    let body = body.replace("RESET_EDGE", edge).replace("RESET", asserted);
    let used = words(&body);
    // The checker only listens: outputs of the unit are inputs here, as far as a property names them.
    let mut ports: Vec<String> = design
        .ports
        .iter()
        .filter(|port| used.contains(&port.name))
        .map(|port| match port.width {
            1 => format!("  input logic {}", port.name),
            width => format!("  input logic [{}:0] {}", width - 1, port.name),
        })
        .collect();
    ports.extend(nets.iter().map(|(net, _)| format!("  input {net}")));
    let _ = writeln!(text, "{}", ports.join(",\n"));
    let _ = writeln!(text, ");\n");
    text += &body;
    let connected = nets.iter().map(|(declared, net)| {
        let port = declared.split_whitespace().last().unwrap_or_default();
        let port = port.split('[').next().unwrap_or_default();
        format!(", .{port}({net})")
    });
    let connected: String = connected.collect();
    let bind = format!("bind {top} {name} u_properties (.*{connected});");
    let bind = if bind.len() <= LINE_LIMIT {
        bind
    } else {
        format!("bind {top}\n    {name}\n    u_properties (.*{connected});")
    };
    let _ = writeln!(text, "\nendmodule\n\n{bind}");
    Module {
        file_name: format!("{name}.sv"),
        kind: name.clone(),
        source: name.clone(),
        name,
        text,
    }
}
