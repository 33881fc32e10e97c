//! Contract of `capacity_manager`.

use super::encoding::{BANKS, REGISTER_NUMBER_BITS, USAGE_BITS, WARPS, WARP_BITS};
use super::groups::{Issued, Landed};
use super::metadata::WORD_OPERATIONS;
use super::parameters::OsuBankParameters;
use super::staging::UNITS;
use crate::property::Property;
use crate::unit::Unit;

/// Bits that name a row of operations of a region: its first word, then the further ones.
pub const ROW_BITS: usize = 3;

crate::ports! {
    /// What the capacity manager takes in a cycle.
    pub struct CapacityManagerInputs for OsuBankParameters as _parameters, prefix "" {
        /// Warps whose next region stands in the metadata store and that may start it.
        eligible: u16 = WARPS,
        /// Of the region that was read in the cycle before: lines of bank b at bits 3b+2 to 3b.
        region_usage: u32 = USAGE_BITS * BANKS,
        /// Its rows of operations after row 0.
        region_more: u8 = ROW_BITS,
        /// Kinds of the operations in the row that was read.
        region_kinds: u16 = 2 * WORD_OPERATIONS,
        /// Their registers.
        region_registers: u64 = REGISTER_NUMBER_BITS * WORD_OPERATIONS,
        /// Warps with an instruction in the register read units.
        busy: u16 = WARPS,
        /// Instruction # is issued; that of issue0 is older.
        issue: [Issued; UNITS] = [],
        /// Result # was accepted by its bank in this cycle.
        landed: [Landed; UNITS] = [],
        /// Banks in which an operation is done, other than by a fill.
        done_banks: u8 = BANKS,
        /// The warp of each, bank b at bits 4b+3 to 4b.
        done_warps: u32 = WARP_BITS * BANKS,
        /// A fill has done a preload.
        fill_done: bool = 1,
        /// Its warp.
        fill_done_warp: u8 = WARP_BITS,
        /// Banks that take the operation offered to them.
        queue_ready: u8 = BANKS,
    }
}

crate::ports! {
    /// What the capacity manager gives in a cycle. region_taken depends on eligible and the region_
    /// inputs; all else is a function of the state.
    pub struct CapacityManagerOutputs for OsuBankParameters as _parameters, prefix "" {
        /// Warps that may issue.
        active: u16 = WARPS,
        /// A region is read.
        region_read: bool = 1,
        /// Its warp.
        region_warp: u8 = WARP_BITS, when region_read,
        /// The row of its operations.
        region_row: u8 = ROW_BITS, when region_read,
        /// All of a region has been read: the store may take the next one.
        region_taken: bool = 1,
        /// Its warp.
        taken_warp: u8 = WARP_BITS, when region_taken,
        /// Banks with an operation at the head of their queue; held until taken.
        queue_valid: u8 = BANKS,
        /// The kind of each, bank b at bits 2b+1 to 2b; 0 where there is none.
        queue_kinds: u16 = 2 * BANKS,
        /// The warp of each, bank b at bits 4b+3 to 4b; 0 where there is none.
        queue_warps: u32 = WARP_BITS * BANKS,
        /// The register of each, bank b at bits 6b+5 to 6b; 0 where there is none.
        queue_registers: u64 = REGISTER_NUMBER_BITS * BANKS,
        /// Some warp's region needs more lines of a bank than there are; stays 1 until reset.
        error: bool = 1,
        /// The first such warp.
        error_warp: u8 = WARP_BITS, when error,
    }
}

/// `capacity_manager`: decides which warps have lines, and so which may issue.
#[derive(Clone, Copy, Debug)]
pub struct CapacityManager;

impl Unit for CapacityManager {
    const NAME: &'static str = "capacity_manager";
    const SUMMARY: &'static str = "activates warps whose next region fits in the staging unit";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "StackIsPermutationOfInactive",
            claim: "the warp stack holds each inactive warp once and no other",
        },
        Property {
            name: "LinesNeverExceedBank",
            claim:
                "lines promised to preloading, active and draining warps and the free counter of \
                    a bank add up to its lines",
        },
        Property {
            name: "TopmostEligibleStarts",
            claim: "the warp that starts was, when it was picked, the eligible one nearest to the \
                    top of the stack that was not looked at yet, and its region fits in every bank",
        },
        Property {
            name: "OperationsAreQueuedOnce",
            claim:
                "each operation of a region that starts is offered once, to its register's bank, \
                    in order within the bank, and held until taken",
        },
        Property {
            name: "ActiveWhenAllIsDone",
            claim:
                "a warp becomes active when all its operations are queued and done, never before",
        },
        Property {
            name: "OnlyActiveMayIssue",
            claim: "active shows just the warps whose region has started and whose last \
                    instruction has not been issued",
        },
        Property {
            name: "DrainWaitsForWrites",
            claim: "a warp returns to the stack when its reads and writes are all done; from the \
                    time its reads are done it keeps only the lines that wait for a write",
        },
        Property {
            name: "SomeWarpStartsInTime",
            claim:
                "while no warp has lines and one is eligible, a warp whose region can fit starts \
                    within the stated bound",
        },
        Property {
            name: "TooBigIsReported",
            claim: "a region that needs more lines of a bank than there are raises error, and its \
                    warp leaves the stack for good",
        },
        Property {
            name: "ResetMakesAllInactive",
            claim: "after reset all warps are inactive, warp 0 on top, and nothing is queued",
        },
    ];
    type Parameters = OsuBankParameters;
    type Inputs = CapacityManagerInputs;
    type Outputs = CapacityManagerOutputs;

    fn module_name(parameters: &OsuBankParameters) -> String {
        format!("{}_l{}", Self::NAME, parameters.lines())
    }
}
