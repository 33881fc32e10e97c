//! `power_controller`: the state machine of one register (Slumber, Figure 7 and Table 1).
//!
//! Guarantees: docs/units/slumber.md, section *One cycle, exactly*. All outputs are functions of
//! registers, because they drive power switches, which must not glitch.
//!
//! The counter means "cycles until ON" in every state. So a wake in mid-lift needs no addition,
//! and a wait that was predicted needs no second load when its wake begins.

use super::mode::{Mode, Voltage};
use crate::prelude::*;
use spec::slumber::ControllerParameters;
use spec::Unit;

/// The power states of one register; see the module's comment.
#[derive(LogicBlock, Parts)]
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
    pub in_write_target: Signal<In, Voltage>,
    pub in_write_count: Signal<In, Bits<10>>,
    pub in_load: Signal<In, Bit>,
    pub in_load_target: Signal<In, Voltage>,
    pub in_load_count: Signal<In, Bits<10>>,
    pub in_next: Signal<In, Bit>,
    pub in_next_write: Signal<In, Bit>,
    pub out_state: Signal<Out, Mode>,
    pub out_remaining: Signal<Out, Bits<10>>,
    pub out_voltage: Signal<Out, Bits<2>>,
    pub out_sleep: Signal<Out, Bit>,
    pub out_drowsy: Signal<Out, Bit>,
    pub out_ready: Signal<Out, Bit>,
    pub out_retained: Signal<Out, Bit>,
    pub out_next_write: Signal<Out, Bit>,

    state: Register<Mode>,
    remaining: Register<Bits<10>>,
    allocated: Register<Bit>,
    pending: Register<Bit>,
    next_write: Register<Bit>,
    retained: Register<Bit>,

    _parameters: ControllerParameters,
    _shallow_wake: Bits<10>,
    _deep_wake: Bits<10>,
    _off_wake: Bits<10>,
    _deep_lift: Bits<10>,
    _off_lift: Bits<10>,
}

impl PowerController {
    /// A controller after reset: OFF, and free.
    pub fn new(parameters: ControllerParameters) -> Self {
        let delays = parameters.delays();
        let number = |cycles: u16| bits::<10>(cycles.into());
        PowerControllerParts {
            state: Register::new(Mode::Off),
            remaining: Register::default(),
            allocated: Register::default(),
            pending: Register::default(),
            next_write: Register::new(true),
            retained: Register::default(),
            _parameters: parameters,
            _shallow_wake: number(delays.shallow_wake),
            _deep_wake: number(delays.deep_wake),
            _off_wake: number(delays.off_wake),
            _deep_lift: number(delays.deep_lift + delays.shallow_wake),
            _off_lift: number(delays.off_lift + delays.shallow_wake),
        }
        .into()
    }
}

