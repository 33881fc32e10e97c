//! A row of the array: its registers, and what the lanes of events are for them.

use super::decoder::RowLanes;
use super::slice::PowerSlice;
use super::SLICE;
use crate::prelude::*;
use spec::slumber::Delays;

/// The registers of a row, with the gates that make planes of rows and columns.
///
/// Guarantees: what a lane tells is told to the register that it names; lanes of one kind are joined as
/// the contract has it. Of several waits in one row none sleeps, and none counts as full.
///
/// Reason: what a write or a load waits in, and for how long, is chosen once for the row and not once
/// for each register; that is a tenth of the array.
#[derive(LogicBlock, Described, Parts)]
pub struct PowerRow {
    pub clock: Signal<In, Clock>,
    /// A kernel starts.
    pub kernel_start: Signal<In, Bit>,
    /// What waits in DS and OFF counts.
    pub tick: Signal<In, Bit>,
    /// Registers whose warp has finished.
    pub finish: Signal<In, Bits<32>>,
    /// Registers that now belong to a warp.
    pub allocate: Signal<In, Bits<32>>,
    /// Accesses that wait: enabled lanes that are in this row, and the columns of all lanes.
    pub wake_row: Signal<In, Bits<8>>,
    pub wake_columns: Signal<In, Bits<256>>,
    /// Future warps.
    pub future_row: Signal<In, Bits<12>>,
    pub future_columns: Signal<In, Bits<384>>,
    /// Fetches: lanes that are in this row, and those that there are.
    pub fetch_row: Signal<In, Bits<8>>,
    pub fetch_enable: Signal<In, Bits<8>>,
    pub fetch_columns: Signal<In, Bits<256>>,
    /// Accesses that took place; lanes 6 and 7 wrote.
    pub done_row: Signal<In, Bits<8>>,
    pub done_columns: Signal<In, Bits<256>>,
    /// A lane's register may go deeper than SS.
    pub done_down: Signal<In, Bits<8>>,
    /// A lane's register must keep its contents, or go to SS.
    pub done_keep: Signal<In, Bits<8>>,
    /// Two writes, and a load whose outcome is known.
    pub wait_row: Signal<In, Bits<3>>,
    pub wait_columns: Signal<In, Bits<96>>,
    /// The writes that are of all lanes of their registers.
    pub write_full: Signal<In, Bits<2>>,
    /// The state to wait in, of each.
    pub wait_targets: Signal<In, Bits<6>>,
    /// How long, of each.
    pub wait_counts: Signal<In, Bits<15>>,
    /// Corrections of the kind of the next access that say it is a read.
    pub corrected_row: Signal<In, Bits<2>>,
    pub corrected_columns: Signal<In, Bits<64>>,
    pub sleep: Signal<Out, Bits<32>>,
    pub drowsy: Signal<Out, Bits<32>>,
    pub voltage_high: Signal<Out, Bits<32>>,
    pub voltage_low: Signal<Out, Bits<32>>,
    pub ready: Signal<Out, Bits<32>>,
    pub retained: Signal<Out, Bits<32>>,
    /// The lanes that wait for a register of this row which is ready.
    pub grant: Signal<Out, Bits<8>>,

    wake: RowLanes<8, 256>,
    future: RowLanes<12, 384>,
    fetched: RowLanes<8, 256>,
    down: RowLanes<8, 256>,
    keep: RowLanes<8, 256>,
    write_done: RowLanes<2, 64>,
    corrected: RowLanes<2, 64>,
    write: RowLanes<2, 64>,
    load: RowLanes<1, 32>,
    slice: PowerSlice<SLICE, 160>,

    _delays: Delays,
}

