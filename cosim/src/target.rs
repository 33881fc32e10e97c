//! What is under test: a configuration of a unit, on an engine, in a form.

use hdl::emit::{Dialect, Reset};
use spec::{Configuration, UnknownName};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use surroundings::kit::{self, Kit};
use tools::hardware::Hardware;

/// What runs the unit under test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// The Verilog, built by Verilator.
    #[default]
    Verilator,
    /// The rust_hdl source in its own simulator: slow, needs no tool.
    RustHdl,
}

impl EngineKind {
    /// Every kind.
    pub const ALL: &'static [EngineKind] = &[EngineKind::Verilator, EngineKind::RustHdl];

    /// The name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verilator => "verilator",
            Self::RustHdl => "rust-hdl",
        }
    }
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EngineKind {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().copied().find(|kind| kind.name() == text);
        let names = || Self::ALL.iter().map(|kind| kind.name());
        found.ok_or_else(|| UnknownName::new("engine", text, names()))
    }
}

/// Everything that decides what the DUT is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Unit, preset and changes.
    pub configuration: Configuration,
    /// What runs it.
    pub engine: EngineKind,
    /// The language of the Verilog.
    pub dialect: Dialect,
    /// Its reset.
    pub reset: Reset,
    /// A folder of Verilog that stands in for what would be emitted.
    pub rtl: Option<PathBuf>,
    /// The seeded bug that is put in.
    pub bug: Option<String>,
    /// Behavioural storage hangs at the unit's switches and forgets what has no power.
    pub power_aware: bool,
}

impl Target {
    /// The emitted Verilog of a configuration, as it is by default.
    pub fn new(configuration: Configuration) -> Self {
        Self {
            configuration,
            engine: EngineKind::default(),
            dialect: Dialect::default(),
            reset: Reset::default(),
            rtl: None,
            bug: None,
            power_aware: false,
        }
    }

    /// What the harness knows of the unit.
    pub fn kit(&self) -> Box<dyn Kit> {
        let parameters = &self.configuration.parameters;
        let power_aware = self.power_aware.then(|| kit::power_aware_kit(parameters));
        power_aware
            .flatten()
            .unwrap_or_else(|| kit::kit(parameters))
    }

    /// A digest of the Verilog that stands in for what would be emitted.
    pub fn rtl_digest(&self) -> Option<String> {
        let folder = self.rtl.as_ref()?;
        let parameters = &self.configuration.parameters;
        let hardware = Hardware::from_folder(folder, parameters, self.reset).ok()?;
        Some(hardware.digest())
    }

    /// A name for files, such as `bdi_compressor-fermi-delta_cut-seed7`.
    pub fn file_stem(&self, seed: u64) -> String {
        let bug = self.bug.iter().map(|bug| format!("-{bug}"));
        let bug: String = bug.collect();
        format!("{}{bug}-seed{seed}", self.configuration.directory())
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}", self.configuration, self.engine)?;
        if self.engine == EngineKind::Verilator {
            write!(f, ", {}, {}", self.dialect, self.reset)?;
        }
        if let Some(rtl) = &self.rtl {
            write!(f, ", Verilog of {}", rtl.display())?;
        }
        if let Some(bug) = &self.bug {
            write!(f, ", bug {bug}")?;
        }
        if self.power_aware {
            f.write_str(", power-aware")?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_by_name_and_refused_with_the_nearest_first() {
        assert_eq!("rust-hdl".parse(), Ok(EngineKind::RustHdl));
        let error = "rusthdl".parse::<EngineKind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown engine 'rusthdl'; allowed: rust-hdl, verilator"
        );
    }
}
