//! Mutants of a design, all in one model, each in lockstep with the golden model until they differ.

use crate::bugs::design::with_mutations;
use crate::engines::verilator::VerilatorBench;
use crate::failure::Pair;
use crate::lockstep::{Verdict, Watch, BATCH};
use hdl::assertions::premises;
use hdl::emit::edit::Mutation;
use hdl::emit::{Dialect, Module, Options, Reset};
use spec::Configuration;
use std::sync::atomic::Ordering;
use std::sync::Arc;
use surroundings::engine::{Bench, Engine, EngineError, Halt};
use surroundings::generate::facing::{Facing, Told};
use surroundings::interface::Interface;
use surroundings::kit::{self, Kit};
use surroundings::prng::Prng;
use tools::hardware::SourceFile;
use verilated::{Cache, Toolchain};

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// An output differed, or a property did not hold.
    Killed {
        /// The cycle.
        cycle: u64,
        /// The output or the property.
        by: String,
    },
    /// Nothing differed in so many cycles.
    Alive {
        /// The cycles.
        cycles: u64,
    },
    /// It was stopped before either.
    Interrupted,
}

/// What kills a mutant that stops the model.
pub const STOPPED: &str = "the model stopped";

/// A model of a configuration that holds mutants.
pub struct Mutants {
    interface: Interface,
    kit: Box<dyn Kit>,
    bench: VerilatorBench,
    mutations: Vec<Mutation>,
    /// Its assertions, where it has them.
    checkers: Vec<Module>,
}

impl Mutants {
    /// Builds a model of all these mutations, or finds it built.
    pub fn build(
        tools: (Arc<Toolchain>, Cache),
        configuration: &Configuration,
        mutations: Vec<Mutation>,
    ) -> Result<Self, EngineError> {
        Self::with(tools, configuration, mutations, vec![])
    }

    /// The same with the unit's assertions, one of which stops the model when it fails.
    pub fn asserted(
        tools: (Arc<Toolchain>, Cache),
        configuration: &Configuration,
        mutations: Vec<Mutation>,
    ) -> Result<Self, EngineError> {
        let design = hdl::units::emit(configuration, &Options::default());
        let design = design.map_err(|error| EngineError::new(error.to_string()))?;
        let mut checkers = vec![hdl::assertions::checker(&configuration.parameters, &design)];
        checkers.extend(hdl::assertions::properties_inside(configuration, &design));
        Self::with(tools, configuration, mutations, checkers)
    }

    /// The unit itself with assertions that a property's premise never comes, which [`Self::broken`] finds false
    /// where the stimulus brings it about; `None` where the property has no premise that ports show.
    pub fn awaiting(
        tools: (Arc<Toolchain>, Cache),
        configuration: &Configuration,
        property: &str,
    ) -> Result<Option<Self>, EngineError> {
        let design = hdl::units::emit(configuration, &Options::default());
        let design = design.map_err(|error| EngineError::new(error.to_string()))?;
        let mut checker = hdl::assertions::checker(&configuration.parameters, &design);
        let Some(text) = premises::awaited(&checker.text, property) else {
            return Ok(None);
        };
        checker.text = text;
        Self::with(tools, configuration, vec![], vec![checker]).map(Some)
    }

    fn with(
        tools: (Arc<Toolchain>, Cache),
        configuration: &Configuration,
        mutations: Vec<Mutation>,
        mut checkers: Vec<Module>,
    ) -> Result<Self, EngineError> {
        for checker in &mut checkers {
            checker.text = premises::silent(&checker.text);
        }
        let form = (Dialect::default(), Reset::default());
        let hardware = with_mutations(configuration, form, &mutations);
        let mut hardware = hardware.map_err(|error| EngineError::new(error.to_string()))?;
        hardware
            .files
            .extend(checkers.iter().map(|checker| SourceFile {
                name: checker.file_name.clone(),
                text: checker.text.clone(),
            }));
        let interface = Interface::of(&configuration.parameters);
        let asserted = !checkers.is_empty();
        Ok(Self {
            bench: VerilatorBench::of_bugs(tools, &interface, &hardware, asserted)?,
            kit: kit::kit(&configuration.parameters),
            interface,
            mutations,
            checkers,
        })
    }

