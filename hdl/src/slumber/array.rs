//! `power_array`.

use super::decoder::{RangeDecoder, RegisterDecoder};
use super::slice::PowerSlice;
use super::{INDEX_BITS, SLICE};
use crate::prelude::*;
use spec::slumber::{ArrayParameters, READ_LANES, WRITE_LANES};
use spec::Unit;

/// Lanes of accesses that write.
const WRITE: usize = READ_LANES;

/// `power_array`: a power controller for each register, addressed by events.
///
/// Decoders turn the lanes of events into planes with a bit for each register; slices of 32
/// registers hold the controllers.
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
    pub in_done_next_write: Signal<In, Bits<8>>,
    pub in_done_stay: Signal<In, Bits<8>>,
    pub in_done_shallow: Signal<In, Bits<8>>,
    pub in_write_enable: Signal<In, Bits<2>>,
    pub in_write_registers: Signal<In, Bits<20>>,
    pub in_write_full: Signal<In, Bits<2>>,
    pub in_write_targets: Signal<In, Bits<4>>,
    pub in_write_counts: Signal<In, Bits<20>>,
    pub in_load_valid: Signal<In, Bit>,
    pub in_load_register: Signal<In, Bits<10>>,
    pub in_load_target: Signal<In, Bits<2>>,
    pub in_load_count: Signal<In, Bits<10>>,
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
    fetch: RegisterDecoder<8, 80, N>,
    future: RegisterDecoder<12, 120, N>,
    wake: RegisterDecoder<8, 80, N>,
    read_done: RegisterDecoder<6, 60, N>,
    write_done: RegisterDecoder<2, 20, N>,
    done_reads: RegisterDecoder<8, 80, N>,
    done_stay: RegisterDecoder<8, 80, N>,
    done_shallow: RegisterDecoder<8, 80, N>,
    write: Vec<RegisterDecoder<1, 10, N>>,
    load: RegisterDecoder<1, 10, N>,
    corrected: RegisterDecoder<2, 20, N>,
    corrected_reads: RegisterDecoder<2, 20, N>,
    slice: Vec<PowerSlice<SLICE, 320, 2, 64, 4, 20>>,

    _slices: usize,
    _parameters: ArrayParameters,
}

impl<const N: usize> PowerArray<N> {
    /// An array after reset: every register OFF, and free.
    pub fn new(parameters: ArrayParameters) -> Self {
        debug_assert_eq!(parameters.registers(), N);
        let slices = N / SLICE;
        PowerArrayParts {
            allocate: RangeDecoder::default(),
            finish: RangeDecoder::default(),
            fetch: RegisterDecoder::default(),
            future: RegisterDecoder::default(),
            wake: RegisterDecoder::default(),
            read_done: RegisterDecoder::default(),
            write_done: RegisterDecoder::default(),
            done_reads: RegisterDecoder::default(),
            done_stay: RegisterDecoder::default(),
            done_shallow: RegisterDecoder::default(),
            write: (0..WRITE_LANES)
                .map(|_| RegisterDecoder::default())
                .collect(),
            load: RegisterDecoder::default(),
            corrected: RegisterDecoder::default(),
            corrected_reads: RegisterDecoder::default(),
            slice: (0..slices)
                .map(|_| PowerSlice::new(parameters.delays()))
                .collect(),
            _slices: slices,
            _parameters: parameters,
        }
        .into()
    }
}

