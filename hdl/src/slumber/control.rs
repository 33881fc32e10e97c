//! `slumber_control`.

use crate::prelude::*;
use spec::slumber::ControlParameters;
use spec::Unit;

/// `slumber_control`: turns what the pipeline tells into the events of the array (4.1, 4.2).
///
/// Guarantees: every output comes from a register, one cycle after what it follows from. A state is
/// a target only when the idle time is beyond its break-even time; a partial write never ends OFF.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct SlumberControl {
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
    pub in_done_enable: Signal<In, Bits<8>>,
    pub in_done_registers: Signal<In, Bits<80>>,
    pub in_done_next_write: Signal<In, Bits<8>>,
    pub in_slot_ready: Signal<In, Bits<4>>,
    pub in_slot_buffered: Signal<In, Bits<4>>,
    pub in_slot_diverged: Signal<In, Bits<4>>,
    pub in_write_enable: Signal<In, Bits<2>>,
    pub in_write_registers: Signal<In, Bits<20>>,
    pub in_write_partial: Signal<In, Bits<2>>,
    pub in_write_load: Signal<In, Bits<2>>,
    pub in_write_latencies: Signal<In, Bits<20>>,
    pub in_load_valid: Signal<In, Bit>,
    pub in_load_register: Signal<In, Bits<10>>,
    pub in_load_outcome: Signal<In, Bits<2>>,
    pub in_load_latency: Signal<In, Bits<10>>,
    pub in_next_enable: Signal<In, Bits<2>>,
    pub in_next_registers: Signal<In, Bits<20>>,
    pub in_next_write: Signal<In, Bits<2>>,
    pub in_line_hit: Signal<In, Bits<6>>,
    pub out_kernel_start: Signal<Out, Bit>,
    pub out_allocate_valid: Signal<Out, Bit>,
    pub out_allocate_first: Signal<Out, Bits<10>>,
    pub out_allocate_last: Signal<Out, Bits<10>>,
    pub out_finish_valid: Signal<Out, Bit>,
    pub out_finish_first: Signal<Out, Bits<10>>,
    pub out_finish_last: Signal<Out, Bits<10>>,
    pub out_fetch_enable: Signal<Out, Bits<8>>,
    pub out_fetch_registers: Signal<Out, Bits<80>>,
    pub out_future_enable: Signal<Out, Bits<12>>,
    pub out_future_registers: Signal<Out, Bits<120>>,
    pub out_done_enable: Signal<Out, Bits<8>>,
    pub out_done_registers: Signal<Out, Bits<80>>,
    pub out_done_next_write: Signal<Out, Bits<8>>,
    pub out_done_stay: Signal<Out, Bits<8>>,
    pub out_done_shallow: Signal<Out, Bits<8>>,
    pub out_write_enable: Signal<Out, Bits<2>>,
    pub out_write_registers: Signal<Out, Bits<20>>,
    pub out_write_full: Signal<Out, Bits<2>>,
    pub out_write_targets: Signal<Out, Bits<4>>,
    pub out_write_counts: Signal<Out, Bits<10>>,
    pub out_load_valid: Signal<Out, Bit>,
    pub out_load_register: Signal<Out, Bits<10>>,
    pub out_load_target: Signal<Out, Bits<2>>,
    pub out_load_count: Signal<Out, Bits<5>>,
    pub out_next_enable: Signal<Out, Bits<2>>,
    pub out_next_registers: Signal<Out, Bits<20>>,
    pub out_next_write: Signal<Out, Bits<2>>,

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
    write_full: Register<Bits<2>>,
    wait_targets: Register<Bits<6>>,
    wait_counts: Register<Bits<15>>,

    shallow_break_even: Constant<Bits<10>>,
    deep_break_even: Constant<Bits<10>>,
    off_break_even: Constant<Bits<10>>,

    _parameters: ControlParameters,
}

impl SlumberControl {
    /// A control that has nothing to tell.
    pub fn new(parameters: ControlParameters) -> Self {
        let times = parameters.break_evens();
        let number = |cycles: u16| Constant::new(bits::<10>(cycles.into()));
        SlumberControlParts {
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
            write_full: Register::default(),
            wait_targets: Register::default(),
            wait_counts: Register::default(),
            shallow_break_even: number(times.shallow),
            deep_break_even: number(times.deep),
            off_break_even: number(times.off),
            _parameters: parameters,
        }
        .into()
    }
}

/// A bit for each done slot, given to its lanes: two slots read three lanes each, two write one.
#[hardware]
fn by_slot(slots: Bits<4>) -> Bits<8> {
    concat::<8, _, _>(
        slots.get_bits::<2>(2),
        concat::<6, _, _>(
            replicate::<3>(slots.get_bit(1)),
            replicate::<3>(slots.get_bit(0)),
        ),
    )
}

/// The lanes of both fetch slots whose line the L1 instruction cache has.
#[hardware]
fn of_hits(enable: Bits<8>, hits: Bits<2>) -> Bits<8> {
    enable
        & concat::<8, _, _>(
            replicate::<4>(hits.get_bit(1)),
            replicate::<4>(hits.get_bit(0)),
        )
}

/// The voltage select of the deepest state that pays for so many idle cycles. What a partial write
/// leaves must survive. DS and OFF count ticks, and two of them must be in it.
#[hardware]
fn target(
    idle: Bits<10>,
    partial: bool,
    shallow: Bits<10>,
    deep: Bits<10>,
    off: Bits<10>,
) -> Bits<2> {
    let ticks = idle.get_bits::<5>(5).any();
    if idle > off && ticks && !partial {
        bits::<2>(3)
    } else if idle > deep && ticks {
        bits::<2>(2)
    } else if idle > shallow {
        bits::<2>(1)
    } else {
        bits::<2>(0)
    }
}

