//! Golden models as engines.

use crate::engine::{Engine, EngineError, Halt};
use crate::interface::Interface;
use spec::{OutOfContract, Ports, Unit, UnitFault, UnitModel};
use std::marker::PhantomData;

/// A [`UnitModel`] driven by frames.
pub struct GoldenEngine<U: Unit, M: UnitModel<U>> {
    model: M,
    row_words: usize,
    output_words: usize,
    unit: PhantomData<fn() -> U>,
}

impl<U: Unit, M: UnitModel<U>> GoldenEngine<U, M> {
    /// The engine of a model that is at power-up.
    pub fn new(parameters: &U::Parameters, model: M) -> Self {
        let interface = Interface::new(U::Inputs::ports(parameters), U::Outputs::ports(parameters));
        Self {
            model,
            row_words: interface.row_words(),
            output_words: interface.output_words(),
            unit: PhantomData,
        }
    }
}

impl<U: Unit, M: UnitModel<U>> Engine for GoldenEngine<U, M> {
    fn name(&self) -> &'static str {
        "golden"
    }

    fn run(&mut self, rows: &[u32], outputs: &mut [u32]) -> Result<(), Halt> {
        let rows = rows.chunks_exact(self.row_words);
        let frames = outputs.chunks_exact_mut(self.output_words);
        for (index, (row, frame)) in rows.zip(frames).enumerate() {
            if row[0] & 1 == 1 {
                self.model.reset();
                continue;
            }
            match self.model.cycle(&U::Inputs::unpack(&row[1..])) {
                Ok(outputs) => outputs.pack(frame),
                Err(UnitFault::OutOfContract(OutOfContract { reason })) => {
                    return Err(Halt::OutOfContract { index, reason })
                }
                Err(fault) => return Err(Halt::Failed(EngineError::new(fault.to_string()))),
            }
        }
        Ok(())
    }
}
