//! The emitter's front door: options in, Verilog files out.

use super::banner;
use super::elaborate::Elaborator;
use super::error::{EmitError, EmitErrorKind, EmitErrors};
use super::memory;
use super::module::Body;
use super::names;
use super::print::{self, Style};
use super::tree;
use rust_hdl::core::block::Block;
use spec::UnknownName;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The language of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// IEEE 1364-2005, in `.v` files: what every tool takes.
    #[default]
    Verilog2005,
    /// IEEE 1800-2012, in `.sv` files.
    SystemVerilog,
}

/// The reset of the whole design.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reset {
    /// A port `reset`, synchronous and active high.
    #[default]
    SyncHigh,
    /// A port `reset_n`, asynchronous and active low.
    AsyncLow,
}

impl Dialect {
    /// The ending of a module's file.
    pub fn extension(self) -> &'static str {
        match self {
            Dialect::Verilog2005 => "v",
            Dialect::SystemVerilog => "sv",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Verilog2005 => "verilog2005",
            Dialect::SystemVerilog => "sv",
        })
    }
}

impl FromStr for Dialect {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text {
            "verilog2005" => Ok(Dialect::Verilog2005),
            "sv" => Ok(Dialect::SystemVerilog),
            _ => Err(UnknownName::new("dialect", text, ["verilog2005", "sv"])),
        }
    }
}

impl Reset {
    /// The name of the port.
    pub fn port(self) -> &'static str {
        match self {
            Reset::SyncHigh => "reset",
            Reset::AsyncLow => "reset_n",
        }
    }
}

impl fmt::Display for Reset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reset::SyncHigh => "sync-high",
            Reset::AsyncLow => "async-low",
        })
    }
}

impl FromStr for Reset {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text {
            "sync-high" => Ok(Reset::SyncHigh),
            "async-low" => Ok(Reset::AsyncLow),
            _ => Err(UnknownName::new("reset", text, ["sync-high", "async-low"])),
        }
    }
}

/// How to emit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub dialect: Dialect,
    pub reset: Reset,
    /// Put before the name of every module, with an underscore.
    pub prefix: Option<String>,
}

/// What the banner of each file says about its origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    pub unit: String,
    pub preset: String,
    /// The command that makes the same text again, without output paths.
    pub command: String,
}

/// One Verilog module, one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    pub name: String,
    pub file_name: String,
    pub text: String,
}

/// The direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    Input,
    Output,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Input => "input",
            Direction::Output => "output",
        })
    }
}

/// A port of the top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    pub name: String,
    pub direction: Direction,
    /// All bits: an array of ports is one vector, element 0 lowest.
    pub width: usize,
    /// The Rust type of the signal, or of one element of an array of signals.
    pub rust_type: String,
    /// Number of elements, for an array of signals.
    pub elements: Option<usize>,
    pub role: PortRole,
    /// What it is for, in a few words; for data ports the unit's contract says it.
    pub meaning: String,
}

/// What a port is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PortRole {
    Clock,
    Reset,
    Data,
}

/// An emitted design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// The name of the top module.
    pub top: String,
    /// Children before parents.
    pub modules: Vec<Module>,
    /// The ports of the top module, in order.
    pub ports: Vec<Port>,
    pub options: Options,
    pub provenance: Provenance,
}

impl Design {
    /// The port that clocks the design, if it has any register.
    pub fn clock(&self) -> Option<&Port> {
        self.ports.iter().find(|port| port.role == PortRole::Clock)
    }
}

