//! `power_array`: a power controller for each register, written on planes.
//!
//! A plane holds one bit of every register. All state is planes, the counters too: bit b of all of
//! them is plane b. So the rules of docs/units/slumber.md, *One cycle, exactly*, are a few dozen
//! bitwise operations, which a simulator does on a word of registers at a time, and the hardware is
//! the same as that of so many single controllers.
//!
//! Parameters: `N` registers.
//!
//! Guarantees: every register behaves as a `power_controller` that is given its events.

use super::events::{at, at_any, range, spread};
use crate::prelude::*;
use spec::slumber::ArrayParameters;
use spec::Unit;

/// The controllers of `N` registers; see the module's comment.
#[derive(LogicBlock)]
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
    remaining: [Register<Bits<N>>; 10],
    allocated: Register<Bits<N>>,
    pending: Register<Bits<N>>,
    next_write: Register<Bits<N>>,
    retained: Register<Bits<N>>,

    shallow_wake: Constant<Bits<10>>,
    deep_wake: Constant<Bits<10>>,
    off_wake: Constant<Bits<10>>,
    deep_lift: Constant<Bits<10>>,
    off_lift: Constant<Bits<10>>,

    _parameters: ArrayParameters,
}

impl<const N: usize> PowerArray<N> {
    /// An array after reset: every register OFF, and free.
    pub fn new(parameters: ArrayParameters) -> Self {
        debug_assert_eq!(parameters.registers(), N);
        let delays = parameters.delays();
        let number = |cycles: u16| Constant::new(bits::<10>(cycles.into()));
        let ones = !Bits::<N>::default();
        Self {
            clock: Default::default(),
            in_kernel_start: Default::default(),
            in_allocate_valid: Default::default(),
            in_allocate_first: Default::default(),
            in_allocate_last: Default::default(),
            in_finish_valid: Default::default(),
            in_finish_first: Default::default(),
            in_finish_last: Default::default(),
            in_fetch_enable: Default::default(),
            in_fetch_registers: Default::default(),
            in_future_enable: Default::default(),
            in_future_registers: Default::default(),
            in_wake_enable: Default::default(),
            in_wake_registers: Default::default(),
            in_done_enable: Default::default(),
            in_done_registers: Default::default(),
            in_done_next_write: Default::default(),
            in_done_stay: Default::default(),
            in_done_shallow: Default::default(),
            in_write_enable: Default::default(),
            in_write_registers: Default::default(),
            in_write_full: Default::default(),
            in_write_targets: Default::default(),
            in_write_counts: Default::default(),
            in_load_valid: Default::default(),
            in_load_register: Default::default(),
            in_load_target: Default::default(),
            in_load_count: Default::default(),
            in_next_enable: Default::default(),
            in_next_registers: Default::default(),
            in_next_write: Default::default(),
            out_sleep: Default::default(),
            out_drowsy: Default::default(),
            out_voltage_high: Default::default(),
            out_voltage_low: Default::default(),
            out_ready: Default::default(),
            out_retained: Default::default(),
            out_grant: Default::default(),
            high: Register::new(ones),
            low: Register::new(ones),
            moving: Register::default(),
            remaining: Register::array(Bits::default()),
            allocated: Register::default(),
            pending: Register::default(),
            next_write: Register::new(ones),
            retained: Register::default(),
            shallow_wake: number(delays.shallow_wake),
            deep_wake: number(delays.deep_wake),
            off_wake: number(delays.off_wake),
            deep_lift: number(delays.deep_lift + delays.shallow_wake),
            off_lift: number(delays.off_lift + delays.shallow_wake),
            _parameters: parameters,
        }
    }
}

