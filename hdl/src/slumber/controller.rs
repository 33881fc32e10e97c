//! `power_controller`.

use crate::bdi::gate;
use crate::prelude::*;
use spec::slumber::ControllerParameters;
use spec::Unit;

/// `power_controller`: the state machine of one register (Slumber, Figure 7 and Table 1).
///
/// Guarantees: docs/units/slumber.md, section *One cycle, exactly*. All outputs are functions of
/// registers, because they drive power switches, which must not glitch.
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
/// lead to is joined with ORs. It would be a quarter slower as a choice in the order of the contract's rows.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct PowerController {
    pub clock: Signal<In, Clock>,
    pub in_kernel_start: Signal<In, Bit>,
    pub in_finish: Signal<In, Bit>,
    pub in_allocate: Signal<In, Bit>,
    pub in_wake: Signal<In, Bit>,
    pub in_future: Signal<In, Bit>,
    pub in_fetch: Signal<In, Bit>,
    pub in_read_done: Signal<In, Bit>,
    pub in_write_done: Signal<In, Bit>,
    pub in_done_next_write: Signal<In, Bit>,
    pub in_done_stay: Signal<In, Bit>,
    pub in_done_shallow: Signal<In, Bit>,
    pub in_write: Signal<In, Bit>,
    pub in_write_full: Signal<In, Bit>,
    pub in_write_target: Signal<In, Bits<2>>,
    pub in_write_count: Signal<In, Bits<10>>,
    pub in_load: Signal<In, Bit>,
    pub in_load_target: Signal<In, Bits<2>>,
    pub in_load_count: Signal<In, Bits<10>>,
    pub in_next: Signal<In, Bit>,
    pub in_next_write: Signal<In, Bit>,
    pub out_state: Signal<Out, Bits<3>>,
    pub out_remaining: Signal<Out, Bits<10>>,
    pub out_voltage: Signal<Out, Bits<2>>,
    pub out_sleep: Signal<Out, Bit>,
    pub out_drowsy: Signal<Out, Bit>,
    pub out_ready: Signal<Out, Bit>,
    pub out_retained: Signal<Out, Bit>,
    pub out_next_write: Signal<Out, Bit>,

    state: Register<Bits<3>>,
    remaining: Register<Bits<10>>,
    allocated: Register<Bit>,
    pending: Register<Bit>,
    next_write: Register<Bit>,
    retained: Register<Bit>,

    _parameters: ControllerParameters,
    _shallow_wake: Bits<10>,
    _deep_wake: Bits<10>,
    _off_wake: Bits<10>,
    // Counts at which a wake begins.
    _shallow_due: Bits<10>,
    _deep_due: Bits<10>,
    _off_due: Bits<10>,
    _deep_lift: Bits<10>,
    _off_lift: Bits<10>,
}

impl PowerController {
    /// A controller after reset: OFF, and free.
    pub fn new(parameters: ControllerParameters) -> Self {
        let delays = parameters.delays();
        let number = |cycles: u16| bits::<10>(cycles.into());
        PowerControllerParts {
            state: Register::new(3.into()),
            remaining: Register::default(),
            allocated: Register::default(),
            pending: Register::default(),
            next_write: Register::new(true),
            retained: Register::default(),
            _parameters: parameters,
            _shallow_wake: number(delays.shallow_wake),
            _deep_wake: number(delays.deep_wake),
            _off_wake: number(delays.off_wake),
            _shallow_due: number(delays.shallow_wake + 1),
            _deep_due: number(delays.deep_wake + 1),
            _off_due: number(delays.off_wake + 1),
            _deep_lift: number(delays.deep_lift + delays.shallow_wake),
            _off_lift: number(delays.off_lift + delays.shallow_wake),
        }
        .into()
    }
}

