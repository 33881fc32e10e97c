//! `power_array`.

use super::decoder::{LaneDecoder, RangeDecoder};
use super::names::LaneNames;
use super::row::PowerRow;
use super::SLICE;
use crate::prelude::*;
use spec::slumber::{ArrayParameters, TICK};
use spec::Unit;

/// `power_array`: a power controller for each register, addressed by events.
///
/// Decoders turn the lanes of events into rows and columns; rows of 32 registers hold the controllers.
/// Events are decoded in the cycle in which they come, and reach the controllers in the next, in which it
/// is told what is to be done; wakes reach them at once. A counter that all share ticks in every sixteenth
/// cycle.
///
/// Guarantees: every register behaves as a `power_controller` that is given its events; a lane is
/// granted in the cycle in which its register is ready.
// `N` registers.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct PowerArray<const N: usize> {
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
    pub in_future_enable: Signal<In, Bits<12>>,
    pub in_future_registers: Signal<In, Bits<120>>,
    pub in_wake_enable: Signal<In, Bits<8>>,
    pub in_wake_registers: Signal<In, Bits<80>>,
    pub in_done_enable: Signal<In, Bits<8>>,
    pub in_done_registers: Signal<In, Bits<80>>,
    pub in_done_down: Signal<In, Bits<8>>,
    pub in_done_keep: Signal<In, Bits<8>>,
    pub in_write_enable: Signal<In, Bits<2>>,
    pub in_write_registers: Signal<In, Bits<20>>,
    pub in_write_full: Signal<In, Bits<2>>,
    pub in_write_targets: Signal<In, Bits<4>>,
    pub in_write_counts: Signal<In, Bits<10>>,
    pub in_load_valid: Signal<In, Bit>,
    pub in_load_register: Signal<In, Bits<10>>,
    pub in_load_target: Signal<In, Bits<2>>,
    pub in_load_count: Signal<In, Bits<5>>,
    pub in_next_enable: Signal<In, Bits<2>>,
    pub in_next_registers: Signal<In, Bits<20>>,
    pub in_next_write: Signal<In, Bits<2>>,
    pub out_sleep: Signal<Out, Bits<N>>,
    pub out_drowsy: Signal<Out, Bits<N>>,
    pub out_voltage_high: Signal<Out, Bits<N>>,
    pub out_voltage_low: Signal<Out, Bits<N>>,
    pub out_ready: Signal<Out, Bits<N>>,
    pub out_retained: Signal<Out, Bits<N>>,
    pub out_grant: Signal<Out, Bits<8>>,

    allocate: RangeDecoder<N>,
    finish: RangeDecoder<N>,
    wake: LaneDecoder<8, 80, 256>,
    future: LaneNames<12, 120, 384>,
    fetch: LaneNames<8, 80, 256>,
    done: LaneNames<8, 80, 256>,
    wait: LaneNames<3, 30, 96>,
    corrected: LaneNames<2, 20, 64>,
    row: Vec<PowerRow>,
    kernel_start: Register<Bit>,
    since_tick: Register<Bits<4>>,

    _rows: usize,
    _parameters: ArrayParameters,
}

