//! Every unit and every preset, in one table.

use crate::avc::{AvcCache, AvcDecoder, AvcEncoder};
use crate::bdi::{BdiCompressor, BdiDecompressor};
use crate::choice::UnknownName;
use crate::names;
use crate::osu::{
    CapacityManager, MetadataDecoder, Osu, OsuBank, PatternCompressor, Regless, ReglessL1Arbiter,
    ReglessShard,
};
use crate::parameters::{ParameterError, Parameters, Setting};
use crate::ports::{Port, Ports};
use crate::property::Property;
use crate::regfile::Regfile;
use crate::slumber::{
    BankGate, FetchUnitList, MshrTracker, PowerArray, PowerController, SlumberControl, SlumberTop,
};
use crate::unit::Unit;
use std::fmt;
use std::str::FromStr;

/// Makes the dispatch over units: a name for each, and its parameters as one type.
macro_rules! units {
    ($($(#[$meta:meta])* $unit:ident of $stem:literal),* $(,)?) => {
        /// A unit by name. The contract type of the same name is in the stem's module.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum UnitId { $($(#[$meta])* $unit),* }

        /// Parameters of some unit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum AnyParameters {
            $(#[doc = concat!("Of [`UnitId::", stringify!($unit), "`].")]
            $unit(<$unit as Unit>::Parameters)),*
        }

        impl UnitId {
            /// All units in the order of the table.
            pub const ALL: &'static [UnitId] = &[$(UnitId::$unit),*];
            /// The unit's name.
            pub const fn name(self) -> &'static str {
                match self { $(UnitId::$unit => <$unit as Unit>::NAME),* }
            }
            /// The family: the name of its files in every layer.
            pub const fn stem(self) -> &'static str {
                match self { $(UnitId::$unit => $stem),* }
            }
            /// What it does, in one line.
            pub const fn summary(self) -> &'static str {
                match self { $(UnitId::$unit => <$unit as Unit>::SUMMARY),* }
            }
            /// The claims that hold for it.
            pub const fn properties(self) -> &'static [Property] {
                match self { $(UnitId::$unit => <$unit as Unit>::PROPERTIES),* }
            }
            /// The parameters that it has.
            pub fn settings(self) -> &'static [Setting] {
                match self { $(UnitId::$unit => <$unit as Unit>::Parameters::settings()),* }
            }
        }

        impl AnyParameters {
            /// The unit whose parameters these are.
            pub const fn unit(&self) -> UnitId {
                match self { $(Self::$unit(_) => UnitId::$unit),* }
            }
            /// The name of the top Verilog module.
            pub fn module_name(&self) -> String {
                let full = match self { $(Self::$unit(p) => $unit::module_name(p)),* };
                names::module_name(&full, names::MODULE_NAME_LETTERS)
            }
            /// Input ports in frame order.
            pub fn inputs(&self) -> Vec<Port> {
                match self { $(Self::$unit(p) => <$unit as Unit>::Inputs::ports(p)),* }
            }
            /// Output ports in frame order.
            pub fn outputs(&self) -> Vec<Port> {
                match self { $(Self::$unit(p) => <$unit as Unit>::Outputs::ports(p)),* }
            }
            /// Changes one parameter.
            pub fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
                match self { $(Self::$unit(p) => p.set(key, value)),* }
            }
            /// All parameters as text.
            pub fn values(&self) -> Vec<(&'static str, String)> {
                match self { $(Self::$unit(p) => p.values()),* }
            }
        }
    };
}

units! {
    /// Warped-Compression's compressor.
    BdiCompressor of "bdi",
    /// Warped-Compression's decompressor.
    BdiDecompressor of "bdi",
    /// The Affine Vector Cache's encoder.
    AvcEncoder of "avc",
    /// The Affine Vector Cache's decoder.
    AvcDecoder of "avc",
    /// The Affine Vector Cache beside the L1.
    AvcCache of "avc",
    /// Slumber's controller of one register.
    PowerController of "slumber",
    /// Slumber's controllers of a register file.
    PowerArray of "slumber",
    /// Slumber's load outcomes.
    MshrTracker of "slumber",
    /// Slumber's copy of the L1 instruction cache's tags.
    FetchUnitList of "slumber",
    /// Slumber's decisions.
    SlumberControl of "slumber",
    /// Warped-Compression's gate of a bank.
    BankGate of "slumber",
    /// Slumber in one piece.
    SlumberTop of "slumber",
    /// Warped-Compression's register file.
    Regfile of "regfile",
    /// A bank of RegLess's operand staging unit.
    OsuBank of "osu",
    /// RegLess's compressor.
    PatternCompressor of "osu",
    /// RegLess's decoder of compiler annotations.
    MetadataDecoder of "osu",
    /// RegLess's capacity manager.
    CapacityManager of "osu",
    /// RegLess's operand staging unit.
    Osu of "osu",
    /// RegLess's arbiter of the L1.
    ReglessL1Arbiter of "osu",
    /// RegLess of one warp scheduler.
    ReglessShard of "osu",
    /// RegLess of a multiprocessor.
    Regless of "osu",
}

/// A named parameter set of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Whose preset.
    pub unit: UnitId,
    /// Its name; the first of a unit is the default.
    pub name: &'static str,
    /// The parameters.
    pub parameters: AnyParameters,
    /// Where it comes from, in one line.
    pub source: &'static str,
}

/// All presets: the one table that `warploom list` prints and regressions run.
pub const PRESETS: &[Preset] = &joined::<{ total(FAMILIES) }>(FAMILIES);

/// The presets of each family.
const FAMILIES: &[&[Preset]] = &[
    crate::bdi::PRESETS,
    crate::avc::PRESETS,
    crate::slumber::PRESETS,
    crate::regfile::PRESETS,
    crate::osu::PRESETS,
];

const fn total(families: &[&[Preset]]) -> usize {
    let mut total = 0;
    let mut family = 0;
    while family < families.len() {
        total += families[family].len();
        family += 1;
    }
    total
}

/// The families' presets one after the other; iterators are not `const` yet.
const fn joined<const TOTAL: usize>(families: &[&[Preset]]) -> [Preset; TOTAL] {
    let mut presets = [families[0][0]; TOTAL];
    let mut place = 0;
    let mut family = 0;
    while family < families.len() {
        let mut row = 0;
        while row < families[family].len() {
            presets[place] = families[family][row];
            place += 1;
            row += 1;
        }
        family += 1;
    }
    presets
}

impl UnitId {
    /// Its presets, the default first.
    pub fn presets(self) -> impl Iterator<Item = &'static Preset> {
        PRESETS.iter().filter(move |p| p.unit == self)
    }

    /// The preset called `name`.
    pub fn preset(self, name: &str) -> Result<&'static Preset, UnknownName> {
        self.presets()
            .find(|p| p.name == name)
            .ok_or_else(|| UnknownName::new("preset", name, self.presets().map(|p| p.name)))
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for UnitId {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().copied().find(|u| u.name() == text);
        found.ok_or_else(|| UnknownName::new("unit", text, Self::ALL.iter().map(|u| u.name())))
    }
}

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
    use std::collections::BTreeSet;

    #[test]
    fn every_unit_has_a_default_preset_and_no_name_twice() {
        let mut seen = BTreeSet::new();
        for preset in PRESETS {
            assert_eq!(preset.unit, preset.parameters.unit());
            assert!(seen.insert((preset.unit, preset.name)), "{preset:?}");
        }
        for unit in UnitId::ALL {
            assert!(unit.presets().next().is_some(), "{unit} has no preset");
        }
    }

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
