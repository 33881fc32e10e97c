//! Contract of `slumber_control`.

use super::encoding::Voltage;
use super::lanes::{
    Lanes, RegisterLanes, ACCESS_LANES, DONE_SLOTS, FETCH_LANES, FUTURE_LANES, LOOKUPS, NEXT_LANES,
    WRITE_LANES,
};
use super::parameters::{ControlParameters, COUNTER_BITS, LATENCY_BITS};
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::REGISTER_INDEX_BITS;

crate::ports! {
    /// What the pipeline tells in a cycle. Out of contract: `load_valid` with outcome 3.
    pub struct ControlInputs for ControlParameters as _parameters, prefix "in_" {
        /// The host starts a kernel.
        kernel_start: bool = 1,
        /// The thread-block scheduler gives a range of registers to a warp.
        allocate_valid: bool = 1,
        /// The first register of the range.
        allocate_first: u16 = REGISTER_INDEX_BITS,
        /// The last register of the range.
        allocate_last: u16 = REGISTER_INDEX_BITS,
        /// The warp that owns a range of registers has finished.
        finish_valid: bool = 1,
        /// The first register of the range.
        finish_first: u16 = REGISTER_INDEX_BITS,
        /// The last register of the range.
        finish_last: u16 = REGISTER_INDEX_BITS,
        /// Lanes with a register of an instruction that is fetched; slot 0 has lanes 0 to 3.
        fetch_enable: u8 = FETCH_LANES,
        /// Those registers.
        fetch_registers: RegisterLanes<FETCH_LANES> = RegisterLanes::<FETCH_LANES>::WIDTH,
        /// Lanes with a register of a future warp; each of three warps has four lanes.
        future_enable: u16 = FUTURE_LANES,
        /// Those registers.
        future_registers: RegisterLanes<FUTURE_LANES> = RegisterLanes::<FUTURE_LANES>::WIDTH,
        /// Lanes with an access that took place.
        done_enable: u8 = ACCESS_LANES,
        /// The registers accessed; lanes 0 to 5 read, 6 and 7 wrote.
        done_registers: RegisterLanes<ACCESS_LANES> = RegisterLanes::<ACCESS_LANES>::WIDTH,
        /// The compiler's flag: a lane's next access is a full write on every path.
        done_next_write: u8 = ACCESS_LANES,
        /// A done slot's warp is among the ready warps, its next instruction about to issue.
        slot_ready: u8 = DONE_SLOTS,
        /// The next instruction that uses a done slot's registers is in the instruction buffer.
        slot_buffered: u8 = DONE_SLOTS,
        /// A done slot's warp is diverged: its writes are partial, whatever the compiler's flag.
        slot_diverged: u8 = DONE_SLOTS,
        /// Lanes with a write that is dispatched.
        write_enable: u8 = WRITE_LANES,
        /// The registers to be written.
        write_registers: RegisterLanes<WRITE_LANES> = RegisterLanes::<WRITE_LANES>::WIDTH,
        /// A lane's write is divergent, predicated or masked: lanes of the old value survive.
        write_partial: u8 = WRITE_LANES,
        /// A lane's write is by a load: its latency is not known yet and not read.
        write_load: u8 = WRITE_LANES,
        /// A lane's cycles from the arrival of its event at the array to the write.
        write_latencies: Lanes<WRITE_LANES, LATENCY_BITS> =
            Lanes::<WRITE_LANES, LATENCY_BITS>::WIDTH,
        /// The outcome of a pending load is known.
        load_valid: bool = 1,
        /// The register that it loads.
        load_register: u16 = REGISTER_INDEX_BITS,
        /// The tracker's outcome of the load's warp.
        load_outcome: u8 = 2,
        /// The tracker's latency of the load's warp.
        load_latency: u16 = LATENCY_BITS,
        /// Lanes that correct the kind of a register's next access.
        next_enable: u8 = NEXT_LANES,
        /// Those registers.
        next_registers: RegisterLanes<NEXT_LANES> = RegisterLanes::<NEXT_LANES>::WIDTH,
        /// A lane's next access is a full write on every path.
        next_write: u8 = NEXT_LANES,
        /// The list's answers: bits 0 and 1 for fetch slots, 2 to 5 for done slots.
        line_hit: u8 = LOOKUPS,
    }
}

