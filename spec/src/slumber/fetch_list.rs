//! Contract of `fetch_unit_list`.

use super::lanes::{PcLanes, LOOKUPS};
use super::memory::ListParameters;
use crate::property::Property;
use crate::unit::Unit;

/// Bits of a PC (section 4.3: 8 bytes).
const PC_BITS: usize = 64;

crate::ports! {
    /// What the list takes in a cycle. Out of contract: a fill and an eviction of the same line.
    pub struct ListInputs for ListParameters as _parameters, prefix "in_" {
        /// Every line is forgotten; fill and evict of the same cycle are lost.
        flush: bool = 1,
        /// The L1I receives a line.
        fill_valid: bool = 1,
        /// Any PC of that line.
        fill_pc: u64 = PC_BITS,
        /// The L1I gives up a line.
        evict_valid: bool = 1,
        /// Any PC of that line.
        evict_pc: u64 = PC_BITS,
        /// The PCs that are asked for, each always answered.
        lookup_pcs: PcLanes<LOOKUPS> = PcLanes::<LOOKUPS>::WIDTH,
    }
}

crate::ports! {
    /// The answer, in the same cycle: a path from inputs to outputs without a register.
    pub struct ListOutputs for ListParameters as _parameters, prefix "out_" {
        /// For each PC: its line is in the list at the beginning of the cycle.
        hit: u8 = LOOKUPS,
    }
}

/// `fetch_unit_list`: the lines that the L1 instruction cache holds, as far as it remembers.
#[derive(Clone, Copy, Debug)]
pub struct FetchUnitList;

impl Unit for FetchUnitList {
    const NAME: &'static str = "fetch_unit_list";
    const SUMMARY: &'static str = "tells whether a PC is in the L1 instruction cache";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "FillMakesHit",
            claim: "all PCs of a line that is filled in cycle t hit in cycle t + 1",
        },
        Property {
            name: "EvictEndsHit",
            claim: "no PC of a line that is evicted in cycle t hits in cycle t + 1",
        },
        Property {
            name: "HitWasFilled",
            claim: "a PC hits only if its line was filled and not evicted since",
        },
        Property {
            name: "OldestIsReplaced",
            claim:
                "a fill that finds the list full and nothing evicted replaces lines in turn, so \
                    the list forgets at most one line a cycle",
        },
        Property {
            name: "FlushEmpties",
            claim: "after a flush or a reset nothing hits",
        },
    ];
    type Parameters = ListParameters;
    type Inputs = ListInputs;
    type Outputs = ListOutputs;

    fn module_name(parameters: &ListParameters) -> String {
        format!("{}_{}", Self::NAME, parameters.suffix())
    }
}
