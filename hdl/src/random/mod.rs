//! Random circuits: stimulus for the differential test of the emitter, Rust against Verilog.
//!
//! [`RandomModule::new`] makes a circuit from a seed: ports, registers, and a body of assignments,
//! branches and loops over random typed expressions. The same tree is evaluated here, with
//! rust_hdl's own operations on `Bits<N>`, and given to the emitter as AST; so a difference in
//! simulation is a mistake of the emitter (or of a tool), never of the attribute `#[hardware]`.
//! A circuit is an [`AnyUnit`], driven by frames like those of the corpus.
//!
//! The same seed gives the same circuit on every machine: the generator is a splitmix64 of our
//! own.

mod block;
mod generate;
mod tree;
mod value;

use crate::engine::{AnyUnit, Port, Unsettled};
use rust_hdl::core::block::Block;

pub use block::RandomModule;

/// Steele, Lea and Flood's splitmix64: 64 bits of state, good enough for stimulus.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    pub fn new(seed: u64) -> Self {
        SplitMix64(seed)
    }

    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`, which must not be zero.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next_u64() % limit as u64) as usize
    }

    /// True in one of `n` cases.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of the choices, of which there must be at least one.
    pub fn choose<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

impl RandomModule {
    /// A frame of inputs with many zeros, ones and small numbers in it: carries and edges are
    /// where translations go wrong.
    pub fn random_frame(&self, random: &mut SplitMix64) -> Vec<u32> {
        let mut frame: Vec<u32> = (0..crate::engine::frame_words(self.inputs()))
            .map(|_| match random.below(5) {
                0 => 0,
                1 => u32::MAX,
                2 => random.below(4) as u32,
                _ => random.next_u64() as u32,
            })
            .collect();
        self.normalize(&mut frame);
        frame
    }
}

impl AnyUnit for RandomModule {
    fn block(&self) -> &dyn Block {
        self
    }

    fn inputs(&self) -> &'static [Port] {
        self.input_ports()
    }

    fn outputs(&self) -> &'static [Port] {
        self.output_ports()
    }

    fn prepare(&mut self) {}

    fn normalize(&self, inputs: &mut [u32]) {
        let mut rest = inputs;
        for port in self.inputs() {
            let (words, tail) = std::mem::take(&mut rest).split_at_mut(port.words());
            if let (Some(last), 1..) = (words.last_mut(), port.width % 32) {
                *last &= (1 << (port.width % 32)) - 1;
            }
            rest = tail;
        }
    }

    fn cycle(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<(), Unsettled> {
        self.evaluate(inputs);
        self.sample(outputs);
        self.clock_edge();
        Ok(())
    }

    fn apply(&mut self, inputs: &[u32]) -> Result<(), Unsettled> {
        self.evaluate(inputs);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::{emit, Dialect, Options, Provenance};

    #[test]
    fn the_generator_is_splitmix64() {
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn every_circuit_is_emitted() {
        for seed in 0..200 {
            let module = RandomModule::new(seed);
            for dialect in [Dialect::Verilog2005, Dialect::SystemVerilog] {
                let options = Options {
                    dialect,
                    ..Options::default()
                };
                if let Err(errors) = emit(&module, &Provenance::default(), &options) {
                    panic!("seed {seed}: {errors}");
                }
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_circuit() {
        let text = |seed| {
            let design = emit(
                &RandomModule::new(seed),
                &Provenance::default(),
                &Options::default(),
            );
            design.map(|design| design.modules)
        };
        assert_eq!(text(7), text(7));
        assert_ne!(text(7), text(8));
    }
}
