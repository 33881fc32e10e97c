//! A way.

use super::placement::{CODE_BITS, ENTRY_BITS};
use crate::prelude::*;
use gate;

/// A way: its tag and entry memories, its line valid bits, and what they say in L, D and X.
///
/// | stage | |
/// |---|---|
/// | A | the address goes to the memories |
/// | L | their words are there; the tag is compared |
/// | D | the entry counts when the way was hit |
/// | X | hit, valid bit and tag of the head's set, for as long as the head executes |
///
/// An eviction reads its vectors through A, L and D as well. Its line is there, in the way that it has chosen, so
/// nothing is compared. A memory keeps its word until it is read again, so the vector stays in D.
// A way of `N` sets, `2^S`, with tags of `T` bits and rows (set and offset) of `K` bits.
#[derive(LogicBlock, Described, Parts)]
pub struct AvcWay<const S: usize, const N: usize, const T: usize, const K: usize> {
    pub clock: Signal<In, Clock>,
    pub read: Signal<In, Bit>,
    pub read_row: Signal<In, Bits<K>>,
    /// Stage L: something is looked up, its tag and set.
    pub l_valid: Signal<In, Bit>,
    pub l_line: Signal<In, Bits<21>>,
    /// This is the way that the head works on.
    pub chosen: Signal<In, Bit>,
    /// The line of the set that was next a cycle ago is valid; in L, the tag; both gated by `chosen`.
    pub next_set: Signal<In, Bits<S>>,
    pub chosen_valid: Signal<Out, Bit>,
    pub chosen_tag: Signal<Out, Bits<T>>,
    /// In D, gated by the hit; whether it has a lane, which is known as soon as the hit is.
    pub found: Signal<Out, Bits<ENTRY_BITS>>,
    pub found_some: Signal<Out, Bit>,
    /// In L, gated by `chosen`.
    pub chosen_code: Signal<Out, Bits<CODE_BITS>>,
    /// From D to X.
    pub advance: Signal<In, Bit>,
    pub hit: Signal<Out, Bit>,
    pub valid: Signal<Out, Bit>,
    pub tag: Signal<Out, Bits<T>>,

    /// An entry is written if the way is hit, or if it is chosen.
    pub write_hit: Signal<In, Bit>,
    pub write_chosen: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<25>>,
    pub write_word: Signal<In, Bits<ENTRY_BITS>>,
    /// The chosen line's set, from a register. If it is chosen, the tag is written and the line of the set
    /// becomes valid, or it becomes not valid.
    pub line_set: Signal<In, Bits<S>>,
    pub commit: Signal<In, Bit>,
    pub drop_line: Signal<In, Bit>,

    tag_ram: Memory<T, S>,
    entry_ram: Memory<ENTRY_BITS, K>,
    line_valid: Register<Bits<N>>,
    set_valid: Register<Bit>,
    d_hit: Register<Bit>,
    d_valid: Register<Bit>,
    d_tag: Register<Bits<T>>,
    d_entry: Register<Bits<ENTRY_BITS>>,
    x_hit: Register<Bit>,
    x_valid: Register<Bit>,
    x_tag: Register<Bits<T>>,
}

impl<const S: usize, const N: usize, const T: usize, const K: usize> Default
    for AvcWay<S, N, T, K>
{
    fn default() -> Self {
        const {
            assert!(
                N == 1 << S && K == S + 4 && T + S == 21,
                "widths of an address"
            )
        };
        let rows = 1 << K;
        AvcWayParts {
            tag_ram: Memory::new(N).named(format!("avc_tag_ram_{N}x{T}")),
            entry_ram: Memory::new(rows).named(format!("avc_entry_ram_{rows}x{ENTRY_BITS}")),
            line_valid: Register::default(),
            set_valid: Register::no_reset(),
            d_hit: Register::no_reset(),
            d_valid: Register::no_reset(),
            d_tag: Register::no_reset(),
            d_entry: Register::no_reset(),
            x_hit: Register::no_reset(),
            x_valid: Register::no_reset(),
            x_tag: Register::no_reset(),
        }
        .into()
    }
}

#[hardware(name = format!("avc_way_s{N}"))]
impl<const S: usize, const N: usize, const T: usize, const K: usize> Logic for AvcWay<S, N, T, K> {
    fn update(&mut self) {
        clock!(self, clock, tag_ram, entry_ram, set_valid, d_hit, d_valid, d_tag, d_entry);
        registers!(self, clock, line_valid, x_hit, x_valid, x_tag);

        let chosen = self.chosen.val();
        self.tag_ram.read_enable.next = self.read.val();
        self.tag_ram.read_address.next = self.read_row.val().get_bits::<S>(4);
        self.tag_ram.write_enable.next = self.commit.val() && chosen;
        self.tag_ram.write_address.next = self.line_set.val();
        self.tag_ram.write_data.next = self.write_address.val().get_bits::<T>(S + 4);
        self.entry_ram.read_enable.next = self.read.val();
        self.entry_ram.read_address.next = self.read_row.val();
        self.entry_ram.write_enable.next =
            (self.write_hit.val() && self.x_hit.q.val()) || (self.write_chosen.val() && chosen);
        self.entry_ram.write_address.next = self.write_address.val().get_bits::<K>(0);
        self.entry_ram.write_data.next = self.write_word.val();
        if chosen && (self.commit.val() || self.drop_line.val()) {
            self.line_valid.d.next = self
                .line_valid
                .q
                .val()
                .replace_bit(self.line_set.val().index(), self.commit.val());
        }

        let l_set = self.l_line.val().get_bits::<S>(0);
        let l_tag = self.l_line.val().get_bits::<T>(S);
        let l_line_valid = self.line_valid.q.val().get_bit(l_set.index());
        let tag = self.tag_ram.read_data.val();
        self.set_valid.d.next = self.line_valid.q.val().get_bit(self.next_set.val().index());
        self.chosen_valid.next = self.set_valid.q.val() && chosen;
        self.chosen_tag.next = gate(chosen, tag);
        self.d_hit.d.next = if self.l_valid.val() {
            l_line_valid && tag == l_tag
        } else {
            chosen
        };
        self.chosen_code.next = gate(
            chosen,
            self.entry_ram.read_data.val().get_bits::<CODE_BITS>(0),
        );
        self.d_valid.d.next = l_line_valid;
        self.d_tag.d.next = tag;
        self.d_entry.d.next = self.entry_ram.read_data.val();

        let entry = self.d_entry.q.val();
        self.found.next = gate(self.d_hit.q.val(), entry);
        self.found_some.next = self.d_hit.q.val() && entry.get_bits::<32>(35).any();
        if self.advance.val() {
            self.x_hit.d.next = self.d_hit.q.val();
            self.x_valid.d.next = self.d_valid.q.val();
            self.x_tag.d.next = self.d_tag.q.val();
        }
        self.hit.next = self.x_hit.q.val();
        self.valid.next = self.x_valid.q.val();
        self.tag.next = self.x_tag.q.val();
    }
}
