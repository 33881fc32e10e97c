//! Runs of a session.

use super::error::HostError;
use super::machine::{Functional, Machine};
use super::outcome::{Options, Outcome};
use super::run::Run;
use super::session::Session;
use crate::exec::{Observer, Statistics};
use crate::references::Problem;
use std::time::{Duration, Instant};

impl Session {
    /// What references see of this descriptor.
    pub fn problem(&self) -> Result<Problem, HostError> {
        let run = Run::new(self, Options::default());
        run.map(|run| run.problem())
            .map_err(|problem| self.inconsistent(problem))
    }

    /// Runs all phases, checks nothing, and says how long execution took; what the host does
    /// before its first launch does not count.
    pub fn time(&self, options: Options) -> Result<(Duration, Statistics), HostError> {
        let mut statistics = Statistics::default();
        let mut run = Run::new(self, options).map_err(|problem| self.inconsistent(problem))?;
        let start = Instant::now();
        for (index, phase) in self.descriptor().phases.iter().enumerate() {
            run.phase(index, phase, &mut Functional(&mut statistics))?;
        }
        Ok((start.elapsed(), statistics))
    }

    /// [`Self::run`] with the statistics that every run prints.
    pub fn run_counted(&self, options: Options) -> Result<(Outcome, Statistics), HostError> {
        let mut statistics = Statistics::default();
        let outcome = self.run(options, &mut statistics)?;
        Ok((outcome, statistics))
    }

    /// Runs all phases and checks.
    pub fn run<O: Observer>(
        &self,
        options: Options,
        observer: &mut O,
    ) -> Result<Outcome, HostError> {
        let run = self.execute(options, &mut Functional(observer), self.print())?;
        run.finish().map_err(|problem| self.inconsistent(problem))
    }

    /// All phases on a machine.
    pub(crate) fn execute<M: Machine>(
        &self,
        options: Options,
        machine: &mut M,
        print: Option<fn(&str)>,
    ) -> Result<Run<'_>, HostError> {
        let run = Run::new(self, options).map_err(|problem| self.inconsistent(problem))?;
        let mut run = run.printing(print);
        for (index, phase) in self.descriptor().phases.iter().enumerate() {
            run.phase(index, phase, machine)?;
        }
        Ok(run)
    }
}
