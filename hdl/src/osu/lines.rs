//! The lines of a bank as its lookup sees them: tags, and which lines are free, clean, dirty or in use (5.2).
//!
//! Guarantees: one lookup a cycle. It finds the line that holds the register; else it names the line to
//! take, the first in ring order from the hand that is free, or if none is, clean, or if none is, dirty.
//!
//! A line that no active region uses is clean or dirty by whether it was modified, so the paper's lists
//! are one bit each. All but `valid` mean something only while a line is valid.

use super::{gate, OsuFirst};
use crate::bdi::data_registers;
use crate::prelude::*;

/// The lines, named with `A` bits; see the module's comment.
#[derive(LogicBlock, Parts)]
pub struct OsuLines<const A: usize> {
    pub clock: Signal<In, Clock>,
    /// Warp and register that are looked up.
    pub lookup: Signal<In, Bits<10>>,
    pub hit: Signal<Out, Bit>,
    /// A line is free or clean.
    pub room: Signal<Out, Bit>,
    /// Without room: a line is dirty.
    pub evictable: Signal<Out, Bit>,
    /// The line that was found, else the one to take.
    pub line: Signal<Out, Bits<A>>,

    /// What becomes of that line: in use, and fresh if it was not found; free; no longer in use.
    pub take: Signal<In, Bit>,
    pub take_fresh: Signal<In, Bit>,
    pub drop_line: Signal<In, Bit>,
    pub release: Signal<In, Bit>,

    /// A result is written.
    pub write: Signal<In, Bit>,
    pub write_line: Signal<In, Bits<A>>,
    pub write_last: Signal<In, Bit>,
    pub write_fresh: Signal<Out, Bit>,

    /// The tags of the lines that are evicted and filled.
    pub evicted_line: Signal<In, Bits<A>>,
    pub evicted_tag: Signal<Out, Bits<10>>,
    pub filled_line: Signal<In, Bits<A>>,
    pub filled_tag: Signal<Out, Bits<10>>,

    valid: Vec<Register<Bit>>,
    used: Vec<Register<Bit>>,
    modified: Vec<Register<Bit>>,
    fresh: Vec<Register<Bit>>,
    tag: Vec<Register<Bits<10>>>,
    /// Where the search for a line begins.
    hand: Register<Bits<A>>,

    free: OsuFirst,
    clean: OsuFirst,
    dirty: OsuFirst,
    _lines: usize,
}

impl<const A: usize> OsuLines<A> {
    /// As many free lines.
    pub fn new(lines: usize) -> Self {
        assert!(lines <= 1 << A, "{lines} lines");
        OsuLinesParts {
            valid: (0..lines).map(|_| Register::default()).collect(),
            used: data_registers(lines),
            modified: data_registers(lines),
            fresh: data_registers(lines),
            tag: data_registers(lines),
            hand: Register::default(),
            free: OsuFirst::default(),
            clean: OsuFirst::default(),
            dirty: OsuFirst::default(),
            _lines: lines,
        }
        .into()
    }
}

#[hardware(name = format!("osu_lines_l{}", self._lines))]
impl<const A: usize> Logic for OsuLines<A> {
    fn update(&mut self) {
        clock!(self, clock, valid, used);
        registers!(self, clock, modified, fresh, tag, hand);

        comment!("The lookup.");
        let mut same = bits::<16>(0);
        for l in 0..self._lines {
            let holds = self.valid[l].q.val() && self.tag[l].q.val() == self.lookup.val();
            same = same.replace_bit(l, holds);
        }
        let hit = same.any();
        self.hit.next = hit;

        comment!("The line to take: of each list the first, then of the best list.");
        let reach = !bits::<16>(0) << self.hand.q.val();
        let mut free = bits::<16>(0);
        let mut clean = bits::<16>(0);
        let mut dirty = bits::<16>(0);
        for l in 0..self._lines {
            let modified = self.modified[l].q.val();
            free = free.replace_bit(l, !self.valid[l].q.val());
            clean = clean.replace_bit(l, !self.used[l].q.val() && !modified);
            dirty = dirty.replace_bit(l, !self.used[l].q.val() && modified);
        }
        self.free.list.next = free;
        self.free.reach.next = reach;
        self.clean.list.next = clean;
        self.clean.reach.next = reach;
        self.dirty.list.next = dirty;
        self.dirty.reach.next = reach;
        let some_free = free.any();
        let some_clean = clean.any();
        self.room.next = some_free || some_clean;
        self.evictable.next = dirty.any();
        let taken = gate(some_free, self.free.first.val())
            | gate(!some_free && some_clean, self.clean.first.val())
            | gate(!some_free && !some_clean, self.dirty.first.val());
        let chosen = if hit { same } else { taken };
        let mut line = bits::<A>(0);
        let mut next_hand = bits::<A>(0);
        for l in 0..self._lines {
            line |= gate(chosen.get_bit(l), l.to_bits::<A>());
            if l != self._lines - 1 {
                next_hand |= gate(chosen.get_bit(l), (l + 1).to_bits::<A>());
            }
        }
        self.line.next = line;
        let takes_other = self.take.val() && !hit;
        if takes_other {
            self.hand.d.next = next_hand;
        }

        comment!("What becomes of the lines.");
        let taking = gate(self.take.val(), chosen);
        let dropping = gate(self.drop_line.val(), chosen);
        let releasing = gate(self.release.val(), chosen);
        for l in 0..self._lines {
            let valid = self.valid[l].q.val();
            let used = self.used[l].q.val();
            let written = self.write.val() && self.write_line.val() == l.to_bits::<A>();
            let freed = releasing.get_bit(l) || (written && self.write_last.val());
            self.valid[l].d.next = taking.get_bit(l) || (valid && !dropping.get_bit(l));
            self.used[l].d.next = taking.get_bit(l) || (used && !freed);
            if taking.get_bit(l) && !hit {
                self.tag[l].d.next = self.lookup.val();
                self.modified[l].d.next = false;
                self.fresh[l].d.next = self.take_fresh.val();
            } else if written {
                self.modified[l].d.next = true;
                self.fresh[l].d.next = false;
            }
        }
        self.write_fresh.next = self.fresh[self.write_line.val().index()].q.val();
        self.evicted_tag.next = self.tag[self.evicted_line.val().index()].q.val();
        self.filled_tag.next = self.tag[self.filled_line.val().index()].q.val();
    }
}
