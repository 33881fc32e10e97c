//! Schemes of register storage in the multiprocessor, and how it takes their hardware.
//!
//! The multiprocessor knows a scheme's unit by its ports only. Whoever runs it hands in a
//! [`Hardware`]: golden models, Verilated RTL, or both in lockstep. So the model of the
//! multiprocessor needs neither Verilator nor cosimulation.

use crate::regfile::{Regfile, RegfileParameters};
use crate::unit::UnitModel;
use std::fmt;

/// What a paper does to the registers of a multiprocessor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Nothing.
    Baseline,
    /// Warped-Compression (ISCA 2015).
    WarpedCompression,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Scheme; 2] = [Scheme::Baseline, Scheme::WarpedCompression];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Scheme::Baseline => "baseline",
            Scheme::WarpedCompression => "warped-compression",
        }
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

/// Hands out the hardware of schemes: a row for each unit that stands in a multiprocessor.
pub trait Hardware {
    /// A register file of Warped-Compression.
    fn regfile(
        &mut self,
        parameters: RegfileParameters,
    ) -> Result<Box<dyn UnitModel<Regfile>>, HardwareError>;
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