#[hardware(name = spec::slumber::PowerArray::module_name(&self._parameters))]
impl<const N: usize> Logic for PowerArray<N> {
    fn update(&mut self) {
        registers!(
            self, clock, high, low, moving, remaining, allocated, pending, next_write, retained
        );

        comment!("The registers that each event names.");
        let freed = spread::<N>(self.in_kernel_start.val())
            | range::<N>(
                self.in_finish_valid.val(),
                self.in_finish_first.val(),
                self.in_finish_last.val(),
            );
        let allocate = range::<N>(
            self.in_allocate_valid.val(),
            self.in_allocate_first.val(),
            self.in_allocate_last.val(),
        );
        let fetch = at_any::<N, 8, 80>(self.in_fetch_enable.val(), self.in_fetch_registers.val());
        let future =
            at_any::<N, 12, 120>(self.in_future_enable.val(), self.in_future_registers.val());
        let wake = at_any::<N, 8, 80>(self.in_wake_enable.val(), self.in_wake_registers.val());
        let mut read_done = bits::<N>(0);
        let mut write_done = bits::<N>(0);
        let mut done_reads = bits::<N>(0);
        let mut done_stay = bits::<N>(0);
        let mut done_shallow = bits::<N>(0);
        for lane in 0..8 {
            let register = self.in_done_registers.val().get_bits::<10>(10 * lane);
            if self.in_done_enable.val().get_bit(lane) {
                if lane < 6 {
                    read_done = read_done.replace_bit(register.index(), true);
                } else {
                    write_done = write_done.replace_bit(register.index(), true);
                }
                if !self.in_done_next_write.val().get_bit(lane) {
                    done_reads = done_reads.replace_bit(register.index(), true);
                }
                if self.in_done_stay.val().get_bit(lane) {
                    done_stay = done_stay.replace_bit(register.index(), true);
                }
                if self.in_done_shallow.val().get_bit(lane) {
                    done_shallow = done_shallow.replace_bit(register.index(), true);
                }
            }
        }
        let write_0 = at::<N>(
            self.in_write_enable.val().get_bit(0),
            self.in_write_registers.val().get_bits::<10>(0),
        );
        let write_1 = at::<N>(
            self.in_write_enable.val().get_bit(1),
            self.in_write_registers.val().get_bits::<10>(10),
        );
        let load = at::<N>(self.in_load_valid.val(), self.in_load_register.val());
        let next = at_any::<N, 2, 20>(self.in_next_enable.val(), self.in_next_registers.val());
        let next_reads = at_any::<N, 2, 20>(
            self.in_next_enable.val() & !self.in_next_write.val(),
            self.in_next_registers.val(),
        );

        comment!("The states.");
        let high = self.high.q.val();
        let low = self.low.q.val();
        let moving = self.moving.q.val();
        let allocated = self.allocated.q.val();
        let on = !(moving | high | low);
        let shallow = low & !(moving | high);
        let deep = high & !low;
        let off = high & low;
        let lifting = moving & low;

        comment!("What the events mean to the registers.");
        let dispatched_0 = write_0 & allocated;
        let dispatched_1 = write_1 & allocated;
        let dispatched = dispatched_0 | dispatched_1;
        let written = write_done & allocated;
        let waiting = self.pending.q.val() & !written;
        let pending = dispatched | waiting;
        let quiet = allocated & !pending;
        let done = (read_done & !pending) | (written & quiet);
        let fetched = fetch & quiet;
        let corrected = next & quiet;
        let wanted = wake | (future & quiet);
        let outcome = load & waiting & !dispatched;

        comment!("Whose they are, and what their contents are good for.");
        let full = (dispatched_0 & spread::<N>(self.in_write_full.val().get_bit(0)))
            | (dispatched_1 & spread::<N>(self.in_write_full.val().get_bit(1)));
        let told = (done | corrected) & allocated & !off;
        let reads = (done & done_reads) | (corrected & next_reads);
        let next_write = full | (told & !reads) | (self.next_write.q.val() & !(dispatched | told));
        self.allocated.d.next = (allocated | allocate) & !freed;
        self.pending.d.next = pending & !freed;
        self.next_write.d.next = next_write | freed;

        comment!("Down to a target, or up where the target is not deeper than the state.");
        let target_high = (dispatched_0 & spread::<N>(self.in_write_targets.val().get_bit(1)))
            | (dispatched_1 & spread::<N>(self.in_write_targets.val().get_bit(3)))
            | (outcome & spread::<N>(self.in_load_target.val().get_bit(1)));
        let asked_low = (dispatched_0 & spread::<N>(self.in_write_targets.val().get_bit(0)))
            | (dispatched_1 & spread::<N>(self.in_write_targets.val().get_bit(2)))
            | (outcome & spread::<N>(self.in_load_target.val().get_bit(0)));
        let target_low = asked_low & !(target_high & !next_write);
        let asked = dispatched | outcome;
        let reachable = (target_high & (target_low | !off)) | (target_low & !(high | lifting));
        let rises = (wanted | (asked & !reachable)) & !freed;
        let sinks = asked & reachable & !(freed | wanted);

        comment!("The end of an access, and a fetch.");
        let nearby = done_shallow | fetched;
        let settles = done
            & !(done_stay | freed | wanted)
            & (on | (!nearby & (shallow | (deep & next_write))));
        let lifts = fetched & high & !(freed | wanted);

        self.out_sleep.next = bit_cast::<1024, N>(high | low);
        self.out_drowsy.next = bit_cast::<1024, N>(high ^ low);
        self.out_voltage_high.next = bit_cast::<1024, N>(high);
        self.out_voltage_low.next = bit_cast::<1024, N>(low);
        self.out_ready.next = bit_cast::<1024, N>(on);
        self.out_retained.next = bit_cast::<1024, N>(self.retained.q.val());
        self.out_grant.next = 0.into();
        for lane in 0..8 {
            let register = self.in_wake_registers.val().get_bits::<10>(10 * lane);
            let ready = self.in_wake_enable.val().get_bit(lane) && on.get_bit(register.index());
            self.out_grant.next = self.out_grant.val().replace_bit(lane, ready);
        }

        comment!("Time: a counter falls to 0; a wait that has come to its wake delay wakes.");
        let mut empty = !bits::<N>(0);
        let mut last = !bits::<N>(0);
        let mut lifted = !bits::<N>(0);
        let mut due = !bits::<N>(0);
        for bit in 0..10 {
            let remaining = self.remaining[bit].q.val();
            let delay = (shallow & spread::<N>(self.shallow_wake.val().get_bit(bit)))
                | (deep & spread::<N>(self.deep_wake.val().get_bit(bit)))
                | (off & spread::<N>(self.off_wake.val().get_bit(bit)));
            let fewer = remaining ^ empty;
            empty = empty & !remaining;
            due = (delay & !fewer) | (due & !(delay ^ fewer));
            lifted = lifted & !(fewer ^ spread::<N>(self.shallow_wake.val().get_bit(bit)));
            last = last & !fewer;
        }
        let counting = !empty;
        let resting = (high | low) & !moving;
        let acts = freed | sinks | settles | lifts;
        let wakes = resting & !acts & (rises | (due & counting));
        let rests = lifting & lifted & !(acts | rises);
        self.high.d.next =
            freed | (sinks & target_high) | (settles & !nearby) | (high & !(acts | wakes));
        self.low.d.next = freed
            | (sinks & target_low)
            | (settles & (nearby | next_write))
            | lifts
            | (low & !(acts | wakes | (lifting & rises)));
        self.moving.d.next = lifts | wakes | (moving & !(acts | last | rests));
        let counts = counting & !(acts | wakes | rests);
        let mut borrow = !bits::<N>(0);
        for bit in 0..10 {
            let remaining = self.remaining[bit].q.val();
            let count = (dispatched_0 & spread::<N>(self.in_write_counts.val().get_bit(bit)))
                | (dispatched_1 & spread::<N>(self.in_write_counts.val().get_bit(10 + bit)))
                | (outcome & spread::<N>(self.in_load_count.val().get_bit(bit)));
            let wake = (shallow & spread::<N>(self.shallow_wake.val().get_bit(bit)))
                | (deep & spread::<N>(self.deep_wake.val().get_bit(bit)))
                | (off & spread::<N>(self.off_wake.val().get_bit(bit)));
            let lift = (deep & spread::<N>(self.deep_lift.val().get_bit(bit)))
                | (off & spread::<N>(self.off_lift.val().get_bit(bit)));
            self.remaining[bit].d.next =
                (sinks & count) | (wakes & wake) | (lifts & lift) | (counts & (remaining ^ borrow));
            borrow = borrow & !remaining;
        }
        self.retained.d.next = (self.retained.q.val() | (written & on)) & !off;
    }
}
