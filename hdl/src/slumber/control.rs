//! `slumber_control`.

use crate::prelude::*;
use spec::slumber::{ControlParameters, Voltage};
use spec::Unit;

/// `slumber_control`: tells the array what to do with the pipeline's events (4.1, 4.2).
///
/// Guarantees: every output comes from a register, one cycle after what it follows from. A state is
/// a target only when the idle time is beyond its break-even time; a partial write never ends OFF.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct SlumberControl {
    pub clock: Signal<In, Clock>,
    pub in_fetch_enable: Signal<In, Bits<8>>,
    pub in_done_next_write: Signal<In, Bits<8>>,
    pub in_slot_ready: Signal<In, Bits<4>>,
    pub in_slot_buffered: Signal<In, Bits<4>>,
    pub in_slot_diverged: Signal<In, Bits<4>>,
    pub in_write_partial: Signal<In, Bits<2>>,
    pub in_write_load: Signal<In, Bits<2>>,
    pub in_write_latencies: Signal<In, Bits<20>>,
    pub in_load_outcome: Signal<In, Bits<2>>,
    pub in_load_latency: Signal<In, Bits<10>>,
    pub in_line_hit: Signal<In, Bits<6>>,
    pub out_fetch_enable: Signal<Out, Bits<8>>,
    pub out_done_down: Signal<Out, Bits<8>>,
    pub out_done_keep: Signal<Out, Bits<8>>,
    pub out_write_full: Signal<Out, Bits<2>>,
    pub out_write_targets: Signal<Out, Bits<4>>,
    pub out_write_counts: Signal<Out, Bits<10>>,
    pub out_load_target: Signal<Out, Bits<2>>,
    pub out_load_count: Signal<Out, Bits<5>>,

    // What is told. A lane that waits is a write, or, the third, a load.
    fetch_enable: Register<Bits<8>>,
    done_down: Register<Bits<8>>,
    done_keep: Register<Bits<8>>,
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
            fetch_enable: Register::default(),
            done_down: Register::default(),
            done_keep: Register::default(),
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

// The codes of the voltage select.
const SUPPLY: u64 = Voltage::Supply as u64;
const SHALLOW: u64 = Voltage::Shallow as u64;
const DEEP: u64 = Voltage::Deep as u64;
const GROUND: u64 = Voltage::Ground as u64;

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
        bits::<2>(GROUND)
    } else if idle > deep && ticks {
        bits::<2>(DEEP)
    } else if idle > shallow {
        bits::<2>(SHALLOW)
    } else {
        bits::<2>(SUPPLY)
    }
}

/// What a register counts that is idle for so long: cycles, or ticks, of which the first and the wake
/// take the time of one each. What is more than the counter holds ends early.
#[hardware]
fn count(idle: Bits<10>, ticks: bool) -> Bits<5> {
    let more = idle.get_bit(9) || (!ticks && idle.get_bits::<5>(5).any());
    let cycles = idle.get_bits::<5>(0);
    let whole_ticks = idle.get_bits::<5>(4) - 1;
    let low = if ticks { whole_ticks } else { cycles };
    low | replicate::<5>(more)
}

#[hardware(name = spec::slumber::SlumberControl::module_name(&self._parameters))]
impl Logic for SlumberControl {
    fn update(&mut self) {
        clock!(self, clock, fetch_enable, done_down, done_keep);
        clock!(self, clock, write_full, wait_targets, wait_counts);

        comment!("How near the next access is.");
        self.fetch_enable.d.next = of_hits(
            self.in_fetch_enable.val(),
            self.in_line_hit.val().get_bits::<2>(0),
        );
        let sleeps = !by_slot(self.in_slot_ready.val());
        let near =
            by_slot(self.in_slot_buffered.val()) | by_slot(self.in_line_hit.val().get_bits::<4>(2));
        let next_write = self.in_done_next_write.val() & !by_slot(self.in_slot_diverged.val());
        self.done_down.d.next = sleeps & !near;
        self.done_keep.d.next = sleeps & (near | !next_write);

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
        self.write_full.d.next = !self.in_write_partial.val();

        self.out_fetch_enable.next = self.fetch_enable.q.val();
        self.out_done_down.next = self.done_down.q.val();
        self.out_done_keep.next = self.done_keep.q.val();
        self.out_write_full.next = self.write_full.q.val();
        self.out_write_targets.next = self.wait_targets.q.val().get_bits::<4>(0);
        self.out_write_counts.next = self.wait_counts.q.val().get_bits::<10>(0);
        self.out_load_target.next = self.wait_targets.q.val().get_bits::<2>(4);
        self.out_load_count.next = self.wait_counts.q.val().get_bits::<5>(10);
    }
}