impl<const N: usize> PowerArray<N> {
    /// An array after reset: every register OFF, and free.
    pub fn new(parameters: ArrayParameters) -> Self {
        const { assert!(TICK == 16, "four bits count to a tick") };
        debug_assert_eq!(parameters.registers(), N);
        let rows = N / SLICE;
        PowerArrayParts {
            allocate: RangeDecoder::default(),
            finish: RangeDecoder::default(),
            wake: LaneDecoder::new(rows),
            future: LaneNames::new(rows),
            fetch: LaneNames::new(rows),
            done: LaneNames::new(rows),
            wait: LaneNames::new(rows),
            corrected: LaneNames::new(rows),
            row: (0..rows)
                .map(|_| PowerRow::new(parameters.delays()))
                .collect(),
            kernel_start: Register::default(),
            since_tick: Register::default(),
            _rows: rows,
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::slumber::PowerArray::module_name(&self._parameters))]
impl<const N: usize> Logic for PowerArray<N> {
    fn update(&mut self) {
        clock!(self, clock, row, kernel_start, since_tick);
        self.kernel_start.d.next = self.in_kernel_start.val();
        clock!(self, clock, allocate, finish, future, fetch, done, wait, corrected);
        self.since_tick.d.next = self.since_tick.q.val() + 1;
        self.allocate.valid.next = self.in_allocate_valid.val();
        self.allocate.first.next = self.in_allocate_first.val();
        self.allocate.last.next = self.in_allocate_last.val();
        self.finish.valid.next = self.in_finish_valid.val();
        self.finish.first.next = self.in_finish_first.val();
        self.finish.last.next = self.in_finish_last.val();
        self.wake.enable.next = self.in_wake_enable.val();
        self.wake.registers.next = self.in_wake_registers.val();
        self.future.enable.next = self.in_future_enable.val();
        self.future.registers.next = self.in_future_registers.val();
        comment!("Which fetches there are is told later.");
        self.fetch.enable.next = replicate::<8>(true);
        self.fetch.registers.next = self.in_fetch_registers.val();
        self.done.enable.next = self.in_done_enable.val();
        self.done.registers.next = self.in_done_registers.val();
        self.wait.enable.next =
            concat::<3, _, _>(self.in_load_valid.val(), self.in_write_enable.val());
        self.wait.registers.next =
            concat::<30, _, _>(self.in_load_register.val(), self.in_write_registers.val());
        self.corrected.enable.next = self.in_next_enable.val() & !self.in_next_write.val();
        self.corrected.registers.next = self.in_next_registers.val();
        let targets = concat::<6, _, _>(self.in_load_target.val(), self.in_write_targets.val());
        let counts = concat::<15, _, _>(self.in_load_count.val(), self.in_write_counts.val());

        let mut sleep = bits::<N>(0);
        let mut drowsy = bits::<N>(0);
        let mut voltage_high = bits::<N>(0);
        let mut voltage_low = bits::<N>(0);
        let mut ready = bits::<N>(0);
        let mut retained = bits::<N>(0);
        let mut grant = bits::<8>(0);
        for i in 0..self._rows {
            self.row[i].kernel_start.next = self.kernel_start.q.val();
            self.row[i].tick.next = self.since_tick.q.val().all();
            self.row[i].finish.next = self.finish.plane.val().get_bits::<SLICE>(SLICE * i);
            self.row[i].allocate.next = self.allocate.plane.val().get_bits::<SLICE>(SLICE * i);
            self.row[i].wake_row.next = self.wake.rows[i].val();
            self.row[i].wake_columns.next = self.wake.columns.val();
            self.row[i].future_row.next = self.future.rows[i].val();
            self.row[i].future_columns.next = self.future.columns.val();
            self.row[i].fetch_row.next = self.fetch.rows[i].val();
            self.row[i].fetch_enable.next = self.in_fetch_enable.val();
            self.row[i].fetch_columns.next = self.fetch.columns.val();
            self.row[i].done_row.next = self.done.rows[i].val();
            self.row[i].done_down.next = self.in_done_down.val();
            self.row[i].done_keep.next = self.in_done_keep.val();
            self.row[i].done_columns.next = self.done.columns.val();
            self.row[i].wait_row.next = self.wait.rows[i].val();
            self.row[i].wait_columns.next = self.wait.columns.val();
            self.row[i].write_full.next = self.in_write_full.val();
            self.row[i].wait_targets.next = targets;
            self.row[i].wait_counts.next = counts;
            self.row[i].corrected_row.next = self.corrected.rows[i].val();
            self.row[i].corrected_columns.next = self.corrected.columns.val();
            sleep = replace_bits(sleep, SLICE * i, self.row[i].sleep.val());
            drowsy = replace_bits(drowsy, SLICE * i, self.row[i].drowsy.val());
            voltage_high = replace_bits(voltage_high, SLICE * i, self.row[i].voltage_high.val());
            voltage_low = replace_bits(voltage_low, SLICE * i, self.row[i].voltage_low.val());
            ready = replace_bits(ready, SLICE * i, self.row[i].ready.val());
            retained = replace_bits(retained, SLICE * i, self.row[i].retained.val());
            grant |= self.row[i].grant.val();
        }
        self.out_sleep.next = sleep;
        self.out_drowsy.next = drowsy;
        self.out_voltage_high.next = voltage_high;
        self.out_voltage_low.next = voltage_low;
        self.out_ready.next = ready;
        self.out_retained.next = retained;
        self.out_grant.next = grant;
    }
}
