//! The small files of a register file hierarchy: memories by the same law as all others.

use super::constants::{Table, Technology, Wires};
use crate::timing::{Accesses, LevelCounts, Parameters, LINE_BYTES};

/// Warps that a scheduler goes on with before it puts one aside, each with its entries (Gebhart et al. and our two-level
/// scheduler have eight).
const ACTIVE: f64 = 8.0;

/// What they take beside the main file.
pub(super) struct SmallFiles {
    /// Accesses, in pJ.
    pub accesses: f64,
    /// Banks moved, as if over the whole way from the main file.
    pub moved: f64,
    /// In mW.
    pub leakage: f64,
}

impl SmallFiles {
    /// A file of a scheduler is a warp register wide, like a cluster of the main one; wires are as long as the side of
    /// the memory that they come from.
    pub fn new(
        levels: &LevelCounts,
        p: &Parameters,
        c: &Table,
        t: Technology,
        wires: &Wires,
    ) -> Self {
        let of_main = f64::from(p.registers) * LINE_BYTES as f64 / f64::from(p.schedulers);
        let file = |accesses: &Accesses, entries: f64| {
            let bytes = ACTIVE * entries * LINE_BYTES as f64;
            let bank = bytes / super::BANKS_PER_REGISTER;
            let files = f64::from(p.schedulers) * super::BANKS_PER_REGISTER;
            let charged = wires.charged(accesses.reads, accesses.writes);
            Self {
                accesses: (accesses.reads + accesses.writes) as f64 * c.bank_access.of(bank, t),
                moved: charged * (bytes / of_main).sqrt(),
                leakage: files * c.bank_leakage.of(bank, t),
            }
        };
        let operand = file(&levels.operand, p.operand_entries.into());
        let last = file(&levels.last, 1.0);
        Self {
            accesses: operand.accesses + last.accesses,
            moved: operand.moved + last.moved,
            leakage: operand.leakage + last.leakage,
        }
    }
}
