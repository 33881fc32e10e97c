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
/// The counter means "cycles until ON" in every state. So a wake in mid-lift needs no addition,
/// and a wait that was predicted needs no second load when its wake begins.
///
/// | state | code | high | low | moving |
/// |---|---|---|---|---|
/// | ON | 0 | | | |
/// | SS | 1 | | 1 | |
/// | DS | 2 | 1 | | |
/// | OFF | 3 | 1 | 1 | |
/// | waking | 4 | | | 1 |
/// | lifting | 5 | | 1 | 1 |
///
/// Of the reasons to change, and to load or count the counter, at most one holds, so what they
/// lead to is joined with ORs. It would be a quarter slower as a choice in the order of the
/// contract's rows.
// `N` registers with `M` bits of counters; `L` writes with `P` bits of planes, `T` of targets and `C`
// of counts.
#[derive(LogicBlock, Described, Parts)]
pub struct PowerSlice<
    const N: usize,
    const M: usize,
    const L: usize,
    const P: usize,
    const T: usize,
    const C: usize,
> {
    pub clock: Signal<In, Clock>,
    /// A kernel starts: every register is OFF and nobody's, whatever else is asked.
    pub kernel_start: Signal<In, Bit>,
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
    /// A read took place.
    pub read_done: Signal<In, Bits<N>>,
    /// A write took place.
    pub write_done: Signal<In, Bits<N>>,
    /// Of what took place some access says that the next one is a read.
    pub done_reads: Signal<In, Bits<N>>,
    /// With an access that took place: stay ON, the warp is ready (T7).
    pub done_stay: Signal<In, Bits<N>>,
    /// With an access that took place: no deeper than SS (T5).
    pub done_shallow: Signal<In, Bits<N>>,
    /// For each of the writes of a cycle a plane: it has been dispatched and will come.
    pub write: Signal<In, Bits<P>>,
    /// That write is of all lanes, whatever happens.
    pub write_full: Signal<In, Bits<L>>,
    /// The state to wait for it in, as a voltage select.
    pub write_target: Signal<In, Bits<T>>,
    /// Cycles until the register must be ON for it, less 1; 0 waits for a wake.
    pub write_count: Signal<In, Bits<C>>,
    /// The outcome of the register's pending load is known.
    pub load: Signal<In, Bits<N>>,
    /// The state to wait for it in.
    pub load_target: Signal<In, Bits<2>>,
    /// Cycles until the register must be ON for it, less 1; 0 waits for a wake.
    pub load_count: Signal<In, Bits<10>>,
    /// The kind of the next access is corrected.
    pub corrected: Signal<In, Bits<N>>,
    /// With a correction: the next access is a read.
    pub corrected_reads: Signal<In, Bits<N>>,
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
    /// Cycles until ON, plane by plane.
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

    shallow_wake: Constant<Bits<10>>,
    deep_wake: Constant<Bits<10>>,
    off_wake: Constant<Bits<10>>,
    // Counts at which a state is left.
    shallow_due: Constant<Bits<10>>,
    deep_due: Constant<Bits<10>>,
    off_due: Constant<Bits<10>>,
    waking_due: Constant<Bits<10>>,
    deep_lift: Constant<Bits<10>>,
    off_lift: Constant<Bits<10>>,

    _delays: Delays,
    _shows_state: bool,
}

