//! Contract of `slumber_control`.

use super::bits::{COUNTER_BITS, LATENCY_BITS};
use super::encoding::Voltage;
use super::lanes::{Lanes, ACCESS_LANES, DONE_SLOTS, FETCH_LANES, LOOKUPS, WRITE_LANES};
use super::parameters::ControlParameters;
use crate::property::Property;
use crate::unit::Unit;

crate::ports! {
    /// What the pipeline tells in a cycle of events that the array takes in the same cycle.
    pub struct ControlInputs for ControlParameters as _parameters, prefix "in_" {
        /// Lanes with a register of an instruction that is fetched; slot 0 has lanes 0 to 3.
        fetch_enable: u8 = FETCH_LANES,
        /// The compiler's flag: a lane's next access is a full write on every path.
        done_next_write: u8 = ACCESS_LANES,
        /// A done slot's warp is among the ready warps, its next instruction about to issue.
        slot_ready: u8 = DONE_SLOTS,
        /// The next instruction that uses a done slot's registers is in the instruction buffer.
        slot_buffered: u8 = DONE_SLOTS,
        /// A done slot's warp is diverged: its writes are partial, whatever the compiler's flag.
        slot_diverged: u8 = DONE_SLOTS,
        /// A lane's write is divergent, predicated or masked: lanes of the old value survive.
        write_partial: u8 = WRITE_LANES,
        /// A lane's write is by a load: its latency is not known yet and not read.
        write_load: u8 = WRITE_LANES,
        /// A lane's cycles from the arrival of its event at the array to the write.
        write_latencies: Lanes<WRITE_LANES, LATENCY_BITS> =
            Lanes::<WRITE_LANES, LATENCY_BITS>::WIDTH,
        /// The tracker's outcome of the load's warp.
        load_outcome: u8 = 2,
        /// The tracker's latency of the load's warp.
        load_latency: u16 = LATENCY_BITS,
        /// The list's answers: bits 0 and 1 for fetch slots, 2 to 5 for done slots.
        line_hit: u8 = LOOKUPS,
    }
}

crate::ports! {
    /// What the array does with these events, one cycle later: every output comes from a register.
    pub struct ControlOutputs for ControlParameters as _parameters, prefix "out_" {
        /// The lanes of fetch slots whose PC is in the L1 instruction cache.
        fetch_enable: u8 = FETCH_LANES,
        /// The lanes whose registers may go deeper than SS: neither ready nor near is what comes next.
        done_down: u8 = ACCESS_LANES,
        /// Of lanes that are not ready those whose contents are kept: near, diverged, or not fully written next.
        done_keep: u8 = ACCESS_LANES,
        /// The lanes that are not partial.
        write_full: u8 = WRITE_LANES,
        /// The deepest state that pays; Vdd for a load.
        write_targets: Lanes<WRITE_LANES, 2> = Lanes::<WRITE_LANES, 2>::WIDTH,
        /// Cycles for SS, ticks for DS and OFF: docs/units/slumber.md.
        write_counts: Lanes<WRITE_LANES, COUNTER_BITS> = Lanes::<WRITE_LANES, COUNTER_BITS>::WIDTH,
        /// The deepest state that pays; Vdd after a hit.
        load_target: Voltage = 2,
        /// Cycles for SS, ticks for DS and OFF: docs/units/slumber.md.
        load_count: u16 = COUNTER_BITS,
    }
}

/// `slumber_control`: tells the array what to do with the pipeline's events.
#[derive(Clone, Copy, Debug)]
pub struct SlumberControl;

impl Unit for SlumberControl {
    const NAME: &'static str = "slumber_control";
    const SUMMARY: &'static str = "decides how deep each register may sleep and when it wakes";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "SleepIsPastBreakEven",
            claim: "SS, DS or OFF is the target of a write or load only when its count is greater \
                    than the state's break-even time, and no deeper state qualifies",
        },
        Property {
            name: "PartialWriteIsNeverOff",
            claim: "the target of a divergent, predicated or masked write is never OFF",
        },
        Property {
            name: "LoadWaitsInOn",
            claim: "the target of a load's write and of an L1 hit is ON",
        },
        Property {
            name: "CountEndsInTime",
            claim: "a count is the latency less 1 in ON and SS, the whole ticks in that less 1 in DS and \
                    OFF, and never wraps",
        },
        Property {
            name: "DivergedNextIsRead",
            claim: "the lanes of a diverged slot that let their registers sleep keep the contents",
        },
        Property {
            name: "FetchNeedsLine",
            claim: "the lanes of a fetch slot whose PC misses are not enabled",
        },
        Property {
            name: "EventsTakeOneCycle",
            claim: "what is told of an event leaves exactly one cycle after it came",
        },
        Property {
            name: "ResetIsQuiet",
            claim: "in the first cycle after reset every output is 0",
        },
    ];
    type Parameters = ControlParameters;
    type Inputs = ControlInputs;
    type Outputs = ControlOutputs;

    fn module_name(parameters: &ControlParameters) -> String {
        format!("{}_{}", Self::NAME, parameters.suffix())
    }
}
