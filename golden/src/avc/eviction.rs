//! How vectors leave: those of a line that is replaced, or of all lines in a flush.

use super::arrays::Entry;
use super::cache::AvcCache;
use super::codec::decode;
use super::flat_memory::merge;
use super::queue::Kind;
use super::state::{Eviction, Executing, Outcome, State};
use spec::avc::{CacheInputs, VECTORS_PER_LINE};

impl AvcCache {
    /// Evicts all vectors of a line.
    pub(super) fn begin_line_eviction(&mut self, line: usize) -> State {
        self.eviction.line = line;
        self.eviction.offset = 0;
        self.eviction.address = self.arrays.address(line, 0);
        State::EvictRead
    }

    pub(super) fn begin_flush(&mut self) -> Outcome {
        self.eviction.line = 0;
        Outcome::Continues(State::FlushCheck)
    }

    /// A cycle of an eviction or of a flush between evictions.
    pub(super) fn evict(&mut self, inputs: &CacheInputs, executing: Executing) {
        let is_flush = executing.kind == Kind::Flush;
        match self.state {
            State::EvictRead => self.state = State::EvictLook,
            State::EvictLook => {
                let Eviction { line, address, .. } = self.eviction;
                self.eviction.entry = *self.arrays.entry(line, address);
                self.state = State::EvictDecode;
            }
            State::EvictDecode if self.eviction.entry.valid == 0 => self.next_vector(is_flush),
            State::EvictDecode => {
                let Eviction { line, address, .. } = self.eviction;
                *self.arrays.entry_mut(line, address) = Entry::default();
                self.state = State::EvictMerge;
            }
            State::EvictMerge => self.merge(inputs),
            State::EvictPut => {
                // A read that stands at memory's port goes first.
                self.eviction.write_back &= !inputs.mem_ready || self.misses.asked().is_some();
                self.eviction.invalidate &= !inputs.l1_command_ready;
                if !self.eviction.write_back && !self.eviction.invalidate {
                    self.next_vector(is_flush);
                }
            }
            State::FlushCheck if self.arrays.is_valid(self.eviction.line) => {
                self.state = State::FlushTag;
            }
            State::FlushCheck => self.next_line(),
            State::FlushTag => self.state = self.begin_line_eviction(self.eviction.line),
            _ => {}
        }
    }

    /// Section 4.3: "Partial vectors from the AVC and L1 cache are merged together when written
    /// back, according to the valid mask of the vector from the AVC."
    fn merge(&mut self, inputs: &CacheInputs) {
        let eviction = &mut self.eviction;
        let Entry {
            affine,
            valid,
            dirty,
        } = eviction.entry;
        eviction.data = inputs.l1_data;
        merge(&mut eviction.data, valid, &decode(affine));
        eviction.mask = if dirty { valid } else { 0 } | inputs.l1_modified;
        eviction.write_back = eviction.mask != 0;
        eviction.invalidate = inputs.l1_held != 0;
        self.state = State::EvictPut;
    }

    fn next_vector(&mut self, is_flush: bool) {
        if self.eviction.offset != VECTORS_PER_LINE - 1 {
            self.eviction.offset += 1;
            let Eviction { line, offset, .. } = self.eviction;
            self.eviction.address = self.arrays.address(line, offset);
            self.state = State::EvictRead;
        } else if is_flush {
            self.arrays.invalidate(self.eviction.line);
            self.next_line();
        } else {
            self.state = State::Commit;
        }
    }

    /// A flush goes on with the next line, or ends.
    fn next_line(&mut self) {
        self.eviction.line += 1;
        self.state = if self.eviction.line < self.arrays.lines() {
            State::FlushCheck
        } else {
            State::Commit
        };
    }
}
