//! Oracle of `power_controller`.

use super::table::{self, State};
use crate::closed::Watcher;
use crate::oracle::{check, Violation};
use spec::slumber::{
    ControllerInputs, ControllerOutputs, ControllerParameters, Delays, Mode, PowerController,
};

/// A wake that a write or a load has timed.
#[derive(Clone, Copy, Debug, Default)]
struct Timed {
    /// The count of what came in the cycle before.
    sent: Option<u16>,
    /// Cycles until ON, this one included, or ticks until the wake; 0 where none is timed.
    left: u16,
    /// They are ticks.
    ticks: bool,
}

impl Timed {
    /// A cycle after which `count`, if any, is what a write or load has told; `ends` where a wake, a landing or
    /// the register's end leaves nothing of it.
    fn goes_on(
        &mut self,
        o: &ControllerOutputs,
        tick: bool,
        count: Option<u16>,
        ends: bool,
        d: &Delays,
    ) {
        let sent = self.sent.take().unwrap_or(0);
        let delay = table::wake_delay(o.state, d);
        // A tick counts down what waits, and the last begins the wake.
        let ticked = |left: u16| match (tick, left) {
            (false, left) => (left, true),
            (true, 1) => (delay + 1, false),
            (true, left) => (left - 1, true),
        };
        (self.left, self.ticks) = match o.state {
            _ if ends || count.is_some() => (0, false),
            Mode::DeepSleep | Mode::Off if sent > 0 => ticked(sent),
            Mode::ShallowSleep if sent > delay => (sent, false),
            _ if self.ticks => ticked(self.left),
            _ => (self.left.saturating_sub(1), false),
        };
        self.sent = count.filter(|_| !ends);
    }
}

/// What the ports have told so far.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Cycles that a wake has been held, and the state that it came in.
    held: Option<(u16, Mode)>,
    /// The register belongs to a warp.
    allocated: bool,
    /// A write is pending.
    pending: bool,
    /// It holds what an access may still read.
    live: bool,
    timed: Timed,
}

/// Checks the properties of `power_controller`.
#[derive(Clone)]
pub struct Watch {
    delays: Delays,
    /// The cycle before, and what was known then.
    last: Option<(ControllerInputs, ControllerOutputs, Known)>,
    known: Known,
}

impl Watch {
    /// Of a controller that is at reset.
    pub fn new(parameters: ControllerParameters) -> Self {
        Self {
            delays: parameters.delays(),
            last: None,
            known: Known::default(),
        }
    }

    fn bound(&self) -> u16 {
        let d = &self.delays;
        (1 + d.off_wake).max(d.off_lift + d.shallow_wake)
    }

    fn wakes(&self, o: &ControllerOutputs) -> Result<(), Violation> {
        let Some((cycles, from)) = self.known.held else {
            return Ok(());
        };
        check(o.ready || cycles < self.bound(), "WakeEndsInOn", || {
            format!("a wake of {from:?} is held for {cycles} cycles")
        })?;
        let delay = match from {
            Mode::ShallowSleep => self.delays.shallow_wake,
            Mode::DeepSleep => self.delays.deep_wake,
            Mode::Off => self.delays.off_wake,
            _ => return Ok(()),
        };
        check(o.ready == (cycles > delay), "WakeDelayIsExact", || {
            let ready = o.ready;
            format!("{cycles} cycles after a wake of {from:?} ready is {ready}")
        })
    }

    fn changes(
        &self,
        (i, was, known): &(ControllerInputs, ControllerOutputs, Known),
        o: &ControllerOutputs,
    ) -> Result<(), Violation> {
        let freed = i.kernel_start || i.finish;
        let before = State {
            s: was.state,
            c: was.remaining,
            a: known.allocated,
            p: known.pending,
            n: was.next_write,
            r: was.retained,
        };
        let after = table::next(before, i, &self.delays);
        let entered = o.state == Mode::Off && was.state != Mode::Off;
        check(!entered || freed || after.n, "OffOnlyWhenDead", || {
            "OFF is entered while the next access is told to be a read".to_owned()
        })?;
        let kept = was.retained || (i.write_done && before.a && was.ready);
        check(
            o.retained == (kept && o.state != Mode::Off),
            "RetainedUntilOff",
            || format!("retained is {} in state {:?}", o.retained, o.state),
        )?;
        let delays = [
            0,
            self.delays.shallow_wake,
            self.delays.deep_wake,
            self.delays.off_wake,
            self.delays.deep_lift + self.delays.shallow_wake,
            self.delays.off_lift + self.delays.shallow_wake,
        ];
        let loaded = delays.contains(&o.remaining)
            || i.write && o.remaining == i.write_count
            || i.load && o.remaining == i.load_count;
        let falls = was.remaining > 0 && o.remaining == was.remaining - 1;
        let ticks = matches!(was.state, Mode::DeepSleep | Mode::Off);
        let holds = ticks && !i.tick && o.remaining == was.remaining;
        check(loaded || falls || holds, "CounterNeverWraps", || {
            format!("the counter goes from {} to {}", was.remaining, o.remaining)
        })?;
        let alone = ControllerInputs {
            read_done: false,
            fetch: false,
            future: false,
            next: false,
            ..i.clone()
        };
        let alone = table::next(before, &alone, &self.delays);
        let waits = before.p && after.p && !i.write && !i.load && !i.wake;
        check(
            !waits || (o.state, o.remaining, o.next_write) == (alone.s, alone.c, alone.n),
            "PendingWriteIsUndisturbed",
            || format!("a write is pending, and {was:?} becomes {o:?}"),
        )?;
        check(
            (o.state, o.remaining) == (after.s, after.c),
            "StateFollowsTable",
            || {
                format!(
                    "{:?} with {} is not {:?} with {}",
                    o.state, o.remaining, after.s, after.c
                )
            },
        )?;
        check(o.next_write == after.n, "NextWriteIsAsTold", || {
            format!("next_write is {}", o.next_write)
        })
    }

