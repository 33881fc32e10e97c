//! rust_hdl's own simulator as an engine.
//!
//! Units declare no reset: a block is reset by being built anew. So this engine shows that the
//! source means what golden means, and the reset that the emitter adds is for Verilator to test.

use crate::engine::{Bench, Engine, EngineError, Halt};
use crate::interface::Interface;

/// A rust_hdl block that is driven by frames.
pub trait Simulation {
    /// One clock cycle: inputs, outputs, edge. An error is one line.
    fn cycle(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<(), String>;
}

/// Starts simulations of one block.
pub struct RustHdlBench<F> {
    build: F,
    row_words: usize,
    output_words: usize,
}

impl<F> RustHdlBench<F>
where
    F: Fn() -> Result<Box<dyn Simulation>, String> + Clone + Send + Sync + 'static,
{
    /// `build` makes the block as it is after reset.
    pub fn new(interface: &Interface, build: F) -> Self {
        Self {
            build,
            row_words: interface.row_words(),
            output_words: interface.output_words(),
        }
    }
}

impl<F> Bench for RustHdlBench<F>
where
    F: Fn() -> Result<Box<dyn Simulation>, String> + Clone + Send + Sync + 'static,
{
    fn start(&self, _power_up: u64) -> Result<Box<dyn Engine>, EngineError> {
        Ok(Box::new(RustHdlEngine {
            simulation: (self.build)().map_err(EngineError::new)?,
            fresh: true,
            build: self.build.clone(),
            row_words: self.row_words,
            output_words: self.output_words,
        }))
    }
}

struct RustHdlEngine<F> {
    simulation: Box<dyn Simulation>,
    /// No cycle has run since the block was built.
    fresh: bool,
    build: F,
    row_words: usize,
    output_words: usize,
}

impl<F: Fn() -> Result<Box<dyn Simulation>, String>> RustHdlEngine<F> {
    fn cycle(&mut self, row: &[u32], frame: &mut [u32]) -> Result<(), String> {
        if row[0] & 1 == 0 {
            self.fresh = false;
            return self.simulation.cycle(&row[1..], frame);
        }
        if !self.fresh {
            self.simulation = (self.build)()?;
            self.fresh = true;
        }
        Ok(())
    }
}

impl<F: Fn() -> Result<Box<dyn Simulation>, String>> Engine for RustHdlEngine<F> {
    fn name(&self) -> &'static str {
        "rust-hdl"
    }

    fn run(&mut self, rows: &[u32], outputs: &mut [u32]) -> Result<(), Halt> {
        let rows = rows.chunks_exact(self.row_words);
        let frames = outputs.chunks_exact_mut(self.output_words);
        for (row, frame) in rows.zip(frames) {
            self.cycle(row, frame)
                .map_err(|message| Halt::Failed(EngineError::new(message)))?;
        }
        Ok(())
    }
}
