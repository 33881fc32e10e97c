//! What is built: a preset of a unit, with what was changed of it.

use crate::choice::UnknownName;
use crate::parameters::ParameterError;
use crate::presets::Preset;
use crate::registry::{AnyParameters, UnitId};
use std::fmt;

/// A unit ready to be built: a preset, perhaps with single parameters changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// The preset that it starts from.
    pub preset: &'static str,
    /// What was changed, as `key=value`, in the order given.
    pub changes: Vec<(String, String)>,
    /// The outcome.
    pub parameters: AnyParameters,
}

/// Why a configuration is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigurationError {
    /// No such unit, preset or the like.
    Unknown(UnknownName),
    /// A parameter that the unit refuses.
    Parameter {
        /// The unit that refuses.
        unit: UnitId,
        /// Why.
        error: ParameterError,
    },
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(error) => error.fmt(f),
            Self::Parameter { unit, error } => write!(f, "{unit}: {error}"),
        }
    }
}

impl std::error::Error for ConfigurationError {}

impl Configuration {
    /// A preset as it stands in the table.
    pub fn of_preset(preset: &Preset) -> Self {
        Self {
            preset: preset.name,
            changes: Vec::new(),
            parameters: preset.parameters,
        }
    }

    /// A preset of `unit` by name with parameters changed.
    pub fn new(
        unit: UnitId,
        preset: &str,
        changes: &[(String, String)],
    ) -> Result<Self, ConfigurationError> {
        let preset = unit.preset(preset).map_err(ConfigurationError::Unknown)?;
        Self::of_preset(preset).changed(changes)
    }

    /// From words as files keep them: a unit's name, a preset's, and changes as `key=value`.
    pub fn from_words(
        unit: &str,
        preset: &str,
        changes: &[String],
    ) -> Result<Self, ConfigurationError> {
        let unit = unit.parse().map_err(ConfigurationError::Unknown)?;
        let pair = |change: &String| change.split_once('=').map(|(k, v)| (k.into(), v.into()));
        let changes: Vec<(String, String)> = changes.iter().filter_map(pair).collect();
        Self::new(unit, preset, &changes)
    }

    /// The same with parameters changed.
    pub fn changed(mut self, changes: &[(String, String)]) -> Result<Self, ConfigurationError> {
        for (key, value) in changes {
            let unit = self.unit();
            self.parameters
                .set(key, value)
                .map_err(|error| ConfigurationError::Parameter { unit, error })?;
            self.changes.push((key.clone(), value.clone()));
        }
        Ok(self)
    }

    /// The unit.
    pub fn unit(&self) -> UnitId {
        self.parameters.unit()
    }

    /// Preset and changes as text, such as `fermi` or `fermi+latency=4`.
    pub fn label(&self) -> String {
        let changes = self.changes.iter().map(|(k, v)| format!("+{k}={v}"));
        std::iter::once(self.preset.to_owned())
            .chain(changes)
            .collect()
    }

    /// The folder that holds its Verilog, such as `bdi_compressor-fermi`.
    pub fn directory(&self) -> String {
        let label = self.label().replace(['+', '='], "-").replace(',', "_");
        format!("{}-{label}", self.unit())
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.unit(), self.label())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_show_in_label_and_directory() {
        let changes = [("modes".to_owned(), "4x1,4x2".to_owned())];
        let c = Configuration::new(UnitId::BdiCompressor, "fermi", &changes).unwrap();
        assert_eq!(c.label(), "fermi+modes=4x1,4x2");
        assert_eq!(c.directory(), "bdi_compressor-fermi-modes-4x1_4x2");
        assert_eq!(c.parameters.module_name(), "bdi_compressor_d12_l2");
    }

    #[test]
    fn refusals_name_the_unit() {
        let changes = [("latency".to_owned(), "0".to_owned())];
        let error = Configuration::new(UnitId::BdiCompressor, "fermi", &changes).unwrap_err();
        assert_eq!(
            error.to_string(),
            "bdi_compressor: bad value '0' for parameter 'latency'; allowed: 1 to 8"
        );
        let error = Configuration::new(UnitId::BdiCompressor, "ferni", &[]).unwrap_err();
        assert!(error
            .to_string()
            .starts_with("unknown preset 'ferni'; allowed: fermi, "));
    }
}
