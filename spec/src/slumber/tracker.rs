//! Contract of `mshr_tracker`.

use super::bits::{LATENCY_BITS, WARP_INDEX_BITS};
use super::memory::TrackerParameters;
use crate::property::Property;
use crate::unit::Unit;

crate::ports! {
    /// What the tracker takes in a cycle. Out of contract: a report of a warp that does not exist
    /// or of outcome 3, a query of a warp that does not exist.
    pub struct TrackerInputs for TrackerParameters as _parameters, prefix "in_" {
        /// All warps are set to L1 hit; a report of the same cycle is lost.
        clear: bool = 1,
        /// A load's outcome is reported.
        report_valid: bool = 1,
        /// The warp whose load it is.
        report_warp: u8 = WARP_INDEX_BITS,
        /// 0 L1 hit, 1 L1 miss, 2 L2 miss.
        report_outcome: u8 = 2,
        /// The warp that is asked for; always answered.
        query_warp: u8 = WARP_INDEX_BITS,
    }
}

crate::ports! {
    /// The answer, in the same cycle: a path from inputs to outputs without a register.
    pub struct TrackerOutputs for TrackerParameters as _parameters, prefix "out_" {
        /// The last outcome reported of the warp, one that is reported in this cycle included.
        outcome: u8 = 2,
        /// The least cycles from that report to the data.
        latency: u16 = LATENCY_BITS,
    }
}

/// `mshr_tracker`: two bits a warp that say how far its load had to go (section 4.1, case 2).
#[derive(Clone, Copy, Debug)]
pub struct MshrTracker;

impl Unit for MshrTracker {
    const NAME: &'static str = "mshr_tracker";
    const SUMMARY: &'static str = "keeps each warp's load outcome and its least latency";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "QueryFindsLastReport",
            claim: "a query finds the warp's last report, the one of its own cycle included",
        },
        Property {
            name: "LatencyFollowsOutcome",
            claim: "latency is l1_latency, l2_latency or dram_latency for outcome 0, 1 or 2",
        },
        Property {
            name: "ClearIsHit",
            claim: "after a clear or a reset every warp has outcome 0",
        },
    ];
    type Parameters = TrackerParameters;
    type Inputs = TrackerInputs;
    type Outputs = TrackerOutputs;

    fn module_name(parameters: &TrackerParameters) -> String {
        format!("{}_{}", Self::NAME, parameters.suffix())
    }
}
