//! Slumber's flags (4.1): for each operand of each instruction, whether the register is next read
//! or next written.
//!
//! ```text
//! before                          after
//! mov r1, 1                       r1: read
//! add r2, r1, 1                   r1: write   r2: read
//! mov r1, 3                       r1: read
//! st [r2], r1                     r1: write   r2: write
//! ```
//!
//! A register that is next written holds nothing of use, so it can be switched off; one that is
//! next read by any lane on any path must keep its value. One that is never named again counts
//! as written. A write that leaves lanes as they are needs what they hold, so it is no write in this
//! sense.

use super::{read_words, written_words, WarpLiveness};
use crate::analysis::Cfg;
use crate::ir::{Kernel, Registers};

/// How a register is accessed next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextAccess {
    /// Something may read what it holds.
    Read,
    /// Nothing will.
    Write,
}

/// The flags of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextAccesses {
    /// For each instruction, the 32-bit registers that it names, each once, ascending.
    flags: Vec<Vec<(u32, NextAccess)>>,
}

impl NextAccesses {
    /// The flags of an instruction: the registers that it names and what comes next for each.
    pub fn of(&self, instruction: usize) -> &[(u32, NextAccess)] {
        &self.flags[instruction]
    }
}

/// The flags of a kernel over physical registers; of one over virtual registers there are none.
pub fn next_accesses(kernel: &Kernel) -> NextAccesses {
    let words = match kernel.registers {
        Registers::Physical { words, .. } => words as usize,
        Registers::Virtual(_) => {
            return NextAccesses {
                flags: vec![Vec::new(); kernel.code.len()],
            }
        }
    };
    let cfg = Cfg::new(kernel);
    let live = WarpLiveness::new(kernel, &cfg, words);
    let flags = kernel.code.iter().enumerate().map(|(index, instruction)| {
        let mut named: Vec<u32> = read_words(instruction)
            .chain(written_words(instruction))
            .collect();
        named.sort_unstable();
        named.dedup();
        let flag = |word| {
            if live.after(index).contains(word) {
                (word, NextAccess::Read)
            } else {
                (word, NextAccess::Write)
            }
        };
        named.into_iter().map(flag).collect()
    });
    NextAccesses {
        flags: flags.collect(),
    }
}
