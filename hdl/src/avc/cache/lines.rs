//! The arrays, and the stages of a lookup, as far as it goes to the arrays.
//!
//! | stage | |
//! |---|---|
//! | A | the address goes to tag and data memories of all ways |
//! | L | their words are there; tags are compared |
//! | D | the entry of the way that was hit is selected |
//! | X | entry, way, and what the set has to give up, for as long as the head executes |
//!
//! An eviction reads its vectors through A, L and D as well, with its way in place of a comparison.
//! A memory keeps its word until it is read again, so the vector stays in D.

use super::super::gate;
use super::placement::ENTRY_BITS;
use crate::prelude::*;

/// Arrays of `N` sets, `2^S`, of `W` ways, with tags of `T` bits and `K` bits of an entry's row
/// (set and offset); see the module's comment.
#[derive(LogicBlock)]
pub struct AvcLines<const S: usize, const N: usize, const T: usize, const K: usize, const W: usize>
{
    pub clock: Signal<In, Clock>,
    /// Stage A.
    pub read: Signal<In, Bit>,
    pub read_address: Signal<In, Bits<25>>,
    /// Stage L.
    pub l_address: Signal<In, Bits<25>>,
    /// The eviction's way, one-hot, and whether D takes it in place of the way that is hit.
    pub way: Signal<In, Bits<W>>,
    pub take_way: Signal<In, Bit>,
    /// The line of that way is valid, its tag.
    pub way_valid: Signal<Out, Bit>,
    pub way_tag: Signal<Out, Bits<T>>,
    /// Stage D.
    pub found: Signal<Out, Bits<ENTRY_BITS>>,
    /// What is in D goes on to X.
    pub advance: Signal<In, Bit>,
    pub entry: Signal<Out, Bits<ENTRY_BITS>>,
    pub hit: Signal<Out, Bits<W>>,
    pub valid: Signal<Out, Bits<W>>,
    /// The line to give up, one-hot, and its tag.
    pub give_up: Signal<In, Bits<W>>,
    pub give_up_tag: Signal<Out, Bits<T>>,

    /// Ways in which an entry is written, one-hot.
    pub write: Signal<In, Bits<W>>,
    pub write_address: Signal<In, Bits<25>>,
    pub write_word: Signal<In, Bits<ENTRY_BITS>>,
    /// The tag is written into the eviction's way, and the line becomes valid.
    pub commit: Signal<In, Bit>,
    /// The line of that way becomes not valid.
    pub drop_line: Signal<In, Bit>,

    tag_ram: [Memory<T, S>; W],
    entry_ram: [Memory<ENTRY_BITS, K>; W],
    line_valid: [Register<Bits<N>>; W],
    d_hit: Register<Bits<W>>,
    d_valid: Register<Bits<W>>,
    d_tag: [Register<Bits<T>>; W],
    d_entry: [Register<Bits<ENTRY_BITS>>; W],
    x_hit: Register<Bits<W>>,
    x_valid: Register<Bits<W>>,
    x_tag: [Register<Bits<T>>; W],
    x_entry: Register<Bits<ENTRY_BITS>>,
}

impl<const S: usize, const N: usize, const T: usize, const K: usize, const W: usize> Default
    for AvcLines<S, N, T, K, W>
{
    fn default() -> Self {
        const {
            assert!(
                N == 1 << S && K == S + 4 && T + S == 21,
                "widths of an address"
            )
        };
        Self {
            clock: Default::default(),
            read: Default::default(),
            read_address: Default::default(),
            l_address: Default::default(),
            way: Default::default(),
            take_way: Default::default(),
            way_valid: Default::default(),
            way_tag: Default::default(),
            found: Default::default(),
            advance: Default::default(),
            entry: Default::default(),
            hit: Default::default(),
            valid: Default::default(),
            give_up: Default::default(),
            give_up_tag: Default::default(),
            write: Default::default(),
            write_address: Default::default(),
            write_word: Default::default(),
            commit: Default::default(),
            drop_line: Default::default(),
            tag_ram: std::array::from_fn(|_| Memory::new(N).named(format!("avc_tag_ram_{N}x{T}"))),
            entry_ram: std::array::from_fn(|_| {
                let words = 1 << K;
                Memory::new(words).named(format!("avc_entry_ram_{words}x{ENTRY_BITS}"))
            }),
            line_valid: Register::array(Default::default()),
            d_hit: Register::no_reset(),
            d_valid: Register::no_reset(),
            d_tag: Register::array_no_reset(),
            d_entry: Register::array_no_reset(),
            x_hit: Register::no_reset(),
            x_valid: Register::no_reset(),
            x_tag: Register::array_no_reset(),
            x_entry: Register::no_reset(),
        }
    }
}