impl<
        const N: usize,
        const M: usize,
        const L: usize,
        const P: usize,
        const T: usize,
        const C: usize,
    > PowerSlice<N, M, L, P, T, C>
{
    /// Registers after reset: OFF, and free.
    pub fn new(delays: Delays) -> Self {
        Self::of(delays, false)
    }

    /// The same, which shows its whole state.
    pub fn showing_state(delays: Delays) -> Self {
        Self::of(delays, true)
    }

    fn of(delays: Delays, shows_state: bool) -> Self {
        const { assert!(M == COUNTER_BITS * N, "a counter for each register") };
        const {
            assert!(
                P == L * N && T == 2 * L && C == COUNTER_BITS * L,
                "of each write"
            )
        };
        let number = |cycles: u16| Constant::new(bits::<10>(cycles.into()));
        let shown = usize::from(shows_state);
        let ones = !Bits::<N>::default();
        PowerSliceParts {
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
            deep_due: number(delays.deep_wake + 1),
            off_due: number(delays.off_wake + 1),
            waking_due: number(1),
            deep_lift: number(delays.deep_lift + delays.shallow_wake),
            off_lift: number(delays.off_lift + delays.shallow_wake),
            _delays: delays,
            _shows_state: shows_state,
        }
        .into()
    }
}

