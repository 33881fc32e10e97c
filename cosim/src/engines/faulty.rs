//! An engine with a fault put into it: how the harness itself is tested.

use surroundings::engine::{Engine, Halt};
use surroundings::interface::Interface;

/// What a fault sees of a cycle, and the outputs that it may spoil.
pub struct FaultCycle<'a> {
    /// Cycles since power-up.
    pub cycle: u64,
    /// Whether reset is asserted.
    pub reset: bool,
    /// The input frame.
    pub inputs: &'a [u32],
    /// The output frame.
    pub outputs: &'a mut [u32],
}

/// Another engine whose outputs pass through a fault.
pub struct FaultyEngine<F> {
    inner: Box<dyn Engine>,
    row_words: usize,
    output_words: usize,
    cycle: u64,
    fault: F,
}

impl<F: FnMut(FaultCycle<'_>)> FaultyEngine<F> {
    /// Puts `fault` behind `inner`.
    pub fn new(interface: &Interface, inner: Box<dyn Engine>, fault: F) -> Self {
        Self {
            inner,
            row_words: interface.row_words(),
            output_words: interface.output_words(),
            cycle: 0,
            fault,
        }
    }
}

impl<F: FnMut(FaultCycle<'_>)> Engine for FaultyEngine<F> {
    fn name(&self) -> &'static str {
        "faulty"
    }

    fn run(&mut self, rows: &[u32], outputs: &mut [u32]) -> Result<(), Halt> {
        let halted = self.inner.run(rows, outputs);
        let frames = outputs.chunks_exact_mut(self.output_words);
        for (row, frame) in rows.chunks_exact(self.row_words).zip(frames) {
            (self.fault)(FaultCycle {
                cycle: self.cycle,
                reset: row[0] & 1 == 1,
                inputs: &row[1..],
                outputs: frame,
            });
            self.cycle += 1;
        }
        halted
    }
}
