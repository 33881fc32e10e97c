//! What is under test: a configuration of a unit, on an engine, in a form.

use spec::{Configuration, UnknownName};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// Makes an enum of named choices.
macro_rules! choices {
    ($(#[$meta:meta])* $name:ident ($what:literal) { $($(#[$doc:meta])* $variant:ident = $text:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $variant),* }

        impl $name {
            /// Every choice.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The name on the command line and in files.
            pub const fn name(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = UnknownName;
            fn from_str(text: &str) -> Result<Self, UnknownName> {
                let found = Self::ALL.iter().copied().find(|c| c.name() == text);
                found.ok_or_else(|| {
                    UnknownName::new($what, text, Self::ALL.iter().map(|c| c.name()))
                })
            }
        }
    };
}

choices! {
    /// What runs the unit under test.
    EngineKind ("engine") {
        /// The emitted Verilog, built by Verilator.
        #[default]
        Verilator = "verilator",
        /// The rust_hdl source in its own simulator: slow, needs no tool.
        RustHdl = "rust-hdl",
    }
}

choices! {
    /// The language of the emitted files.
    Dialect ("dialect") {
        /// Verilog-2005.
        #[default]
        Verilog2005 = "verilog2005",
        /// SystemVerilog-2012.
        Sv = "sv",
    }
}

choices! {
    /// The reset of the emitted design.
    ResetStyle ("reset") {
        /// Port `reset`, synchronous, active high.
        #[default]
        SyncHigh = "sync-high",
        /// Port `reset_n`, asynchronous, active low.
        AsyncLow = "async-low",
    }
}

impl ResetStyle {
    /// The name of the port.
    pub const fn port(self) -> &'static str {
        match self {
            Self::SyncHigh => "reset",
            Self::AsyncLow => "reset_n",
        }
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
    pub reset: ResetStyle,
    /// A folder of Verilog that stands in for what would be emitted.
    pub rtl: Option<PathBuf>,
    /// The seeded bug that is put in.
    pub bug: Option<String>,
}

impl Target {
    /// The emitted Verilog of a configuration, as it is by default.
    pub fn new(configuration: Configuration) -> Self {
        Self {
            configuration,
            engine: EngineKind::default(),
            dialect: Dialect::default(),
            reset: ResetStyle::default(),
            rtl: None,
            bug: None,
        }
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
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_by_name_and_refused_with_the_nearest_first() {
        assert_eq!("rust-hdl".parse(), Ok(EngineKind::RustHdl));
        let error = "asynclow".parse::<ResetStyle>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown reset 'asynclow'; allowed: async-low, sync-high"
        );
    }
}
