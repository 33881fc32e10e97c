//! Verilated RTL that counts lines, branches and toggles, also of the widest registers.

use super::verilator::{build, engine_error, model_spec, VerilatorEngine};
use hdl::emit::Reset;
use surroundings::engine::{Engine, EngineError, Halt};
use surroundings::interface::Interface;
use tools::hardware::Hardware;
use verilated::{Cache, Coverage, CoveragePoint, Library, Optimization, Toolchain};

/// Wider than any signal of ours: a port of all banks of a register file has 4,096 bits.
const MAX_WIDTH: u32 = 65_536;

/// A design with a counter of each line, branch and toggle.
pub struct CountedBench {
    library: Library,
    reset: Reset,
    row_words: usize,
}

impl CountedBench {
    /// Builds a design, or finds it built.
    pub fn build(
        toolchain: &Toolchain,
        cache: &Cache,
        interface: &Interface,
        hardware: &Hardware,
    ) -> Result<Self, EngineError> {
        let mut spec = model_spec(interface, hardware, false);
        spec.options.coverage = Coverage::Full {
            max_width: MAX_WIDTH,
        };
        // Counters make the code long, and a run of it is short.
        spec.options.optimization = Optimization::Quick;
        Ok(Self {
            library: build(cache, toolchain, &spec)?,
            reset: hardware.reset,
            row_words: interface.row_words(),
        })
    }

    /// An instance at power-up.
    pub fn start(&self, power_up: u64) -> Result<CountedEngine, EngineError> {
        let mut model = self.library.instantiate(power_up).map_err(engine_error)?;
        model.clear_coverage();
        Ok(CountedEngine(VerilatorEngine {
            model,
            reset: self.reset,
            select: None,
            row_words: self.row_words,
            frames: Vec::new(),
        }))
    }

    /// What the counters count, in their order.
    pub fn points(&self) -> &[CoveragePoint] {
        self.library.coverage_points()
    }
}

/// A model that counts.
pub struct CountedEngine(VerilatorEngine);

impl CountedEngine {
    /// How often each point was reached since power-up.
    pub fn counts(&self) -> &[u32] {
        self.0.model.coverage()
    }
}

impl Engine for CountedEngine {
    fn name(&self) -> &'static str {
        "verilator"
    }

    fn run(&mut self, rows: &[u32], outputs: &mut [u32]) -> Result<(), Halt> {
        self.0.run(rows, outputs)
    }
}
