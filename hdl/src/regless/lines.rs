//! The lines of a bank as its lookup sees them.

use crate::prelude::*;

/// The lines of a bank as its lookup sees them: tags, and which lines are free, clean, dirty or in use (5.2).
///
/// Guarantees: one lookup a cycle. It finds the line that holds the register; else it names the line to
/// take: the lowest that is free, or if none is, of the clean ones the one that left use first, or if none is, of
/// the dirty ones.
///
/// A line that no active region uses is clean or dirty by whether it was modified, so the paper's lists
/// are one bit each. All but `valid` mean something only while a line is valid.
// The lines, named with `A` bits; a set of them has `L`.
#[derive(LogicBlock, Described, Parts)]
pub struct OsuLines<const A: usize, const L: usize> {
    pub clock: Signal<In, Clock>,
    /// Warp and register that are looked up: an access's, else an operation's. Both are compared before it is known
    /// whose they are.
    pub is_access: Signal<In, Bit>,
    pub access: Signal<In, Bits<10>>,
    pub operation: Signal<In, Bits<10>>,
    pub hit: Signal<Out, Bit>,
    /// A line is free or clean.
    pub room: Signal<Out, Bit>,
    /// The line that was found, else the one to take; the latter alone.
    pub line: Signal<Out, Bits<A>>,
    pub other_line: Signal<Out, Bits<A>>,

    /// What becomes of the line if it is found: in use; free; no longer in use.
    pub take_hit: Signal<In, Bit>,
    pub drop_hit: Signal<In, Bit>,
    pub release: Signal<In, Bit>,
    /// What becomes of the line to take if none is found: in use, perhaps fresh; free.
    pub take_other: Signal<In, Bit>,
    pub take_fresh: Signal<In, Bit>,
    pub drop_other: Signal<In, Bit>,

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
    /// Of line m + 1, which of those below it left use before it did.
    left_before: Vec<Register<Bits<L>>>,
    _lines: usize,
}

impl<const A: usize, const L: usize> OsuLines<A, L> {
    /// As many free lines.
    pub fn new(lines: usize) -> Self {
        const { assert!(L == 1 << A, "a bit for each line that has a name") };
        assert!(lines <= L, "{lines} lines");
        OsuLinesParts {
            valid: (0..lines).map(|_| Register::default()).collect(),
            used: data_registers(lines),
            modified: data_registers(lines),
            fresh: data_registers(lines),
            tag: data_registers(lines),
            left_before: data_registers(lines - 1),
            _lines: lines,
        }
        .into()
    }
}

#[hardware(name = format!("osu_lines_l{}", self._lines))]
impl<const A: usize, const L: usize> Logic for OsuLines<A, L> {
    fn update(&mut self) {
        clock!(self, clock, valid, used);
        registers!(self, clock, modified, fresh, tag, left_before);

        comment!("The lookup.");
        let is_access = self.is_access.val();
        let access = self.access.val();
        let operation = self.operation.val();
        let lookup = if is_access { access } else { operation };
        let mut same = bits::<L>(0);
        for l in 0..self._lines {
            let of_access = is_access && self.tag[l].q.val() == access;
            let of_operation = !is_access && self.tag[l].q.val() == operation;
            let holds = self.valid[l].q.val() && (of_access || of_operation);
            same = same.replace_bit(l, holds);
        }
        let hit = same.any();
        self.hit.next = hit;

        comment!("The line to take: the lowest that is free, else of the clean out of use, else of the dirty, who left it first.");
        let mut free = bits::<L>(0);
        let mut unused = bits::<L>(0);
        let mut modified = bits::<L>(0);
        for l in 0..self._lines {
            free = free.replace_bit(l, !self.valid[l].q.val());
            unused = unused.replace_bit(l, !self.used[l].q.val());
            modified = modified.replace_bit(l, self.modified[l].q.val());
        }
        let some_free = free.any();
        self.room.next = some_free || (unused & !modified).any();
        let mut behind = bits::<L>(0);
        for m in 0..self._lines - 1 {
            for k in 0..self._lines {
                if k <= m {
                    // Two of three tell who of two goes first: whether each is clean, and who left before.
                    let left_before = self.left_before[m].q.val().get_bit(k);
                    let one_clean = modified.get_bit(m + 1) || !modified.get_bit(k);
                    let only_clean = modified.get_bit(m + 1) && !modified.get_bit(k);
                    let first = only_clean || (one_clean && left_before);
                    let upper = behind.get_bit(m + 1) || (unused.get_bit(k) && first);
                    let lower = behind.get_bit(k) || (unused.get_bit(m + 1) && !first);
                    behind = behind.replace_bit(m + 1, upper);
                    behind = behind.replace_bit(k, lower);
                }
            }
        }
        let left_first = unused & !behind;
        let taken = if some_free { lowest(free) } else { left_first };
        let mut hit_line = bits::<A>(0);
        let mut other_line = bits::<A>(0);
        for l in 0..self._lines {
            hit_line |= gate(same.get_bit(l), l.to_bits::<A>());
            other_line |= gate(taken.get_bit(l), l.to_bits::<A>());
        }
        self.line.next = if hit { hit_line } else { other_line };
        self.other_line.next = other_line;
        let takes_other = self.take_other.val() && !hit;

        comment!("What becomes of the lines.");
        let entering = gate(takes_other, taken);
        let taking = entering | gate(self.take_hit.val(), same);
        let dropping = gate(self.drop_hit.val(), same) | gate(self.drop_other.val() && !hit, taken);
        let releasing = gate(self.release.val(), same);
        let mut writing = bits::<L>(0);
        for l in 0..self._lines {
            let written = self.write.val() && self.write_line.val() == l.to_bits::<A>();
            writing = writing.replace_bit(l, written && self.write_last.val());
        }
        for l in 0..self._lines {
            let valid = self.valid[l].q.val();
            let used = self.used[l].q.val();
            let written = self.write.val() && self.write_line.val() == l.to_bits::<A>();
            let freed = releasing.get_bit(l) || writing.get_bit(l);
            self.valid[l].d.next = taking.get_bit(l) || (valid && !dropping.get_bit(l));
            self.used[l].d.next = taking.get_bit(l) || (used && !freed);
            if entering.get_bit(l) {
                self.tag[l].d.next = lookup;
                self.modified[l].d.next = false;
                self.fresh[l].d.next = self.take_fresh.val();
            } else if written {
                self.modified[l].d.next = true;
                self.fresh[l].d.next = false;
            }
        }

        comment!(
            "The order: who leaves use leaves behind all others; a read leaves before a result."
        );
        for m in 0..self._lines - 1 {
            let released = replicate::<L>(releasing.get_bit(m + 1));
            let written = replicate::<L>(writing.get_bit(m + 1));
            let before = released | (self.left_before[m].q.val() & !releasing);
            self.left_before[m].d.next = written | (before & !writing);
        }
        self.write_fresh.next = self.fresh[self.write_line.val().index()].q.val();
        self.evicted_tag.next = self.tag[self.evicted_line.val().index()].q.val();
        self.filled_tag.next = self.tag[self.filled_line.val().index()].q.val();
    }
}
