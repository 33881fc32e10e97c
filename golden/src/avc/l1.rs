//! The L1 beside the AVC: what Table 3 and section 4.2 say of it, without a clock.
//!
//! A line holds one vector of 128 bytes with coherence data for each word (4.2: "generalize
//! predication to all memory transactions, and maintain cache coherence data at word-granularity"):
//! a held bit and a modified bit. Writes allocate without a fetch; a line that leaves writes its
//! modified words back by itself.

use super::flat_memory::{merge, on_port};
use super::plru::TreePlru;
use spec::avc::AvcCacheParameters;
use spec::warp::{WarpRegister, LANES, REGISTER_BYTES};

/// Sets of every configuration of Table 3.
const SETS: usize = 64;

/// A size of L1; only those for which a replacement tree is stated can be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct L1Configuration {
    sets: usize,
    ways: usize,
}

impl L1Configuration {
    /// Table 3, baseline: 48 KB, 6-way, no AVC.
    pub const BASELINE: Self = Self::of_table(6);
    /// Table 3, configuration 1: 40 KB, 5-way, beside an AVC of 8 KB.
    pub const BESIDE_8K: Self = Self::of_table(5);
    /// Table 3, configuration 2: 32 KB, 4-way, beside an AVC of 16 KB.
    pub const BESIDE_16K: Self = Self::of_table(4);
    /// Table 3, configuration 3: 24 KB, 3-way, beside an AVC of 24 KB.
    pub const BESIDE_24K: Self = Self::of_table(3);
    /// Two sets of two lines, in which everything happens soon.
    pub const SMALL: Self = Self { sets: 2, ways: 2 };

    const fn of_table(ways: usize) -> Self {
        Self { sets: SETS, ways }
    }

    /// The L1 that Table 3 pairs with an AVC of this size; a small one beside any other AVC.
    pub fn beside(avc: AvcCacheParameters) -> Self {
        match (avc.sets(), avc.ways()) {
            (SETS, 1) => Self::BESIDE_8K,
            (SETS, 2) => Self::BESIDE_16K,
            (SETS, 3) => Self::BESIDE_24K,
            _ => Self::SMALL,
        }
    }

    /// Bytes of data.
    pub fn capacity(self) -> usize {
        self.sets * self.ways * REGISTER_BYTES
    }

    /// Lines of a set.
    pub fn ways(self) -> usize {
        self.ways
    }
}

/// What a lookup finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Words that are held.
    pub held: u32,
    /// Those of them that are newer than memory.
    pub modified: u32,
    /// The words.
    pub data: WarpRegister,
}

/// Modified words that leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteBack {
    /// Their vector.
    pub address: u32,
    /// The words that memory is to merge.
    pub mask: u32,
    /// The words.
    pub data: WarpRegister,
}

/// A line; it is free when it holds no word.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    address: u32,
    looked: Looked,
}

/// The L1.
#[derive(Clone, Debug)]
pub struct L1 {
    configuration: L1Configuration,
    lines: Vec<Line>,
    plru: TreePlru,
}

impl L1 {
    /// An empty L1; `None` when no replacement tree is stated for so many ways, which none of the
    /// configurations has.
    pub fn new(configuration: L1Configuration) -> Option<Self> {
        let L1Configuration { sets, ways } = configuration;
        Some(Self {
            configuration,
            lines: vec![Line::default(); sets * ways],
            plru: TreePlru::new(sets, ways)?,
        })
    }

    /// What it holds of a vector; nothing changes.
    pub fn lookup(&self, address: u32) -> Looked {
        match self.find(address) {
            Some(line) => self.lines[line].looked,
            None => Looked::default(),
        }
    }

    /// Counts a vector as used; nothing happens when it is not there.
    pub fn use_vector(&mut self, address: u32) {
        if let Some(line) = self.find(address) {
            self.touch(line);
        }
    }

    /// Stores newer words.
    pub fn write(&mut self, address: u32, mask: u32, data: &WarpRegister) -> Option<WriteBack> {
        self.store(address, mask, data, mask)
    }

    /// Stores words as memory has them.
    pub fn fill(&mut self, address: u32, mask: u32, data: &WarpRegister) -> Option<WriteBack> {
        self.store(address, mask, data, 0)
    }

    /// Drops words without writing them back.
    pub fn invalidate(&mut self, address: u32, mask: u32) {
        if let Some(line) = self.find(address) {
            let looked = &mut self.lines[line].looked;
            looked.held &= !mask;
            looked.modified &= !mask;
        }
    }

