//! The ways side by side.

use super::super::stride_of;
use super::placement::{CODE_BITS, ENTRY_BITS};
use super::AvcWay;
use crate::prelude::*;
use gate;

/// The ways side by side: what the one that was hit, the one that is chosen, and the one to give
/// up have to say.
// All ways; parameters are those of [`AvcWay`].
#[derive(LogicBlock, Described, Parts)]
pub struct AvcLines<const S: usize, const N: usize, const T: usize, const K: usize> {
    pub clock: Signal<In, Clock>,
    /// Stage A.
    pub read: Signal<In, Bit>,
    pub read_row: Signal<In, Bits<K>>,
    /// As of [`AvcWay`].
    pub l_valid: Signal<In, Bit>,
    pub l_line: Signal<In, Bits<21>>,
    /// The way that the head works on.
    pub chosen: Vec<Signal<In, Bit>>,
    pub next_set: Signal<In, Bits<S>>,
    pub chosen_valid: Signal<Out, Bit>,
    pub chosen_tag: Signal<Out, Bits<T>>,
    /// Stage D: the entry, zero where there is none; whether it has a lane.
    pub found: Signal<Out, Bits<ENTRY_BITS>>,
    pub found_some: Signal<Out, Bit>,
    /// The code to decode, from a register: one cycle after `evict_look` that of the chosen way, else that
    /// of what is in X. The decoder is a cycle's work; nothing may be chosen before it.
    pub evict_look: Signal<In, Bit>,
    pub base: Signal<Out, Bits<32>>,
    /// Of the stride one bit is set or none.
    pub stride: Signal<Out, Bits<7>>,
    /// Stage X.
    pub advance: Signal<In, Bit>,
    pub entry: Signal<Out, Bits<ENTRY_BITS>>,
    pub there: Signal<Out, Bit>,
    pub hit: Vec<Signal<Out, Bit>>,
    pub valid: Vec<Signal<Out, Bit>>,
    pub give_up: Vec<Signal<In, Bit>>,
    pub give_up_tag: Signal<Out, Bits<T>>,
    /// As of [`AvcWay`].
    pub write_hit: Signal<In, Bit>,
    pub write_chosen: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<25>>,
    pub write_word: Signal<In, Bits<ENTRY_BITS>>,
    pub line_set: Signal<In, Bits<S>>,
    pub commit: Signal<In, Bit>,
    pub drop_line: Signal<In, Bit>,

    way: Vec<AvcWay<S, N, T, K>>,
    x_entry: Register<Bits<ENTRY_BITS>>,
    its_base: Register<Bits<32>>,
    its_stride: Register<Bits<7>>,
    _ways: usize,
}

impl<const S: usize, const N: usize, const T: usize, const K: usize> AvcLines<S, N, T, K> {
    /// Lines of `ways` ways.
    pub fn new(ways: usize) -> Self {
        AvcLinesParts {
            chosen: signals(ways),
            hit: signals(ways),
            valid: signals(ways),
            give_up: signals(ways),
            way: (0..ways).map(|_| AvcWay::default()).collect(),
            x_entry: Register::no_reset(),
            its_base: Register::no_reset(),
            its_stride: Register::no_reset(),
            _ways: ways,
        }
        .into()
    }
}

#[hardware(name = format!("avc_lines_s{N}_w{}", self._ways))]
impl<const S: usize, const N: usize, const T: usize, const K: usize> Logic
    for AvcLines<S, N, T, K>
{
    fn update(&mut self) {
        clock!(self, clock, way);
        registers!(self, clock, x_entry, its_base, its_stride);
        let entry = self.x_entry.q.val();
        let mut chosen_code = bits::<CODE_BITS>(0);
        let mut chosen_valid = false;
        let mut chosen_tag = bits::<T>(0);
        let mut found = bits::<ENTRY_BITS>(0);
        let mut found_some = false;
        let mut there = false;
        let mut give_up_tag = bits::<T>(0);
        for w in 0..self._ways {
            self.way[w].read.next = self.read.val();
            self.way[w].read_row.next = self.read_row.val();
            self.way[w].l_valid.next = self.l_valid.val();
            self.way[w].l_line.next = self.l_line.val();
            self.way[w].chosen.next = self.chosen[w].val();
            self.way[w].next_set.next = self.next_set.val();
            self.way[w].advance.next = self.advance.val();
            self.way[w].write_hit.next = self.write_hit.val();
            self.way[w].write_chosen.next = self.write_chosen.val();
            self.way[w].write_address.next = self.write_address.val();
            self.way[w].write_word.next = self.write_word.val();
            self.way[w].line_set.next = self.line_set.val();
            self.way[w].commit.next = self.commit.val();
            self.way[w].drop_line.next = self.drop_line.val();
            self.hit[w].next = self.way[w].hit.val();
            self.valid[w].next = self.way[w].valid.val();

            chosen_valid = chosen_valid || self.way[w].chosen_valid.val();
            chosen_tag |= self.way[w].chosen_tag.val();
            found |= self.way[w].found.val();
            found_some = found_some || self.way[w].found_some.val();
            chosen_code |= self.way[w].chosen_code.val();
            there = there || self.way[w].hit.val();
            give_up_tag |= gate(self.give_up[w].val(), self.way[w].tag.val());
        }
        if self.advance.val() {
            self.x_entry.d.next = found;
        }
        let code = if self.evict_look.val() {
            chosen_code
        } else {
            found.get_bits::<CODE_BITS>(0)
        };
        if self.advance.val() || self.evict_look.val() {
            self.its_base.d.next = code.get_bits::<32>(0);
            self.its_stride.d.next = stride_of(code.get_bits::<3>(32));
        }
        self.chosen_valid.next = chosen_valid;
        self.chosen_tag.next = chosen_tag;
        self.found.next = found;
        self.found_some.next = found_some;
        self.there.next = there;
        self.entry.next = entry;
        self.base.next = self.its_base.q.val();
        self.stride.next = self.its_stride.q.val();
        self.give_up_tag.next = give_up_tag;
    }
}
