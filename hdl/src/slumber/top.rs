//! `slumber_top`.

use super::any_list::AnyList;
use super::decisions::{by_slot, of_hits, target};
use super::events::{at, range};
use super::rules::controllers;
use super::tracker::MshrTracker;
use crate::prelude::*;
use spec::slumber::{TopParameters, READ_LANES};
use spec::Unit;

/// `slumber_top`: tracker, list, control and array as one deliverable.
///
/// Guarantees: the outputs are those of the four units put together as docs/units/slumber.md draws
/// them. Tracker and list are instances. Control's event stage and the array's rules stand in this
/// module itself, so that no event is a port three times over.
// `N` registers; `M` is `10 * N`, the bits of their counters.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct SlumberTop<const N: usize, const M: usize> {
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
    pub out_sleep: Signal<Out, Bits<1024>>,
    pub out_drowsy: Signal<Out, Bits<1024>>,
    pub out_voltage_high: Signal<Out, Bits<1024>>,
    pub out_voltage_low: Signal<Out, Bits<1024>>,
    pub out_ready: Signal<Out, Bits<1024>>,
    pub out_retained: Signal<Out, Bits<1024>>,
    pub out_grant: Signal<Out, Bits<8>>,

    tracker: MshrTracker,
    list: AnyList,

    // The event stage. A lane that waits is a write, or, the third, a load.
    kernel_start: Register<Bit>,
    allocate_valid: Register<Bit>,
    allocate_first: Register<Bits<10>>,
    allocate_last: Register<Bits<10>>,
    finish_valid: Register<Bit>,
    finish_first: Register<Bits<10>>,
    finish_last: Register<Bits<10>>,
    fetch_registers: Register<Bits<80>>,
    future_enable: Register<Bits<12>>,
    future_registers: Register<Bits<120>>,
    done_enable: Register<Bits<8>>,
    done_registers: Register<Bits<80>>,
    next_enable: Register<Bits<2>>,
    next_registers: Register<Bits<20>>,
    next_write: Register<Bits<2>>,
    fetch_enable: Register<Bits<8>>,
    done_next_write: Register<Bits<8>>,
    done_stay: Register<Bits<8>>,
    done_shallow: Register<Bits<8>>,
    wait_enable: Register<Bits<3>>,
    wait_registers: Register<Bits<30>>,
    write_partial: Register<Bits<2>>,
    wait_targets: Register<Bits<6>>,
    wait_counts: Register<Bits<30>>,

    // The state of the registers, as in `power_array`.
    high: Register<Bits<N>>,
    low: Register<Bits<N>>,
    moving: Register<Bits<N>>,
    remaining: Register<Bits<M>>,
    allocated: Register<Bits<N>>,
    pending: Register<Bits<N>>,
    full_next: Register<Bits<N>>,
    retained: Register<Bits<N>>,

    shallow_break_even: Constant<Bits<10>>,
    deep_break_even: Constant<Bits<10>>,
    off_break_even: Constant<Bits<10>>,
    read_lanes: Constant<Bits<8>>,
    shallow_wake: Constant<Bits<10>>,
    deep_wake: Constant<Bits<10>>,
    off_wake: Constant<Bits<10>>,
    deep_lift: Constant<Bits<10>>,
    off_lift: Constant<Bits<10>>,

    _parameters: TopParameters,
}

