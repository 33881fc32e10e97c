//! What the pipeline remembers: of each warp slot, of each instruction that is under way, and what can happen.

use super::decode::{Decoded, Set, Unit, SET_WORDS};
use crate::exec::{Accesses, Standing, LANES};

/// Instructions under way: as many as the tag of the register file names.
pub(crate) const MOST_OPERATIONS: usize = 256;

/// Whether two sets have nothing in common.
pub(crate) fn are_apart(one: &Set, other: &Set) -> bool {
    one.iter().zip(other).all(|(one, other)| one & other == 0)
}

/// A warp slot.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    /// The block slot that it belongs to, and its number in it.
    pub block: usize,
    pub number: usize,
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
    pub fn new(block: usize, number: usize, base: u16) -> Self {
        Self {
            block,
            number,
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

/// An instruction under way.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub warp: usize,
    pub pc: u32,
    pub unit: Unit,
    pub mask: u32,
    /// Parts that the register file has not taken, and not given back.
    pub untaken: u8,
    pub unoffered: u8,
    /// Results that are not written.
    pub unwritten: u8,
    /// The operation is of use: a slot of the table that is free is not.
    pub used: bool,
    /// Where it accesses memory.
    pub accesses: Option<Box<Accesses>>,
    /// What the words of private memory that it accesses hold after it.
    pub words: Vec<[u32; LANES]>,
}

impl Operation {
    pub const FREE: Self = Self {
        warp: 0,
        pc: 0,
        unit: Unit::Control,
        mask: 0,
        untaken: 0,
        unoffered: 0,
        unwritten: 0,
        used: false,
        accesses: None,
        words: Vec::new(),
    };
}

/// Something that will happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// A register can be named again by instructions: the instruction that wrote it, and its lanes.
    Written {
        warp: u8,
        register: u8,
        by: (u32, u32),
    },
    /// An instruction's result is there.
    Done(u8),
    /// What a warp's instruction writes is there soon.
    Near { warp: u8, pc: u32 },
    /// A fetch has come.
    Fetched(u8),
    /// A warp that the register file refused may try again.
    Retry(u8),
}
