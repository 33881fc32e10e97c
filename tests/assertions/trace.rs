//! What golden took and gave.

use spec::Configuration;
use surroundings::interface::Interface;
use surroundings::kit;

pub const CYCLES: usize = 16384;

/// Rows of reset and inputs, and output frames.
pub struct Trace {
    interface: Interface,
    rows: Vec<u32>,
    outputs: Vec<u32>,
}

impl Trace {
    pub fn of(configuration: &Configuration) -> Self {
        let parameters = &configuration.parameters;
        let interface = Interface::of(parameters);
        let kit = kit::kit(parameters);
        // Outputs are disturbed in the second half: what holds after a reset needs one there.
        let mut all = (1..100).map(|seed| {
            let mut rows = vec![0; CYCLES * interface.row_words()];
            kit.generator(&interface, seed).fill(&mut rows);
            rows
        });
        let rows = all
            .find(|rows| {
                let mut second = rows[rows.len() / 2..].chunks_exact(interface.row_words());
                second.any(|row| row[0] == 1)
            })
            .expect("the stimulus has resets");
        let mut outputs = vec![0; CYCLES * interface.output_words()];
        let mut golden = kit.golden().start(1).expect("golden starts");
        golden
            .run(&rows, &mut outputs)
            .expect("stimulus is in contract");
        Self {
            interface,
            rows,
            outputs,
        }
    }

    /// Of rows and what was given for them.
    pub fn of_frames(interface: Interface, rows: Vec<u32>, outputs: Vec<u32>) -> Self {
        Self {
            interface,
            rows,
            outputs,
        }
    }

    /// Each cycle's row of reset and inputs.
    pub fn rows(&self) -> impl Iterator<Item = &[u32]> {
        self.rows.chunks_exact(self.interface.row_words())
    }

    /// Words of an output frame.
    pub fn output_words(&self) -> usize {
        self.interface.output_words()
    }

    /// Each cycle's row and output frame.
    pub fn frames(&self) -> impl Iterator<Item = (&[u32], &[u32])> {
        self.rows()
            .zip(self.outputs.chunks_exact(self.interface.output_words()))
    }
}
