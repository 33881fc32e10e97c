//! Every unit, in one table.

use crate::avc::{AvcCache, AvcDecoder, AvcEncoder};
use crate::bdi::{BdiCompressor, BdiDecompressor};
use crate::choice::UnknownName;
use crate::names;
use crate::parameters::{ParameterError, Parameters, Setting};
use crate::ports::{Port, Ports};
use crate::property::Property;
use crate::regfile::{BankGate, Regfile};
use crate::regless::{
    CapacityManager, MetadataDecoder, Osu, OsuBank, PatternCompressor, Regless, ReglessL1Arbiter,
    ReglessShard,
};
use crate::slumber::{
    FetchUnitList, MshrTracker, PowerArray, PowerController, SlumberControl, SlumberTop,
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
    /// Slumber in one piece.
    SlumberTop of "slumber",
    /// Warped-Compression's gate of a bank.
    BankGate of "regfile",
    /// Warped-Compression's register file.
    Regfile of "regfile",
    /// A bank of RegLess's operand staging unit.
    OsuBank of "regless",
    /// RegLess's compressor.
    PatternCompressor of "regless",
    /// RegLess's decoder of compiler annotations.
    MetadataDecoder of "regless",
    /// RegLess's capacity manager.
    CapacityManager of "regless",
    /// RegLess's operand staging unit.
    Osu of "regless",
    /// RegLess's arbiter of the L1.
    ReglessL1Arbiter of "regless",
    /// RegLess of one warp scheduler.
    ReglessShard of "regless",
    /// RegLess of a multiprocessor.
    Regless of "regless",
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
