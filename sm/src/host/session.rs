//! One run of a descriptor, from file to outcome.

use super::checks::CheckResult;
use super::dump::BufferShape;
use super::entry::full_name;
use super::error::{HostError, Inconsistency};
use super::machine::{Functional, Machine};
use super::run::Run;
use crate::alloc::AllocationReport;
use crate::descriptor::{AddressSize, Descriptor};
use crate::exec::{Observer, Statistics};
use crate::ir::Kernel;
use crate::lower::Module;
use crate::references::Problem;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How to run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Execute over physical registers.
    pub physical: bool,
    /// Physical registers of a thread; what does not fit is spilled.
    pub max_registers: Option<u32>,
}

/// A descriptor with its module.
#[derive(Clone, Debug)]
pub struct Session {
    path: PathBuf,
    descriptor: Descriptor,
    /// The module's file, as the descriptor names it.
    ptx: PathBuf,
    module: Module,
    /// The module's names of the entries that the descriptor launches.
    entries: BTreeMap<String, String>,
    print: Option<fn(&str)>,
}

/// What a run left.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Launches that were made.
    pub launches: u64,
    /// What became of the checks.
    pub checks: Vec<CheckResult>,
    /// An `until` that never came true: phase and times through.
    pub unfinished: Option<String>,
    /// What kernels printed.
    pub printed: String,
    /// Reads beside buffers that gave zero, because their descriptor says so.
    pub outside: BTreeMap<String, u64>,
    /// What the elements of all buffers are, by their name at the end.
    #[serde(skip)]
    pub shapes: BTreeMap<String, BufferShape>,
    /// Final contents of all buffers, by their name at the end.
    #[serde(skip)]
    pub buffers: BTreeMap<String, Vec<u8>>,
    /// What each kernel that ran took, if its registers are physical.
    pub registers: BTreeMap<String, AllocationReport>,
}

impl Outcome {
    /// Whether all checks passed and every loop ended.
    pub fn passed(&self) -> bool {
        self.unfinished.is_none() && self.checks.iter().all(CheckResult::passed)
    }
}

fn module(ptx: &Path) -> Result<Module, HostError> {
    let text = fs::read_to_string(ptx).map_err(|e| HostError::Unreadable(ptx.to_owned(), e))?;
    Ok(Module::load(&ptx.display().to_string(), &text)?)
}

impl Session {
    /// Reads a descriptor and the module that it names first.
    pub fn open(path: &Path) -> Result<Self, HostError> {
        Self::open_for(path, None)
    }

    /// Reads a descriptor and its module for addresses of a size.
    pub fn open_for(path: &Path, size: Option<AddressSize>) -> Result<Self, HostError> {
        let descriptor = Descriptor::read(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let ptx = descriptor.module(size).to_owned();
        let module = module(&folder.join(&ptx))?;
        let mut session = Self {
            path: path.to_owned(),
            descriptor,
            ptx,
            module,
            entries: BTreeMap::new(),
            print: None,
        };
        session.find_entries()?;
        let bits = session.module.address_bits;
        match size {
            Some(size) if size.bits() != bits => {
                let ptx = session.ptx.display();
                let reason = format!(
                    "{ptx} has {bits}-bit addresses, {size}-bit ones are asked for; 'ptx64' names \
                     the module with 64-bit addresses, 'ptx' the other"
                );
                Err(session.refused(&reason))
            }
            _ => Ok(session),
        }
    }

    /// Finds what the descriptor launches, and refuses what cannot be run; other entries of the module do not matter.
    fn find_entries(&mut self) -> Result<(), HostError> {
        for launch in self
            .descriptor
            .phases
            .iter()
            .flat_map(|phase| &phase.launches)
        {
            let name = full_name(&self.module, &launch.entry);
            let name = name.map_err(|problem| self.inconsistent(problem))?;
            let mut refused = self.module.refused.iter();
            if let Some(refused) = refused.find(|refused| refused.name == name) {
                return Err(HostError::Ptx(refused.diagnostic.clone()));
            }
            self.entries.insert(launch.entry.clone(), name);
        }
        Ok(())
    }

    /// The kernel of an entry that the descriptor launches.
    pub fn kernel(&self, entry: &str) -> Option<&Kernel> {
        self.module.kernel(self.entries.get(entry)?)
    }

    /// The session with somebody who gets what kernels print, launch by launch.
    #[must_use]
    pub fn printing(self, print: fn(&str)) -> Self {
        Self {
            print: Some(print),
            ..self
        }
    }

    /// The file of the module, as the descriptor names it.
    pub fn ptx(&self) -> &Path {
        &self.ptx
    }

    /// The descriptor.
    pub fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

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
        for (index, phase) in self.descriptor.phases.iter().enumerate() {
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
        let run = self.execute(options, &mut Functional(observer), self.print)?;
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
        for (index, phase) in self.descriptor.phases.iter().enumerate() {
            run.phase(index, phase, machine)?;
        }
        Ok(run)
    }

    /// Who gets what kernels print.
    pub(super) fn print(&self) -> Option<fn(&str)> {
        self.print
    }

    /// The file that was read.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the descriptor's name to what is inconsistent in it.
    pub(super) fn inconsistent(&self, problem: Inconsistency) -> HostError {
        HostError::Inconsistent {
            descriptor: self.path.clone(),
            reason: problem.0,
        }
    }

    /// The folder that the descriptor's paths are relative to.
    pub(super) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }
}
