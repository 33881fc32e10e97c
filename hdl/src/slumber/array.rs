//! `power_array`.

use super::events::{at, range};
use super::rules::controllers;
use crate::prelude::*;
use spec::slumber::{ArrayParameters, READ_LANES};
use spec::Unit;

/// `power_array`: a power controller for each register, addressed by events.
///
/// Guarantees: every register behaves as a `power_controller` that is given its events; a lane is
/// granted in the cycle in which its register is ready.
// The controllers of `N` registers.
// `N` registers; `M` is `10 * N`, the bits of their counters.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct PowerArray<const N: usize, const M: usize> {
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
    pub out_sleep: Signal<Out, Bits<1024>>,
    pub out_drowsy: Signal<Out, Bits<1024>>,
    pub out_voltage_high: Signal<Out, Bits<1024>>,
    pub out_voltage_low: Signal<Out, Bits<1024>>,
    pub out_ready: Signal<Out, Bits<1024>>,
    pub out_retained: Signal<Out, Bits<1024>>,
    pub out_grant: Signal<Out, Bits<8>>,

    // The state: the code's bits are high and low, the voltage select, and moving.
    high: Register<Bits<N>>,
    low: Register<Bits<N>>,
    moving: Register<Bits<N>>,
    remaining: Register<Bits<M>>,
    allocated: Register<Bits<N>>,
    pending: Register<Bits<N>>,
    full_next: Register<Bits<N>>,
    retained: Register<Bits<N>>,

    read_lanes: Constant<Bits<8>>,
    shallow_wake: Constant<Bits<10>>,
    deep_wake: Constant<Bits<10>>,
    off_wake: Constant<Bits<10>>,
    deep_lift: Constant<Bits<10>>,
    off_lift: Constant<Bits<10>>,

    _parameters: ArrayParameters,
}

impl<const N: usize, const M: usize> PowerArray<N, M> {
    /// An array after reset: every register OFF, and free.
    pub fn new(parameters: ArrayParameters) -> Self {
        debug_assert_eq!(parameters.registers(), N);
        let delays = parameters.delays();
        let number = |cycles: u16| Constant::new(bits::<10>(cycles.into()));
        let ones = !Bits::<N>::default();
        PowerArrayParts {
            high: Register::new(ones),
            low: Register::new(ones),
            moving: Register::default(),
            remaining: Register::default(),
            allocated: Register::default(),
            pending: Register::default(),
            full_next: Register::new(ones),
            retained: Register::default(),
            read_lanes: Constant::new(bits((1 << READ_LANES) - 1)),
            shallow_wake: number(delays.shallow_wake),
            deep_wake: number(delays.deep_wake),
            off_wake: number(delays.off_wake),
            deep_lift: number(delays.deep_lift + delays.shallow_wake),
            off_lift: number(delays.off_lift + delays.shallow_wake),
            _parameters: parameters,
        }
        .into()
    }
}

controllers! {
    [const N: usize, const M: usize] PowerArray<N, M>, spec::slumber::PowerArray, self, {}
    kernel_start: [self.in_kernel_start.val()],
    allocate: [self.in_allocate_valid.val()]
        [self.in_allocate_first.val()] [self.in_allocate_last.val()],
    finish: [self.in_finish_valid.val()] [self.in_finish_first.val()] [self.in_finish_last.val()],
    fetch: [self.in_fetch_enable.val()] [self.in_fetch_registers.val()],
    future: [self.in_future_enable.val()] [self.in_future_registers.val()],
    done: [self.in_done_enable.val()] [self.in_done_registers.val()],
    done_kind: [self.in_done_next_write.val()]
        [self.in_done_stay.val()] [self.in_done_shallow.val()],
    write_0: [self.in_write_enable.val().get_bit(0)]
        [self.in_write_registers.val().get_bits::<10>(0)]
        [self.in_write_targets.val().get_bits::<2>(0)]
        [self.in_write_counts.val().get_bits::<10>(0)],
    write_1: [self.in_write_enable.val().get_bit(1)]
        [self.in_write_registers.val().get_bits::<10>(10)]
        [self.in_write_targets.val().get_bits::<2>(2)]
        [self.in_write_counts.val().get_bits::<10>(10)],
    write_partial: [(!self.in_write_full.val())],
    load: [self.in_load_valid.val()] [self.in_load_register.val()]
        [self.in_load_target.val()] [self.in_load_count.val()],
    next: [self.in_next_enable.val()] [self.in_next_registers.val()] [self.in_next_write.val()],
}
