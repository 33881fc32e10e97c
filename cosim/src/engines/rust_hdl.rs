//! rust_hdl's own simulator as an engine.
//!
//! Units declare no reset: a block is reset by being built anew. So this engine shows that the
//! source means what golden means, and the reset that the emitter adds is for Verilator to test.

use hdl::engine::AnyUnit;
use hdl::ports::{frame_words, Port};
use hdl::units::build;
use spec::AnyParameters;
use std::ops::Range;
use surroundings::engine::{Bench, Engine, EngineError, Halt};
use surroundings::interface::{Interface, Slot};

/// Starts simulations of one unit.
pub struct RustHdlBench {
    parameters: AnyParameters,
    interface: Interface,
}

impl RustHdlBench {
    /// Of a unit with parameters.
    pub fn new(parameters: &AnyParameters) -> Self {
        Self {
            parameters: *parameters,
            interface: Interface::of(parameters),
        }
    }
}

/// Where the words of ports stand: in the contract's frame, which pads, and in the block's, which
/// has the words that their widths need.
struct Placement(Vec<(Range<usize>, Range<usize>)>);

impl Placement {
    fn new(slots: &[Slot], ports: &[Port]) -> Self {
        let mut end = 0;
        let places = slots.iter().zip(ports).map(|(slot, port)| {
            let first = end;
            end += port.words();
            (slot.offset..slot.offset + port.words(), first..end)
        });
        Self(places.collect())
    }

    fn tighten(&self, frame: &[u32], own: &mut [u32]) {
        for (padded, tight) in &self.0 {
            own[tight.clone()].copy_from_slice(&frame[padded.clone()]);
        }
    }

    fn pad(&self, own: &[u32], frame: &mut [u32]) {
        frame.fill(0);
        for (padded, tight) in &self.0 {
            frame[padded.clone()].copy_from_slice(&own[tight.clone()]);
        }
    }
}

impl Bench for RustHdlBench {
    fn start(&self, _power_up: u64) -> Result<Box<dyn Engine>, EngineError> {
        let unit = fresh(&self.parameters);
        Ok(Box::new(RustHdlEngine {
            used: false,
            parameters: self.parameters,
            row_words: self.interface.row_words(),
            output_words: self.interface.output_words(),
            input_places: Placement::new(self.interface.inputs(), &unit.inputs()),
            output_places: Placement::new(self.interface.outputs(), &unit.outputs()),
            inputs: vec![0; frame_words(&unit.inputs())],
            outputs: vec![0; frame_words(&unit.outputs())],
            unit,
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
    input_places: Placement,
    output_places: Placement,
    /// The block's own frames.
    inputs: Vec<u32>,
    outputs: Vec<u32>,
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
            self.input_places.tighten(&row[1..], &mut self.inputs);
            let cycled = self.unit.cycle(&self.inputs, &mut self.outputs);
            cycled.map_err(|error| Halt::Failed(EngineError::new(error.to_string())))?;
            self.output_places.pad(&self.outputs, frame);
        }
        Ok(())
    }
}