impl PowerRow {
    /// Registers after reset: OFF, and free.
    pub fn new(delays: Delays) -> Self {
        PowerRowParts {
            wake: RowLanes::default(),
            future: RowLanes::default(),
            fetched: RowLanes::default(),
            down: RowLanes::default(),
            keep: RowLanes::default(),
            write_done: RowLanes::default(),
            corrected: RowLanes::default(),
            write: RowLanes::default(),
            load: RowLanes::default(),
            slice: PowerSlice::new(delays),
            _delays: delays,
        }
        .into()
    }
}

#[hardware(name = format!("power_row_{}", self._delays.suffix()))]
impl Logic for PowerRow {
    fn update(&mut self) {
        clock!(self, clock, slice);
        self.slice.kernel_start.next = self.kernel_start.val();
        self.slice.tick.next = self.tick.val();
        self.slice.finish.next = self.finish.val();
        self.slice.allocate.next = self.allocate.val();

        let wakes = self.wake_columns.val();
        self.wake.row.next = self.wake_row.val();
        self.wake.columns.next = wakes;
        self.slice.wake.next = self.wake.plane.val();
        self.future.row.next = self.future_row.val();
        self.future.columns.next = self.future_columns.val();
        self.slice.future.next = self.future.plane.val();
        self.fetched.row.next = self.fetch_row.val() & self.fetch_enable.val();
        self.fetched.columns.next = self.fetch_columns.val();
        self.slice.fetch.next = self.fetched.plane.val();

        let done = self.done_row.val();
        let accessed = self.done_columns.val();
        self.down.row.next = done & self.done_down.val();
        self.down.columns.next = accessed;
        self.slice.down.next = self.down.plane.val();
        self.keep.row.next = done & self.done_keep.val();
        self.keep.columns.next = accessed;
        self.slice.keep.next = self.keep.plane.val();
        self.write_done.row.next = done.get_bits::<2>(6);
        self.write_done.columns.next = accessed.get_bits::<64>(192);
        self.slice.write_done.next = self.write_done.plane.val();
        self.corrected.row.next = self.corrected_row.val();
        self.corrected.columns.next = self.corrected_columns.val();
        self.slice.corrected_reads.next = self.corrected.plane.val();

        comment!("The one wait that the row can tell.");
        let row = self.wait_row.val();
        let writes = row.get_bits::<2>(0);
        self.write.row.next = writes;
        self.write.columns.next = self.wait_columns.val().get_bits::<64>(0);
        self.slice.write.next = self.write.plane.val();
        self.load.row.next = row.get_bits::<1>(2);
        self.load.columns.next = self.wait_columns.val().get_bits::<32>(64);
        self.slice.load.next = self.load.plane.val();
        let several = (row.get_bit(0) && row.get_bit(1))
            || (row.get_bit(2) && (row.get_bit(0) || row.get_bit(1)));
        let mut target = bits::<2>(0);
        let mut count = bits::<5>(0);
        for lane in 0..3 {
            let told = row.get_bit(lane) && !several;
            target |= replicate::<2>(told) & self.wait_targets.val().get_bits::<2>(2 * lane);
            count |= replicate::<5>(told) & self.wait_counts.val().get_bits::<5>(5 * lane);
        }
        self.slice.write_full.next = (writes & self.write_full.val()).any() && !several;
        self.slice.wait_target.next = target;
        self.slice.wait_count.next = count;

        self.sleep.next = self.slice.sleep.val();
        self.drowsy.next = self.slice.drowsy.val();
        self.voltage_high.next = self.slice.voltage_high.val();
        self.voltage_low.next = self.slice.voltage_low.val();
        self.ready.next = self.slice.ready.val();
        self.retained.next = self.slice.retained.val();

        comment!("The one path from inputs to outputs.");
        let mut grant = bits::<8>(0);
        for lane in 0..8 {
            let waits = wakes.get_bits::<SLICE>(SLICE * lane) & self.slice.ready.val();
            grant = grant.replace_bit(lane, self.wake_row.val().get_bit(lane) && waits.any());
        }
        self.grant.next = grant;
    }
}
