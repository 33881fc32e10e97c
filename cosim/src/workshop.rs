//! Builds what is under test: the one place where targets become engines.

use crate::bugs::design;
use crate::bugs::{self, Bug, BugError};
use crate::emitted;
use crate::engines::counted::CountedBench;
use crate::engines::rust_hdl::RustHdlBench;
use crate::engines::verilator::{CoveredBench, VerilatorBench};
use crate::regression::{Length, Workshop};
use crate::target::{EngineKind, Target};
use spec::UnknownName;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use surroundings::engine::{Bench, EngineError};
use surroundings::interface::Interface;
use tools::discovery::Tools;
use tools::hardware::Hardware;
use verilated::{Cache, Optimization, Toolchain};

/// Verilator and where its models are kept, or one line that says why there is none.
pub type Simulator = Result<(Arc<Toolchain>, Cache), String>;

/// Builds targets from emitted Verilog, folders of Verilog, or rust_hdl blocks.
pub struct Builder {
    simulator: Simulator,
    bugs: PathBuf,
    with_bugs: bool,
    length: Option<Length>,
    mutants: Mutex<HashMap<String, Arc<OnceLock<Built>>>>,
}

/// The model that holds all bugs of a configuration.
type Built = Result<Arc<VerilatorBench>, EngineError>;

/// Verilator, and where built models are kept.
pub fn simulator() -> Result<(Arc<Toolchain>, Cache), tools::Error> {
    let tools = Tools::discover();
    let cache = Cache::new(tools.cache().join("models"));
    Ok((Arc::new(tools.toolchain()?), cache))
}

impl Builder {
    /// A builder for an engine with what this machine has, or what it lacks.
    pub fn discovered(engine: EngineKind, bugs: PathBuf) -> Result<Self, tools::Error> {
        let simulator = match engine {
            EngineKind::RustHdl => Err("the engine rust-hdl has no Verilator".to_owned()),
            EngineKind::Verilator => Ok(simulator()?),
        };
        Ok(Self::new(simulator, bugs))
    }

    /// A builder that has built nothing yet; `bugs` is the folder of seeded bugs.
    pub fn new(simulator: Simulator, bugs: PathBuf) -> Self {
        Self {
            simulator,
            bugs,
            with_bugs: false,
            length: None,
            mutants: Mutex::new(HashMap::new()),
        }
    }

    /// Builds targets without a bug as parts of the model of all bugs as well: the unmutated
    /// copy in it has to match like the unit alone.
    pub fn with_bugs(mut self) -> Self {
        self.with_bugs = true;
        self
    }

    /// Builds models that pay for runs of that length: without it, for long ones.
    pub fn for_runs(mut self, length: Length) -> Self {
        self.length = Some(length);
        self
    }

    /// How hard the compiler tries for a unit.
    fn optimization(&self, target: &Target) -> Optimization {
        let cycles = { self.length }.map(|length| length.of(target.configuration.unit()));
        cycles.map_or_else(Optimization::default, Optimization::for_cycles)
    }

    /// The bugs that a configuration takes.
    pub fn bugs_of(&self, target: &Target) -> Result<Vec<Bug>, BugError> {
        let configuration = &target.configuration;
        let unit = configuration.unit();
        let mut bugs = bugs::load(&bugs::file(&self.bugs, unit), unit)?;
        bugs.retain(|bug| bug.presets.iter().any(|p| p == configuration.preset));
        Ok(bugs)
    }

    /// Whether all bugs of a configuration have a place in it; nothing is built for it.
    pub fn check_bugs(&self, target: &Target) -> Result<(), EngineError> {
        let bugs = self.bugs_of(target).map_err(error)?;
        design::check(&target.configuration, &bugs).map_err(error)
    }

    /// The design with bugs in it.
    fn with_bugs_in(&self, target: &Target, bugs: &[Bug]) -> Result<Hardware, EngineError> {
        if let Some(folder) = &target.rtl {
            return Err(error(BugError::Folder(folder.clone())));
        }
        let form = (target.dialect, target.reset);
        let hardware = design::with_bugs(&target.configuration, form, bugs);
        let hardware = hardware.map_err(error)?;
        Ok(match target.power_aware {
            true => hardware.power_aware(),
            false => hardware,
        })
    }

