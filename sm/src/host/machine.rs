//! What launches run on.

use super::error::HostError;
use crate::exec::{self, GlobalMemory, Launch, Limits, Observer, Program, Statistics};
use crate::timing::Multiprocessor;

/// Runs launches.
pub trait Machine {
    /// Runs a grid over memory, and takes what it executes off the limits.
    fn launch(
        &mut self,
        program: &Program,
        launch: &Launch,
        memory: &mut GlobalMemory,
        limits: &mut Limits,
    ) -> Result<(), HostError>;
}

/// Functional execution, watched.
pub struct Functional<'a, O>(pub &'a mut O);

impl<O: Observer> Machine for Functional<'_, O> {
    fn launch(
        &mut self,
        program: &Program,
        launch: &Launch,
        memory: &mut GlobalMemory,
        limits: &mut Limits,
    ) -> Result<(), HostError> {
        Ok(exec::launch(program, launch, memory, limits, self.0)?)
    }
}

/// A multiprocessor.
pub struct Timed<'a> {
    /// It.
    pub multiprocessor: &'a mut Multiprocessor,
    /// The statistics that every run prints.
    pub statistics: &'a mut Statistics,
}

impl Machine for Timed<'_> {
    fn launch(
        &mut self,
        program: &Program,
        launch: &Launch,
        memory: &mut GlobalMemory,
        limits: &mut Limits,
    ) -> Result<(), HostError> {
        let Self {
            multiprocessor,
            statistics,
        } = self;
        let most = multiprocessor.most_registers();
        if let Some(most) = most.filter(|&most| program.words > most) {
            return Err(HostError::TooManyRegisters {
                kernel: program.kernel.name.clone(),
                takes: program.words,
                most,
            });
        }
        Ok(multiprocessor.launch(program, launch, memory, limits, statistics)?)
    }
}