#[hardware(name = spec::slumber::PowerController::module_name(&self._parameters))]
impl Logic for PowerController {
    fn update(&mut self) {
        registers!(self, clock, state, remaining);
        registers!(self, clock, allocated, pending, next_write, retained);
        let state = self.state.q.val();
        let moving = state.get_bit(2);
        let high = state.get_bit(1);
        let low = state.get_bit(0);
        let on = !(high || low || moving);
        let off = high && low;
        let resting = (high || low) && !moving;
        let allocated = self.allocated.q.val();
        let remaining = self.remaining.q.val();

        comment!("What the events mean to this register. Only one that is allocated has a write pending.");
        let freed = self.in_kernel_start.val() || self.in_finish.val();
        let dispatched = self.in_write.val() && allocated;
        let waiting = self.pending.q.val() && !self.in_write_done.val();
        let pending = dispatched || waiting;
        let outcome = self.in_load.val() && waiting && !self.in_write.val();
        // What waits for its write is left alone.
        let quiet = !pending;
        let listens = quiet && allocated;
        let accessed = self.in_read_done.val() || self.in_write_done.val();
        let done = (self.in_read_done.val() && quiet) || (self.in_write_done.val() && listens);
        let fetched = self.in_fetch.val() && listens;
        let wanted = self.in_wake.val() || (self.in_future.val() && listens);

        comment!("Whose the register is, and what its contents are good for.");
        let reads = allocated
            && ((accessed && !self.in_done_next_write.val())
                || (self.in_next.val() && !self.in_next_write.val()));
        let next_write = if dispatched {
            self.in_write_full.val()
        } else if listens && !off && (accessed || self.in_next.val()) {
            !reads
        } else {
            self.next_write.q.val()
        };
        self.allocated.d.next = !freed && (allocated || self.in_allocate.val());
        self.pending.d.next = !freed && pending;
        self.next_write.d.next = freed || next_write;

        comment!(
            "Down to the target of a write or of a load's outcome, or up where that is not deeper."
        );
        // Lanes that are not written must survive: OFF is for full writes.
        let write_high = self.in_write_target.val().get_bit(1);
        let write_low =
            self.in_write_target.val().get_bit(0) && (self.in_write_full.val() || !write_high);
        let load_high = self.in_load_target.val().get_bit(1);
        let load_low =
            self.in_load_target.val().get_bit(0) && (self.next_write.q.val() || !load_high);
        let over_shallow = !high && !(low && moving);
        let write_reaches = if write_high {
            write_low || !off
        } else {
            write_low && over_shallow
        };
        let load_reaches = if load_high {
            load_low || !off
        } else {
            load_low && over_shallow
        };
        let held = freed || self.in_wake.val();
        let write_sinks = dispatched && write_reaches && !held;
        let load_sinks = outcome && load_reaches && !held;
        let rises = wanted || (dispatched && !write_reaches) || (outcome && !load_reaches);

        comment!("The end of an access, and a fetch.");
        let nearby = self.in_done_shallow.val() || (self.in_fetch.val() && allocated);
        let unsettled = on || (resting && !nearby && !off && (low || !reads));
        let settles = done && unsettled && !(self.in_done_stay.val() || freed || wanted);
        let lifts = fetched && high && !(freed || wanted);
        let acts = freed || write_sinks || load_sinks || settles || lifts;

        comment!("Time. Every state has a count at which it is left: wakes begin, and what moves arrives.");
        let counts = remaining.any();
        let due = if off {
            remaining <= self._off_due
        } else if high {
            remaining <= self._deep_due
        } else if low {
            remaining <= self._shallow_due
        } else {
            remaining <= 1
        };
        let delay = if off {
            self._off_wake
        } else if high {
            self._deep_wake
        } else {
            self._shallow_wake
        };
        let may_wake = resting && (rises || (due && counts));
        let may_arrive = moving && due && !(low && rises);
        let wakes = may_wake && !acts;
        let falls = counts && !(acts || may_wake || may_arrive);
        let lift = if low { self._off_lift } else { self._deep_lift };
        self.remaining.d.next = gate(falls, remaining - 1)
            | gate(write_sinks, self.in_write_count.val())
            | gate(load_sinks, self.in_load_count.val())
            | gate(wakes, delay)
            | gate(lifts, lift);

        comment!("Where it goes.");
        let stays = !(acts || may_wake);
        let next_high = freed
            || (write_sinks && write_high)
            || (load_sinks && load_high)
            || (settles && !nearby)
            || (stays && high);
        let next_low = freed
            || (write_sinks && write_low)
            || (load_sinks && load_low)
            || (settles && (nearby || !reads))
            || lifts
            || (stays && low && !(moving && rises));
        let next_moving = lifts || wakes || (moving && !(acts || may_arrive));
        self.state.d.next = concat::<3, _, _>(next_moving, concat::<2, _, _>(next_high, next_low));
        let kept = self.retained.q.val() || (self.in_write_done.val() && allocated && on);
        self.retained.d.next = kept && !(next_high && next_low);

        self.out_state.next = state;
        self.out_remaining.next = remaining;
        self.out_voltage.next = state.get_bits::<2>(0);
        self.out_sleep.next = high || low;
        self.out_drowsy.next = high ^ low;
        self.out_ready.next = on;
        self.out_retained.next = self.retained.q.val();
        self.out_next_write.next = self.next_write.q.val();
    }
}
