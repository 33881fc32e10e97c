//! Contract of `power_controller`.

use super::bits::COUNTER_BITS;
use super::delays::ControllerParameters;
use super::encoding::{Mode, Voltage};
use crate::property::Property;
use crate::unit::Unit;

crate::ports! {
    /// The events of one register in a cycle. Out of contract: `allocate` with `finish`, `load`
    /// with `write`, `load` with `write_done`.
    pub struct ControllerInputs for ControllerParameters as _parameters, prefix "in_" {
        /// A kernel starts: OFF and free, whatever else is asked.
        kernel_start: bool = 1,
        /// The register's warp has finished: OFF and free.
        finish: bool = 1,
        /// The register now belongs to a warp.
        allocate: bool = 1,
        /// An access waits for the register.
        wake: bool = 1,
        /// One of the future warps uses the register (T4).
        future: bool = 1,
        /// An instruction that uses the register is being fetched (T1, T2).
        fetch: bool = 1,
        /// A read took place.
        read_done: bool = 1,
        /// A write took place.
        write_done: bool = 1,
        /// With read_done or write_done: the next access is a full write on every path.
        done_next_write: bool = 1,
        /// With read_done or write_done: stay ON, the warp is ready (T7).
        done_stay: bool = 1,
        /// With read_done or write_done: no deeper than SS (T5).
        done_shallow: bool = 1,
        /// A write has been dispatched and will come.
        write: bool = 1,
        /// With write: it writes all lanes, whatever happens.
        write_full: bool = 1,
        /// With write: the state to wait in.
        write_target: Voltage = 2,
        /// With write: in SS cycles until it must be ON, less 1; in DS and OFF ticks until it wakes; 0 for never.
        write_count: u16 = COUNTER_BITS,
        /// The outcome of the pending load is known.
        load: bool = 1,
        /// With load: the state to wait in.
        load_target: Voltage = 2,
        /// With load: the same.
        load_count: u16 = COUNTER_BITS,
        /// The kind of the next access is corrected.
        next: bool = 1,
        /// With next: the next access is a full write on every path.
        next_write: bool = 1,
        /// A tick, which counts down what waits in DS and OFF.
        tick: bool = 1,
    }
}

crate::ports! {
    /// What the controller drives. All of it comes from registers.
    pub struct ControllerOutputs for ControllerParameters as _parameters, prefix "out_" {
        /// 0 ON, 1 SS, 2 DS, 3 OFF, 4 waking (to ON), 5 lifting (to SS).
        state: Mode = 3,
        /// The counter: cycles until ON, this one included; in DS and OFF ticks until the wake; 0 for none.
        remaining: u16 = COUNTER_BITS,
        /// The select of Figure 8: 0 Vdd, 1 shallow sleep, 2 deep sleep, 3 ground.
        voltage: Voltage = 2,
        /// The tri-modal switch's sleep.
        sleep: bool = 1,
        /// The tri-modal switch's drowsy.
        drowsy: bool = 1,
        /// ON and fully awake: an access in this cycle is safe.
        ready: bool = 1,
        /// Written since it was last OFF: the contents are valid.
        retained: bool = 1,
        /// The stored flag: the next access is a full write, the contents are not needed.
        next_write: bool = 1,
    }
}

/// `power_controller`: the power states of one 128-byte register.
#[derive(Clone, Copy, Debug)]
pub struct PowerController;

impl Unit for PowerController {
    const NAME: &'static str = "power_controller";
    const SUMMARY: &'static str = "takes one register through ON, SS, DS and OFF";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "ReadyOnlyWhenOn",
            claim: "ready is 1 in state ON and in no other",
        },
        Property {
            name: "WakeDelayIsExact",
            claim:
                "a wake from SS, DS or OFF in cycle t finds ready 0 up to cycle t + delay and 1 \
                    in cycle t + delay + 1",
        },
        Property {
            name: "WakeEndsInOn",
            claim:
                "a wake in any state, at any cycle of any transition, ends in ON within the bound \
                    if it is held and the register is not freed",
        },
        Property {
            name: "TimedWakeIsExact",
            claim:
                "a write or load outcome that sends the register to SS in cycle t with a count beyond \
                    its wake delay finds it ON in cycle t + 1 + count and not before; to DS or OFF, its \
                    wake begins with the tick of that count after t",

        },
        Property {
            name: "NextReadIsNeverOff",
            claim: "a register whose next access is a read is never OFF",
        },
        Property {
            name: "OffOnlyWhenDead",
            claim: "OFF is entered only when the register is freed, or its next access is a full \
                    write",
        },
        Property {
            name: "RetainedUntilOff",
            claim: "retained is 1 from a write that finds an allocated register ON until the \
                    register goes OFF, and never else",
        },
        Property {
            name: "LiveValueIsRetained",
            claim: "what was written to an ON register is retained until the register is freed or its \
                    next access is a full write",
        },
        Property {
            name: "PendingWriteIsUndisturbed",
            claim: "while a write is pending, reads done, fetches and future warps change nothing",
        },
        Property {
            name: "StateFollowsTable",
            claim: "state and counter are those to which the events of the cycle before lead from \
                    what they were then: to OFF when freed, up when wanted, down to where a write or \
                    load waits or an access that is done settles, to SS when lifted, else as time goes",
        },
        Property {
            name: "NextWriteIsAsTold",
            claim: "next_write is what the write dispatched last, or the access done or the \
                    correction since, has told of the next access; a read, where they differ in one \
                    cycle, and a write, once the register is freed",
        },
        Property {
            name: "SwitchFollowsState",
            claim:
                "voltage is the low two bits of state, sleep is voltage not 0, drowsy is voltage \
                    1 or 2",
        },
        Property {
            name: "CounterNeverWraps",
            claim: "the counter falls by one, is loaded, is cleared, or holds between ticks; 0 is never \
                    counted down",
        },
        Property {
            name: "ResetIsOff",
            claim: "after reset the register is OFF, free, and holds nothing",
        },
    ];
    type Parameters = ControllerParameters;
    type Inputs = ControllerInputs;
    type Outputs = ControllerOutputs;

    fn module_name(parameters: &ControllerParameters) -> String {
        format!("{}_{}", Self::NAME, parameters.suffix())
    }
}