#[hardware(name = format!("avc_lines_s{N}_w{W}"))]
impl<const S: usize, const N: usize, const T: usize, const K: usize, const W: usize> Logic
    for AvcLines<S, N, T, K, W>
{
    fn update(&mut self) {
        clock!(self, clock, tag_ram, entry_ram, d_hit, d_valid, d_tag, d_entry);
        registers!(self, clock, line_valid, x_hit, x_valid, x_tag, x_entry);

        let read_row = self.read_address.val().get_bits::<K>(0);
        let write_row = self.write_address.val().get_bits::<K>(0);
        let write_set = self.write_address.val().get_bits::<S>(4);
        let write_tag = self.write_address.val().get_bits::<T>(S + 4);
        let l_set = self.l_address.val().get_bits::<S>(4);
        let l_tag = self.l_address.val().get_bits::<T>(S + 4);
        let mut valid = bits::<W>(0);
        let mut hit = bits::<W>(0);
        let mut way_tag = bits::<T>(0);
        let mut found = bits::<ENTRY_BITS>(0);
        let mut give_up_tag = bits::<T>(0);
        for w in 0..W {
            self.tag_ram[w].read_enable.next = self.read.val();
            self.tag_ram[w].read_address.next = read_row.get_bits::<S>(4);
            self.tag_ram[w].write_enable.next = self.commit.val() && self.way.val().get_bit(w);
            self.tag_ram[w].write_address.next = write_set;
            self.tag_ram[w].write_data.next = write_tag;
            self.entry_ram[w].read_enable.next = self.read.val();
            self.entry_ram[w].read_address.next = read_row;
            self.entry_ram[w].write_enable.next = self.write.val().get_bit(w);
            self.entry_ram[w].write_address.next = write_row;
            self.entry_ram[w].write_data.next = self.write_word.val();

            if (self.commit.val() || self.drop_line.val()) && self.way.val().get_bit(w) {
                self.line_valid[w].d.next = self.line_valid[w]
                    .q
                    .val()
                    .replace_bit(write_set.index(), self.commit.val());
            }

            let l_valid = self.line_valid[w].q.val().get_bit(l_set.index());
            let tag = self.tag_ram[w].read_data.val();
            valid = valid.replace_bit(w, l_valid);
            hit = hit.replace_bit(w, l_valid && tag == l_tag);
            way_tag |= gate(self.way.val().get_bit(w), tag);
            self.d_tag[w].d.next = tag;
            self.d_entry[w].d.next = self.entry_ram[w].read_data.val();

            found |= gate(self.d_hit.q.val().get_bit(w), self.d_entry[w].q.val());
            if self.advance.val() {
                self.x_tag[w].d.next = self.d_tag[w].q.val();
            }
            give_up_tag |= gate(self.give_up.val().get_bit(w), self.x_tag[w].q.val());
        }
        self.d_hit.d.next = if self.take_way.val() {
            self.way.val()
        } else {
            hit
        };
        self.d_valid.d.next = valid;
        if self.advance.val() {
            self.x_hit.d.next = self.d_hit.q.val();
            self.x_valid.d.next = self.d_valid.q.val();
            self.x_entry.d.next = found;
        }

        self.way_valid.next = (valid & self.way.val()).any();
        self.way_tag.next = way_tag;
        self.found.next = found;
        self.entry.next = self.x_entry.q.val();
        self.hit.next = self.x_hit.q.val();
        self.valid.next = self.x_valid.q.val();
        self.give_up_tag.next = give_up_tag;
    }
}