    /// Empties it and gives what memory lacks.
    pub fn flush(&mut self) -> Vec<WriteBack> {
        let leaving = self.lines.iter_mut().map(std::mem::take);
        leaving.filter_map(|line| line.write_back()).collect()
    }

    /// As it is after reset.
    pub fn reset(&mut self) {
        self.lines.fill(Line::default());
        self.plru.clear();
    }

    /// The vectors of which it holds words, with what it holds.
    pub fn held(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let lines = self.lines.iter().filter(|line| line.looked.held != 0);
        lines.map(|line| (line.address, line.looked.held))
    }

    /// Words that are stored become held, and modified just where `modified` says.
    fn store(
        &mut self,
        address: u32,
        mask: u32,
        data: &WarpRegister,
        modified: u32,
    ) -> Option<WriteBack> {
        if mask == 0 {
            return None;
        }
        let (line, leaving) = match self.find(address) {
            Some(line) => (line, None),
            None => {
                let line = self.victim(address);
                let new = Line {
                    address: on_port(address),
                    looked: Looked::default(),
                };
                let old = std::mem::replace(&mut self.lines[line], new);
                (line, old.write_back())
            }
        };
        let looked = &mut self.lines[line].looked;
        merge(&mut looked.data, mask, data);
        looked.held |= mask;
        looked.modified = looked.modified & !mask | modified;
        self.touch(line);
        leaving
    }

    fn lines_of(&self, address: u32) -> std::ops::Range<usize> {
        let L1Configuration { sets, ways } = self.configuration;
        let set = on_port(address) as usize & (sets - 1);
        set * ways..(set + 1) * ways
    }

    fn find(&self, address: u32) -> Option<usize> {
        let address = on_port(address);
        self.lines_of(address).find(|&line| {
            let line = &self.lines[line];
            line.address == address && line.looked.held != 0
        })
    }

    /// The first free line of the set, else the pseudo-LRU one.
    fn victim(&self, address: u32) -> usize {
        let mut lines = self.lines_of(address);
        let first = lines.start;
        let free = lines.find(|&line| self.lines[line].looked.held == 0);
        free.unwrap_or_else(|| first + self.plru.victim(first / self.configuration.ways))
    }

    fn touch(&mut self, line: usize) {
        let ways = self.configuration.ways;
        self.plru.touch(line / ways, line % ways);
    }
}

impl Line {
    fn write_back(&self) -> Option<WriteBack> {
        let Looked { modified, data, .. } = self.looked;
        (modified != 0).then_some(WriteBack {
            address: self.address,
            mask: modified,
            data,
        })
    }
}

// A vector is as wide as a line: "memory accesses of all threads in a warp fall within the same
// cache [block]" (2.2).
const _: () = assert!(REGISTER_BYTES == LANES * 4);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_are_those_of_table_3() {
        let configurations = [
            L1Configuration::BASELINE,
            L1Configuration::BESIDE_8K,
            L1Configuration::BESIDE_16K,
            L1Configuration::BESIDE_24K,
        ];
        let sizes = configurations.map(|c| (c.capacity() >> 10, c.ways()));
        assert_eq!(sizes, [(48, 6), (40, 5), (32, 4), (24, 3)]);
    }

    #[test]
    fn a_set_that_is_full_evicts_the_modified_words_of_its_victim() {
        let mut l1 = L1::new(L1Configuration::SMALL).expect("a tree is stated");
        assert_eq!(l1.write(0, 0xf, &[1; LANES]), None);
        assert_eq!(l1.fill(0, 0xf0, &[2; LANES]), None);
        assert_eq!(l1.fill(2, !0, &[3; LANES]), None);
        let looked = l1.lookup(0);
        assert_eq!((looked.held, looked.modified), (0xff, 0xf));
        let left = l1.fill(4, 1, &[5; LANES]).expect("vector 0 leaves");
        assert_eq!((left.address, left.mask), (0, 0xf));
        assert_eq!(left.data[..5], [1, 1, 1, 1, 2]);
        assert_eq!(l1.lookup(0), Looked::default());
    }

    #[test]
    fn invalidated_words_are_not_written_back() {
        let mut l1 = L1::new(L1Configuration::SMALL).expect("a tree is stated");
        l1.write(6, 0x3, &[7; LANES]);
        l1.invalidate(6, 0x1);
        l1.invalidate(8, 0x1);
        let flushed = l1.flush();
        assert_eq!(flushed.len(), 1);
        assert_eq!(flushed[0].mask, 0x2);
        assert_eq!(l1.held().count(), 0);
    }
}