    fn values(&self, o: &ControllerOutputs) -> Result<(), Violation> {
        let Known { live, timed, .. } = self.known;
        check(
            !live || o.next_write || o.retained,
            "LiveValueIsRetained",
            || format!("what was written is lost in state {:?}", o.state),
        )?;
        let right = match timed.ticks {
            true => matches!(o.state, Mode::DeepSleep | Mode::Off),
            false => o.ready == (timed.left == 1),
        };
        check(timed.left == 0 || right, "TimedWakeIsExact", || {
            let (left, state) = (timed.left, o.state);
            let what = if timed.ticks { "ticks" } else { "cycles" };
            format!("{left} {what} before a timed wake the state is {state:?}")
        })
    }
}

impl Known {
    /// What the events of a cycle make of it.
    fn follow(&mut self, i: &ControllerInputs, o: &ControllerOutputs, delays: &Delays) {
        let freed = i.kernel_start || i.finish;
        let dispatched = i.write && self.allocated;
        let written = i.write_done && self.allocated;
        let outcome = i.load && self.pending && !written && !dispatched;
        let count = match (dispatched, outcome) {
            (true, _) => Some(i.write_count),
            (false, true) => Some(i.load_count),
            (false, false) => None,
        };
        let ends = freed || i.wake || written;
        self.timed.goes_on(o, i.tick, count, ends, delays);
        self.live = !freed && ((written && o.ready) || (self.live && !o.next_write));
        self.pending = !freed && (dispatched || (self.pending && !written));
        self.allocated = !freed && (self.allocated || i.allocate);
        self.held = match self.held {
            _ if !i.wake || freed || o.ready => None,
            Some((cycles, from)) => Some((cycles + 1, from)),
            None => Some((1, o.state)),
        };
    }
}

impl Watcher<PowerController> for Watch {
    fn reset(&mut self) {
        self.last = None;
        self.known = Known::default();
    }

    fn observe(&mut self, i: &ControllerInputs, o: &ControllerOutputs) -> Result<(), Violation> {
        check(o.ready == (o.state == Mode::On), "ReadyOnlyWhenOn", || {
            format!("ready is {} in state {:?}", o.ready, o.state)
        })?;
        let voltage = o.state.voltage();
        check(
            o.voltage == voltage && o.sleep == voltage.sleep() && o.drowsy == voltage.drowsy(),
            "SwitchFollowsState",
            || format!("voltage is {:?} in state {:?}", o.voltage, o.state),
        )?;
        check(
            o.state != Mode::Off || o.next_write,
            "NextReadIsNeverOff",
            || "OFF, and the next access is a read".to_owned(),
        )?;
        self.wakes(o)?;
        self.values(o)?;
        match &self.last {
            None => check(
                o.state == Mode::Off && o.remaining == 0 && !o.retained && o.next_write,
                "ResetIsOff",
                || format!("after reset: {o:?}"),
            )?,
            Some(last) => self.changes(last, o)?,
        }
        self.last = Some((i.clone(), o.clone(), self.known));
        self.known.follow(i, o, &self.delays);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::closed_loop::Surroundings;
    use crate::prng::Prng;
    use crate::slumber::controller::Around;
    use spec::{Unit, UnitModel};
    use std::collections::BTreeSet;

    /// The outputs with one of them wrong.
    fn wrong(o: &ControllerOutputs) -> Vec<ControllerOutputs> {
        let mut all = Vec::new();
        let mut change = |change: &dyn Fn(&mut ControllerOutputs)| {
            let mut changed = o.clone();
            change(&mut changed);
            if changed != *o {
                all.push(changed);
            }
        };
        change(&|o| o.ready = !o.ready);
        change(&|o| o.retained = !o.retained);
        change(&|o| o.next_write = !o.next_write);
        change(&|o| o.sleep = !o.sleep);
        change(&|o| o.remaining += 1);
        for state in Mode::ALL {
            change(&|o| {
                let voltage = state.voltage();
                let next_write = o.next_write || state == Mode::Off;
                *o = ControllerOutputs {
                    state,
                    next_write,
                    voltage,
                    sleep: voltage.sleep(),
                    drowsy: voltage.drowsy(),
                    ready: state == Mode::On,
                    ..o.clone()
                };
            });
        }
        all
    }

    #[test]
    fn every_property_finds_what_breaks_it() {
        let parameters = ControllerParameters::new(Delays::FERMI).expect("legal");
        let mut prng = Prng::new(1);
        let mut around = Around::new(parameters);
        let mut model = golden::slumber::PowerController::new(parameters);
        let mut watch = Watch::new(parameters);
        let mut found = BTreeSet::new();
        for _ in 0..200 {
            for _ in 0..around.begin_phase(&mut prng) {
                let inputs = around.inputs(&mut prng);
                let outputs = model.cycle(&inputs).expect("legal stimulus");
                for wrong in wrong(&outputs) {
                    let seen = watch.clone().observe(&inputs, &wrong);
                    found.extend(seen.err().map(|violation| violation.property));
                }
                assert_eq!(watch.observe(&inputs, &outputs), Ok(()));
                around.observe(&inputs, &outputs, &mut prng);
            }
        }
        let properties = PowerController::PROPERTIES.iter().map(|p| p.name);
        let claimed: BTreeSet<_> = properties.filter(|name| *name != "ResetIsOff").collect();
        found.remove("ResetIsOff");
        assert_eq!(found, claimed);
    }
}
