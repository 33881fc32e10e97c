//! What comes out: a design in Verilog, with its modules and ports.

use super::options::{Options, Provenance};
use std::fmt;

/// One Verilog module, or package of SystemVerilog: one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    pub name: String,
    /// The Rust type that it is made from, in snake case and without parameters.
    pub kind: String,
    /// That type in full.
    pub source: String,
    pub file_name: String,
    pub text: String,
}

impl Module {
    /// The kind of a package.
    pub const PACKAGE: &'static str = "package";

    /// Whether it is no module, but a package of SystemVerilog.
    pub fn is_package(&self) -> bool {
        self.kind == Self::PACKAGE
    }
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
    /// The packages that modules name, then children before parents.
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
