//! How much of a regression is left, in time: models to build and cycles to run.
//!
//! Each job is expected to take what the registry's table says, in seconds of some machine. What is
//! done shows how this one compares, apart for building (models may be there already) and running.

use spec::{Sample, UnitId};
use std::collections::BTreeMap;
use std::time::Duration;

/// What the table says counts like so many seconds of experience.
const TRUST: f64 = 5.0;

/// What goes on takes at least this part of what was expected still longer, however long it took.
const STILL: f64 = 0.1;

/// The two phases of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Its model is built, or found.
    Building,
    /// It runs.
    Running,
}

/// What is expected of one phase of a job.
#[derive(Clone, Copy, Debug)]
pub struct Expected {
    /// Seconds of a model.
    pub building: f64,
    /// Seconds of a run.
    pub running: f64,
}

impl Expected {
    /// Of a run of so many cycles, with the model that it needs.
    pub fn of(unit: UnitId, cycles: u64) -> Self {
        let Sample { build, speed, .. } = unit.sample();
        Self {
            building: f64::from(build),
            running: cycles as f64 / (1e3 * f64::from(speed)),
        }
    }

    fn phase(&self, phase: Phase) -> f64 {
        match phase {
            Phase::Building => self.building,
            Phase::Running => self.running,
        }
    }
}

/// One phase of all jobs.
#[derive(Clone, Debug, Default)]
struct Share {
    /// Expected seconds of what has not begun, of what has ended, and how long that took.
    rest: f64,
    ended: f64,
    took: f64,
    /// What goes on: when it began, and what is expected of it.
    open: BTreeMap<usize, (Duration, f64)>,
}

impl Share {
    /// Seconds on this machine for a second of the table.
    fn rate(&self) -> f64 {
        (self.took + TRUST) / (self.ended + TRUST)
    }

    /// Of a job whose phase goes on.
    fn left_of(&self, job: usize, now: Duration) -> Option<f64> {
        let (began, expected) = *self.open.get(&job)?;
        let passed = now.saturating_sub(began).as_secs_f64();
        let all = expected * self.rate();
        Some((all - passed).max(all * STILL))
    }

    fn left(&self, now: Duration) -> f64 {
        let open = self.open.keys().filter_map(|&job| self.left_of(job, now));
        self.rest * self.rate() + open.sum::<f64>()
    }
}

/// Jobs as they come to an end.
#[derive(Clone, Debug, Default)]
pub struct Forecast {
    expected: Vec<Expected>,
    workers: usize,
    building: Share,
    running: Share,
}

impl Forecast {
    /// Nothing has begun; so many jobs go on at a time.
    pub fn new(expected: Vec<Expected>, workers: usize) -> Self {
        let share = |phase| Share {
            rest: expected.iter().map(|e| e.phase(phase)).sum(),
            ..Share::default()
        };
        Self {
            building: share(Phase::Building),
            running: share(Phase::Running),
            workers: workers.max(1),
            expected,
        }
    }

    fn share(&mut self, phase: Phase) -> &mut Share {
        match phase {
            Phase::Building => &mut self.building,
            Phase::Running => &mut self.running,
        }
    }

    /// A phase of a job begins.
    pub fn begins(&mut self, job: usize, phase: Phase, now: Duration) {
        let Some(expected) = self.expected.get(job).map(|e| e.phase(phase)) else {
            return;
        };
        let share = self.share(phase);
        share.rest -= expected;
        share.open.insert(job, (now, expected));
    }

    /// It ends.
    pub fn ends(&mut self, job: usize, phase: Phase, now: Duration) {
        let share = self.share(phase);
        if let Some((began, expected)) = share.open.remove(&job) {
            share.ended += expected;
            share.took += now.saturating_sub(began).as_secs_f64();
        }
    }

    /// Seconds until all is done; `None` where nothing was expected. In the end workers have nothing to
    /// do but wait for the longest job.
    pub fn left(&self, now: Duration) -> Option<f64> {
        let all = self.building.left(now) + self.running.left(now);
        let building = self.building.open.keys().filter_map(|&job| {
            let run = self.expected[job].running * self.running.rate();
            Some(self.building.left_of(job, now)? + run)
        });
        let running =
            { self.running.open.keys() }.filter_map(|&job| self.running.left_of(job, now));
        let longest = building.chain(running).fold(0.0, f64::max);
        (!self.expected.is_empty()).then_some(longest.max(all / self.workers as f64))
    }
}