#[hardware(name = format!("power_slice_r{N}_{}", self._delays.suffix()))]
impl<
        const N: usize,
        const M: usize,
        const L: usize,
        const P: usize,
        const T: usize,
        const C: usize,
    > Logic for PowerSlice<N, M, L, P, T, C>
{
    fn update(&mut self) {
        clock!(self, clock, high, low, moving, counter, allocated, pending, full_next, kept);
        let high = self.high.q.val();
        let low = self.low.q.val();
        let moving = self.moving.q.val();
        let allocated = self.allocated.q.val();
        let freed = replicate::<N>(self.kernel_start.val()) | self.finish.val();

        comment!("The states.");
        let on = !(high | low | moving);
        let shallow = low & !high;
        let deep = high & !low;
        let off = high & low;
        let up = !(high | low);
        let resting = (high | low) & !moving;

        comment!("What the events mean. Only a register that is allocated has a write pending.");
        let mut dispatched = bits::<N>(0);
        for lane in 0..L {
            dispatched |= self.write.val().get_bits::<N>(N * lane) & allocated;
        }
        let written = self.write_done.val() & allocated;
        let waiting = self.pending.q.val() & !written;
        let outcome = self.load.val() & waiting & !dispatched;
        let pending = dispatched | waiting;
        // What waits for its write is left alone.
        let quiet = !pending;
        let listens = allocated & quiet;
        let accessed = self.read_done.val() | self.write_done.val();
        let done = (self.read_done.val() & quiet) | (self.write_done.val() & listens);
        let wanted = self.wake.val() | (self.future.val() & listens);

        comment!("Whose the registers are, and what their contents are good for.");
        let reads = allocated & (self.done_reads.val() | self.corrected_reads.val());
        let told = listens & !off & (accessed | self.corrected.val());
        let mut full_next = (told & !reads) | (self.full_next.q.val() & !(dispatched | told));
        for lane in 0..L {
            full_next |= self.write.val().get_bits::<N>(N * lane)
                & allocated
                & replicate::<N>(self.write_full.val().get_bit(lane));
        }
        self.allocated.d.next = (allocated | self.allocate.val()) & !freed;
        self.pending.d.next = pending & !freed;
        self.full_next.d.next = full_next | freed;

        comment!("The state to wait in. Lanes that are not written must survive: OFF is for full writes.");
        let load_high = self.load_target.val().get_bit(1);
        let mut target_high = outcome & replicate::<N>(load_high);
        let mut target_low = outcome
            & replicate::<N>(self.load_target.val().get_bit(0))
            & (self.full_next.q.val() | !replicate::<N>(load_high));
        for lane in 0..L {
            let write = self.write.val().get_bits::<N>(N * lane) & allocated;
            let write_high = self.write_target.val().get_bit(2 * lane + 1);
            let write_low = self.write_target.val().get_bit(2 * lane)
                && (self.write_full.val().get_bit(lane) || !write_high);
            target_high |= write & replicate::<N>(write_high);
            target_low |= write & replicate::<N>(write_low);
        }

        comment!("Down to it, or up where it is not deeper than the state.");
        let reachable =
            (target_high & (target_low | !off)) | (target_low & !(high | (moving & low)));
        let rises = wanted | ((dispatched | outcome) & !reachable);
        let sinks = reachable & !(freed | wanted);

        comment!("The end of an access, and a fetch.");
        let nearby = self.done_shallow.val() | (self.fetch.val() & allocated);
        let unsettled = on | (resting & !nearby & !off & (low | !reads));
        let settles = done & unsettled & !(self.done_stay.val() | freed | wanted);
        let lifts = self.fetch.val() & listens & high & !(freed | wanted);
        let acts = freed | sinks | settles | lifts;

        comment!("Time. Every state has a count at which it is left: wakes begin, and what moves arrives.");
        let mut zero = !bits::<N>(0);
        let mut less = bits::<M>(0);
        for bit in 0..COUNTER_BITS {
            let plane = self.counter.q.val().get_bits::<N>(N * bit);
            less = replace_bits(less, N * bit, plane ^ zero);
            zero &= !plane;
        }
        // Whether it has come down to that count: the highest bit that differs decides.
        let mut due = !bits::<N>(0);
        for bit in 0..COUNTER_BITS {
            let plane = self.counter.q.val().get_bits::<N>(N * bit);
            let last = (shallow & replicate::<N>(self.shallow_due.val().get_bit(bit)))
                | (deep & replicate::<N>(self.deep_due.val().get_bit(bit)))
                | (off & replicate::<N>(self.off_due.val().get_bit(bit)))
                | (up & replicate::<N>(self.waking_due.val().get_bit(bit)));
            due = (last & (due | !plane)) | (due & !plane);
        }
        let may_wake = resting & (rises | (due & !zero));
        let may_arrive = moving & due & !(low & rises);
        let wakes = may_wake & !acts;
        let falls = !(zero | acts | may_wake | may_arrive);

        comment!("The counters.");
        let mut counter = bits::<M>(0);
        for bit in 0..COUNTER_BITS {
            let delay = (shallow & replicate::<N>(self.shallow_wake.val().get_bit(bit)))
                | (deep & replicate::<N>(self.deep_wake.val().get_bit(bit)))
                | (off & replicate::<N>(self.off_wake.val().get_bit(bit)));
            let lift = (deep & replicate::<N>(self.deep_lift.val().get_bit(bit)))
                | (off & replicate::<N>(self.off_lift.val().get_bit(bit)));
            let mut count = (falls & less.get_bits::<N>(N * bit))
                | (wakes & delay)
                | (lifts & lift)
                | (sinks & outcome & replicate::<N>(self.load_count.val().get_bit(bit)));
            for lane in 0..L {
                count |= sinks
                    & self.write.val().get_bits::<N>(N * lane)
                    & replicate::<N>(self.write_count.val().get_bit(COUNTER_BITS * lane + bit));
            }
            counter = replace_bits(counter, N * bit, count);
        }
        self.counter.d.next = counter;

        comment!("Where the registers go.");
        let stays = !(acts | may_wake);
        let next_high = freed | (sinks & target_high) | (settles & !nearby) | (high & stays);
        let next_low = freed
            | (sinks & target_low)
            | (settles & (nearby | !reads))
            | lifts
            | (low & stays & !(moving & rises));
        self.high.d.next = next_high;
        self.low.d.next = next_low;
        self.moving.d.next = lifts | wakes | (moving & !(acts | may_arrive));
        self.kept.d.next = (self.kept.q.val() | (written & on)) & !(next_high & next_low);

        self.sleep.next = high | low;
        self.drowsy.next = high ^ low;
        self.voltage_high.next = high;
        self.voltage_low.next = low;
        self.ready.next = on;
        self.retained.next = self.kept.q.val();
        if self._shows_state {
            self.underway[0].next = moving;
            self.remaining[0].next = self.counter.q.val();
            self.next_write[0].next = self.full_next.q.val();
        }
    }
}
