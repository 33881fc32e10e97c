//! Mutants of a design, all in one model, each in lockstep with the golden model until they differ.

use crate::bugs::design::with_mutations;
use crate::engine::EngineError;
use crate::engines::verilator::VerilatorBench;
use crate::failure::Pair;
use crate::interface::Interface;
use crate::lockstep::{Verdict, Watch};
use crate::units::{self, Kit};
use hdl::emit::edit::Mutation;
use hdl::emit::{Dialect, Reset};
use spec::Configuration;
use std::sync::Arc;
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

/// A model of a configuration that holds mutants.
pub struct Mutants {
    interface: Interface,
    kit: Box<dyn Kit>,
    bench: VerilatorBench,
    mutations: Vec<Mutation>,
}

impl Mutants {
    /// Builds a model of all these mutations, or finds it built.
    pub fn build(
        tools: (Arc<Toolchain>, Cache),
        configuration: &Configuration,
        mutations: Vec<Mutation>,
    ) -> Result<Self, EngineError> {
        let form = (Dialect::default(), Reset::default());
        let hardware = with_mutations(configuration, form, &mutations);
        let hardware = hardware.map_err(|error| EngineError::new(error.to_string()))?;
        let interface = Interface::of(&configuration.parameters);
        Ok(Self {
            bench: VerilatorBench::of_bugs(tools, &interface, &hardware)?,
            kit: units::kit(&configuration.parameters),
            interface,
            mutations,
        })
    }

    /// The mutations that it holds.
    pub fn mutations(&self) -> &[Mutation] {
        &self.mutations
    }

    /// The unit without any mutation: it has to match.
    pub fn unmutated(&self, seed: u64, cycles: u64, watch: &Watch) -> Result<Fate, EngineError> {
        self.chosen(0, seed, cycles, watch)
    }

    /// The mutant at a position, with the stimulus of a regression.
    pub fn run(
        &self,
        position: usize,
        seed: u64,
        cycles: u64,
        watch: &Watch,
    ) -> Result<Fate, EngineError> {
        self.chosen(position as u32 + 1, seed, cycles, watch)
    }

    fn chosen(
        &self,
        number: u32,
        seed: u64,
        cycles: u64,
        watch: &Watch,
    ) -> Result<Fate, EngineError> {
        let golden = self.kit.golden();
        let pair = Pair {
            interface: &self.interface,
            kit: &*self.kit,
            golden: &*golden,
            dut: &self.bench.selecting(number),
            seed,
        };
        let mut generator = self.kit.generator(&self.interface, seed);
        let verdict = pair.lockstep()?.run(&mut *generator, cycles, watch)?;
        Ok(match verdict {
            Verdict::Match { cycles } => Fate::Alive { cycles },
            Verdict::Mismatch(mismatch) => Fate::Killed {
                cycle: mismatch.cycle,
                by: mismatch.subject.name().to_owned(),
            },
            Verdict::Interrupted { .. } => Fate::Interrupted,
            Verdict::OutOfContract { cycle, reason } => {
                let text = format!("the stimulus left the contract in cycle {cycle}: {reason}");
                return Err(EngineError::new(text));
            }
        })
    }
}
