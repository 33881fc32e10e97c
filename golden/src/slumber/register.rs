//! The state machine of one register (Slumber 4.2, Figure 7).
//!
//! Time is absolute: instead of a counter that falls every cycle a register knows the cycle in
//! which it will be ON, or the tick with which it wakes, so that nothing has to be done for it until it moves.

use spec::slumber::{ControllerInputs, Delays, Mode, Voltage, TICK};

/// When a cycle is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Time {
    /// Cycles before it.
    pub now: u64,
    /// Ticks before it.
    pub ticks: u64,
    /// It has a tick.
    pub tick: bool,
}

impl Time {
    /// A cycle of those that tick in the last of each [`TICK`] cycles.
    pub fn regular(now: u64) -> Self {
        let tick = u64::from(TICK);
        Self {
            now,
            ticks: now / tick,
            tick: now % tick == tick - 1,
        }
    }
}

/// What a register waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Until {
    /// An event.
    #[default]
    Asked,
    /// The cycle in which it is ON.
    Cycle(u64),
    /// An event: its count was too short to wake it, and is over in this cycle.
    Late(u64),
    /// The tick, counted from 0, with which its wake begins.
    Tick(u64),
}

/// The state of one register between two cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Register {
    mode: Mode,
    until: Until,
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
    /// Wait at a voltage; with a count, until `count` cycles after the next, in DS and OFF for so many ticks.
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

    /// The counter: cycles until ON, or ticks until the wake; 0 where it waits to be asked.
    pub fn remaining(&self, time: Time) -> u16 {
        match self.until {
            Until::Asked => 0,
            Until::Cycle(over) | Until::Late(over) => (over - time.now) as u16,
            Until::Tick(last) => (last + 1 - time.ticks) as u16,
        }
    }

    /// The cycle at whose end it moves if no event comes, of ticks that are regular.
    pub fn moves_at(&self, delays: &Delays) -> Option<u64> {
        match self.until {
            Until::Asked => None,
            // Conservative wake-up (4.1): "latency - wakeup latency of sleep mode".
            Until::Cycle(on_at) if self.mode != Mode::Waking => {
                Some(on_at - 1 - u64::from(delays.shallow_wake))
            }
            Until::Cycle(over) | Until::Late(over) => Some(over - 1),
            Until::Tick(last) => Some((last + 1) * u64::from(TICK) - 1),
        }
    }

    /// The end of a cycle.
    pub fn advance(&mut self, time: Time, events: &ControllerInputs, delays: &Delays) {
        let action = self.note(events);
        self.act(action, time, delays);
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
        let done = undisturbed && (events.read_done || events.write_done);
        let next = undisturbed && self.allocated && events.next;
        let future = undisturbed && self.allocated && events.future;
        let fetch = undisturbed && self.allocated && events.fetch;
        let shallow = fetch || events.done_shallow;

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
        } else if done && !events.done_stay && self.may_settle(shallow) {
            let at = if shallow {
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
    fn may_settle(&self, shallow: bool) -> bool {
        match self.mode {
            Mode::On => true,
            Mode::ShallowSleep => !shallow,
            Mode::DeepSleep => !shallow && !self.read_next,
            Mode::Off | Mode::Waking | Mode::Lifting => false,
        }
    }

    fn act(&mut self, action: Action, time: Time, delays: &Delays) {
        let next = time.now + 1;
        match action {
            Action::Free => *self = Self::default(),
            Action::Wake => match self.mode {
                Mode::On => self.until = Until::Asked,
                Mode::Waking => self.pass(time, delays),
                // The way from SS to ON follows the way to SS, so the cycle of ON is known.
                Mode::Lifting => self.mode = Mode::Waking,
                resting => self.start_waking(next, wake_delay(resting, delays)),
            },
            Action::Sleep { at, count } => {
                self.mode = at.resting();
                let over = next + u64::from(count);
                self.until = match self.mode {
                    _ if count == 0 => Until::Asked,
                    Mode::ShallowSleep if count <= delays.shallow_wake => Until::Late(over),
                    Mode::ShallowSleep => Until::Cycle(over),
                    // A tick of this cycle is none of them.
                    _ => Until::Tick(time.ticks + u64::from(time.tick) + u64::from(count) - 1),
                };
            }
            Action::Lift => {
                let lift = match self.mode {
                    Mode::DeepSleep => delays.deep_lift,
                    _ => delays.off_lift,
                };
                self.mode = Mode::Lifting;
                let on_at = next + u64::from(lift) + u64::from(delays.shallow_wake);
                self.until = Until::Cycle(on_at);
            }
            Action::Pass => self.pass(time, delays),
        }
        self.retained &= self.mode != Mode::Off;
    }

    fn start_waking(&mut self, from: u64, delay: u64) {
        self.mode = Mode::Waking;
        self.until = Until::Cycle(from + delay);
    }

    fn pass(&mut self, time: Time, delays: &Delays) {
        let moves = match self.until {
            Until::Tick(last) => time.tick && time.ticks == last,
            _ => self.moves_at(delays) == Some(time.now),
        };
        if !moves {
            return;
        }
        match self.mode {
            Mode::On | Mode::Waking => (self.mode, self.until) = (Mode::On, Until::Asked),
            Mode::Lifting => (self.mode, self.until) = (Mode::ShallowSleep, Until::Asked),
            _ if matches!(self.until, Until::Late(_)) => self.until = Until::Asked,
            resting => self.start_waking(time.now + 1, wake_delay(resting, delays)),
        }
    }
}
