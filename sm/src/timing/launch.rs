//! A launch on the multiprocessor: what it finds, and what it leaves.

use super::decode::MOST_PREDICATES;
use super::error::{Disagreement, Place, TimingError};
use super::grid::Grid;
use super::memory::Private;
use super::multiprocessor::Multiprocessor;
use super::registers::Activity;
use crate::exec::{
    self, Environment, GlobalMemory, Launch, LaunchError, Limits, Program, Statistics,
};

impl Multiprocessor {
    /// Runs a grid. Registers must be physical.
    pub fn launch(
        &mut self,
        program: &Program,
        launch: &Launch,
        memory: &mut GlobalMemory,
        limits: &mut Limits,
        statistics: &mut Statistics,
    ) -> Result<(), TimingError> {
        exec::check(program, launch)?;
        if program.words > 256 || program.predicates > MOST_PREDICATES {
            let (words, predicates) = (program.words, program.predicates);
            return Err(TimingError::Launch(LaunchError::Refused {
                kernel: program.kernel.name.clone(),
                reason: format!(
                    "{words} registers and {predicates} predicates a thread; a multiprocessor has \
                     at most 256 and {MOST_PREDICATES}: run over physical registers"
                ),
            }));
        }
        let next = self.kernels.len() as u64;
        let name = program.kernel.name.clone();
        let number = *self.kernels.entry(name).or_insert(next);
        self.paths.iter_mut().for_each(|path| path.reset());
        self.schedulers.iter_mut().for_each(|s| s.reset());
        self.memory.begin(self.now);
        self.private.iter_mut().for_each(Private::begin);
        let refused = |reason| LaunchError::Refused {
            kernel: program.kernel.name.clone(),
            reason,
        };
        let staging = self.staging.as_mut();
        let compiled = staging.map(|staging| staging.begin(program).map_err(refused));
        let compiled = compiled.transpose()?;
        let program = compiled.as_ref().map_or(program, |c| &c.program);
        self.fetch
            .begin(number, compiled.as_ref().map(|c| c.places()));
        self.units.reset();
        let env = Environment::new(program, launch, memory, statistics, limits);
        if let Some(watch) = &mut self.profile {
            watch.begin(self.now);
        }
        let mut grid = Grid::new(self, env, compiled.clone())?;
        let done = grid.run();
        limits.instructions = grid.left();
        done?;
        if let Some(watch) = &mut self.profile {
            watch.end(self.now);
        }
        if let Some(private) = &mut self.private {
            let drained = private.drain(self.now, &mut self.memory);
            drained.map_err(|disagreement| self.disagreement(program, disagreement))?;
        }
        let mut of_launch = Activity::default();
        for path in &mut self.paths {
            match path.activity() {
                Ok(activity) => of_launch += activity,
                Err(disagreement) => return Err(self.disagreement(program, disagreement)),
            }
        }
        // The files are the same in every launch.
        let registers = of_launch.sleep.registers;
        self.counts.registers += of_launch;
        self.counts.registers.sleep.registers = registers;
        Ok(())
    }

    /// What hardware did at the end of a launch.
    fn disagreement(&self, program: &Program, disagreement: Disagreement) -> TimingError {
        let place = Place {
            kernel: program.kernel.name.clone(),
            cycle: self.now,
            ..Place::default()
        };
        TimingError::Hardware(Box::new((disagreement, place)))
    }
}
