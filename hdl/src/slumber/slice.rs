//! The rules of docs/units/slumber.md, *One cycle, exactly*, for a slice of registers at once.

use super::COUNTER_BITS;
use crate::prelude::*;
use spec::slumber::Delays;

/// The controllers of a slice of registers (Slumber, Figure 7 and Table 1).
///
/// Everything is a plane, with a bit for each register, and so are the counters: bit b of all of
/// them is one plane. The rules are then some dozens of bitwise operations, which a simulator does
/// on a word of registers at a time, and which synthesis turns into the gates of so many single
/// controllers.
///
/// Guarantees: every register obeys the contract's rules, alone. What drives power switches is a
/// function of registers, because a switch must not glitch.
///
/// The counter means "cycles until ON" in SS, waking and lifting. So a wake in mid-lift needs no
/// addition, and there are two counts at which a state is left: 1, and 1 beyond the wake of SS. In DS
/// and OFF it means ticks, which all registers share, so that five bits are enough for a load from DRAM.
///
/// | state | code | high | low | moving |
/// |---|---|---|---|---|
/// | ON | 0 | | | |
/// | SS | 1 | | 1 | |
/// | DS | 2 | 1 | | counts ticks |
/// | OFF | 3 | 1 | 1 | counts ticks |
/// | waking | 4 | | | 1 |
/// | lifting | 5 | | 1 | 1 |
///
/// What a register waits for is told once for the whole slice: its target and its count are not chosen
/// for each register. The kind of the next access is kept for a pending load alone, for nothing else
/// reads it; with the whole state shown it is as the contract has it.
///
/// Of the reasons to change, and to load or count the counter, at most one holds, so what they
/// lead to is joined with ORs. It would be a quarter slower as a choice in the order of the
/// contract's rows.
// `N` registers with `M` bits of counters.
#[derive(LogicBlock, Described, Parts)]
pub struct PowerSlice<const N: usize, const M: usize> {
    pub clock: Signal<In, Clock>,
    /// A kernel starts: every register is OFF and nobody's, whatever else is asked.
    pub kernel_start: Signal<In, Bit>,
    /// What waits in DS and OFF counts.
    pub tick: Signal<In, Bit>,
    /// The register's warp has finished: it is OFF and nobody's.
    pub finish: Signal<In, Bits<N>>,
    /// The register now belongs to a warp.
    pub allocate: Signal<In, Bits<N>>,
    /// An access waits for the register.
    pub wake: Signal<In, Bits<N>>,
    /// One of the future warps uses the register (T4).
    pub future: Signal<In, Bits<N>>,
    /// An instruction that uses the register is being fetched (T1, T2).
    pub fetch: Signal<In, Bits<N>>,
    /// An access took place and what follows is far: DS, or OFF.
    pub down: Signal<In, Bits<N>>,
    /// An access took place and its contents are to be kept: not OFF, and where nothing says down SS.
    pub keep: Signal<In, Bits<N>>,
    /// A write took place.
    pub write_done: Signal<In, Bits<N>>,
    /// A write has been dispatched and will come.
    pub write: Signal<In, Bits<N>>,
    /// That write is of all lanes, whatever happens.
    pub write_full: Signal<In, Bit>,
    /// The outcome of the register's pending load is known.
    pub load: Signal<In, Bits<N>>,
    /// The state to wait for the write or the load in, as a voltage select.
    pub wait_target: Signal<In, Bits<2>>,
    /// Cycles until the register must be ON for it, less 1, in SS; ticks in DS and OFF; 0 waits for
    /// a wake.
    pub wait_count: Signal<In, Bits<5>>,
    /// With a correction of the kind of the next access: it is a read.
    pub corrected_reads: Signal<In, Bits<N>>,
    /// Where the whole state is asked for: the kind of the next access is told, and it is a read.
    pub next_told: Vec<Signal<In, Bits<N>>>,
    pub next_reads: Vec<Signal<In, Bits<N>>>,
    /// The tri-modal switch's sleep.
    pub sleep: Signal<Out, Bits<N>>,
    /// The tri-modal switch's drowsy.
    pub drowsy: Signal<Out, Bits<N>>,
    /// Bit 1 of the voltage select of Figure 8.
    pub voltage_high: Signal<Out, Bits<N>>,
    /// Bit 0 of the voltage select of Figure 8.
    pub voltage_low: Signal<Out, Bits<N>>,
    /// ON and fully awake.
    pub ready: Signal<Out, Bits<N>>,
    /// Written since it was last OFF.
    pub retained: Signal<Out, Bits<N>>,
    /// Where the whole state is asked for: on the way to another voltage.
    pub underway: Vec<Signal<Out, Bits<N>>>,
    /// The counter, plane by plane.
    pub remaining: Vec<Signal<Out, Bits<M>>>,
    /// The next access is a full write.
    pub next_write: Vec<Signal<Out, Bits<N>>>,