impl<const N: usize, const M: usize> SlumberTop<N, M> {
    /// Everything after reset: every register OFF, and free.
    pub fn new(parameters: TopParameters) -> Self {
        debug_assert_eq!(parameters.array().registers(), N);
        let times = parameters.control().break_evens();
        let delays = parameters.array().delays();
        let number = |cycles: u16| Constant::new(bits::<10>(cycles.into()));
        let ones = !Bits::<N>::default();
        SlumberTopParts {
            tracker: MshrTracker::new(parameters.tracker()),
            list: AnyList::new(parameters.list()),
            kernel_start: Register::default(),
            allocate_valid: Register::default(),
            allocate_first: Register::default(),
            allocate_last: Register::default(),
            finish_valid: Register::default(),
            finish_first: Register::default(),
            finish_last: Register::default(),
            fetch_registers: Register::default(),
            future_enable: Register::default(),
            future_registers: Register::default(),
            done_enable: Register::default(),
            done_registers: Register::default(),
            next_enable: Register::default(),
            next_registers: Register::default(),
            next_write: Register::default(),
            fetch_enable: Register::default(),
            done_next_write: Register::default(),
            done_stay: Register::default(),
            done_shallow: Register::default(),
            wait_enable: Register::default(),
            wait_registers: Register::default(),
            write_partial: Register::default(),
            wait_targets: Register::default(),
            wait_counts: Register::default(),
            high: Register::new(ones),
            low: Register::new(ones),
            moving: Register::default(),
            remaining: Register::default(),
            allocated: Register::default(),
            pending: Register::default(),
            full_next: Register::new(ones),
            retained: Register::default(),
            shallow_break_even: number(times.shallow),
            deep_break_even: number(times.deep),
            off_break_even: number(times.off),
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
    [const N: usize, const M: usize]
    SlumberTop<N, M>, spec::slumber::SlumberTop, self, {
        clock!(self, clock, tracker, list);
        clock!(self, clock, kernel_start, allocate_valid, allocate_first, allocate_last);
        clock!(self, clock, finish_valid, finish_first, finish_last);
        clock!(self, clock, fetch_enable, fetch_registers, future_enable, future_registers);
        clock!(self, clock, done_enable, done_registers, done_next_write, done_stay, done_shallow);
        clock!(self, clock, wait_enable, wait_registers, write_partial, wait_targets, wait_counts);
        clock!(self, clock, next_enable, next_registers, next_write);

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

        comment!("How near the next access is.");
        let line_hit = self.list.out_hit.val();
        self.fetch_enable.d.next = of_hits(self.in_fetch_enable.val(), line_hit.get_bits::<2>(0));
        self.done_next_write.d.next =
            self.in_done_next_write.val() & !by_slot(self.in_slot_diverged.val());
        self.done_stay.d.next = by_slot(self.in_slot_ready.val());
        self.done_shallow.d.next =
            by_slot(self.in_slot_buffered.val()) | by_slot(line_hit.get_bits::<4>(2));

        comment!("Lanes 0 and 1 wait for a write, lane 2 for a load.");
        let latencies = concat::<30, _, _>(self.tracker.out_latency.val(), self.in_write_latencies.val());
        let stays = concat::<3, _, _>(!self.tracker.out_outcome.val().any(), self.in_write_load.val());
        let partial = concat::<3, _, _>(false, self.in_write_partial.val());
        let mut targets = bits::<6>(0);
        let mut counts = bits::<30>(0);
        for lane in 0..3 {
            let latency = latencies.get_bits::<10>(10 * lane);
            let idle = latency - concat::<10, _, _>(bits::<9>(0), latency.any());
            counts = replace_bits(counts, 10 * lane, idle);
            targets = replace_bits(
                targets,
                2 * lane,
                target(
                    idle,
                    partial.get_bit(lane),
                    self.shallow_break_even.val(),
                    self.deep_break_even.val(),
                    self.off_break_even.val(),
                ) & !replicate::<2>(stays.get_bit(lane)),
            );
        }
        self.wait_targets.d.next = targets;
        self.wait_counts.d.next = counts;
        self.wait_enable.d.next =
            concat::<3, _, _>(self.in_load_valid.val(), self.in_write_enable.val());
        self.wait_registers.d.next =
            concat::<30, _, _>(self.in_load_register.val(), self.in_write_registers.val());
        self.write_partial.d.next = self.in_write_partial.val();

        comment!("Everything else passes as it came.");
        self.kernel_start.d.next = self.in_kernel_start.val();
        self.allocate_valid.d.next = self.in_allocate_valid.val();
        self.allocate_first.d.next = self.in_allocate_first.val();
        self.allocate_last.d.next = self.in_allocate_last.val();
        self.finish_valid.d.next = self.in_finish_valid.val();
        self.finish_first.d.next = self.in_finish_first.val();
        self.finish_last.d.next = self.in_finish_last.val();
        self.fetch_registers.d.next = self.in_fetch_registers.val();
        self.future_enable.d.next = self.in_future_enable.val();
        self.future_registers.d.next = self.in_future_registers.val();
        self.done_enable.d.next = self.in_done_enable.val();
        self.done_registers.d.next = self.in_done_registers.val();
        self.next_enable.d.next = self.in_next_enable.val();
        self.next_registers.d.next = self.in_next_registers.val();
        self.next_write.d.next = self.in_next_write.val();
    }
    kernel_start: [self.kernel_start.q.val()],
    allocate: [self.allocate_valid.q.val()]
        [self.allocate_first.q.val()] [self.allocate_last.q.val()],
    finish: [self.finish_valid.q.val()] [self.finish_first.q.val()] [self.finish_last.q.val()],
    fetch: [self.fetch_enable.q.val()] [self.fetch_registers.q.val()],
    future: [self.future_enable.q.val()] [self.future_registers.q.val()],
    done: [self.done_enable.q.val()] [self.done_registers.q.val()],
    done_kind: [self.done_next_write.q.val()] [self.done_stay.q.val()] [self.done_shallow.q.val()],
    write_0: [self.wait_enable.q.val().get_bit(0)]
        [self.wait_registers.q.val().get_bits::<10>(0)]
        [self.wait_targets.q.val().get_bits::<2>(0)]
        [self.wait_counts.q.val().get_bits::<10>(0)],
    write_1: [self.wait_enable.q.val().get_bit(1)]
        [self.wait_registers.q.val().get_bits::<10>(10)]
        [self.wait_targets.q.val().get_bits::<2>(2)]
        [self.wait_counts.q.val().get_bits::<10>(10)],
    write_partial: [self.write_partial.q.val()],
    load: [self.wait_enable.q.val().get_bit(2)]
        [self.wait_registers.q.val().get_bits::<10>(20)]
        [self.wait_targets.q.val().get_bits::<2>(4)]
        [self.wait_counts.q.val().get_bits::<10>(20)],
    next: [self.next_enable.q.val()] [self.next_registers.q.val()] [self.next_write.q.val()],
}
