//! What the cache keeps: tags, entries, and the replacement state.

use super::codec::Affine;
use super::plru::TreePlru;
use spec::avc::{AvcCacheParameters, VectorAddress, VECTORS_PER_LINE};

/// An entry of the data array. Without a valid lane it is empty, and base, stride and dirty bit
/// mean nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub affine: Affine,
    pub valid: u32,
    pub dirty: bool,
}

impl Entry {
    /// Section 4.3: two partial vectors with different base and stride. What `mask` covers wholly
    /// is overwritten and so no conflict.
    pub fn conflicts(&self, affine: Affine, mask: u32) -> bool {
        self.valid & !mask != 0 && self.affine != affine
    }

    /// Adds lanes to the same affine vector, or replaces another one.
    pub fn place(&mut self, affine: Affine, mask: u32, is_write: bool) {
        let same = self.affine == affine && self.valid != 0;
        *self = Self {
            affine,
            valid: if same { self.valid | mask } else { mask },
            dirty: is_write || (same && self.dirty),
        };
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Line {
    valid: bool,
    tag: u32,
}

/// Tag array, data array and replacement state. Line `set * ways + way` is way `way` of set `set`.
#[derive(Clone, Debug)]
pub(super) struct Arrays {
    sets: usize,
    ways: usize,
    lines: Vec<Line>,
    entries: Vec<[Entry; VECTORS_PER_LINE]>,
    plru: TreePlru,
}

impl Arrays {
    /// `None` when no replacement tree is stated for so many ways.
    pub fn new(parameters: AvcCacheParameters) -> Option<Self> {
        Some(Self {
            sets: parameters.sets(),
            ways: parameters.ways(),
            lines: vec![Line::default(); parameters.lines()],
            entries: vec![Default::default(); parameters.lines()],
            plru: TreePlru::new(parameters.sets(), parameters.ways())?,
        })
    }

    pub fn lines(&self) -> usize {
        self.lines.len()
    }

    pub fn is_valid(&self, line: usize) -> bool {
        self.lines[line].valid
    }

    pub fn invalidate(&mut self, line: usize) {
        self.lines[line].valid = false;
    }

    /// The line that holds an address.
    pub fn find(&self, address: u32) -> Option<usize> {
        let VectorAddress { tag, set, .. } = VectorAddress::split(address, self.sets);
        let mut ways = set * self.ways..(set + 1) * self.ways;
        ways.find(|&line| self.lines[line].valid && self.lines[line].tag == tag)
    }

    /// What is stored of an address; an empty entry when its line is not there.
    pub fn lookup(&self, address: u32) -> Entry {
        self.find(address)
            .map_or_else(Entry::default, |line| *self.entry(line, address))
    }

    pub fn entry(&self, line: usize, address: u32) -> &Entry {
        &self.entries[line][offset(address)]
    }

    pub fn entry_mut(&mut self, line: usize, address: u32) -> &mut Entry {
        &mut self.entries[line][offset(address)]
    }

    /// The line to give up for an address: the first that is not valid, else the pseudo-LRU one.
    pub fn victim(&self, address: u32) -> usize {
        let set = VectorAddress::split(address, self.sets).set;
        let first = set * self.ways;
        let mut ways = first..first + self.ways;
        let free = ways.find(|&line| !self.lines[line].valid);
        free.unwrap_or_else(|| first + self.plru.victim(set))
    }

    /// Gives `line` the address's tag. Another tag's entries have been emptied before.
    pub fn claim(&mut self, line: usize, address: u32) {
        let tag = VectorAddress::split(address, self.sets).tag;
        self.lines[line] = Line { valid: true, tag };
    }

    /// Empties all entries of a line.
    pub fn empty(&mut self, line: usize) {
        self.entries[line] = Default::default();
    }

    pub fn touch(&mut self, line: usize) {
        self.plru.touch(line / self.ways, line % self.ways);
    }

    /// The address of a vector of a valid line.
    pub fn address(&self, line: usize, offset: usize) -> u32 {
        let (tag, set) = (self.lines[line].tag, line / self.ways);
        VectorAddress { tag, set, offset }.join(self.sets)
    }

    /// The vectors with a valid lane, each with its valid mask.
    pub fn valid(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let lines = (0..self.lines()).filter(|&line| self.lines[line].valid);
        lines
            .flat_map(|line| (0..VECTORS_PER_LINE).map(move |offset| (line, offset)))
            .map(|(line, offset)| (self.address(line, offset), self.entries[line][offset].valid))
            .filter(|&(_, valid)| valid != 0)
    }

    /// As after reset: what the entries hold no longer matters, since no line is valid.
    pub fn reset(&mut self) {
        self.lines.fill(Line::default());
        self.plru.clear();
    }
}

fn offset(address: u32) -> usize {
    address as usize & (VECTORS_PER_LINE - 1)
}
