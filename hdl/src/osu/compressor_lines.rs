//! The lines of the compressor's cache.

use crate::prelude::*;

/// The lines of the compressor's cache: tags (warp and group), which are valid and which differ from the L1's.
///
/// Lines are replaced in turn. All but `valid` mean something only while a line is valid. Lines are named
/// with 4 bits, whatever their number.
#[derive(LogicBlock, Described, Parts)]
pub struct CompressorLines {
    pub clock: Signal<In, Clock>,
    /// The line of the request: warp and group.
    pub tag: Signal<In, Bits<7>>,
    pub hit: Signal<Out, Bit>,
    pub hit_line: Signal<Out, Bits<4>>,
    /// The line that is replaced next, and what it holds.
    pub hand: Signal<Out, Bits<4>>,
    pub replaced_tag: Signal<Out, Bits<7>>,
    /// It is valid and has to be written to the L1 if it is live.
    pub replaced_changed: Signal<Out, Bit>,

    /// The line at the hand is given up.
    pub give_up: Signal<In, Bit>,
    /// The line of the request is stored at the hand.
    pub enter: Signal<In, Bit>,
    /// A line that is held is changed, or is not: one that enters is the one at the hand.
    pub line: Signal<In, Bits<4>>,
    pub line_valid: Signal<Out, Bit>,
    pub change: Signal<In, Bit>,

    valid: Vec<Register<Bit>>,
    changed: Vec<Register<Bit>>,
    line_tag: Vec<Register<Bits<7>>>,
    at: Register<Bits<4>>,
    same: Vec<Signal<Local, Bit>>,
    _lines: usize,
}

impl CompressorLines {
    /// As many lines without anything.
    pub fn new(lines: usize) -> Self {
        CompressorLinesParts {
            valid: (0..lines).map(|_| Register::default()).collect(),
            changed: data_registers(lines),
            line_tag: data_registers(lines),
            at: Register::default(),
            same: signals(lines),
            _lines: lines,
        }
        .into()
    }
}

#[hardware(name = format!("compressor_lines_c{}", self._lines))]
impl Logic for CompressorLines {
    fn update(&mut self) {
        registers!(self, clock, valid, changed, line_tag, at);
        let at = self.at.q.val();
        for k in 0..self._lines {
            self.same[k].next = self.valid[k].q.val() && self.line_tag[k].q.val() == self.tag.val();
        }
        let mut hit = false;
        let mut hit_line = bits::<4>(0);
        for k in 0..self._lines {
            hit = hit || self.same[k].val();
            hit_line |= gate(self.same[k].val(), k.to_bits::<4>());
        }
        self.hit.next = hit;
        self.hit_line.next = hit_line;
        self.hand.next = at;
        self.replaced_tag.next = self.line_tag[at.index()].q.val();
        self.replaced_changed.next =
            self.valid[at.index()].q.val() && self.changed[at.index()].q.val();
        self.line_valid.next = self.valid[self.line.val().index()].q.val();

        for k in 0..self._lines {
            let at_hand = at == k.to_bits::<4>();
            if at_hand && self.enter.val() {
                self.valid[k].d.next = true;
                self.line_tag[k].d.next = self.tag.val();
            } else if at_hand && self.give_up.val() {
                self.valid[k].d.next = false;
            }
            if self.change.val() && self.line.val() == k.to_bits::<4>() {
                self.changed[k].d.next = true;
            } else if at_hand && self.enter.val() {
                self.changed[k].d.next = false;
            }
        }
        if self.enter.val() {
            self.at.d.next = after(at, self._lines);
        }
    }
}
