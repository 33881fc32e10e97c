//! What single threads need: liveness once more, the plain textbook way. A warp needs at least that, so the
//! passes' own liveness, which knows of lanes and other paths, is held against it.

use crate::analysis::{Cfg, Set};
use crate::ir::Kernel;
use crate::passes::{read_words, written_words};

/// For each instruction, the words that a thread which has executed it may still read.
pub fn needed_after(kernel: &Kernel, cfg: &Cfg, words: usize) -> Vec<Set> {
    let mut live_in = vec![Set::new(words); cfg.blocks.len()];
    let mut after = vec![Set::new(words); kernel.code.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (number, block) in cfg.blocks.iter().enumerate().rev() {
            let mut live = Set::new(words);
            for &successor in &block.successors {
                live.union(&live_in[successor]);
            }
            for index in block.code.clone().rev() {
                after[index] = live.clone();
                step_back(kernel, index, &mut live);
            }
            changed |= live_in[number].union(&live);
        }
    }
    after
}

/// From what is needed after an instruction to what is needed before it. What a guard lets through may
/// be nothing, so a write under one ends no need.
pub fn step_back(kernel: &Kernel, index: usize, live: &mut Set) {
    let instruction = &kernel.code[index];
    if instruction.guard.is_none() {
        for word in written_words(instruction) {
            live.remove(word);
        }
    }
    for word in read_words(instruction) {
        live.insert(word);
    }
}
