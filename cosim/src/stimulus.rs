//! Recorded stimulus: rows of reset and inputs, one a cycle.

use surroundings::interface::Interface;

/// Stimulus held in memory, in the row layout of [`surroundings::interface`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stimulus {
    row_words: usize,
    rows: Vec<u32>,
}

impl Stimulus {
    /// Empty stimulus for a unit.
    pub fn new(interface: &Interface) -> Self {
        Self {
            row_words: interface.row_words(),
            rows: Vec::new(),
        }
    }

    /// From rows; words after the last whole row are dropped.
    pub fn from_rows(interface: &Interface, mut rows: Vec<u32>) -> Self {
        let row_words = interface.row_words();
        rows.truncate(rows.len() / row_words * row_words);
        Self { row_words, rows }
    }

    /// Cycles.
    pub fn len(&self) -> usize {
        self.rows.len() / self.row_words
    }

    /// Whether there is no cycle.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// All rows, one after the other.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The row of a cycle.
    pub fn row(&self, cycle: usize) -> &[u32] {
        &self.rows[cycle * self.row_words..(cycle + 1) * self.row_words]
    }

    /// The row of a cycle, to be changed.
    pub fn row_mut(&mut self, cycle: usize) -> &mut [u32] {
        &mut self.rows[cycle * self.row_words..(cycle + 1) * self.row_words]
    }

    /// Whether reset is asserted in a cycle.
    pub fn reset(&self, cycle: usize) -> bool {
        self.row(cycle)[0] & 1 == 1
    }

    /// The input frame of a cycle.
    pub fn inputs(&self, cycle: usize) -> &[u32] {
        &self.row(cycle)[1..]
    }

    /// Appends a row.
    pub fn push(&mut self, row: &[u32]) {
        debug_assert_eq!(row.len(), self.row_words);
        self.rows.extend_from_slice(row);
    }

    /// Appends a cycle of reset with all inputs 0.
    pub fn push_reset(&mut self) {
        self.rows.push(1);
        self.rows.resize(self.rows.len() + self.row_words - 1, 0);
    }

    /// Keeps the first `cycles`.
    pub fn truncate(&mut self, cycles: usize) {
        self.rows.truncate(cycles * self.row_words);
    }

    /// The same without the cycles `first..end`.
    pub fn without(&self, first: usize, end: usize) -> Self {
        let mut rows = Vec::with_capacity(self.rows.len());
        rows.extend_from_slice(&self.rows[..first * self.row_words]);
        rows.extend_from_slice(&self.rows[end * self.row_words..]);
        Self {
            row_words: self.row_words,
            rows,
        }
    }

    /// One cycle of reset, then the last `cycles`.
    pub fn tail(&self, cycles: usize) -> Self {
        let mut tail = Self {
            row_words: self.row_words,
            rows: Vec::new(),
        };
        tail.push_reset();
        let first = self.len().saturating_sub(cycles);
        tail.rows
            .extend_from_slice(&self.rows[first * self.row_words..]);
        tail
    }
}