#[hardware(name = spec::slumber::PowerArray::module_name(&self._parameters))]
impl<const N: usize> Logic for PowerArray<N> {
    fn update(&mut self) {
        clock!(self, clock, slice);
        self.allocate.valid.next = self.in_allocate_valid.val();
        self.allocate.first.next = self.in_allocate_first.val();
        self.allocate.last.next = self.in_allocate_last.val();
        self.finish.valid.next = self.in_finish_valid.val();
        self.finish.first.next = self.in_finish_first.val();
        self.finish.last.next = self.in_finish_last.val();
        let done = self.in_done_enable.val();
        self.fetch.enable.next = self.in_fetch_enable.val();
        self.fetch.registers.next = self.in_fetch_registers.val();
        self.future.enable.next = self.in_future_enable.val();
        self.future.registers.next = self.in_future_registers.val();
        self.wake.enable.next = self.in_wake_enable.val();
        self.wake.registers.next = self.in_wake_registers.val();
        self.read_done.enable.next = done.get_bits::<6>(0);
        self.read_done.registers.next = self.in_done_registers.val().get_bits::<60>(0);
        self.write_done.enable.next = done.get_bits::<2>(WRITE);
        self.write_done.registers.next = self
            .in_done_registers
            .val()
            .get_bits::<20>(INDEX_BITS * WRITE);
        self.done_reads.enable.next = done & !self.in_done_next_write.val();
        self.done_reads.registers.next = self.in_done_registers.val();
        self.done_stay.enable.next = done & self.in_done_stay.val();
        self.done_stay.registers.next = self.in_done_registers.val();
        self.done_shallow.enable.next = done & self.in_done_shallow.val();
        self.done_shallow.registers.next = self.in_done_registers.val();
        for lane in 0..WRITE_LANES {
            self.write[lane].enable.next = self.in_write_enable.val().get_bits::<1>(lane);
            self.write[lane].registers.next = self
                .in_write_registers
                .val()
                .get_bits::<10>(INDEX_BITS * lane);
        }
        self.load.enable.next = replicate::<1>(self.in_load_valid.val());
        self.load.registers.next = self.in_load_register.val();
        self.corrected.enable.next = self.in_next_enable.val();
        self.corrected.registers.next = self.in_next_registers.val();
        self.corrected_reads.enable.next = self.in_next_enable.val() & !self.in_next_write.val();
        self.corrected_reads.registers.next = self.in_next_registers.val();

        let mut sleep = bits::<N>(0);
        let mut drowsy = bits::<N>(0);
        let mut voltage_high = bits::<N>(0);
        let mut voltage_low = bits::<N>(0);
        let mut ready = bits::<N>(0);
        let mut retained = bits::<N>(0);
        for i in 0..self._slices {
            self.slice[i].kernel_start.next = self.in_kernel_start.val();
            self.slice[i].finish.next = self.finish.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].allocate.next = self.allocate.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].wake.next = self.wake.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].future.next = self.future.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].fetch.next = self.fetch.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].read_done.next = self.read_done.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].write_done.next =
                self.write_done.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].done_reads.next =
                self.done_reads.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].done_stay.next = self.done_stay.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].done_shallow.next =
                self.done_shallow.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].write.next = concat::<{ WRITE_LANES * SLICE }, _, _>(
                self.write[1].plane.val().get_bits::<SLICE>(SLICE * i),
                self.write[0].plane.val().get_bits::<SLICE>(SLICE * i),
            );
            self.slice[i].write_full.next = self.in_write_full.val();
            self.slice[i].write_target.next = self.in_write_targets.val();
            self.slice[i].write_count.next = self.in_write_counts.val();
            self.slice[i].load.next = self.load.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].load_target.next = self.in_load_target.val();
            self.slice[i].load_count.next = self.in_load_count.val();
            self.slice[i].corrected.next = self.corrected.plane.val().get_bits::<SLICE>(SLICE * i);
            self.slice[i].corrected_reads.next = self
                .corrected_reads
                .plane
                .val()
                .get_bits::<SLICE>(SLICE * i);
            sleep = replace_bits(sleep, SLICE * i, self.slice[i].sleep.val());
            drowsy = replace_bits(drowsy, SLICE * i, self.slice[i].drowsy.val());
            voltage_high = replace_bits(voltage_high, SLICE * i, self.slice[i].voltage_high.val());
            voltage_low = replace_bits(voltage_low, SLICE * i, self.slice[i].voltage_low.val());
            ready = replace_bits(ready, SLICE * i, self.slice[i].ready.val());
            retained = replace_bits(retained, SLICE * i, self.slice[i].retained.val());
        }
        self.out_sleep.next = sleep;
        self.out_drowsy.next = drowsy;
        self.out_voltage_high.next = voltage_high;
        self.out_voltage_low.next = voltage_low;
        self.out_ready.next = ready;
        self.out_retained.next = retained;

        comment!("The one path from inputs to outputs.");
        for lane in 0..8 {
            let register = self
                .in_wake_registers
                .val()
                .get_bits::<10>(INDEX_BITS * lane);
            self.out_grant.next = self.out_grant.val().replace_bit(
                lane,
                self.in_wake_enable.val().get_bit(lane) && ready.get_bit(register.index()),
            );
        }
    }
}
