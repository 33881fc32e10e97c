//! A kernel made ready to run.

use crate::analysis::{Cfg, Dominators};
use crate::ir::{Class, Kernel, Op, Reg, Registers};

/// No instruction: where lanes reconverge that meet again only at the end.
pub const END: u32 = u32::MAX;

/// A kernel over physical registers, with the points where its branches reconverge.
#[derive(Clone, Debug)]
pub struct Program {
    /// The kernel.
    pub kernel: Kernel,
    /// 32-bit registers.
    pub words: u32,
    /// Predicates.
    pub predicates: u32,
    /// For each branch, the first instruction of its immediate post-dominator, or `END`.
    pub reconverge: Vec<u32>,
}

impl Program {
    /// Makes a kernel ready. Virtual registers get a place each, none of it shared.
    pub fn new(mut kernel: Kernel) -> Self {
        let (words, predicates) = match &kernel.registers {
            Registers::Physical { words, predicates } => (*words, *predicates),
            Registers::Virtual(classes) => {
                let (places, words, predicates) = spread(classes);
                for instruction in &mut kernel.code {
                    let place = |reg: Reg| Reg {
                        index: places[reg.index as usize],
                        ..reg
                    };
                    instruction.rename(place, place);
                }
                kernel.registers = Registers::Physical { words, predicates };
                (words, predicates)
            }
        };
        let reconverge = reconvergence(&kernel);
        Self {
            kernel,
            words,
            predicates,
            reconverge,
        }
    }

    /// The compiler's source of an instruction, if the PTX says.
    pub(crate) fn source(&self, pc: usize) -> Option<String> {
        let instruction = self.kernel.code.get(pc)?;
        self.kernel.source.describe(instruction.line)
    }
}

/// A place for each virtual register, and how many words and predicates they take.
fn spread(classes: &[Class]) -> (Vec<u32>, u32, u32) {
    let (mut words, mut predicates) = (0u32, 0u32);
    let places = classes.iter().map(|class| {
        let (counter, size) = match class {
            Class::Word => (&mut words, 1),
            Class::Pair => {
                words = words.next_multiple_of(2);
                (&mut words, 2)
            }
            Class::Predicate => (&mut predicates, 1),
        };
        let place = *counter;
        *counter += size;
        place
    });
    let places = places.collect();
    (places, words, predicates)
}

fn reconvergence(kernel: &Kernel) -> Vec<u32> {
    let cfg = Cfg::new(kernel);
    let post = Dominators::post(&cfg);
    let point = |(index, op): (usize, Op)| match op {
        Op::Bra(_) | Op::Brx(_) => {
            let block = post.immediate(cfg.block_of[index]);
            block.map_or(END, |block| cfg.blocks[block].code.start as u32)
        }
        _ => END,
    };
    kernel
        .code
        .iter()
        .map(|i| i.op)
        .enumerate()
        .map(point)
        .collect()
}