    /// The property that the mutant at a position breaks within so many cycles of a regression's kind of stimulus, and
    /// within how many: from neighbours that react to it, and from such that react to the golden model. No
    /// assertion but one of [`Self::asserted`] can. Where neighbours and mutant leave the contract, both begin anew.
    pub fn broken(
        &self,
        position: usize,
        seed: u64,
        cycles: u64,
        watch: &Watch,
    ) -> Result<Option<(u64, String)>, EngineError> {
        for reacts in [true, false] {
            let mut seeds = Prng::new(seed);
            let (mut seed, mut gone) = (seed, 0);
            while let Some((cycle, property)) =
                self.stopped(position, (reacts, seed), cycles - gone, watch)?
            {
                gone += cycle;
                if let Some(property) = property {
                    return Ok(Some((gone, property.to_owned())));
                }
                seed = seeds.next_u64();
            }
        }
        Ok(None)
    }

    /// The first cycle that stops a mutant among neighbours that react to it or to the golden model, and the property
    /// that it breaks; none where it is a rule of the contract.
    pub fn stopped(
        &self,
        position: usize,
        (reacts, seed): (bool, u64),
        cycles: u64,
        watch: &Watch,
    ) -> Result<Option<(u64, Option<&str>)>, EngineError> {
        let engine = self.bench.selecting(position as u32 + 1).start(seed)?;
        let mut around = self.around(reacts, seed, engine);
        for cycle in 0..cycles {
            if cycle % BATCH as u64 == 0 && watch.stop.load(Ordering::Relaxed) {
                break;
            }
            if let Err(Halt::Failed(error)) = around.cycle() {
                return Ok(Some((cycle + 1, self.failed(&error.to_string()))));
            }
        }
        Ok(None)
    }

    /// A mutant among neighbours.
    fn around(&self, reacts: bool, seed: u64, engine: Box<dyn Engine>) -> Box<dyn Facing> {
        if reacts {
            return self.kit.facing(&self.interface, seed, engine);
        }
        let told = self.kit.generator(&self.interface, seed);
        Box::new(Told::new(told, engine, &self.interface))
    }

    /// The property of which a simulator says that it failed.
    fn failed(&self, said: &str) -> Option<&str> {
        let mut checkers = self.checkers.iter();
        let its = checkers.find(|checker| said.contains(&checker.file_name))?;
        hdl::assertions::failed(&its.text, said)
    }

    /// The mutations that it holds.
    pub fn mutations(&self) -> &[Mutation] {
        &self.mutations
    }

    /// The unit without any mutation: it has to match.
    pub fn unmutated(&self, seed: u64, cycles: u64, watch: &Watch) -> Result<Fate, EngineError> {
        self.chosen(0, seed, cycles, watch)?.1
    }

    /// The mutant at a position, with the stimulus of a regression. One that stops the model, such as by
    /// a loop that does not settle, has shown itself.
    pub fn run(
        &self,
        position: usize,
        seed: u64,
        cycles: u64,
        watch: &Watch,
    ) -> Result<Fate, EngineError> {
        let (cycle, fate) = self.chosen(position as u32 + 1, seed, cycles, watch)?;
        let by = STOPPED.to_owned();
        Ok(fate.unwrap_or(Fate::Killed { cycle, by }))
    }

    /// How many cycles matched at least, and how it ended.
    fn chosen(
        &self,
        number: u32,
        seed: u64,
        cycles: u64,
        watch: &Watch,
    ) -> Result<(u64, Result<Fate, EngineError>), EngineError> {
        let golden = self.kit.golden();
        let pair = Pair {
            interface: &self.interface,
            kit: &*self.kit,
            golden: &*golden,
            dut: &self.bench.selecting(number),
            seed,
        };
        let mut generator = self.kit.generator(&self.interface, seed);
        let mut lockstep = pair.lockstep()?;
        let fate = lockstep
            .run(&mut *generator, cycles, watch)
            .map(|verdict| match verdict {
                Verdict::Match { cycles } => Ok(Fate::Alive { cycles }),
                Verdict::Mismatch(mismatch) => Ok(Fate::Killed {
                    cycle: mismatch.cycle,
                    by: mismatch.subject.name().to_owned(),
                }),
                Verdict::Interrupted { .. } => Ok(Fate::Interrupted),
                Verdict::OutOfContract { cycle, reason } => Err(EngineError::new(format!(
                    "the stimulus left the contract in cycle {cycle}: {reason}"
                ))),
            });
        match fate {
            Ok(fate) => Ok((lockstep.cycle(), Ok(fate?))),
            Err(stopped) => Ok((lockstep.cycle(), Err(stopped))),
        }
    }
}
