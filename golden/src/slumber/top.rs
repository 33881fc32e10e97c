//! The model of `slumber_top`: tracker, list and control in the cycle of an event, the array in
//! the next. Wakes go to the array at once.

use super::array::PowerArray;
use super::control::decide;
use super::energy::Residency;
use super::fetch_list::FetchUnitList;
use super::legality::check;
use super::register::Register;
use super::tracker::MshrTracker;
use spec::slumber::{
    ArrayInputs, BreakEvens, ControlInputs, ControlOutputs, TopInputs, TopOutputs, TopParameters,
    FETCH_SLOTS,
};
use spec::{UnitFault, UnitModel};

/// The model of `slumber_top`.
#[derive(Clone, Debug)]
pub struct SlumberTop {
    break_evens: BreakEvens,
    registers: usize,
    tracker: MshrTracker,
    list: FetchUnitList,
    array: PowerArray,
    /// The events that control gives to the array in this cycle.
    events: ArrayInputs,
}

impl SlumberTop {
    /// The whole as it is after reset.
    pub fn new(parameters: TopParameters) -> Self {
        Self {
            break_evens: parameters.control().break_evens(),
            registers: parameters.array().registers(),
            tracker: MshrTracker::new(parameters.tracker()),
            list: FetchUnitList::new(parameters.list()),
            array: PowerArray::new(parameters.array()),
            events: ArrayInputs::default(),
        }
    }

    /// What control gives to the array in the coming cycle: a window for harnesses, not a port. The
    /// wakes are missing, which the array is given directly.
    pub fn events(&self) -> &ArrayInputs {
        &self.events
    }

    /// Cycles that register `register` spent in each state since reset, if it exists.
    pub fn residency(&self, register: usize) -> Option<Residency> {
        self.array.residency(register)
    }

    /// All registers' cycles together.
    pub fn total_residency(&self) -> Residency {
        self.array.total_residency()
    }

    /// The state of a register in the coming cycle, if it exists.
    pub fn register(&self, register: usize) -> Option<&Register> {
        self.array.register(register)
    }
}

impl UnitModel<spec::slumber::SlumberTop> for SlumberTop {
    fn reset(&mut self) {
        UnitModel::<spec::slumber::MshrTracker>::reset(&mut self.tracker);
        UnitModel::<spec::slumber::FetchUnitList>::reset(&mut self.list);
        UnitModel::<spec::slumber::PowerArray>::reset(&mut self.array);
        self.events = ArrayInputs::default();
    }

    fn cycle(&mut self, inputs: &TopInputs) -> Result<TopOutputs, UnitFault<TopOutputs>> {
        let report = self.tracker.report(
            inputs.report_valid,
            inputs.report_warp,
            inputs.report_outcome,
        )?;
        if inputs.load_valid {
            self.tracker.exists("load", inputs.load_warp)?;
        }
        let changes = self.list.changes(
            inputs.fill_valid.then_some(inputs.fill_pc),
            inputs.evict_valid.then_some(inputs.evict_pc),
        )?;
        let outcome = self.tracker.outcome(inputs.load_warp, report);
        let told = ControlInputs {
            load_outcome: outcome as u8,
            load_latency: self.tracker.latency(outcome),
            line_hit: self.list.lookup(&inputs.fetch_pcs)
                | self.list.lookup(&inputs.slot_pcs) << FETCH_SLOTS,
            ..told(inputs)
        };
        let mut next = events(decide(&told, &self.break_evens), inputs);
        // What is asked is checked when it is asked, also where control would drop it.
        let fetch_enable = std::mem::replace(&mut next.fetch_enable, inputs.fetch_enable);
        next.wake_enable = inputs.wake_enable;
        next.wake_registers = inputs.wake_registers;
        check(&next, self.registers)?;
        next.fetch_enable = fetch_enable;

        self.events.wake_enable = inputs.wake_enable;
        self.events.wake_registers = inputs.wake_registers;
        let shown = self.array.planes();
        let mut outputs = TopOutputs {
            sleep: shown.sleep,
            drowsy: shown.drowsy,
            voltage_high: shown.voltage_high,
            voltage_low: shown.voltage_low,
            ready: shown.ready,
            retained: shown.retained,
            grant: 0,
        };
        outputs.grant = self.array.run(&self.events);
        self.events = next;
        self.tracker.advance(inputs.kernel_start, report);
        self.list.advance(inputs.kernel_start, changes);
        Ok(outputs)
    }

    fn quiescent_until(&self) -> u64 {
        if asks(&self.events) {
            return 0;
        }
        self.array.rests_for()
    }

    fn skip(&mut self, idle: &TopInputs, cycles: u64) -> Result<(), UnitFault<TopOutputs>> {
        let Some(more) = cycles.checked_sub(1) else {
            return Ok(());
        };
        self.cycle(idle)?;
        self.array.rest(more);
        Ok(())
    }
}

/// Whether an event is on its way to the array.
fn asks(events: &ArrayInputs) -> bool {
    let valid = [
        events.kernel_start,
        events.allocate_valid,
        events.finish_valid,
        events.load_valid,
    ];
    let lanes = [
        events.fetch_enable,
        events.done_enable,
        events.write_enable,
        events.next_enable,
    ];
    valid.contains(&true) || events.future_enable != 0 || lanes.iter().any(|&lanes| lanes != 0)
}

/// What control is told directly.
fn told(inputs: &TopInputs) -> ControlInputs {
    ControlInputs {
        fetch_enable: inputs.fetch_enable,
        done_next_write: inputs.done_next_write,
        slot_ready: inputs.slot_ready,
        slot_buffered: inputs.slot_buffered,
        slot_diverged: inputs.slot_diverged,
        write_partial: inputs.write_partial,
        write_load: inputs.write_load,
        write_latencies: inputs.write_latencies,
        ..ControlInputs::default()
    }
}

/// The pipeline's events with what control tells of them; the wakes are still missing.
fn events(decided: ControlOutputs, events: &TopInputs) -> ArrayInputs {
    ArrayInputs {
        kernel_start: events.kernel_start,
        allocate_valid: events.allocate_valid,
        allocate_first: events.allocate_first,
        allocate_last: events.allocate_last,
        finish_valid: events.finish_valid,
        finish_first: events.finish_first,
        finish_last: events.finish_last,
        fetch_enable: decided.fetch_enable,
        fetch_registers: events.fetch_registers,
        future_enable: events.future_enable,
        future_registers: events.future_registers,
        done_enable: events.done_enable,
        done_registers: events.done_registers,
        done_down: decided.done_down,
        done_keep: decided.done_keep,
        write_enable: events.write_enable,
        write_registers: events.write_registers,
        write_full: decided.write_full,
        write_targets: decided.write_targets,
        write_counts: decided.write_counts,
        load_valid: events.load_valid,
        load_register: events.load_register,
        load_target: decided.load_target,
        load_count: decided.load_count,
        next_enable: events.next_enable,
        next_registers: events.next_registers,
        next_write: events.next_write,
        ..ArrayInputs::default()
    }
}
