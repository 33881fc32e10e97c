//! Warp slots: what the pipeline remembers of each, and which of them stand where.

use super::code::Code;
use super::decode::{Decoded, Set, SET_WORDS, UNITS};
use crate::exec::Standing;

/// Whether two sets have nothing in common.
pub(crate) fn are_apart(one: &Set, other: &Set) -> bool {
    let both = one.iter().zip(other).map(|(one, other)| one & other);
    both.fold(0, |met, both| met | both) == 0
}

/// A warp slot.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// The block slot that it belongs to, and its number in it.
    pub block: usize,
    pub number: usize,
    /// Its scheduler and its shard.
    pub scheduler: usize,
    pub shard: usize,
    /// Where its registers begin in its shard's file.
    pub base: u16,
    /// What it does next, functionally.
    pub standing: Standing,
    /// The first instruction in its buffer, and how many there are.
    pub buffer: u32,
    pub buffered: u32,
    /// An instruction and how many of the words before it have come.
    pub words: (u32, u32),
    /// The fetch that is under way.
    pub fetching: Option<u32>,
    /// Its line is not in the L1I yet.
    pub missed: bool,
    /// Registers and predicates that are yet to be written.
    pub pending: Set,
    /// Those of them that are written nobody knows when, or not soon.
    pub far: Set,
    /// Instructions of the buffer whose registers have been named, the next one first.
    pub named: u32,
    /// Instructions under way, and registers that are yet to be free.
    pub inside: u32,
    /// Those that wait for memory.
    pub loads: u32,
    /// Its registers have been given back.
    pub released: bool,
}

impl Slot {
    /// Of a block's warp: its scheduler, its shard and the first of its registers there.
    pub fn new(
        (block, number): (usize, usize),
        (scheduler, shard): (usize, usize),
        base: u16,
    ) -> Self {
        Self {
            block,
            number,
            scheduler,
            shard,
            base,
            standing: Standing::Done,
            buffer: 0,
            buffered: 0,
            words: (0, 0),
            fetching: None,
            missed: false,
            pending: [0; SET_WORDS],
            far: [0; SET_WORDS],
            named: 0,
            inside: 0,
            loads: 0,
            released: true,
        }
    }

    /// A warp begins.
    pub fn begin(&mut self) {
        self.standing = Standing::At(0);
        self.buffered = 0;
        self.words = (0, 0);
        self.fetching = None;
        self.missed = false;
        self.pending = [0; SET_WORDS];
        self.far = [0; SET_WORDS];
        self.named = 0;
        self.inside = 0;
        self.loads = 0;
        self.released = false;
    }

    /// Words before an instruction that have come.
    pub fn words_of(&self, pc: u32) -> u32 {
        if self.words.0 == pc {
            self.words.1
        } else {
            0
        }
    }

    /// Whether nothing that an instruction names is pending.
    pub fn is_clear(&self, instruction: &Decoded) -> bool {
        are_apart(&self.pending, &instruction.uses)
    }

    /// Whether nothing that an instruction names takes long.
    pub fn is_near(&self, instruction: &Decoded) -> bool {
        are_apart(&self.far, &instruction.uses)
    }

    /// The results of an instruction take long, or no longer.
    pub fn set_far(&mut self, instruction: &Decoded, to: bool) {
        for (far, result) in self.far.iter_mut().zip(instruction.results()) {
            *far = if to { *far | result } else { *far & !result };
        }
    }

    pub fn set_pending(&mut self, register: u8, to: bool) {
        let bit = 1 << (register % 64);
        let word = &mut self.pending[usize::from(register) / 64];
        *word = if to { *word | bit } else { *word & !bit };
    }
}

/// Sets of warp slots.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Masks {
    /// Hold a running warp.
    pub resident: u64,
    /// Have an instruction that nothing pending stands against.
    pub ready: u64,
    /// Were refused and sit out a cycle.
    pub blocked: u64,
    /// Have an instruction of which the register file has taken a part.
    pub locked: u64,
    /// Want a fetch.
    pub fetchable: u64,
    /// Wait for memory.
    pub waiting: u64,
    /// Have an instruction for each kind of unit.
    pub wants: [u64; UNITS + 1],
    /// May issue what they stand at: all, unless registers are staged.
    pub staged: u64,
    /// Do not stand at an instruction.
    pub halted: u64,
    /// Of which something has changed since staged registers were told of it.
    pub changed: u64,
}

/// All warp slots.
pub(super) struct Warps {
    pub slots: Vec<Slot>,
    pub masks: Masks,
    /// When each began: the least is the oldest.
    pub ages: [u64; 64],
    age: u64,
}

impl Warps {
    /// No warp has begun. Staged registers let nobody issue that they have not heard of.
    pub fn new(slots: Vec<Slot>, is_staged: bool) -> Self {
        Self {
            slots,
            masks: Masks {
                staged: if is_staged { 0 } else { u64::MAX },
                ..Masks::default()
            },
            ages: [0; 64],
            age: 0,
        }
    }

    /// A warp begins in a slot.
    pub fn begin(&mut self, slot: usize) {
        self.slots[slot].begin();
        self.masks.resident |= 1 << slot;
        self.ages[slot] = self.age;
        self.age += 1;
    }

    /// Brings up to date where a warp stands; says whether its next instruction is in its buffer.
    pub fn refresh(&mut self, warp: usize, code: &Code) -> bool {
        let slot = &mut self.slots[warp];
        let bit = 1u64 << warp;
        let masks = &mut self.masks;
        masks.ready &= !bit;
        masks.fetchable &= !bit;
        masks.changed |= bit;
        let Standing::At(pc) = slot.standing else {
            masks.halted |= bit;
            return false;
        };
        masks.halted &= !bit;
        if slot.buffered > 0 && slot.buffer != pc {
            slot.buffered = 0;
        }
        if slot.buffered == 0 {
            if slot.fetching.is_none() {
                masks.fetchable |= bit;
            }
            return false;
        }
        let decoded = &code[pc];
        if slot.is_clear(decoded) {
            masks.ready |= bit;
            for wants in &mut masks.wants {
                *wants &= !bit;
            }
            masks.wants[decoded.unit as usize] |= bit;
        }
        true
    }
}
