//! What waits to be told to the unit.

use super::super::notice::{Accessed, Fetched, Named};
use super::super::path::PORTS;
use spec::slumber::Outcome;
use std::collections::VecDeque;

/// A warp's registers are given or taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Range {
    Begin(u16, u16),
    Finish(u16, u16),
}

impl Range {
    pub fn holds(self, register: u16) -> bool {
        let (Self::Begin(first, last) | Self::Finish(first, last)) = self;
        (first..=last).contains(&register)
    }
}

/// What waits to be told.
#[derive(Clone, Debug, Default)]
pub(super) struct Told {
    pub start: bool,
    pub ranges: VecDeque<Range>,
    pub fetches: VecDeque<[Option<Fetched>; 2]>,
    pub futures: VecDeque<Named>,
    pub lines: VecDeque<(u64, Option<u64>)>,
    pub reads: [Option<Accessed>; PORTS],
    pub written: VecDeque<Accessed>,
    pub outcomes: VecDeque<(u8, u16, Outcome)>,
}

impl Told {
    /// Ranges side by side are told as one: warps of a block begin together.
    pub fn range(&mut self, range: Range) {
        match (self.ranges.back_mut(), range) {
            (Some(Range::Begin(_, last)), Range::Begin(first, to))
            | (Some(Range::Finish(_, last)), Range::Finish(first, to))
                if *last + 1 == first =>
            {
                *last = to;
            }
            _ => self.ranges.push_back(range),
        }
    }

    pub fn is_empty(&self) -> bool {
        !self.start
            && self.ranges.is_empty()
            && self.fetches.is_empty()
            && self.futures.is_empty()
            && self.lines.is_empty()
            && self.reads.iter().all(Option::is_none)
            && self.written.is_empty()
            && self.outcomes.is_empty()
    }
}