/// Emits `block` and all blocks below it.
///
/// # Errors
/// Everything that the design must not contain, all at once; no text exists then.
pub fn emit(
    block: &dyn Block,
    provenance: &Provenance,
    options: &Options,
) -> Result<Design, EmitErrors> {
    let unit = names::snake_case(&provenance.unit);
    let fallback = if unit.is_empty() { "top" } else { &unit };
    if let Some(prefix) = &options.prefix {
        // More follows the prefix, so it may well be a reserved word.
        if !names::is_word(prefix) {
            let what = format!("`{prefix}` is no Verilog identifier");
            return Err(refuse(fallback, "prefix", "Option<String>", what));
        }
    }
    let Some(root) = tree::walk(block) else {
        let what = "a block that shows nothing to a probe".to_owned();
        return Err(refuse(fallback, fallback, "dyn Block", what));
    };
    let mut elaborator = Elaborator::new(options);
    let top = elaborator.module(&root, fallback);
    if !elaborator.errors.is_empty() {
        return Err(EmitErrors(elaborator.errors));
    }
    let style = Style {
        dialect: options.dialect,
        reset: options.reset,
    };
    let modules = elaborator
        .modules
        .iter()
        .map(|module| {
            let body = match &module.body {
                Body::Logic(logic) => print::print(module, logic, &elaborator.modules, style),
                Body::Memory(memory) => memory::print(module, memory, style),
            };
            Module {
                name: module.name.clone(),
                file_name: format!("{}.{}", module.name, options.dialect.extension()),
                text: banner::with_banner(&module.rust_type, provenance, &body),
            }
        })
        .collect();
    let module = &elaborator.modules[top];
    Ok(Design {
        top: module.name.clone(),
        modules,
        ports: ports(module, options),
        options: options.clone(),
        provenance: provenance.clone(),
    })
}

fn refuse(module: &str, signal: &str, rust_type: &str, what: String) -> EmitErrors {
    EmitErrors(vec![EmitError {
        module: module.to_owned(),
        signal: signal.to_owned(),
        rust_type: rust_type.to_owned(),
        kind: EmitErrorKind::Unsupported { what },
    }])
}

fn ports(module: &super::module::ModuleIr, options: &Options) -> Vec<Port> {
    let mut out = vec![];
    let reset = Port {
        name: options.reset.port().to_owned(),
        direction: Direction::Input,
        width: 1,
        rust_type: "added by the emitter".to_owned(),
        elements: None,
        role: PortRole::Reset,
        meaning: match options.reset {
            Reset::SyncHigh => "Synchronous, active high.",
            Reset::AsyncLow => "Asynchronous, active low.",
        }
        .to_owned(),
    };
    let mut pending = module.needs_reset.then_some(reset);
    for port in &module.ports {
        out.push(Port {
            name: port.name.clone(),
            direction: if port.output {
                Direction::Output
            } else {
                Direction::Input
            },
            width: port.total_bits(),
            rust_type: port.rust_type.clone(),
            elements: (!port.dims.is_empty()).then(|| port.dims.iter().product()),
            role: if port.is_clock {
                PortRole::Clock
            } else {
                PortRole::Data
            },
            meaning: if port.is_clock {
                "Everything happens at its rising edge.".to_owned()
            } else {
                String::new()
            },
        });
        if port.is_clock {
            out.extend(pending.take());
        }
    }
    if let Some(reset) = pending {
        out.insert(0, reset);
    }
    out
}

/// Puts the modules of several designs together for one folder: equal files once.
///
/// # Errors
/// Two different modules of one name.
pub fn combine(designs: &[Design]) -> Result<Vec<Module>, EmitErrors> {
    let mut out: Vec<Module> = vec![];
    let mut errors = BTreeSet::new();
    for module in designs.iter().flat_map(|design| &design.modules) {
        match out.iter().find(|known| known.name == module.name) {
            None => out.push(module.clone()),
            Some(known) if banner::body(&known.text) == banner::body(&module.text) => {}
            Some(_) => {
                errors.insert(EmitError {
                    module: module.name.clone(),
                    signal: module.name.clone(),
                    rust_type: banner::source(&module.text).to_owned(),
                    kind: EmitErrorKind::DuplicateModule,
                });
            }
        }
    }
    if errors.is_empty() {
        Ok(out)
    } else {
        Err(EmitErrors(errors.into_iter().collect()))
    }
}
