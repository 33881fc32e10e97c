//! What staged registers count.

use crate::passes::Overhead;
use crate::timing::memory::Level;
use serde::Serialize;

/// Where preloads found their registers (RegLess, Figure 17).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PreloadedFrom {
    /// In the staging unit.
    pub staging: u64,
    /// In the cache of a compressor.
    pub compressor: u64,
    /// In the L1, as registers or as lines of compressed ones.
    pub l1: u64,
    /// In the L2.
    pub l2: u64,
    /// In DRAM.
    pub dram: u64,
}

impl PreloadedFrom {
    /// Preloads that the L1 had to be asked for.
    pub fn asked_of_l1(&self) -> u64 {
        self.l1 + self.l2 + self.dram
    }

    pub(super) fn add(&mut self, level: Level) {
        match level {
            Level::L1 => self.l1 += 1,
            Level::L2 => self.l2 += 1,
            Level::Dram => self.dram += 1,
        }
    }
}

/// What went through the staged registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Staged {
    /// Lines of a bank of the staging unit.
    pub lines: u64,
    /// Regions that warps began.
    pub regions: u64,
    /// Cycles from the activation of a region to its last instruction, of all that ended (Table 2).
    pub active_cycles: u64,
    /// Those that ended.
    pub ended: u64,
    /// Metadata words that were decoded.
    pub words: u64,
    /// Registers that were preloaded for them.
    pub preloads: u64,
    /// Where these were found. At the ports a line that is read for a preload cannot be told from one that is
    /// completed: None of RTL alone.
    pub preloaded_from: Option<PreloadedFrom>,
    /// Requests that the L1 took: its bandwidth is one a cycle (Figure 18).
    pub requests: u64,
    /// Those that only drop a register.
    pub invalidations: u64,
    /// Registers that were read from the L1.
    pub registers_read: u64,
    /// Lines of compressed registers that were read from the L1.
    pub lines_read: u64,
    /// Those of them that were completed before they were written, if that is known.
    pub lines_read_to_merge: Option<u64>,
    /// Sources that instructions read.
    pub sources_read: u64,
    /// Results that were written.
    pub results: u64,
    /// Registers that were put into the staging unit for preloads, if that is known.
    pub fills: Option<u64>,
    /// Registers that it had to let go, if that is known.
    pub evictions: Option<u64>,
    /// Requests that came to compressors, if that is known.
    pub compressor_operations: Option<u64>,
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
    /// The part of preloads that the L1 did not have to serve, if it is known.
    pub fn hits(&self) -> Option<f64> {
        let asked = self.preloaded_from?.asked_of_l1();
        Some(1.0 - asked as f64 / (self.preloads as f64).max(1.0))
    }
}
