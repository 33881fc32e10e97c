//! Liveness of a warp's registers: what some lane may still read, whichever path runs first.
//!
//! ```text
//! before                          live after, of r1 and r2
//! mov r1, 1                       r1
//! mov r2, 2                       r1 r2
//! @p bra other                    r1 r2
//! add r3, r1, 1                   r1 r2     a thread here needs neither again; lanes at `other` do
//! bra.uni join                    r1 r2
//! other: add r3, r1, r2
//! join:  st [r0], r3
//! ```
//!
//! A thread's liveness is not enough for hardware that keeps or drops whole registers: when paths
//! diverge a warp runs one after the other, so what the second needs must survive the first. So
//! the graph gets an edge from where each path of a branch ends to where the others begin, and soft
//! definitions end nothing ([`super::SoftDefinitions`]).

use super::soft_definitions::{branches, SoftDefinitions};
use crate::analysis::{Cfg, Set};
use crate::ir::Kernel;

/// What is live in a warp.
#[derive(Clone, Debug)]
pub struct WarpLiveness {
    /// For each instruction, the registers that are live after it.
    after: Vec<Set>,
    /// For each instruction, the registers that are live before it.
    before: Vec<Set>,
    soft: SoftDefinitions,
}

impl WarpLiveness {
    /// Works it out for a kernel over physical registers, so many of them.
    pub fn new(kernel: &Kernel, cfg: &Cfg, words: usize) -> Self {
        let soft = SoftDefinitions::new(kernel, cfg, words);
        let next = with_other_paths(cfg);
        let mut live_in = vec![Set::new(words); cfg.blocks.len()];
        let length = kernel.code.len();
        let mut after = vec![Set::new(words); length];
        let mut before = vec![Set::new(words); length];
        let mut changed = true;
        while changed {
            changed = false;
            for (number, block) in cfg.blocks.iter().enumerate().rev() {
                let mut live = Set::new(words);
                for &successor in &next[number] {
                    live.union(&live_in[successor]);
                }
                for index in block.code.clone().rev() {
                    after[index] = live.clone();
                    soft.back(kernel, index, &mut live);
                    before[index] = live.clone();
                }
                changed |= live_in[number].union(&live);
            }
        }
        let live = Self {
            after,
            before,
            soft,
        };
        debug_assert_eq!(super::verify::live(kernel, &live), Ok(()));
        live
    }

    /// The registers that are live after an instruction.
    pub fn after(&self, instruction: usize) -> &Set {
        &self.after[instruction]
    }

    /// The registers that are live before an instruction.
    pub fn before(&self, instruction: usize) -> &Set {
        &self.before[instruction]
    }

    /// The soft definitions.
    pub fn soft(&self) -> &SoftDefinitions {
        &self.soft
    }
}

/// For each block what may run next in its warp: its successors, and the other paths of branches
/// whose paths meet behind it.
fn with_other_paths(cfg: &Cfg) -> Vec<Vec<usize>> {
    let mut next: Vec<Vec<usize>> = cfg.blocks.iter().map(|b| b.successors.clone()).collect();
    for branch in branches(cfg) {
        for (end, _) in branch
            .inside
            .iter()
            .enumerate()
            .filter(|(_, &inside)| inside)
        {
            let successors = &cfg.blocks[end].successors;
            let leaves = match branch.meet {
                Some(meet) => successors.contains(&meet),
                None => successors.is_empty(),
            };
            if leaves {
                next[end].extend(&branch.paths);
            }
        }
    }
    for successors in &mut next {
        successors.sort_unstable();
        successors.dedup();
    }
    next
}