#[hardware(name = spec::slumber::PowerController::module_name(&self._parameters))]
impl Logic for PowerController {
    fn update(&mut self) {
        registers!(self, clock, state, remaining, allocated, pending, next_write, retained);
        let state = self.state.q.val();
        let remaining = self.remaining.q.val();
        let allocated = self.allocated.q.val();

        comment!("What the events mean to this register.");
        let freed = self.in_kernel_start.val() || self.in_finish.val();
        let dispatched = self.in_write.val() && allocated;
        let written = self.in_write_done.val() && allocated;
        let pending = dispatched || (self.pending.q.val() && !written);
        // What waits for its write is left alone.
        let quiet = !pending;
        let done = quiet && (self.in_read_done.val() || written);
        let fetched = quiet && allocated && self.in_fetch.val();
        let corrected = quiet && allocated && self.in_next.val();
        let wanted = self.in_wake.val() || (quiet && allocated && self.in_future.val());
        let outcome = self.in_load.val() && self.pending.q.val() && !written && !dispatched;

        comment!("Whose the register is, and what its contents are good for.");
        let reads =
            (done && !self.in_done_next_write.val()) || (corrected && !self.in_next_write.val());
        // A register that waits for its write hears of no access, and a free one is never read.
        let standing = if dispatched {
            self.in_write_full.val()
        } else {
            self.next_write.q.val()
        };
        let unread = !(allocated && reads);
        let next_write = if allocated && state != Mode::Off && (done || corrected) {
            unread
        } else {
            standing
        };
        self.allocated.d.next = !freed && (allocated || self.in_allocate.val());
        self.pending.d.next = !freed && pending;
        self.next_write.d.next = freed || next_write;

        comment!("Where a write or a load's outcome sends it: down, or up if it is deeper.");
        let asked = dispatched || outcome;
        let asked_target = if dispatched {
            self.in_write_target.val()
        } else {
            self.in_load_target.val()
        };
        let count = if dispatched {
            self.in_write_count.val()
        } else {
            self.in_load_count.val()
        };
        // Lanes that are not written must survive: OFF is for full writes.
        let target = if asked_target == Voltage::Ground && !standing {
            Voltage::Deep
        } else {
            asked_target
        };
        let reachable = match target {
            Voltage::Supply => false,
            Voltage::Shallow => {
                state == Mode::On || state == Mode::Waking || state == Mode::ShallowSleep
            }
            Voltage::Deep => state != Mode::Off,
            Voltage::Ground => true,
        };
        let rises = wanted || (asked && !reachable);

        comment!("Where the end of an access sends it.");
        let nearby = self.in_done_shallow.val() || fetched;
        let unsettled = match state {
            Mode::On => true,
            Mode::ShallowSleep => !nearby,
            Mode::DeepSleep => !nearby && unread,
            _ => false,
        };
        let settles = done && !self.in_done_stay.val() && unsettled;

        comment!("How long its state takes to wake, and whether its wait has come to that.");
        let delay = match state {
            Mode::ShallowSleep => self._shallow_wake,
            Mode::DeepSleep => self._deep_wake,
            _ => self._off_wake,
        };
        let due = remaining.any() && remaining - 1 <= delay;

        comment!("The first of these decides.");
        self.retained.d.next = self.retained.q.val() || (written && state == Mode::On);
        if freed {
            self.state.d.next = Mode::Off;
            self.remaining.d.next = 0.into();
            self.retained.d.next = false;
        } else if asked && !rises {
            self.remaining.d.next = count;
            match target {
                Voltage::Shallow => self.state.d.next = Mode::ShallowSleep,
                Voltage::Deep => self.state.d.next = Mode::DeepSleep,
                _ => {
                    self.state.d.next = Mode::Off;
                    self.retained.d.next = false;
                }
            }
        } else if settles && !rises {
            self.remaining.d.next = 0.into();
            if nearby {
                self.state.d.next = Mode::ShallowSleep;
            } else if unread {
                self.state.d.next = Mode::Off;
                self.retained.d.next = false;
            } else {
                self.state.d.next = Mode::DeepSleep;
            }
        } else if fetched && !rises && state == Mode::Off {
            self.state.d.next = Mode::Lifting;
            self.remaining.d.next = self._off_lift;
        } else if fetched && !rises && state == Mode::DeepSleep {
            self.state.d.next = Mode::Lifting;
            self.remaining.d.next = self._deep_lift;
        } else {
            // Up, or as time goes by.
            if remaining.any() {
                self.remaining.d.next = remaining - 1;
            }
            match state {
                Mode::On => {}
                Mode::Waking => {
                    if remaining == 1 {
                        self.state.d.next = Mode::On;
                    }
                }
                Mode::Lifting => {
                    if rises {
                        self.state.d.next = Mode::Waking;
                    } else if remaining - 1 == self._shallow_wake {
                        self.state.d.next = Mode::ShallowSleep;
                        self.remaining.d.next = 0.into();
                    }
                }
                _ => {
                    if rises || due {
                        self.state.d.next = Mode::Waking;
                        self.remaining.d.next = delay;
                    }
                }
            }
        }

        let code: Bits<3> = state.into();
        self.out_state.next = state;
        self.out_remaining.next = remaining;
        self.out_voltage.next = code.get_bits::<2>(0);
        self.out_sleep.next = code.get_bits::<2>(0).any();
        self.out_drowsy.next = code.get_bit(0) ^ code.get_bit(1);
        self.out_ready.next = state == Mode::On;
        self.out_retained.next = self.retained.q.val();
        self.out_next_write.next = self.next_write.q.val();
    }
}