/// What a register counts that is idle for so long: cycles, or ticks, of which the first and the wake
/// take the time of one each. What is more than the counter holds ends early.
#[hardware]
fn count(idle: Bits<10>, ticks: bool) -> Bits<5> {
    let more = idle.get_bit(9) || (!ticks && idle.get_bits::<5>(5).any());
    let cycles = idle.get_bits::<5>(0);
    let whole_ticks = idle.get_bits::<5>(4) - 1;
    (if ticks { whole_ticks } else { cycles }) | replicate::<5>(more)
}

#[hardware(name = spec::slumber::SlumberControl::module_name(&self._parameters))]
impl Logic for SlumberControl {
    fn update(&mut self) {
        clock!(
            self,
            clock,
            kernel_start,
            allocate_valid,
            allocate_first,
            allocate_last
        );
        clock!(self, clock, finish_valid, finish_first, finish_last);
        clock!(
            self,
            clock,
            fetch_enable,
            fetch_registers,
            future_enable,
            future_registers
        );
        clock!(
            self,
            clock,
            done_enable,
            done_registers,
            done_next_write,
            done_stay,
            done_shallow
        );
        clock!(
            self,
            clock,
            wait_enable,
            wait_registers,
            write_full,
            wait_targets,
            wait_counts
        );
        clock!(self, clock, next_enable, next_registers, next_write);

        comment!("How near the next access is.");
        self.fetch_enable.d.next = of_hits(
            self.in_fetch_enable.val(),
            self.in_line_hit.val().get_bits::<2>(0),
        );
        self.done_next_write.d.next =
            self.in_done_next_write.val() & !by_slot(self.in_slot_diverged.val());
        self.done_stay.d.next = by_slot(self.in_slot_ready.val());
        self.done_shallow.d.next =
            by_slot(self.in_slot_buffered.val()) | by_slot(self.in_line_hit.val().get_bits::<4>(2));

        comment!("Lanes 0 and 1 wait for a write, lane 2 for a load.");
        let latencies =
            concat::<30, _, _>(self.in_load_latency.val(), self.in_write_latencies.val());
        let stays = concat::<3, _, _>(!self.in_load_outcome.val().any(), self.in_write_load.val());
        let partial = concat::<3, _, _>(false, self.in_write_partial.val());
        let mut targets = bits::<6>(0);
        let mut counts = bits::<15>(0);
        for lane in 0..3 {
            let latency = latencies.get_bits::<10>(10 * lane);
            let idle = latency - concat::<10, _, _>(bits::<9>(0), latency.any());
            let deepest = target(
                idle,
                partial.get_bit(lane),
                self.shallow_break_even.val(),
                self.deep_break_even.val(),
                self.off_break_even.val(),
            ) & !replicate::<2>(stays.get_bit(lane));
            targets = replace_bits(targets, 2 * lane, deepest);
            counts = replace_bits(counts, 5 * lane, count(idle, deepest.get_bit(1)));
        }
        self.wait_targets.d.next = targets;
        self.wait_counts.d.next = counts;
        self.wait_enable.d.next =
            concat::<3, _, _>(self.in_load_valid.val(), self.in_write_enable.val());
        self.wait_registers.d.next =
            concat::<30, _, _>(self.in_load_register.val(), self.in_write_registers.val());
        self.write_full.d.next = !self.in_write_partial.val();

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

        self.out_kernel_start.next = self.kernel_start.q.val();
        self.out_allocate_valid.next = self.allocate_valid.q.val();
        self.out_allocate_first.next = self.allocate_first.q.val();
        self.out_allocate_last.next = self.allocate_last.q.val();
        self.out_finish_valid.next = self.finish_valid.q.val();
        self.out_finish_first.next = self.finish_first.q.val();
        self.out_finish_last.next = self.finish_last.q.val();
        self.out_fetch_enable.next = self.fetch_enable.q.val();
        self.out_fetch_registers.next = self.fetch_registers.q.val();
        self.out_future_enable.next = self.future_enable.q.val();
        self.out_future_registers.next = self.future_registers.q.val();
        self.out_done_enable.next = self.done_enable.q.val();
        self.out_done_registers.next = self.done_registers.q.val();
        self.out_done_next_write.next = self.done_next_write.q.val();
        self.out_done_stay.next = self.done_stay.q.val();
        self.out_done_shallow.next = self.done_shallow.q.val();
        self.out_write_enable.next = self.wait_enable.q.val().get_bits::<2>(0);
        self.out_write_registers.next = self.wait_registers.q.val().get_bits::<20>(0);
        self.out_write_full.next = self.write_full.q.val();
        self.out_write_targets.next = self.wait_targets.q.val().get_bits::<4>(0);
        self.out_write_counts.next = self.wait_counts.q.val().get_bits::<10>(0);
        self.out_load_valid.next = self.wait_enable.q.val().get_bit(2);
        self.out_load_register.next = self.wait_registers.q.val().get_bits::<10>(20);
        self.out_load_target.next = self.wait_targets.q.val().get_bits::<2>(4);
        self.out_load_count.next = self.wait_counts.q.val().get_bits::<5>(10);
        self.out_next_enable.next = self.next_enable.q.val();
        self.out_next_registers.next = self.next_registers.q.val();
        self.out_next_write.next = self.next_write.q.val();
    }
}
