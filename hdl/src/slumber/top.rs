//! `slumber_top`.

use super::any_list::AnyList;
use super::array::PowerArray;
use super::control::SlumberControl;
use super::tracker::MshrTracker;
use crate::prelude::*;
use spec::slumber::TopParameters;
use spec::Unit;

/// `slumber_top`: tracker, list, control and array as one deliverable.
///
/// Guarantees: the outputs are those of the four units put together as docs/units/slumber.md draws
/// them. Events reach the array through control's registers; wakes go to it straight.
// `N` registers.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct SlumberTop<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub in_kernel_start: Signal<In, Bit>,
    pub in_allocate_valid: Signal<In, Bit>,
    pub in_allocate_first: Signal<In, Bits<10>>,
    pub in_allocate_last: Signal<In, Bits<10>>,
    pub in_finish_valid: Signal<In, Bit>,
    pub in_finish_first: Signal<In, Bits<10>>,
    pub in_finish_last: Signal<In, Bits<10>>,
    pub in_fetch_enable: Signal<In, Bits<8>>,
    pub in_fetch_registers: Signal<In, Bits<80>>,
    pub in_fetch_pcs: Signal<In, Bits<128>>,
    pub in_future_enable: Signal<In, Bits<12>>,
    pub in_future_registers: Signal<In, Bits<120>>,
    pub in_wake_enable: Signal<In, Bits<8>>,
    pub in_wake_registers: Signal<In, Bits<80>>,
    pub in_done_enable: Signal<In, Bits<8>>,
    pub in_done_registers: Signal<In, Bits<80>>,
    pub in_done_next_write: Signal<In, Bits<8>>,
    pub in_slot_ready: Signal<In, Bits<4>>,
    pub in_slot_buffered: Signal<In, Bits<4>>,
    pub in_slot_diverged: Signal<In, Bits<4>>,
    pub in_slot_pcs: Signal<In, Bits<256>>,
    pub in_write_enable: Signal<In, Bits<2>>,
    pub in_write_registers: Signal<In, Bits<20>>,
    pub in_write_partial: Signal<In, Bits<2>>,
    pub in_write_load: Signal<In, Bits<2>>,
    pub in_write_latencies: Signal<In, Bits<20>>,
    pub in_report_valid: Signal<In, Bit>,
    pub in_report_warp: Signal<In, Bits<6>>,
    pub in_report_outcome: Signal<In, Bits<2>>,
    pub in_load_valid: Signal<In, Bit>,
    pub in_load_warp: Signal<In, Bits<6>>,
    pub in_load_register: Signal<In, Bits<10>>,
    pub in_next_enable: Signal<In, Bits<2>>,
    pub in_next_registers: Signal<In, Bits<20>>,
    pub in_next_write: Signal<In, Bits<2>>,
    pub in_fill_valid: Signal<In, Bit>,
    pub in_fill_pc: Signal<In, Bits<64>>,
    pub in_evict_valid: Signal<In, Bit>,
    pub in_evict_pc: Signal<In, Bits<64>>,
    pub out_sleep: Signal<Out, Bits<N>>,
    pub out_drowsy: Signal<Out, Bits<N>>,
    pub out_voltage_high: Signal<Out, Bits<N>>,
    pub out_voltage_low: Signal<Out, Bits<N>>,
    pub out_ready: Signal<Out, Bits<N>>,
    pub out_retained: Signal<Out, Bits<N>>,
    pub out_grant: Signal<Out, Bits<8>>,

    tracker: MshrTracker,
    list: AnyList,
    control: SlumberControl,
    array: PowerArray<N>,

    _parameters: TopParameters,
}

