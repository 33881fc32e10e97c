//! How long a transaction can take, as a function of how long the neighbours make it wait.

use super::encoding::VECTORS_PER_LINE;
use super::parameters::{AvcCacheParameters, L1_LOOKUP_CYCLES, QUEUE_ENTRIES};

/// The longest that L1 and memory make the cache wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// Consecutive cycles that `l1_command_ready` or `mem_ready` stays 0 while a request is held.
    pub refused: usize,
    /// Cycles from the one that takes a read of memory to the one that gives its data, at least 1;
    /// cycles in which the cache does not take what is given are not counted.
    pub response: usize,
}

impl AvcCacheParameters {
    /// Cycles in which one vector is evicted: read, look, decode, merge, and put.
    const fn vector_eviction(waits: Waits) -> usize {
        4 + (1 + waits.refused)
    }

    /// Cycles in which a line is evicted while nothing is read. It is reached by 16 vectors that each
    /// have a lane.
    pub const fn line_eviction_bound(waits: Waits) -> usize {
        VECTORS_PER_LINE * Self::vector_eviction(waits)
    }

    /// Cycles in X of a transaction or a fill that waits for no other: a command to the L1, a line
    /// that is evicted, between whose write-backs memory takes what reads wait for, and the end.
    pub const fn work_bound(&self, waits: Waits) -> usize {
        let reads = self.misses() * (1 + waits.refused);
        1 + (1 + waits.refused) + Self::line_eviction_bound(waits) + reads + 1
    }

    /// Cycles from a read that begins to wait to its data, if no other transaction executes.
    const fn fill_bound(&self, waits: Waits) -> usize {
        let response = 2 + (1 + waits.refused) + waits.response;
        response + FILL_CYCLES + self.work_bound(waits)
    }

    /// Cycles that a read or a write executes, its answer not counted: all reads before it may get
    /// their data first.
    pub const fn execution_bound(&self, waits: Waits) -> usize {
        self.work_bound(waits) + self.misses() * (self.fill_bound(waits) + 1 + L1_LOOKUP_CYCLES)
    }

    /// Cycles that a flush executes when no read waits, its answer not counted.
    pub fn flush_bound(&self, waits: Waits) -> usize {
        1 + self.lines() * (2 + Self::line_eviction_bound(waits)) + 1
    }

    /// Cycles from the one that accepts a transaction to the one that answers it first, when `flushes`
    /// of the at most five transactions in the queue, the accepted one among them, are flushes.
    pub fn answer_bound(&self, waits: Waits, flushes: usize) -> usize {
        1 + flushes * self.flush_bound(waits)
            + QUEUE_ENTRIES * (L1_LOOKUP_CYCLES + self.execution_bound(waits))
    }

    /// Cycles from the answer that says that a read waits to the one with its data. Before each fill
    /// there may be the transactions that have been looked up already.
    pub const fn late_answer_bound(&self, waits: Waits) -> usize {
        let between = QUEUE_ENTRIES * (L1_LOOKUP_CYCLES + self.work_bound(waits));
        1 + self.misses() * (self.fill_bound(waits) + between)
    }
}

/// From the cycle that takes what memory gives to the one before X.
const FILL_CYCLES: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_those_of_the_page() {
        let p = AvcCacheParameters::new(16384, 2).unwrap();
        let waits = Waits {
            refused: 0,
            response: 1,
        };
        assert_eq!(AvcCacheParameters::line_eviction_bound(waits), 80);
        assert_eq!(p.work_bound(waits), 91);
        assert_eq!(p.execution_bound(waits), 91 + 8 * (4 + 6 + 91 + 4));
        assert_eq!(p.flush_bound(waits), 2 + 128 * 82);
        assert_eq!(p.answer_bound(waits, 0), 1 + 5 * (3 + 931));
        assert_eq!(p.late_answer_bound(waits), 1 + 8 * (101 + 5 * 94));
    }
}
