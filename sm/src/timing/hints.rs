//! What a compiler tells of a kernel's registers, for register files that listen.

use crate::ir::Kernel;
use crate::passes::verify::{self, Broken};
use crate::passes::{next_accesses, next_uses, NextAccess, NextUse};

/// Notes on a kernel.
#[derive(Clone, Debug)]
pub(crate) struct Hints {
    /// For each instruction, the registers that it names and that nothing reads before they are
    /// written again: Slumber's flags (4.1).
    dead: Vec<Vec<u32>>,
    next: Vec<Vec<NextUse>>,
}

impl Hints {
    pub fn new(kernel: &Kernel) -> Result<Self, Broken> {
        let flags = next_accesses(kernel);
        verify::accesses(kernel, &flags)?;
        let next = next_uses(kernel);
        verify::uses(kernel, &next)?;
        let dead = |index| {
            let written = { flags.of(index).iter() }.filter(|flag| flag.1 == NextAccess::Write);
            written.map(|flag| flag.0).collect()
        };
        Ok(Self {
            dead: (0..kernel.code.len()).map(dead).collect(),
            next,
        })
    }

    /// Whether a register that an instruction names holds nothing of use after it.
    pub fn next_write(&self, pc: u32, register: u8) -> bool {
        self.dead[pc as usize].contains(&u32::from(register))
    }

    /// Of registers that an instruction names, the use that comes next.
    pub fn next_use(&self, pc: u32, registers: &[u8]) -> Option<NextUse> {
        let uses = self.next[pc as usize].iter();
        let named = uses.filter(|next| registers.contains(&(next.word as u8)));
        named.min_by_key(|next| next.distance).copied()
    }
}