    fn hardware(&self, target: &Target) -> Result<Hardware, EngineError> {
        let configuration = &target.configuration;
        let hardware = match &target.rtl {
            Some(folder) => Hardware::from_folder(folder, &configuration.parameters, target.reset)
                .map_err(error)?,
            None => emitted::plain(configuration, target.dialect, target.reset).map_err(error)?,
        };
        Ok(if target.power_aware {
            hardware.power_aware()
        } else {
            hardware
        })
    }

    fn verilate(
        &self,
        target: &Target,
        hardware: &Hardware,
    ) -> Result<VerilatorBench, EngineError> {
        let (toolchain, cache) = self.simulator.as_ref().map_err(EngineError::new)?;
        VerilatorBench::build(
            Arc::clone(toolchain),
            cache.clone(),
            &Interface::of(&target.configuration.parameters),
            hardware,
            self.optimization(target),
        )
    }

    /// Builds a target with counters of what it covers.
    pub fn build_covered(&self, target: &Target) -> Result<CoveredBench, EngineError> {
        let interface = Interface::of(&target.configuration.parameters);
        let (toolchain, cache) = self.simulator.as_ref().map_err(EngineError::new)?;
        let build = |hardware: &Hardware, select| {
            CoveredBench::build(toolchain, cache, &interface, hardware, select)
        };
        let Some(name) = &target.bug else {
            return build(&self.hardware(target)?, None);
        };
        let bugs = self.bugs_of(target).map_err(error)?;
        let number = number(&bugs, name)?;
        let hardware = self.with_bugs_in(target, &bugs)?;
        build(&hardware, Some(number))
    }

    /// Builds a target with a counter of each line, branch and toggle. It runs slowly.
    pub fn build_counted(&self, target: &Target) -> Result<CountedBench, EngineError> {
        let interface = Interface::of(&target.configuration.parameters);
        let (toolchain, cache) = self.simulator.as_ref().map_err(EngineError::new)?;
        let hardware = self.hardware(target)?;
        CountedBench::build(toolchain, cache, &interface, &hardware)
    }

    /// The model of all bugs, built by whoever asks first.
    fn mutants(&self, target: &Target, interface: &Interface) -> Built {
        let mut whole = target.clone();
        whole.bug = None;
        let cell = {
            let mut mutants = self
                .mutants
                .lock()
                .map_err(|_| EngineError::new("another thread has failed"))?;
            Arc::clone(mutants.entry(whole.to_string()).or_default())
        };
        cell.get_or_init(|| {
            let bugs = self.bugs_of(target).map_err(error)?;
            let hardware = self.with_bugs_in(target, &bugs)?;
            let (toolchain, cache) = self.simulator.as_ref().map_err(EngineError::new)?;
            let tools = (Arc::clone(toolchain), cache.clone());
            let bench = VerilatorBench::of_bugs(tools, interface, &hardware, false)?;
            Ok(Arc::new(bench))
        })
        .clone()
    }
}

/// What selects a bug in the model of all.
fn number(bugs: &[Bug], name: &str) -> Result<u32, EngineError> {
    let index = bugs.iter().position(|bug| bug.name == name);
    let names = bugs.iter().map(|bug| &bug.name);
    let index = index.ok_or_else(|| error(UnknownName::new("bug", name, names)))?;
    Ok(1 + index as u32)
}

fn error(error: impl std::fmt::Display) -> EngineError {
    EngineError::new(error.to_string())
}

impl Workshop for Builder {
    fn build(&self, target: &Target) -> Result<Arc<dyn Bench>, EngineError> {
        let parameters = target.configuration.parameters;
        let interface = Interface::of(&parameters);
        if target.engine == EngineKind::RustHdl {
            return Ok(Arc::new(RustHdlBench::new(&parameters)));
        }
        if target.bug.is_none() && !self.with_bugs {
            let hardware = self.hardware(target)?;
            return Ok(Arc::new(self.verilate(target, &hardware)?));
        }
        // A name is wrong at once, and not when minutes have gone into a model.
        let mut selected = 0;
        if let Some(name) = &target.bug {
            let bugs = self.bugs_of(target).map_err(error)?;
            selected = number(&bugs, name)?;
        }
        let mutants = self.mutants(target, &interface)?;
        Ok(Arc::new(mutants.selecting(selected)))
    }
}
