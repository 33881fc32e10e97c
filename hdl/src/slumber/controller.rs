//! `power_controller`.

use super::slice::PowerSlice;
use crate::prelude::*;
use spec::slumber::ControllerParameters;
use spec::Unit;

/// `power_controller`: the state machine of one register (Slumber, Figure 7 and Table 1).
///
/// It is a slice of one register, whose state it decodes.
///
/// Guarantees: docs/units/slumber.md, section *One cycle, exactly*. All outputs are functions of
/// registers, because they drive power switches, which must not glitch.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct PowerController {
    pub clock: Signal<In, Clock>,
    pub in_kernel_start: Signal<In, Bit>,
    pub in_finish: Signal<In, Bit>,
    pub in_allocate: Signal<In, Bit>,
    pub in_wake: Signal<In, Bit>,
    pub in_future: Signal<In, Bit>,
    pub in_fetch: Signal<In, Bit>,
    pub in_read_done: Signal<In, Bit>,
    pub in_write_done: Signal<In, Bit>,
    pub in_done_next_write: Signal<In, Bit>,
    pub in_done_stay: Signal<In, Bit>,
    pub in_done_shallow: Signal<In, Bit>,
    pub in_write: Signal<In, Bit>,
    pub in_write_full: Signal<In, Bit>,
    pub in_write_target: Signal<In, Bits<2>>,
    pub in_write_count: Signal<In, Bits<5>>,
    pub in_load: Signal<In, Bit>,
    pub in_load_target: Signal<In, Bits<2>>,
    pub in_load_count: Signal<In, Bits<5>>,
    pub in_next: Signal<In, Bit>,
    pub in_next_write: Signal<In, Bit>,
    pub in_tick: Signal<In, Bit>,
    pub out_state: Signal<Out, Bits<3>>,
    pub out_remaining: Signal<Out, Bits<5>>,
    pub out_voltage: Signal<Out, Bits<2>>,
    pub out_sleep: Signal<Out, Bit>,
    pub out_drowsy: Signal<Out, Bit>,
    pub out_ready: Signal<Out, Bit>,
    pub out_retained: Signal<Out, Bit>,
    pub out_next_write: Signal<Out, Bit>,

    slice: PowerSlice<1, 5>,

    _parameters: ControllerParameters,
}

impl PowerController {
    /// A controller after reset: OFF, and free.
    pub fn new(parameters: ControllerParameters) -> Self {
        PowerControllerParts {
            slice: PowerSlice::showing_state(parameters.delays()),
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::slumber::PowerController::module_name(&self._parameters))]
impl Logic for PowerController {
    fn update(&mut self) {
        clock!(self, clock, slice);
        let accessed = self.in_read_done.val() || self.in_write_done.val();
        let settles = accessed && !self.in_done_stay.val();
        let shallow = self.in_done_shallow.val();
        let corrected_reads = self.in_next.val() && !self.in_next_write.val();
        self.slice.kernel_start.next = self.in_kernel_start.val();
        self.slice.finish.next = replicate::<1>(self.in_finish.val());
        self.slice.allocate.next = replicate::<1>(self.in_allocate.val());
        self.slice.wake.next = replicate::<1>(self.in_wake.val());
        self.slice.future.next = replicate::<1>(self.in_future.val());
        self.slice.down.next = replicate::<1>(settles && !shallow);
        self.slice.keep.next =
            replicate::<1>(settles && (shallow || !self.in_done_next_write.val()));
        self.slice.write_done.next = replicate::<1>(self.in_write_done.val());
        self.slice.fetch.next = replicate::<1>(self.in_fetch.val());
        self.slice.write.next = replicate::<1>(self.in_write.val());
        self.slice.write_full.next = self.in_write_full.val();
        self.slice.load.next = replicate::<1>(self.in_load.val());
        self.slice.wait_target.next = if self.in_write.val() {
            self.in_write_target.val()
        } else {
            self.in_load_target.val()
        };
        self.slice.wait_count.next = if self.in_write.val() {
            self.in_write_count.val()
        } else {
            self.in_load_count.val()
        };
        self.slice.tick.next = self.in_tick.val();
        self.slice.corrected_reads.next = replicate::<1>(corrected_reads);
        self.slice.next_told[0].next = replicate::<1>(accessed || self.in_next.val());
        self.slice.next_reads[0].next =
            replicate::<1>((accessed && !self.in_done_next_write.val()) || corrected_reads);

        let voltage =
            concat::<2, _, _>(self.slice.voltage_high.val(), self.slice.voltage_low.val());
        self.out_state.next = concat::<3, _, _>(self.slice.underway[0].val(), voltage);
        self.out_remaining.next = self.slice.remaining[0].val();
        self.out_voltage.next = voltage;
        self.out_sleep.next = self.slice.sleep.val().get_bit(0);
        self.out_drowsy.next = self.slice.drowsy.val().get_bit(0);
        self.out_ready.next = self.slice.ready.val().get_bit(0);
        self.out_retained.next = self.slice.retained.val().get_bit(0);
        self.out_next_write.next = self.slice.next_write[0].val().get_bit(0);
    }
}