    high: Register<Bits<N>>,
    low: Register<Bits<N>>,
    moving: Register<Bits<N>>,
    counter: Register<Bits<M>>,
    allocated: Register<Bits<N>>,
    pending: Register<Bits<N>>,
    full_next: Register<Bits<N>>,
    kept: Register<Bits<N>>,

    shallow_wake: Constant<Bits<5>>,
    deep_wake: Constant<Bits<5>>,
    off_wake: Constant<Bits<5>>,
    // Counts at which a state is left: SS and lifting, and the others.
    shallow_due: Constant<Bits<5>>,
    last_due: Constant<Bits<5>>,
    deep_lift: Constant<Bits<5>>,
    off_lift: Constant<Bits<5>>,

    _delays: Delays,
    _shows_state: bool,
}

impl<const N: usize, const M: usize> PowerSlice<N, M> {
    /// Registers after reset: OFF, and free.
    pub fn new(delays: Delays) -> Self {
        Self::of(delays, false)
    }

    /// The same, which shows its whole state.
    pub fn showing_state(delays: Delays) -> Self {
        Self::of(delays, true)
    }

    fn of(delays: Delays, shows_state: bool) -> Self {
        const {
            assert!(
                M == COUNTER_BITS * N && COUNTER_BITS == 5,
                "a counter for each register"
            )
        };
        let number = |cycles: u16| Constant::new(bits::<5>(cycles.into()));
        let shown = usize::from(shows_state);
        let ones = !Bits::<N>::default();
        PowerSliceParts {
            next_told: signals(shown),
            next_reads: signals(shown),
            underway: signals(shown),
            remaining: signals(shown),
            next_write: signals(shown),
            high: Register::new(ones),
            low: Register::new(ones),
            moving: Register::default(),
            counter: Register::default(),
            allocated: Register::default(),
            pending: Register::default(),
            full_next: Register::new(ones),
            kept: Register::default(),
            shallow_wake: number(delays.shallow_wake),
            deep_wake: number(delays.deep_wake),
            off_wake: number(delays.off_wake),
            shallow_due: number(delays.shallow_wake + 1),
            last_due: number(1),
            deep_lift: number(delays.deep_lift + delays.shallow_wake),
            off_lift: number(delays.off_lift + delays.shallow_wake),
            _delays: delays,
            _shows_state: shows_state,
        }
        .into()
    }
}

