//! Liveness of virtual registers.

use super::Cfg;
use crate::ir::{Instruction, Kernel, Reg};

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set {
    words: Vec<u64>,
}

impl Set {
    /// The empty set of numbers below `size`.
    pub fn new(size: usize) -> Self {
        Self {
            words: vec![0; size.div_ceil(64)],
        }
    }

    /// Adds a number; says whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let word = &mut self.words[number as usize / 64];
        let bit = 1 << (number % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes a number out; says whether it was in.
    pub fn remove(&mut self, number: u32) -> bool {
        let word = &mut self.words[number as usize / 64];
        let bit = 1 << (number % 64);
        let found = *word & bit != 0;
        *word &= !bit;
        found
    }

    /// Whether a number is in.
    pub fn contains(&self, number: u32) -> bool {
        self.words[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// Adds all numbers of another set; says whether any is new.
    pub fn union(&mut self, other: &Self) -> bool {
        let mut grown = false;
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            grown |= other & !*word != 0;
            *word |= other;
        }
        grown
    }

    /// Adds the numbers that are in both of two other sets.
    pub fn union_of_common(&mut self, a: &Self, b: &Self) {
        for ((word, a), b) in self.words.iter_mut().zip(&a.words).zip(&b.words) {
            *word |= a & b;
        }
    }

    /// Adds a number, or takes it out.
    pub fn set(&mut self, number: u32, is_in: bool) {
        if is_in {
            self.insert(number);
        } else {
            self.remove(number);
        }
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some(index as u32 * 64 + bit)
            })
        })
    }
}

/// Whether a result replaces all that its register held.
pub fn begins_life(instruction: &Instruction, result: Reg, visitors: usize) -> bool {
    instruction.guard.is_none() || result.index as usize >= visitors
}

/// The virtual registers that are live where blocks begin and end.
///
/// Liveness is a thread's affair: lanes that a branch or guard leaves out keep their own copies of
/// a register untouched. A result under a guard may leave the old value in place, so it does not
/// end the register's life.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// For each block, what is live before its first instruction.
    pub live_in: Vec<Set>,
    /// For each block, what is live after its last instruction.
    pub live_out: Vec<Set>,
}

impl Liveness {
    /// Solves the data-flow equations.
    ///
    /// Registers from `visitors` on are those that spilling made: what writes one under a guard
    /// is followed by its only reader under the same guard, so the write begins its life.
    pub fn new(kernel: &Kernel, cfg: &Cfg, registers: usize, visitors: usize) -> Self {
        let count = cfg.blocks.len();
        let mut uses = vec![Set::new(registers); count];
        let mut kills = vec![Set::new(registers); count];
        for (block, range) in cfg.blocks.iter().map(|b| b.code.clone()).enumerate() {
            for instruction in kernel.code[range].iter().rev() {
                for reg in instruction.results() {
                    if begins_life(instruction, reg, visitors) {
                        kills[block].insert(reg.index);
                        uses[block].remove(reg.index);
                    }
                }
                for reg in instruction.reads() {
                    uses[block].insert(reg.index);
                }
            }
        }
        let mut live_in = uses;
        let mut live_out = vec![Set::new(registers); count];
        let mut waiting = vec![true; count];
        let mut work: Vec<usize> = (0..count).collect();
        while let Some(block) = work.pop() {
            waiting[block] = false;
            let mut out = std::mem::take(&mut live_out[block]);
            for &successor in &cfg.blocks[block].successors {
                out.union(&live_in[successor]);
            }
            let mut grown = false;
            for ((word, out), kill) in live_in[block]
                .words
                .iter_mut()
                .zip(&out.words)
                .zip(&kills[block].words)
            {
                let passing = out & !kill;
                grown |= passing & !*word != 0;
                *word |= passing;
            }
            live_out[block] = out;
            if grown {
                for &predecessor in &cfg.blocks[block].predecessors {
                    if !std::mem::replace(&mut waiting[predecessor], true) {
                        work.push(predecessor);
                    }
                }
            }
        }
        Self { live_in, live_out }
    }
}