crate::ports! {
    /// The array's events, one cycle later: every output comes from a register.
    pub struct ControlOutputs for ControlParameters as _parameters, prefix "out_" {
        /// As it came.
        kernel_start: bool = 1,
        /// As it came.
        allocate_valid: bool = 1,
        /// As it came.
        allocate_first: u16 = REGISTER_INDEX_BITS,
        /// As it came.
        allocate_last: u16 = REGISTER_INDEX_BITS,
        /// As it came.
        finish_valid: bool = 1,
        /// As it came.
        finish_first: u16 = REGISTER_INDEX_BITS,
        /// As it came.
        finish_last: u16 = REGISTER_INDEX_BITS,
        /// The lanes of fetch slots whose PC is in the L1 instruction cache.
        fetch_enable: u8 = FETCH_LANES,
        /// As they came.
        fetch_registers: RegisterLanes<FETCH_LANES> = RegisterLanes::<FETCH_LANES>::WIDTH,
        /// As it came.
        future_enable: u16 = FUTURE_LANES,
        /// As they came.
        future_registers: RegisterLanes<FUTURE_LANES> = RegisterLanes::<FUTURE_LANES>::WIDTH,
        /// As it came.
        done_enable: u8 = ACCESS_LANES,
        /// As they came.
        done_registers: RegisterLanes<ACCESS_LANES> = RegisterLanes::<ACCESS_LANES>::WIDTH,
        /// The compiler's flags without those of diverged slots.
        done_next_write: u8 = ACCESS_LANES,
        /// The lanes of slots whose warp is ready.
        done_stay: u8 = ACCESS_LANES,
        /// The lanes of slots whose next instruction is buffered or in the L1 instruction cache.
        done_shallow: u8 = ACCESS_LANES,
        /// As it came.
        write_enable: u8 = WRITE_LANES,
        /// As they came.
        write_registers: RegisterLanes<WRITE_LANES> = RegisterLanes::<WRITE_LANES>::WIDTH,
        /// The lanes that are not partial.
        write_full: u8 = WRITE_LANES,
        /// The deepest state that pays; Vdd for a load.
        write_targets: Lanes<WRITE_LANES, 2> = Lanes::<WRITE_LANES, 2>::WIDTH,
        /// Cycles for SS, ticks for DS and OFF: docs/units/slumber.md.
        write_counts: Lanes<WRITE_LANES, COUNTER_BITS> = Lanes::<WRITE_LANES, COUNTER_BITS>::WIDTH,
        /// As it came.
        load_valid: bool = 1,
        /// As it came.
        load_register: u16 = REGISTER_INDEX_BITS,
        /// The deepest state that pays; Vdd after a hit.
        load_target: Voltage = 2,
        /// Cycles for SS, ticks for DS and OFF: docs/units/slumber.md.
        load_count: u16 = COUNTER_BITS,
        /// As it came.
        next_enable: u8 = NEXT_LANES,
        /// As they came.
        next_registers: RegisterLanes<NEXT_LANES> = RegisterLanes::<NEXT_LANES>::WIDTH,
        /// As it came.
        next_write: u8 = NEXT_LANES,
    }
}

/// `slumber_control`: turns what the pipeline tells into events of the array.
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
            claim: "next_write is 0 in the lanes of a diverged slot",
        },
        Property {
            name: "FetchNeedsLine",
            claim: "the lanes of a fetch slot whose PC misses are not enabled",
        },
        Property {
            name: "EventsTakeOneCycle",
            claim: "every event leaves exactly one cycle after it came",
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
