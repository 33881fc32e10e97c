//! `--unit`, `--preset` and `--set`: which configurations a command works on.

use crate::failure::Failure;
use clap::Args;
use spec::{Configuration, UnitId, UnknownName, PRESETS};
use std::ffi::OsString;

/// Options shared by every command that works on units.
#[derive(Args, Clone, Debug)]
pub struct Selection {
    /// Unit to work on; repeat for several [default: all]
    #[arg(long = "unit", value_name = "UNIT")]
    pub units: Vec<String>,
    /// Preset of the units [default: every preset that they have]
    #[arg(long, value_name = "PRESET")]
    pub preset: Option<String>,
    /// Change a parameter on top of the preset, such as latency=4; repeat for several
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,
}

impl Selection {
    /// The configurations in the order of the table of presets.
    pub fn configurations(&self) -> Result<Vec<Configuration>, Failure> {
        let units = self.named_units()?;
        let changes = self.parsed_changes()?;
        let mut found = Vec::new();
        for &unit in &units {
            for preset in unit.presets() {
                if self
                    .preset
                    .as_deref()
                    .is_none_or(|name| name == preset.name)
                {
                    found.push(Configuration::of_preset(preset).changed(&changes)?);
                }
            }
        }
        match &self.preset {
            // With several units a preset may exist for some of them only.
            Some(name) if found.is_empty() => Err(self.unknown_preset(name, &units)),
            _ => Ok(found),
        }
    }

    /// The options that name the same again.
    pub fn options(&self) -> Vec<OsString> {
        let mut options: Vec<OsString> = Vec::new();
        let mut option = |name: &str, value: &String| options.extend([name.into(), value.into()]);
        for unit in &self.units {
            option("--unit", unit);
        }
        if let Some(preset) = &self.preset {
            option("--preset", preset);
        }
        for change in &self.changes {
            option("--set", change);
        }
        options
    }

    fn named_units(&self) -> Result<Vec<UnitId>, Failure> {
        if self.units.is_empty() {
            return Ok(UnitId::ALL.to_vec());
        }
        let mut units = Vec::new();
        for name in &self.units {
            let unit: UnitId = name.parse()?;
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        Ok(units)
    }

    fn parsed_changes(&self) -> Result<Vec<(String, String)>, Failure> {
        let split = |text: &String| match text.split_once('=') {
            Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
            None => Err(Failure::bad_input(format!(
                "bad parameter '{text}'; --set takes KEY=VALUE, such as latency=4"
            ))),
        };
        self.changes.iter().map(split).collect()
    }

    fn unknown_preset(&self, name: &str, units: &[UnitId]) -> Failure {
        let mut allowed: Vec<&str> = Vec::new();
        for preset in PRESETS.iter().filter(|p| units.contains(&p.unit)) {
            if !allowed.contains(&preset.name) {
                allowed.push(preset.name);
            }
        }
        UnknownName::new("preset", name, allowed).into()
    }
}
