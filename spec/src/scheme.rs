//! Schemes of register storage in the multiprocessor, and how it takes their hardware.
//!
//! The multiprocessor knows a scheme's unit by its ports only. Whoever runs it hands in a
//! [`Hardware`]: golden models, Verilated RTL, or both in lockstep. So the model of the
//! multiprocessor needs neither Verilator nor cosimulation.

use crate::avc::{AvcCache, AvcCacheParameters};
use crate::choice::UnknownName;
use crate::regfile::{Regfile, RegfileParameters};
use crate::regless::{Regless, ReglessParameters};
use crate::slumber::{SlumberTop, TopParameters};
use crate::unit::UnitModel;
use std::fmt;
use std::str::FromStr;

/// What a paper does to the registers of a multiprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Nothing.
    Baseline,
    /// Warped-Compression (ISCA 2015).
    WarpedCompression,
    /// Slumber (ISLPED 2020).
    Slumber,
    /// The Warped Register File, Slumber's rival.
    WarpedRegisterFile,
    /// The Affine Vector Cache, for what registers are spilled to.
    Avc,
    /// RegLess (MICRO 2017).
    Regless,
    /// GPU register file virtualization (MICRO 2015), a rival of RegLess.
    RegisterFileVirtualization,
    /// A register file hierarchy managed by the compiler (MICRO 2011), another.
    RegisterFileHierarchy,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Scheme; 8] = [
        Scheme::Baseline,
        Scheme::WarpedCompression,
        Scheme::Slumber,
        Scheme::WarpedRegisterFile,
        Scheme::Avc,
        Scheme::Regless,
        Scheme::RegisterFileVirtualization,
        Scheme::RegisterFileHierarchy,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::Baseline => "baseline",
            Scheme::WarpedCompression => "warped-compression",
            Scheme::Slumber => "slumber",
            Scheme::WarpedRegisterFile => "warped-register-file",
            Scheme::Avc => "avc",
            Scheme::Regless => "regless",
            Scheme::RegisterFileVirtualization => "register-file-virtualization",
            Scheme::RegisterFileHierarchy => "register-file-hierarchy",
        }
    }

    /// Whether there is a unit of it: of rivals there are models in the multiprocessor alone.
    pub fn has_unit(self) -> bool {
        match self {
            Scheme::WarpedCompression | Scheme::Slumber | Scheme::Avc | Scheme::Regless => true,
            Scheme::Baseline
            | Scheme::WarpedRegisterFile
            | Scheme::RegisterFileVirtualization
            | Scheme::RegisterFileHierarchy => false,
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scheme {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        let names = || Self::ALL.into_iter().map(Self::name);
        found.ok_or_else(|| UnknownName::new("scheme", text, names()))
    }
}

/// Who stands for a scheme's hardware.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// The golden model.
    Golden,
    /// The Verilated RTL alone.
    Rtl,
    /// Both, compared in every cycle.
    Lockstep,
}

impl EngineKind {
    /// All of them, the default first.
    pub const ALL: [EngineKind; 3] = [EngineKind::Golden, EngineKind::Rtl, EngineKind::Lockstep];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            EngineKind::Golden => "golden",
            EngineKind::Rtl => "rtl",
            EngineKind::Lockstep => "lockstep",
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
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        let names = || Self::ALL.into_iter().map(Self::name);
        found.ok_or_else(|| UnknownName::new("engine", text, names()))
    }
}

/// Hands out the hardware of schemes: a row for each unit that stands in a multiprocessor.
pub trait Hardware {
    /// A register file of Warped-Compression.
    fn regfile(
        &mut self,
        parameters: RegfileParameters,
    ) -> Result<Box<dyn UnitModel<Regfile>>, HardwareError>;

    /// Slumber's power management of a register file.
    fn slumber(
        &mut self,
        parameters: TopParameters,
    ) -> Result<Box<dyn UnitModel<SlumberTop>>, HardwareError>;

    /// An Affine Vector Cache.
    fn avc_cache(
        &mut self,
        parameters: AvcCacheParameters,
    ) -> Result<Box<dyn UnitModel<AvcCache>>, HardwareError>;

    /// RegLess: the staged registers of a multiprocessor.
    fn regless(
        &mut self,
        parameters: ReglessParameters,
    ) -> Result<Box<dyn UnitModel<Regless>>, HardwareError>;
}

/// Why there is no such hardware.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HardwareError(pub String);

impl fmt::Display for HardwareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HardwareError {}
