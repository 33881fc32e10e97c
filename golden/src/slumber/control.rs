//! The model of `slumber_control`: the rules of Slumber 4.1 and 4.2.

use spec::slumber::{
    BreakEvens, ControlInputs, ControlOutputs, ControlParameters, Lanes, Outcome, Voltage,
    ACCESS_LANES, COUNTER_MAXIMUM, DONE_SLOTS, FETCH_SLOTS, READ_LANES, TICK, WRITE_LANES,
};
use spec::{UnitFault, UnitModel};

/// The deepest state that pays for `idle` cycles: those that are longer than its break-even time. In
/// DS and OFF there must be a whole tick beside the wake.
pub fn target(idle: u16, partial: bool, break_evens: &BreakEvens) -> Voltage {
    if idle > break_evens.off && idle >= 2 * TICK && !partial {
        Voltage::Ground
    } else if idle > break_evens.deep && idle >= 2 * TICK {
        Voltage::Deep
    } else if idle > break_evens.shallow {
        Voltage::Shallow
    } else {
        Voltage::Supply
    }
}

/// Idle cycles of a register whose event reaches the array `latency` cycles before its write: the
/// cycle of the event itself still sees it ON.
fn idle(latency: u16) -> u16 {
    latency.saturating_sub(1)
}

/// What a register that waits in `target` counts for `idle` cycles: a wait in DS or OFF must end however
/// long the first tick and the wake are, and each is at most a tick.
fn count(target: u16, idle: u16) -> u16 {
    let count = if target >= Voltage::Deep as u16 {
        idle / TICK - 1
    } else {
        idle
    };
    count.min(COUNTER_MAXIMUM)
}

/// A bit of each slot, spread to the access lanes of the slot: lanes 0 to 2, 3 to 5, 6, and 7.
fn spread(slots: u8) -> u8 {
    (0..DONE_SLOTS).fold(0, |lanes, slot| {
        let mask: u8 = match slot {
            0 => 0b0000_0111,
            1 => 0b0011_1000,
            writer => 1 << (READ_LANES + writer - 2),
        };
        lanes | if slots >> slot & 1 == 1 { mask } else { 0 }
    })
}

const _: () = assert!(ACCESS_LANES == 8 && DONE_SLOTS == 4);

/// The fetch lanes of slots whose PC is in the L1 instruction cache.
fn fetched(enable: u8, line_hit: u8) -> u8 {
    let lanes = |slot: usize| {
        if line_hit >> slot & 1 == 1 {
            0xf << (4 * slot)
        } else {
            0
        }
    };
    enable & (0..FETCH_SLOTS).fold(0, |all, slot| all | lanes(slot))
}

/// The events that follow from what the pipeline tells.
pub fn decide(inputs: &ControlInputs, break_evens: &BreakEvens) -> ControlOutputs {
    let write_targets: [u16; WRITE_LANES] = std::array::from_fn(|lane| {
        let load = inputs.write_load >> lane & 1 == 1;
        let partial = inputs.write_partial >> lane & 1 == 1;
        // T7: a load keeps its register ON until its outcome is known.
        let target = if load {
            Voltage::Supply
        } else {
            target(idle(inputs.write_latencies.0[lane]), partial, break_evens)
        };
        target as u16
    });
    // "No state change is there in case of L1-hit" (4.1).
    let load_target = if inputs.load_outcome & 3 == Outcome::L1Hit as u8 {
        Voltage::Supply
    } else {
        target(idle(inputs.load_latency), false, break_evens)
    };
    let listed = inputs.line_hit >> FETCH_SLOTS;
    // T7 of what is about to be used, T5 of what is near.
    let sleeps = !spread(inputs.slot_ready);
    let near = spread(inputs.slot_buffered | listed);
    let next_write = inputs.done_next_write & !spread(inputs.slot_diverged);
    ControlOutputs {
        fetch_enable: fetched(inputs.fetch_enable, inputs.line_hit),
        done_down: sleeps & !near,
        done_keep: sleeps & (near | !next_write),
        write_full: !inputs.write_partial & 3,
        write_targets: Lanes(write_targets),
        write_counts: Lanes(std::array::from_fn(|lane| {
            count(write_targets[lane], idle(inputs.write_latencies.0[lane]))
        })),
        load_target,
        load_count: count(load_target as u16, idle(inputs.load_latency)),
    }
}

/// What control tells after reset: every output is 0, which for a voltage is the supply.
fn silence() -> ControlOutputs {
    ControlOutputs {
        load_target: Voltage::Supply,
        ..ControlOutputs::default()
    }
}

/// The model of `slumber_control`.
#[derive(Clone, Debug)]
pub struct SlumberControl {
    break_evens: BreakEvens,
    events: ControlOutputs,
}

impl SlumberControl {
    /// A control as it is after reset.
    pub fn new(parameters: ControlParameters) -> Self {
        Self {
            break_evens: parameters.break_evens(),
            events: silence(),
        }
    }
}

impl UnitModel<spec::slumber::SlumberControl> for SlumberControl {
    fn reset(&mut self) {
        self.events = silence();
    }

    fn cycle(
        &mut self,
        inputs: &ControlInputs,
    ) -> Result<ControlOutputs, UnitFault<ControlOutputs>> {
        let next = decide(inputs, &self.break_evens);
        Ok(std::mem::replace(&mut self.events, next))
    }
}
