//! The control-flow graph.

use crate::ir::{Kernel, Op};
use std::ops::Range;

/// A run of instructions that is entered at its first and left at its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its instructions.
    pub code: Range<usize>,
    /// Blocks that may follow; empty when all threads leave the kernel.
    pub successors: Vec<usize>,
    /// Blocks that may come before.
    pub predecessors: Vec<usize>,
}

/// A kernel's blocks, in order of its code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cfg {
    /// The blocks; the first one is the entry.
    pub blocks: Vec<Block>,
    /// The block of each instruction.
    pub block_of: Vec<usize>,
}

impl Cfg {
    /// The graph of a kernel.
    ///
    /// A guarded `exit` does not end a block: its threads never come back, so nothing can
    /// reconverge with them, and a block that ended there would only hide where the others do.
    pub fn new(kernel: &Kernel) -> Self {
        let code = &kernel.code;
        let mut leaders = vec![false; code.len() + 1];
        leaders[0] = true;
        for (index, instruction) in code.iter().enumerate() {
            match instruction.op {
                Op::Bra(target) => leaders[target as usize] = true,
                Op::Brx(table) => {
                    for &target in &kernel.tables[table as usize] {
                        leaders[target as usize] = true;
                    }
                }
                _ if instruction.ends_block() => {}
                _ => continue,
            }
            leaders[index + 1] = true;
        }
        let starts: Vec<usize> = (0..code.len()).filter(|&index| leaders[index]).collect();
        let mut block_of = vec![0; code.len()];
        let mut blocks = Vec::with_capacity(starts.len());
        for (block, &start) in starts.iter().enumerate() {
            let end = starts.get(block + 1).copied().unwrap_or(code.len());
            block_of[start..end].fill(block);
            blocks.push(Block {
                code: start..end,
                successors: Vec::new(),
                predecessors: Vec::new(),
            });
        }
        for block in 0..blocks.len() {
            let last = blocks[block].code.end - 1;
            let instruction = &code[last];
            let mut successors: Vec<usize> = match instruction.op {
                Op::Bra(target) => vec![block_of[target as usize]],
                Op::Brx(table) => {
                    let targets = &kernel.tables[table as usize];
                    targets
                        .iter()
                        .map(|&target| block_of[target as usize])
                        .collect()
                }
                _ => Vec::new(),
            };
            if !instruction.ends_block() && last + 1 < code.len() {
                successors.push(block_of[last + 1]);
            }
            successors.sort_unstable();
            successors.dedup();
            for &successor in &successors {
                blocks[successor].predecessors.push(block);
            }
            blocks[block].successors = successors;
        }
        Self { blocks, block_of }
    }
}
