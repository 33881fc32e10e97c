//! rust_hdl's own simulator as an engine.
//!
//! Units declare no reset: a block is reset by being built anew. So this engine shows that the
//! source means what golden means, and the reset that the emitter adds is for Verilator to test.

use crate::engine::{Bench, Engine, EngineError, Halt};
use crate::interface::Interface;
use hdl::engine::AnyUnit;
use hdl::units::build;
use spec::AnyParameters;

/// Starts simulations of one unit.
pub struct RustHdlBench {
    parameters: AnyParameters,
    row_words: usize,
    output_words: usize,
}

impl RustHdlBench {
    /// Of a unit with parameters.
    pub fn new(parameters: &AnyParameters) -> Self {
        let interface = Interface::of(parameters);
        Self {
            parameters: *parameters,
            row_words: interface.row_words(),
            output_words: interface.output_words(),
        }
    }
}

impl Bench for RustHdlBench {
    fn start(&self, _power_up: u64) -> Result<Box<dyn Engine>, EngineError> {
        Ok(Box::new(RustHdlEngine {
            unit: fresh(&self.parameters),
            used: false,
            parameters: self.parameters,
            row_words: self.row_words,
            output_words: self.output_words,
        }))
    }
}

/// The unit as it is after reset.
fn fresh(parameters: &AnyParameters) -> Box<dyn AnyUnit> {
    let mut unit = build(parameters);
    unit.prepare();
    unit
}

struct RustHdlEngine {
    unit: Box<dyn AnyUnit>,
    /// A cycle has run since the unit was built.
    used: bool,
    parameters: AnyParameters,
    row_words: usize,
    output_words: usize,
}

impl Engine for RustHdlEngine {
    fn name(&self) -> &'static str {
        "rust-hdl"
    }

    fn run(&mut self, rows: &[u32], outputs: &mut [u32]) -> Result<(), Halt> {
        let rows = rows.chunks_exact(self.row_words);
        let frames = outputs.chunks_exact_mut(self.output_words);
        for (row, frame) in rows.zip(frames) {
            if row[0] & 1 == 1 {
                if self.used {
                    self.unit = fresh(&self.parameters);
                    self.used = false;
                }
                continue;
            }
            self.used = true;
            let cycled = self.unit.cycle(&row[1..], frame);
            cycled.map_err(|error| Halt::Failed(EngineError::new(error.to_string())))?;
        }
        Ok(())
    }
}
