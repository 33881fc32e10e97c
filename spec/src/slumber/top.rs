//! Contract of `slumber_top`.

use super::bits::{LATENCY_BITS, WARP_INDEX_BITS};
use super::lanes::{
    Lanes, PcLanes, RegisterLanes, RegisterPlane, ACCESS_LANES, DONE_SLOTS, FETCH_LANES,
    FETCH_SLOTS, FUTURE_LANES, NEXT_LANES, WRITE_LANES,
};
use super::parameters::TopParameters;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::REGISTER_INDEX_BITS;

/// Bits of a PC (section 4.3: 8 bytes).
const PC_BITS: usize = 64;

crate::ports! {
    /// What the pipeline tells in a cycle. Lanes that are not enabled are ignored; the limits of
    /// the contract are listed in docs/units/slumber.md, section Bad input.
    pub struct TopInputs for TopParameters as _parameters, prefix "in_" {
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
        /// The PCs of the fetch slots.
        fetch_pcs: PcLanes<FETCH_SLOTS> = PcLanes::<FETCH_SLOTS>::WIDTH,
        /// Lanes with a register of a future warp; each of three warps has four lanes.
        future_enable: u16 = FUTURE_LANES,
        /// Those registers.
        future_registers: RegisterLanes<FUTURE_LANES> = RegisterLanes::<FUTURE_LANES>::WIDTH,
        /// Lanes with an access that waits; held until granted.
        wake_enable: u8 = ACCESS_LANES,
        /// The registers to access; lanes 0 to 5 read, 6 and 7 write.
        wake_registers: RegisterLanes<ACCESS_LANES> = RegisterLanes::<ACCESS_LANES>::WIDTH,
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
        /// The PC of the next instruction that uses a done slot's registers.
        slot_pcs: PcLanes<DONE_SLOTS> = PcLanes::<DONE_SLOTS>::WIDTH,
        /// Lanes with a write that is dispatched.
        write_enable: u8 = WRITE_LANES,
        /// The registers to be written.
        write_registers: RegisterLanes<WRITE_LANES> = RegisterLanes::<WRITE_LANES>::WIDTH,
        /// A lane's write is divergent, predicated or masked: lanes of the old value survive.
        write_partial: u8 = WRITE_LANES,
        /// A lane's write is by a load: its latency is not known yet and not read.
        write_load: u8 = WRITE_LANES,
        /// A lane's cycles from the next cycle to the write.
        write_latencies: Lanes<WRITE_LANES, LATENCY_BITS> =
            Lanes::<WRITE_LANES, LATENCY_BITS>::WIDTH,
        /// The caches report how far a warp's load has to go.
        report_valid: bool = 1,
        /// That warp.
        report_warp: u8 = WARP_INDEX_BITS,
        /// 0 L1 hit, 1 L1 miss, 2 L2 miss.
        report_outcome: u8 = 2,
        /// A register waits for the load that was last reported of its warp.
        load_valid: bool = 1,
        /// That warp.
        load_warp: u8 = WARP_INDEX_BITS,
        /// That register.
        load_register: u16 = REGISTER_INDEX_BITS,
        /// Lanes that correct the kind of a register's next access.
        next_enable: u8 = NEXT_LANES,
        /// Those registers.
        next_registers: RegisterLanes<NEXT_LANES> = RegisterLanes::<NEXT_LANES>::WIDTH,
        /// A lane's next access is a full write on every path.
        next_write: u8 = NEXT_LANES,
        /// The L1I receives a line.
        fill_valid: bool = 1,
        /// Any PC of that line.
        fill_pc: u64 = PC_BITS,
        /// The L1I gives up a line.
        evict_valid: bool = 1,
        /// Any PC of that line.
        evict_pc: u64 = PC_BITS,
    }
}

crate::ports! {
    /// What the array drives: a plane holds one bit for each register, register i at bit i.
    pub struct TopOutputs for TopParameters as parameters, prefix "out_" {
        /// The tri-modal switches' sleep.
        sleep: RegisterPlane = parameters.array().registers(),
        /// The tri-modal switches' drowsy.
        drowsy: RegisterPlane = parameters.array().registers(),
        /// Bit 1 of the voltage selects of Figure 8.
        voltage_high: RegisterPlane = parameters.array().registers(),
        /// Bit 0 of the voltage selects of Figure 8.
        voltage_low: RegisterPlane = parameters.array().registers(),
        /// ON and fully awake.
        ready: RegisterPlane = parameters.array().registers(),
        /// Written since last OFF.
        retained: RegisterPlane = parameters.array().registers(),
        /// For each access lane, in the same cycle: it is enabled and its register is ready.
        grant: u8 = ACCESS_LANES,
    }
}

/// `slumber_top`: tracker, list, control and array as one deliverable.
#[derive(Clone, Copy, Debug)]
pub struct SlumberTop;

impl Unit for SlumberTop {
    const NAME: &'static str = "slumber_top";
    const SUMMARY: &'static str = "Slumber's power management of a whole register file";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "GrantImpliesReady",
            claim:
                "a lane is granted in exactly the cycles in which it is enabled and its register \
                    is ready",
        },
        Property {
            name: "LiveValueIsNeverLost",
            claim:
                "a register that holds a value that will be read keeps retained, whatever legal \
                    stimulus comes",
        },
        Property {
            name: "DeterministicWriteFindsOn",
            claim: "a write dispatched in cycle t with latency L finds its register ON in cycle \
                    t + 1 + L, and not before if it slept in SS",
        },
        Property {
            name: "MissIsOffUntilLeastLatency",
            claim:
                "a full load that misses in cycle t with least latency M leaves its register OFF, \
                    wakes it at most two ticks early, and finds it ON in cycle t + 1 + M",
        },
        Property {
            name: "TopIsItsParts",
            claim: "outputs are those of tracker, list, control and array put together",
        },
        Property {
            name: "PlanesAgree",
            claim:
                "sleep is voltage_high or voltage_low, drowsy is one of the two but not both, and \
                    ready implies that neither is set",
        },
        Property {
            name: "ResetIsOff",
            claim: "after reset every register is OFF, free, and holds nothing",
        },
    ];
    type Parameters = TopParameters;
    type Inputs = TopInputs;
    type Outputs = TopOutputs;

    fn module_name(parameters: &TopParameters) -> String {
        format!("{}_{}", Self::NAME, parameters.suffix())
    }
}
