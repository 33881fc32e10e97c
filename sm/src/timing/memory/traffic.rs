//! What goes through the memory system, in lines of 128 bytes.

use golden::avc::encode;
use serde::Serialize;
use spec::avc::StrideCode;
use spec::warp::WarpRegister;

/// Vectors by what they hold in the lanes of an access (Affine Vector Cache, Figure 1(b)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Classes {
    /// All 0.
    pub zero: u64,
    /// All equal, and not 0.
    pub uniform: u64,
    /// Affine, and not uniform.
    pub affine: u64,
    /// Everything else.
    pub generic: u64,
}

impl Classes {
    /// One more.
    pub fn add(&mut self, data: &WarpRegister, mask: u32) {
        let count = match encode(data, mask) {
            None => &mut self.generic,
            Some(affine) if affine.stride != StrideCode::Zero => &mut self.affine,
            Some(affine) if affine.base != 0 => &mut self.uniform,
            Some(_) => &mut self.zero,
        };
        *count += 1;
    }
}

/// Lines of one kind below the L1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Below {
    /// Asked of the L2.
    pub l2_reads: u64,
    /// Written to it.
    pub l2_writes: u64,
    /// Asked of DRAM.
    pub dram_reads: u64,
    /// Written to it.
    pub dram_writes: u64,
}

/// Where staged registers lie (RegLess 5.2.3): no other lines do.
pub const REGISTER_LINES: u64 = 1 << 54;
/// Where private memory lies.
pub const PRIVATE_LINES: u64 = 1 << 55;

/// What went through the memory system. Lines are 128 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Traffic {
    /// Lines that loads asked of the L1.
    pub l1_reads: u64,
    /// Those that were not there.
    pub l1_misses: u64,
    /// Misses of a line that was on its way.
    pub l1_merged: u64,
    /// Lines that stores wrote.
    pub l1_writes: u64,
    /// Lines asked of the L2, those of instructions included.
    pub l2_reads: u64,
    /// Those that were not there.
    pub l2_misses: u64,
    /// Lines written to the L2.
    pub l2_writes: u64,
    /// Lines asked of DRAM.
    pub dram_reads: u64,
    /// Lines written to DRAM.
    pub dram_writes: u64,
    /// Lines of local memory, which registers are spilled to, that loads and stores touched.
    pub local_lines: u64,
    /// Vectors that loads asked of the cache of private memory, if it has one of its own.
    pub private_loads: u64,
    /// Vectors that stores wrote to it.
    pub private_stores: u64,
    /// Vectors that came to it from below.
    pub private_fills: u64,
    /// Those of them that are affine in the lanes that were asked for.
    pub private_affine_fills: u64,
    /// Vectors that went from it to below.
    pub private_write_backs: u64,
    /// Those of them that are affine in the lanes that went.
    pub private_affine_write_backs: u64,
    /// Those of them that went at the end of the run only.
    pub private_flushed: u64,
    /// Vectors of loads and stores by what they held in their lanes.
    pub private_vectors: Classes,
    /// Answers of which some lanes had to be asked for again.
    pub private_replays: u64,
    /// Of the lines of the L2 and of DRAM, those of private memory.
    pub private: Below,
    /// Those of staged registers.
    pub registers: Below,
}

/// Where a line was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// In the L1.
    L1,
    /// In the L2, or on its way from below.
    L2,
    /// In DRAM.
    Dram,
}

impl Traffic {
    /// The account of a line of registers or of private memory.
    pub(super) fn below(&mut self, line: u64) -> Option<&mut Below> {
        match line {
            REGISTER_LINES..PRIVATE_LINES => Some(&mut self.registers),
            _ if (PRIVATE_LINES..2 * PRIVATE_LINES).contains(&line) => Some(&mut self.private),
            _ => None,
        }
    }

    /// Where lines were found that have been asked for since then: the furthest.
    pub fn furthest_since(&self, before: &Traffic) -> Level {
        if self.dram_reads > before.dram_reads {
            Level::Dram
        } else if self.l1_misses > before.l1_misses || self.l2_reads > before.l2_reads {
            Level::L2
        } else {
            Level::L1
        }
    }
}
