//! Contract of `power_array`.

use super::bits::COUNTER_BITS;
use super::delays::ArrayParameters;
use super::encoding::Voltage;
use super::lanes::{
    Lanes, RegisterLanes, RegisterPlane, ACCESS_LANES, FETCH_LANES, FUTURE_LANES, NEXT_LANES,
    WRITE_LANES,
};
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::REGISTER_INDEX_BITS;

crate::ports! {
    /// The events of all registers in a cycle, which are decoded in it, and what is told of those of the
    /// cycle before. Lanes that are not enabled are ignored; the limits of the contract are listed in
    /// docs/units/slumber.md, section Bad input.
    pub struct ArrayInputs for ArrayParameters as _parameters, prefix "in_" {
        /// A kernel starts: every register is OFF and free.
        kernel_start: bool = 1,
        /// A range of registers now belongs to a warp.
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
        /// Told of the last cycle: lanes with a register of an instruction that is fetched.
        fetch_enable: u8 = FETCH_LANES,
        /// The registers of the next cycle's fetch lanes.
        fetch_registers: RegisterLanes<FETCH_LANES> = RegisterLanes::<FETCH_LANES>::WIDTH,
        /// Lanes with a register of a future warp.
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
        /// Told of the last cycle: a lane's register may go deeper than SS.
        done_down: u8 = ACCESS_LANES,
        /// Told of the last cycle: a lane's register must keep its contents; where nothing says down it goes to SS.
        done_keep: u8 = ACCESS_LANES,
        /// Lanes with a write that has been dispatched.
        write_enable: u8 = WRITE_LANES,
        /// The registers to be written.
        write_registers: RegisterLanes<WRITE_LANES> = RegisterLanes::<WRITE_LANES>::WIDTH,
        /// Told of the last cycle: a lane's write is of all lanes of the register, whatever happens.
        write_full: u8 = WRITE_LANES,
        /// Told of the last cycle: a lane's state to wait in, as a voltage select.
        write_targets: Lanes<WRITE_LANES, 2> = Lanes::<WRITE_LANES, 2>::WIDTH,
        /// Told of the last cycle: a lane's count: docs/units/slumber.md.
        write_counts: Lanes<WRITE_LANES, COUNTER_BITS> = Lanes::<WRITE_LANES, COUNTER_BITS>::WIDTH,
        /// The outcome of a pending load is known.
        load_valid: bool = 1,
        /// The register that it loads.
        load_register: u16 = REGISTER_INDEX_BITS,
        /// Told of the last cycle: the state to wait in.
        load_target: Voltage = 2,
        /// Told of the last cycle: its count.
        load_count: u16 = COUNTER_BITS,
        /// Lanes that correct the kind of a register's next access.
        next_enable: u8 = NEXT_LANES,
        /// Those registers.
        next_registers: RegisterLanes<NEXT_LANES> = RegisterLanes::<NEXT_LANES>::WIDTH,
        /// A lane's next access is a full write on every path.
        next_write: u8 = NEXT_LANES,
    }
}

crate::ports! {
    /// What the array drives: a plane holds one bit for each register, register i at bit i.
    pub struct ArrayOutputs for ArrayParameters as parameters, prefix "out_" {
        /// The tri-modal switches' sleep.
        sleep: RegisterPlane = parameters.registers(),
        /// The tri-modal switches' drowsy.
        drowsy: RegisterPlane = parameters.registers(),
        /// Bit 1 of the voltage selects of Figure 8.
        voltage_high: RegisterPlane = parameters.registers(),
        /// Bit 0 of the voltage selects of Figure 8.
        voltage_low: RegisterPlane = parameters.registers(),
        /// ON and fully awake.
        ready: RegisterPlane = parameters.registers(),
        /// Written since last OFF.
        retained: RegisterPlane = parameters.registers(),
        /// For each access lane, in the same cycle: it is enabled and its register is ready.
        grant: u8 = ACCESS_LANES,
    }
}

/// `power_array`: a controller for each register, addressed by events.
#[derive(Clone, Copy, Debug)]
pub struct PowerArray;

impl Unit for PowerArray {
    const NAME: &'static str = "power_array";
    const SUMMARY: &'static str = "a power controller for each of up to 1,024 registers";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "GrantImpliesReady",
            claim:
                "a lane is granted in exactly the cycles in which it is enabled and its register \
                    is ready",
        },
        Property {
            name: "ArrayIsControllers",
            claim: "every register behaves as a power_controller that is given its events",
        },
        Property {
            name: "OnlyNamedRegistersMove",
            claim: "without an event or a running counter a register keeps its state",
        },
        Property {
            name: "GrantDelayIsExact",
            claim: "a held wake of a resting register in cycle t is refused up to cycle t + delay \
                    and granted in cycle t + delay + 1, for each of the three delays",
        },
        Property {
            name: "FinishBeatsWake",
            claim: "a register that is finished and woken in one cycle is OFF in the next",
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
    type Parameters = ArrayParameters;
    type Inputs = ArrayInputs;
    type Outputs = ArrayOutputs;

    fn module_name(parameters: &ArrayParameters) -> String {
        format!("{}_{}", Self::NAME, parameters.suffix())
    }
}
