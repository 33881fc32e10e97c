//! How long a transaction can take, as a function of how long the neighbours make it wait.

use super::encoding::VECTORS_PER_LINE;
use super::parameters::{AvcCacheParameters, L1_LOOKUP_CYCLES, QUEUE_ENTRIES};

/// The longest that L1 and memory make the cache wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waits {
    /// Consecutive cycles that `l1_command_ready` or `mem_ready` stays 0 while a request is held.
    pub refused: usize,
    /// Cycles from the one that takes a read of memory to the one that gives its data, at least 1.
    pub response: usize,
}

impl AvcCacheParameters {
    /// Cycles in which one vector is evicted: read, look, decode, merge, and put.
    const fn vector_eviction(waits: Waits) -> usize {
        4 + (1 + waits.refused)
    }

    /// Cycles in which a line is evicted. It is reached by 16 vectors that each have a lane.
    pub const fn line_eviction_bound(waits: Waits) -> usize {
        VECTORS_PER_LINE * Self::vector_eviction(waits)
    }

    /// Cycles that a read or a write executes, its answer not counted. It is reached by a read that
    /// misses, whose data are affine, and whose new line evicts a full one.
    pub const fn execution_bound(waits: Waits) -> usize {
        let miss = (1 + waits.refused) + waits.response;
        let fill = 4;
        1 + miss + fill + Self::line_eviction_bound(waits) + 1
    }

    /// Cycles that a flush executes, its answer not counted.
    pub fn flush_bound(&self, waits: Waits) -> usize {
        1 + self.lines() * (2 + Self::line_eviction_bound(waits)) + 1
    }

    /// Cycles from the one that accepts a transaction to the one that answers it, when `flushes` of
    /// the at most five transactions in the queue, the accepted one among them, are flushes.
    pub fn answer_bound(&self, waits: Waits, flushes: usize) -> usize {
        let others = QUEUE_ENTRIES.saturating_sub(flushes);
        1 + flushes * (L1_LOOKUP_CYCLES + self.flush_bound(waits))
            + others * (L1_LOOKUP_CYCLES + Self::execution_bound(waits))
    }
}

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
        assert_eq!(AvcCacheParameters::execution_bound(waits), 88);
        assert_eq!(p.flush_bound(waits), 2 + 128 * 82);
        assert_eq!(p.answer_bound(waits, 0), 1 + 5 * 91);
    }
}
