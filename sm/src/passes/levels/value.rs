//! A value that may live in an entry: who names it, how long it lives, and what that saves.

use super::{Level, Nature, Placed};
use std::ops::Range;

/// What an access of each level takes of the main file's wires, which are two thirds of an access: by the root of the
/// capacities, of eight entries of eight warps and of one (docs/sm/schemes.md). They only rank values.
const MAIN: f64 = 1.0;
pub(super) const OPERAND: f64 = 0.35;
const LAST: f64 = 0.12;

/// A value that may live in an entry.
pub(super) struct Value {
    pub(super) word: u32,
    /// Instructions that write it, and those that read it from its entry.
    pub(super) writes: Vec<usize>,
    pub(super) reads: Vec<usize>,
    /// The read that puts it there.
    pub(super) copied_by: Option<usize>,
    pub(super) is_needed_behind: bool,
    pub(super) is_late: bool,
    /// No shared unit writes or reads it.
    pub(super) is_private: bool,
    /// From the first instruction that names it to the last: in the order of the code, which is that of all ways.
    pub(super) life: Range<usize>,
}

impl Value {
    pub(super) fn new(word: u32, index: usize) -> Self {
        Self {
            word,
            writes: Vec::new(),
            reads: Vec::new(),
            copied_by: None,
            is_needed_behind: false,
            is_late: false,
            is_private: true,
            life: index..index,
        }
    }

    pub(super) fn see(&mut self, index: usize, nature: Nature) {
        self.is_private &= !nature.is_shared;
        self.life = self.life.start.min(index)..self.life.end.max(index);
    }

    /// What an entry at which an access takes so much saves.
    pub(super) fn saved(&self, access: f64) -> f64 {
        let (reads, writes) = (self.reads.len() as f64, self.writes.len() as f64);
        let written = match (self.copied_by, self.is_needed_behind) {
            (Some(_), _) => -access,
            (None, true) => -writes * access,
            (None, false) => writes * (MAIN - access),
        };
        // What nobody reads has no life.
        if self.life.is_empty() {
            return 0.0;
        }
        reads * (MAIN - access) + written
    }

    pub(super) fn density(&self) -> f64 {
        let access = if self.is_private { LAST } else { OPERAND };
        self.saved(access) / self.life.len().max(1) as f64
    }

    pub(super) fn key(&self) -> (usize, u32) {
        (self.life.start, self.word)
    }

    /// It lives there.
    pub(super) fn put(&self, level: Level, placed: &mut [Placed]) {
        let here = |places: &mut Vec<(u32, Level)>| {
            for place in places.iter_mut().filter(|place| place.0 == self.word) {
                place.1 = level;
            }
        };
        self.reads
            .iter()
            .for_each(|&read| here(&mut placed[read].reads));
        if let Some(first) = self.copied_by {
            placed[first].copies.push((self.word, level));
        }
        for &write in &self.writes {
            here(&mut placed[write].writes);
            if self.is_needed_behind {
                placed[write].writes.push((self.word, Level::Main));
            }
        }
    }
}
