//! Instructions under way, by the tag that the register file names them with.

use super::decode::Unit;
use crate::exec::{Accesses, LANES};
use std::ops::{Index, IndexMut};

/// As many as a tag names.
const MOST: usize = 256;

/// A dummy MOV (Warped-Compression 5.2).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mov {
    pub register: u8,
    /// It goes ahead of an instruction of which nothing has been taken.
    pub is_first: bool,
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
    /// It is a dummy MOV.
    pub mov: Option<Mov>,
    /// The tag of a dummy MOV that goes ahead of its next part.
    pub ahead: Option<u8>,
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
        mov: None,
        ahead: None,
        accesses: None,
        words: Vec::new(),
    };
}

/// All of them.
pub(super) struct Operations {
    table: Vec<Operation>,
    /// Tags that nobody has, the next one last.
    free: Vec<u8>,
    /// Tags from here on nobody has ever had.
    fresh: usize,
}

impl Operations {
    /// None is under way.
    pub fn new() -> Self {
        Self {
            table: vec![Operation::FREE; MOST],
            free: (0..=u8::MAX).rev().collect(),
            fresh: 0,
        }
    }

    /// Whether no tag is left.
    pub fn is_full(&self) -> bool {
        self.free.is_empty()
    }

    /// An instruction gets a tag, if one is left.
    pub fn begin(&mut self, operation: Operation) -> Option<u8> {
        let tag = self.free.pop()?;
        self.fresh = self.fresh.max(usize::from(tag) + 1);
        self[tag] = operation;
        Some(tag)
    }

    /// It gives its tag back.
    pub fn end(&mut self, tag: u8) {
        let operation = &mut self[tag];
        operation.used = false;
        operation.accesses = None;
        operation.words.clear();
        self.free.push(tag);
    }

    /// Those that are under way, with their tags.
    pub fn under_way(&self) -> impl Iterator<Item = (u8, &Operation)> {
        let all = (0..=u8::MAX).zip(&self.table[..self.fresh]);
        all.filter(|(_, operation)| operation.used)
    }
}

impl Index<u8> for Operations {
    type Output = Operation;
    fn index(&self, tag: u8) -> &Operation {
        &self.table[usize::from(tag)]
    }
}

impl IndexMut<u8> for Operations {
    fn index_mut(&mut self, tag: u8) -> &mut Operation {
        &mut self.table[usize::from(tag)]
    }
}
