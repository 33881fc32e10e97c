//! Soft definitions (RegLess 4.4, Algorithm 2): writes that may leave lanes of a register as they
//! are, because threads that went another way still need them.
//!
//! ```text
//! before                          after
//! mov r1, 1                       hard
//! @p bra other                                r1 is live on the edge to `other`,
//! mov r1, 2                       soft        so this write must keep other lanes
//! bra.uni join
//! other: add r2, r1, 1
//! join:  st [r0], r1
//! ```
//!
//! Whether a definition is soft depends on what is live, and what is live on which definitions are
//! soft; the paper does not say how it breaks the circle. Here definitions under a guard are soft from the start,
//! and both are worked out in turn until nothing changes: more soft definitions only make more live.

use super::{read_words, written_words};
use crate::analysis::{Cfg, Dominators, Set};
use crate::ir::Kernel;

/// Which definitions are soft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoftDefinitions {
    /// For each instruction, the registers that it defines softly.
    soft: Vec<Vec<u32>>,
}

impl SoftDefinitions {
    /// Works them out.
    pub fn new(kernel: &Kernel, cfg: &Cfg, words: usize) -> Self {
        let guarded = kernel.code.iter().map(|i| match i.guard {
            Some(_) => written_words(i).collect(),
            None => Vec::new(),
        });
        let mut soft = Self {
            soft: guarded.collect(),
        };
        let dominators = closure(cfg, &Dominators::new(cfg));
        let post = closure(cfg, &Dominators::post(cfg));
        loop {
            let live_in = soft.live_in(kernel, cfg, words);
            let mut grown = false;
            for (index, instruction) in kernel.code.iter().enumerate() {
                for word in written_words(instruction) {
                    if soft.contains(index, word) {
                        continue;
                    }
                    let block = cfg.block_of[index];
                    if is_soft(block, word, cfg, &dominators, &post, &live_in) {
                        soft.soft[index].push(word);
                        grown = true;
                    }
                }
            }
            if !grown {
                return soft;
            }
        }
    }

    /// Whether an instruction defines a register softly.
    pub fn contains(&self, instruction: usize, word: u32) -> bool {
        self.soft[instruction].contains(&word)
    }

    /// Standard liveness at the beginning of blocks, but that a soft definition ends nothing.
    fn live_in(&self, kernel: &Kernel, cfg: &Cfg, words: usize) -> Vec<Set> {
        let mut live_in = vec![Set::new(words); cfg.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (number, block) in cfg.blocks.iter().enumerate().rev() {
                let mut live = Set::new(words);
                for &successor in &block.successors {
                    live.union(&live_in[successor]);
                }
                for index in block.code.clone().rev() {
                    self.back(kernel, index, &mut live);
                }
                changed |= live_in[number].union(&live);
            }
        }
        live_in
    }

    /// From what is live after an instruction to what is live before it.
    pub(super) fn back(&self, kernel: &Kernel, index: usize, live: &mut Set) {
        let instruction = &kernel.code[index];
        for word in written_words(instruction) {
            if !self.contains(index, word) {
                live.remove(word);
            }
        }
        for word in read_words(instruction) {
            live.insert(word);
        }
    }
}

/// For each block all that strictly dominate it, the nearest first.
fn closure(cfg: &Cfg, tree: &Dominators) -> Vec<Vec<usize>> {
    let chain = |block| std::iter::successors(tree.immediate(block), |&b| tree.immediate(b));
    (0..cfg.blocks.len())
        .map(|block| chain(block).collect())
        .collect()
}

/// Algorithm 2.
fn is_soft(
    block: usize,
    word: u32,
    cfg: &Cfg,
    dominators: &[Vec<usize>],
    post: &[Vec<usize>],
    live_in: &[Set],
) -> bool {
    let dominates = |candidate: usize| candidate == block || dominators[block].contains(&candidate);
    dominators[block].iter().any(|&dominator| {
        // Where paths have met again since then, all lanes are on their way here.
        if post[dominator].iter().any(|&meet| dominates(meet)) {
            return false;
        }
        let successors = &cfg.blocks[dominator].successors;
        let mut others = successors
            .iter()
            .filter(|&&successor| !dominates(successor));
        others.any(|&successor| live_in[successor].contains(word))
    })
}