#[hardware(name = format!("power_slice_r{N}_{}", self._delays.suffix()))]
impl<const N: usize, const M: usize> Logic for PowerSlice<N, M> {
    fn update(&mut self) {
        clock!(self, clock, high, low, moving, counter, allocated, pending, full_next, kept);
        let high = self.high.q.val();
        let low = self.low.q.val();
        let moving = self.moving.q.val();
        let allocated = self.allocated.q.val();
        let freed = replicate::<N>(self.kernel_start.val()) | self.finish.val();
        let ticking = replicate::<N>(self.tick.val());

        comment!("The states. SS is told from lifting where it matters.");
        let on = !(high | low | moving);
        let shallow = low & !high;
        let deep = high & !low;
        let off = high & low;
        let resting = high | (low & !moving);

        comment!("What the events mean. Only a register that is allocated has a write pending.");
        let dispatched = self.write.val() & allocated;
        let written = self.write_done.val() & allocated;
        let waiting = self.pending.q.val() & !written;
        let outcome = self.load.val() & waiting & !dispatched;
        let pending = dispatched | waiting;
        // What waits for its write is left alone.
        let quiet = !pending;
        let listens = allocated & quiet;
        let done = (self.down.val() | self.keep.val()) & quiet;
        let wanted = self.wake.val() | (self.future.val() & listens);

        comment!("Whose the registers are, and what their contents are good for.");
        let keeps = allocated & (self.keep.val() | self.corrected_reads.val());
        let full = (dispatched & replicate::<N>(self.write_full.val()))
            | (self.full_next.q.val() & !dispatched);
        self.allocated.d.next = (allocated | self.allocate.val()) & !freed;
        self.pending.d.next = pending & !freed;
        if self._shows_state {
            let told = listens & !off & self.next_told[0].val();
            self.full_next.d.next = (told & !self.next_reads[0].val()) | (full & !told) | freed;
        } else {
            self.full_next.d.next = full;
        }

        comment!("The state to wait in. Lanes that are not written must survive: OFF is for full writes.");
        let target_high = self.wait_target.val().get_bit(1);
        let target_low = self.wait_target.val().get_bit(0);
        let to_off = replicate::<N>(target_high && target_low) & full;
        let to_deep = replicate::<N>(target_high) & !off;
        let to_shallow = replicate::<N>(target_low && !target_high) & !(high | (moving & low));

        comment!("Down to it, or up where it is not deeper than the state.");
        let waits = dispatched | outcome;
        let reachable = waits & (to_off | to_deep | to_shallow);
        let rises = wanted | (waits & !reachable);
        let sinks = reachable & !wanted;

        comment!("The end of an access, and a fetch.");
        let fetched = self.fetch.val() & allocated;
        let far = self.down.val() & !fetched;
        let lifts = fetched & quiet & high & !wanted;
        let unsettled = on | (resting & far & !off & (low | !keeps));
        let settles = done & unsettled & !wanted;
        let acts = sinks | settles | lifts;

        comment!("Time. Every state has a count at which it is left: wakes begin, and what moves arrives.");
        let mut counts = bits::<N>(0);
        for bit in 0..COUNTER_BITS {
            counts |= self.counter.q.val().get_bits::<N>(N * bit);
        }
        let mut borrow = counts & (!high | ticking);
        let mut less = bits::<M>(0);
        let mut at_due = !bits::<N>(0);
        for bit in 0..COUNTER_BITS {
            let plane = self.counter.q.val().get_bits::<N>(N * bit);
            less = replace_bits(less, N * bit, plane ^ borrow);
            borrow &= !plane;
            let last = (shallow & replicate::<N>(self.shallow_due.val().get_bit(bit)))
                | (!shallow & replicate::<N>(self.last_due.val().get_bit(bit)));
            at_due &= !(plane ^ last);
        }
        let due = at_due & (!high | (moving & ticking));
        let may_wake = resting & (rises | due);
        let may_arrive = moving & !high & due & !(low & rises);
        let wakes = may_wake & !acts;
        let goes_on = !(acts | may_wake | may_arrive);

        comment!("The counters.");
        let mut counter = bits::<M>(0);
        for bit in 0..COUNTER_BITS {
            let delay = (shallow & replicate::<N>(self.shallow_wake.val().get_bit(bit)))
                | (deep & replicate::<N>(self.deep_wake.val().get_bit(bit)))
                | (off & replicate::<N>(self.off_wake.val().get_bit(bit)));
            let lift = (deep & replicate::<N>(self.deep_lift.val().get_bit(bit)))
                | (off & replicate::<N>(self.off_lift.val().get_bit(bit)));
            let count = (goes_on & less.get_bits::<N>(N * bit))
                | (wakes & delay)
                | (lifts & lift)
                | (sinks & replicate::<N>(self.wait_count.val().get_bit(bit)));
            counter = replace_bits(counter, N * bit, count & !freed);
        }
        self.counter.d.next = counter;

        comment!("Where the registers go.");
        let stays = !(acts | may_wake);
        let next_high =
            freed | (sinks & replicate::<N>(target_high)) | (settles & far) | (high & stays);
        let next_low = freed
            | (sinks & (to_off | to_shallow))
            | (settles & !(far & keeps))
            | lifts
            | (low & stays & !(moving & rises));
        let ticks = sinks & replicate::<N>(target_high && self.wait_count.val().any());
        self.high.d.next = next_high;
        self.low.d.next = next_low;
        // A register that is freed on its way keeps it, which with a count of 0 means nothing in OFF.
        self.moving.d.next = lifts | wakes | ticks | (moving & !(acts | may_arrive));
        self.kept.d.next = (self.kept.q.val() | (written & on)) & !(next_high & next_low);

        self.sleep.next = high | low;
        self.drowsy.next = high ^ low;
        self.voltage_high.next = high;
        self.voltage_low.next = low;
        self.ready.next = on;
        self.retained.next = self.kept.q.val();
        if self._shows_state {
            self.underway[0].next = moving & !high;
            self.remaining[0].next = self.counter.q.val();
            self.next_write[0].next = self.full_next.q.val();
        }
    }
}
