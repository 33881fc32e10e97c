//! How to emit, and what the banners say about it.

use spec::UnknownName;
use std::collections::BTreeMap;
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
    /// What names end with that the source does not have: tests rename them all, to see that nothing
    /// hangs on them.
    pub temporaries: &'static str,
}

/// What a contract says of a block's ports, but for clock and reset.
pub type Contract = BTreeMap<String, String>;

/// What the files of a design say about its origin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    pub unit: String,
    pub preset: String,
    /// The command that makes the same text again, without output paths.
    pub command: String,
    /// What ports mean of blocks that have a contract: names and meanings. A block with just these ports
    /// has this contract.
    pub contracts: Vec<Contract>,
}

impl Provenance {
    /// Who asked for a design, as errors say it.
    pub fn name(&self) -> String {
        format!("unit {}, preset {}", self.unit, self.preset)
    }
}
