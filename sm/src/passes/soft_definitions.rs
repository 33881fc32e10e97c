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
//! Algorithm 2 looks for other lanes that wait for their turn. Lanes may also have had it: of two
//! paths that both define a register, the second must keep what the first has left for the
//! instructions behind both. So a definition is soft, too, if its register is live where the paths of
//! an enclosing branch meet again.
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
        let branches = branches(cfg);
        loop {
            let live_in = soft.live_in(kernel, cfg, words);
            let mut grown = false;
            for (index, instruction) in kernel.code.iter().enumerate() {
                for word in written_words(instruction) {
                    if soft.contains(index, word) {
                        continue;
                    }
                    let block = cfg.block_of[index];
                    let waits = |branch: &Branch| branch.keeps(block, word, &live_in);
                    if is_soft(block, word, cfg, &dominators, &post, &live_in)
                        || branches.iter().any(waits)
                    {
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

/// A branch whose lanes may part.
pub(super) struct Branch {
    /// Where its paths begin, but the one that is empty.
    pub paths: Vec<usize>,
    /// Where they meet.
    pub meet: Option<usize>,
    /// The blocks between.
    pub inside: Vec<bool>,
}

impl Branch {
    /// Whether lanes that have been through another path than that of a block need a register.
    fn keeps(&self, block: usize, word: u32, live_in: &[Set]) -> bool {
        self.inside[block] && self.meet.is_some_and(|meet| live_in[meet].contains(word))
    }
}

/// All branches of a kernel.
pub(super) fn branches(cfg: &Cfg) -> Vec<Branch> {
    let post = Dominators::post(cfg);
    let branch = |(number, block): (usize, &crate::analysis::Block)| {
        let meet = post.immediate(number);
        let paths = block.successors.iter().filter(|&&s| Some(s) != meet);
        let paths: Vec<usize> = paths.copied().collect();
        let mut inside = vec![false; cfg.blocks.len()];
        let mut work = paths.clone();
        while let Some(block) = work.pop() {
            if Some(block) != meet && !std::mem::replace(&mut inside[block], true) {
                work.extend(&cfg.blocks[block].successors);
            }
        }
        Branch {
            paths,
            meet,
            inside,
        }
    };
    let parting = cfg.blocks.iter().enumerate();
    { parting.filter(|(_, block)| block.successors.len() > 1) }
        .map(branch)
        .collect()
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
