//! What staged registers count.

use crate::passes::Overhead;
use serde::Serialize;

/// What went through the staged registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Staged {
    /// Regions that warps began.
    pub regions: u64,
    /// Metadata words that were decoded.
    pub words: u64,
    /// Registers that were preloaded for them.
    pub preloads: u64,
    /// Registers that were read from the L1.
    pub registers_read: u64,
    /// Lines of compressed registers that were read from the L1.
    pub lines_read: u64,
    /// Registers and lines that were written to the L1.
    pub written: u64,
    /// Registers that were dropped from the L1, those that were read for the last time included.
    pub invalidated: u64,
    /// Cycles in which a request of the unit waited for the L1.
    pub waits: u64,
    /// What the compiler added to the kernels.
    pub metadata: Overhead,
}

impl Staged {
    /// The part of preloads that the L1 did not have to serve.
    pub fn hits(&self) -> f64 {
        let read = self.registers_read + self.lines_read;
        1.0 - read as f64 / (self.preloads as f64).max(1.0)
    }
}
