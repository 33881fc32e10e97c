//! The state machine of one register (Slumber 4.2, Figure 7).
//!
//! Time is absolute: instead of a counter that falls every cycle a register knows the cycle in
//! which it will be ON, so that nothing has to be done for it until it moves.

use spec::slumber::{ControllerInputs, Delays, Mode, Voltage};

/// The state of one register between two cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Register {
    mode: Mode,
    /// The cycle in which it is ON, if that is known.
    on_at: Option<u64>,
    /// It belongs to a warp.
    allocated: bool,
    /// Its next access is not known to be a full write. Registers that are free are never read.
    read_next: bool,
    /// A write has been dispatched and has not been done.
    pending: bool,
    /// It was written since it was last OFF.
    retained: bool,
}

/// What the events of a cycle, taken by priority, do to the state.
enum Action {
    /// Go OFF and belong to nobody.
    Free,
    /// Go to ON, or stay there.
    Wake,
    /// Wait at a voltage; with a count, until `count` cycles after the next.
    Sleep { at: Voltage, count: u16 },
    /// Go up to SS.
    Lift,
    /// Go on as time passes.
    Pass,
}

/// How deep a state is, for "deeper than". A register that is being lifted is on its way between
/// DS and SS; one that is waking counts as ON.
fn depth(mode: Mode) -> u8 {
    match mode {
        Mode::On | Mode::Waking => 0,
        Mode::ShallowSleep => 2,
        Mode::Lifting => 3,
        Mode::DeepSleep => 4,
        Mode::Off => 6,
    }
}

/// Cycles from a resting state to ON (Table 1).
fn wake_delay(mode: Mode, delays: &Delays) -> u64 {
    u64::from(match mode {
        Mode::DeepSleep => delays.deep_wake,
        Mode::Off => delays.off_wake,
        _ => delays.shallow_wake,
    })
}

impl Register {
    /// What it is doing.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// ON and fully awake.
    pub fn ready(&self) -> bool {
        self.mode == Mode::On
    }

    /// Written since it was last OFF.
    pub fn retained(&self) -> bool {
        self.retained
    }

    /// Its next access is a full write, so that its contents are not needed.
    pub fn next_write(&self) -> bool {
        !self.read_next
    }

    /// The wake counter in cycle `now`: cycles until ON, 0 where that is not known.
    pub fn remaining(&self, now: u64) -> u16 {
        self.on_at.map_or(0, |on_at| (on_at - now) as u16)
    }

    /// The cycle at whose end it moves if no event comes; `now` is the next cycle.
    pub fn moves_at(&self, now: u64, delays: &Delays) -> Option<u64> {
        let on_at = self.on_at?;
        let before_on = match self.mode {
            Mode::On | Mode::Waking => 1,
            Mode::Lifting => 1 + u64::from(delays.shallow_wake),
            // Conservative wake-up (4.1): "latency - wakeup latency of sleep mode".
            resting => 1 + wake_delay(resting, delays),
        };
        Some(on_at.saturating_sub(before_on).max(now))
    }

    /// The end of cycle `now`.
    pub fn advance(&mut self, now: u64, events: &ControllerInputs, delays: &Delays) {
        let action = self.note(events);
        self.act(action, now, delays);
    }

    /// Updates what is known of the register and gives what the events do to its state.
    fn note(&mut self, events: &ControllerInputs) -> Action {
        if events.kernel_start || events.finish {
            return Action::Free;
        }
        let dispatched = self.allocated && events.write;
        let written = self.allocated && events.write_done;
        let pending = dispatched || (self.pending && !written);
        let outcome = self.pending && pending && !dispatched && events.load;
        // A register that waits for its write is not touched by what comes before the write.
        let undisturbed = !pending;
        let done = undisturbed && (events.read_done || written);
        let next = undisturbed && self.allocated && events.next;
        let future = undisturbed && self.allocated && events.future;
        let fetch = undisturbed && self.allocated && events.fetch;

        // A write while the register is not awake is lost.
        self.retained |= written && self.ready();
        self.pending = pending;
        if dispatched {
            self.read_next = !events.write_full;
        } else if self.allocated && self.mode != Mode::Off {
            let reads = (done && !events.done_next_write) || (next && !events.next_write);
            let writes = (done && events.done_next_write) || (next && events.next_write);
            self.read_next = reads || (self.read_next && !writes);
        }
        self.allocated |= events.allocate;

        if events.wake || future {
            Action::Wake
        } else if dispatched {
            self.wait(events.write_target, events.write_count)
        } else if outcome {
            self.wait(events.load_target, events.load_count)
        } else if done && self.may_settle(events, fetch) {
            let at = if events.done_shallow || fetch {
                Voltage::Shallow
            } else {
                self.deepest()
            };
            Action::Sleep { at, count: 0 }
        } else if fetch && matches!(self.mode, Mode::DeepSleep | Mode::Off) {
            Action::Lift
        } else {
            Action::Pass
        }
    }

    /// The deepest state that loses nothing.
    fn deepest(&self) -> Voltage {
        if self.read_next {
            Voltage::Deep
        } else {
            Voltage::Ground
        }
    }

    /// Waiting for a write at a voltage. A register that is deeper already may be too slow, or
    /// hold less than it must: it is woken.
    fn wait(&self, target: Voltage, count: u16) -> Action {
        let at = target.min(self.deepest());
        if target == Voltage::Supply || depth(at.resting()) < depth(self.mode) {
            Action::Wake
        } else {
            Action::Sleep { at, count }
        }
    }

    /// Whether an access that is done sends the register down: from ON, or further down. One that
    /// is on its way up is wanted by somebody else.
    fn may_settle(&self, events: &ControllerInputs, fetch: bool) -> bool {
        let shallow = events.done_shallow || fetch;
        !events.done_stay
            && match self.mode {
                Mode::On => true,
                Mode::ShallowSleep => !shallow,
                Mode::DeepSleep => !shallow && !self.read_next,
                Mode::Off | Mode::Waking | Mode::Lifting => false,
            }
    }

    fn act(&mut self, action: Action, now: u64, delays: &Delays) {
        let next = now + 1;
        match action {
            Action::Free => *self = Self::default(),
            Action::Wake => match self.mode {
                Mode::On => self.on_at = None,
                Mode::Waking => self.pass(now, delays),
                // The way from SS to ON follows the way to SS, so the cycle of ON is known.
                Mode::Lifting => self.mode = Mode::Waking,
                resting => self.start_waking(next, wake_delay(resting, delays)),
            },
            Action::Sleep { at, count } => {
                self.mode = at.resting();
                self.on_at = (count > 0).then(|| next + u64::from(count));
            }
            Action::Lift => {
                let lift = match self.mode {
                    Mode::DeepSleep => delays.deep_lift,
                    _ => delays.off_lift,
                };
                self.mode = Mode::Lifting;
                self.on_at = Some(next + u64::from(lift) + u64::from(delays.shallow_wake));
            }
            Action::Pass => self.pass(now, delays),
        }
        self.retained &= self.mode != Mode::Off;
    }

    fn start_waking(&mut self, from: u64, delay: u64) {
        self.mode = Mode::Waking;
        self.on_at = Some(from + delay);
    }

    fn pass(&mut self, now: u64, delays: &Delays) {
        if self.moves_at(now, delays) != Some(now) {
            return;
        }
        match self.mode {
            Mode::On | Mode::Waking => (self.mode, self.on_at) = (Mode::On, None),
            Mode::Lifting => (self.mode, self.on_at) = (Mode::ShallowSleep, None),
            resting => self.start_waking(now + 1, wake_delay(resting, delays)),
        }
    }
}
