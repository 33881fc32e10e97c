//! Where a register is named next: what Slumber's T5 asks for (4.2), "the corresponding instruction".
//!
//! ```text
//! before                          after
//! 0: mov r1, 1                    r1: 2 instructions on, at 2
//! 1: mov r2, 2                    r2: 1 instruction on, at 2
//! 2: add r3, r1, r2               r1, r2: never; r3: 2 instructions on, at 4
//! 3: @p bra 5
//! 4: add r3, r3, 1                r3: 1 instruction on, at 5
//! 5: st [r0], r3                  r3: never
//! ```
//!
//! Of several ways the shortest counts: a register that is named soon on one of them must be ready.

use super::{read_words, written_words};
use crate::analysis::Cfg;
use crate::ir::{Kernel, Registers};

/// The next instruction that names a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextUse {
    /// The 32-bit register.
    pub word: u32,
    /// Instructions to there, at least.
    pub distance: u32,
    /// The instruction.
    pub pc: u32,
}

/// For each instruction of a kernel over physical registers, the next use of each register that it
/// names and that is named again, ascending by register.
pub fn next_uses(kernel: &Kernel) -> Vec<Vec<NextUse>> {
    let mut uses = vec![Vec::new(); kernel.code.len()];
    let Registers::Physical { words, .. } = kernel.registers else {
        return uses;
    };
    let named: Vec<Vec<u32>> = kernel
        .code
        .iter()
        .map(|i| read_words(i).chain(written_words(i)).collect())
        .collect();
    let cfg = Cfg::new(kernel);
    for word in 0..words {
        let after = of_word(&cfg, &named, word);
        for (index, next) in after.into_iter().enumerate() {
            if let Some((distance, pc)) = next.filter(|_| named[index].contains(&word)) {
                uses[index].push(NextUse { word, distance, pc });
            }
        }
    }
    uses
}

/// After each instruction, how far the next one that names a register is, and which it is.
fn of_word(cfg: &Cfg, named: &[Vec<u32>], word: u32) -> Vec<Option<(u32, u32)>> {
    let mut after = vec![None; named.len()];
    // What an instruction's predecessor sees of it.
    let seen = |after: &[Option<(u32, u32)>], index: usize| {
        if named[index].contains(&word) {
            return Some((1, index as u32));
        }
        after[index].map(|(distance, pc)| (distance + 1, pc))
    };
    let mut changed = true;
    while changed {
        changed = false;
        for block in cfg.blocks.iter().rev() {
            let entries = block.successors.iter().map(|&s| cfg.blocks[s].code.start);
            let mut next = entries.filter_map(|entry| seen(&after, entry)).min();
            for index in block.code.clone().rev() {
                changed |= after[index] != next;
                after[index] = next;
                next = seen(&after, index);
            }
        }
    }
    after
}