impl<const N: usize> SlumberTop<N> {
    /// Everything after reset: every register OFF, and free.
    pub fn new(parameters: TopParameters) -> Self {
        SlumberTopParts {
            tracker: MshrTracker::new(parameters.tracker()),
            list: AnyList::new(parameters.list()),
            control: SlumberControl::new(parameters.control()),
            array: PowerArray::new(parameters.array()),
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::slumber::SlumberTop::module_name(&self._parameters))]
impl<const N: usize> Logic for SlumberTop<N> {
    fn update(&mut self) {
        clock!(self, clock, tracker, list, control, array);

        self.tracker.in_clear.next = self.in_kernel_start.val();
        self.tracker.in_report_valid.next = self.in_report_valid.val();
        self.tracker.in_report_warp.next = self.in_report_warp.val();
        self.tracker.in_report_outcome.next = self.in_report_outcome.val();
        self.tracker.in_query_warp.next = self.in_load_warp.val();

        self.list.in_flush.next = self.in_kernel_start.val();
        self.list.in_fill_valid.next = self.in_fill_valid.val();
        self.list.in_fill_pc.next = self.in_fill_pc.val();
        self.list.in_evict_valid.next = self.in_evict_valid.val();
        self.list.in_evict_pc.next = self.in_evict_pc.val();
        self.list.in_lookup_pcs.next =
            concat::<384, _, _>(self.in_slot_pcs.val(), self.in_fetch_pcs.val());

        self.control.in_fetch_enable.next = self.in_fetch_enable.val();
        self.control.in_done_next_write.next = self.in_done_next_write.val();
        self.control.in_slot_ready.next = self.in_slot_ready.val();
        self.control.in_slot_buffered.next = self.in_slot_buffered.val();
        self.control.in_slot_diverged.next = self.in_slot_diverged.val();
        self.control.in_write_partial.next = self.in_write_partial.val();
        self.control.in_write_load.next = self.in_write_load.val();
        self.control.in_write_latencies.next = self.in_write_latencies.val();
        self.control.in_load_outcome.next = self.tracker.out_outcome.val();
        self.control.in_load_latency.next = self.tracker.out_latency.val();
        self.control.in_line_hit.next = self.list.out_hit.val();

        self.array.in_kernel_start.next = self.in_kernel_start.val();
        self.array.in_allocate_valid.next = self.in_allocate_valid.val();
        self.array.in_allocate_first.next = self.in_allocate_first.val();
        self.array.in_allocate_last.next = self.in_allocate_last.val();
        self.array.in_finish_valid.next = self.in_finish_valid.val();
        self.array.in_finish_first.next = self.in_finish_first.val();
        self.array.in_finish_last.next = self.in_finish_last.val();
        self.array.in_fetch_enable.next = self.control.out_fetch_enable.val();
        self.array.in_fetch_registers.next = self.in_fetch_registers.val();
        self.array.in_future_enable.next = self.in_future_enable.val();
        self.array.in_future_registers.next = self.in_future_registers.val();
        self.array.in_done_enable.next = self.in_done_enable.val();
        self.array.in_done_registers.next = self.in_done_registers.val();
        self.array.in_done_down.next = self.control.out_done_down.val();
        self.array.in_done_keep.next = self.control.out_done_keep.val();
        self.array.in_write_enable.next = self.in_write_enable.val();
        self.array.in_write_registers.next = self.in_write_registers.val();
        self.array.in_write_full.next = self.control.out_write_full.val();
        self.array.in_write_targets.next = self.control.out_write_targets.val();
        self.array.in_write_counts.next = self.control.out_write_counts.val();
        self.array.in_load_valid.next = self.in_load_valid.val();
        self.array.in_load_register.next = self.in_load_register.val();
        self.array.in_load_target.next = self.control.out_load_target.val();
        self.array.in_load_count.next = self.control.out_load_count.val();
        self.array.in_next_enable.next = self.in_next_enable.val();
        self.array.in_next_registers.next = self.in_next_registers.val();
        self.array.in_next_write.next = self.in_next_write.val();
        self.array.in_wake_enable.next = self.in_wake_enable.val();
        self.array.in_wake_registers.next = self.in_wake_registers.val();

        self.out_sleep.next = self.array.out_sleep.val();
        self.out_drowsy.next = self.array.out_drowsy.val();
        self.out_voltage_high.next = self.array.out_voltage_high.val();
        self.out_voltage_low.next = self.array.out_voltage_low.val();
        self.out_ready.next = self.array.out_ready.val();
        self.out_retained.next = self.array.out_retained.val();
        self.out_grant.next = self.array.out_grant.val();
    }
}
