//! What the capacity manager counts for one bank.

use crate::prelude::*;
use spec::regless::WARPS;

/// What the capacity manager counts for one bank: lines that are free, promised to a warp, and waiting for a
/// write (5.1).
///
/// | cycle | |
/// |---|---|
/// | t | what a region needs is compared with the free lines; a region ends, writes land |
/// | t + 1 | what the region took, if it started, is no longer free; what was given back is added |
/// | t + 2 | it is free |
// The counts; lines are counted with `C` bits.
#[derive(LogicBlock, Described, Default)]
pub struct ManagerBank<const C: usize> {
    pub clock: Signal<In, Clock>,
    /// What a region needs; whether the bank can ever have as much; whether it has.
    pub need: Signal<In, Bits<3>>,
    pub possible: Signal<Out, Bit>,
    pub fits: Signal<Out, Bit>,
    /// The region starts; one bit for its warp.
    pub starts: Signal<In, Bit>,
    pub start: Signal<In, Bits<16>>,
    /// A write to this bank is issued, or has landed, one bit for its warp.
    pub issue0: Signal<In, Bits<16>>,
    pub issue1: Signal<In, Bits<16>>,
    pub landed0: Signal<In, Bits<16>>,
    pub landed1: Signal<In, Bits<16>>,
    /// What landed frees its line: its warp drains.
    pub frees0: Signal<In, Bit>,
    pub frees1: Signal<In, Bit>,
    /// The warp that begins to drain keeps only the lines that wait for a write.
    pub end: Signal<In, Bits<16>>,
    /// Warps without a write that has not landed.
    pub landed_all: Signal<Out, Bits<16>>,

    /// Lines that are free, without what the cycle before gave back.
    free: Register<Bits<C>>,
    given_back: Register<Bits<3>>,
    freed0: Register<Bit>,
    freed1: Register<Bit>,
    promised: Vec<Register<Bits<3>>>,
    pending: Vec<Register<Bits<3>>>,
    _lines: usize,
}

impl<const C: usize> ManagerBank<C> {
    /// All lines are free.
    pub fn new(lines: usize) -> Self {
        const { assert!(C >= 3, "what a region needs has 3 bits") };
        assert!(lines < 1 << C, "{lines} lines, counted with {C} bits");
        Self {
            free: Register::new(lines.to_bits::<C>()),
            promised: data_registers(WARPS),
            pending: (0..WARPS).map(|_| Register::default()).collect(),
            _lines: lines,
            ..Self::default()
        }
    }
}

/// A bit as a number.
#[hardware]
fn number<const N: usize>(bit: bool) -> Bits<N> {
    bit_cast::<N, 1>(bit.into())
}

/// Writes that are under way, after those that are issued and those that land in a cycle, both of which come late.
#[hardware]
fn counted(writes: Bits<3>, issued: Bits<2>, landed: Bits<2>) -> Bits<3> {
    let one_issued = issued.get_bit(0) != issued.get_bit(1);
    let one_landed = landed.get_bit(0) != landed.get_bit(1);
    let two_more = issued.all() && !landed.any();
    let one_more = (one_issued && !landed.any()) || (issued.all() && one_landed);
    let one_less = (one_landed && !issued.any()) || (landed.all() && one_issued);
    let two_less = landed.all() && !issued.any();
    let as_many = !two_more && !one_more && !one_less && !two_less;
    gate(as_many, writes)
        | gate(two_more, writes + 2)
        | gate(one_more, writes + 1)
        | gate(one_less, writes - 1)
        | gate(two_less, writes - 2)
}

#[hardware(name = format!("manager_bank_l{}", self._lines))]
impl<const C: usize> Logic for ManagerBank<C> {
    fn update(&mut self) {
        registers!(self, clock, free, given_back, freed0, freed1, promised, pending);
        let free_now = self.free.q.val()
            + bit_cast::<C, 3>(self.given_back.q.val())
            + number::<C>(self.freed0.q.val())
            + number::<C>(self.freed1.q.val());
        let need = bit_cast::<C, 3>(self.need.val());
        self.possible.next = need <= self._lines.to_bits::<C>();
        self.fits.next = need <= self.free.q.val();
        self.free.d.next = if self.starts.val() {
            free_now - need
        } else {
            free_now
        };

        for w in 0..WARPS {
            let issue0 = self.issue0.val().get_bit(w);
            let issue1 = self.issue1.val().get_bit(w);
            let landed0 = self.landed0.val().get_bit(w);
            let landed1 = self.landed1.val().get_bit(w);
            self.pending[w].d.next = counted(
                self.pending[w].q.val(),
                concat::<2, _, _>(issue1, issue0),
                concat::<2, _, _>(landed1, landed0),
            );
            if self.start.val().get_bit(w) {
                self.promised[w].d.next = self.need.val();
            }
        }
        let mut none = bits::<16>(0);
        let mut given_back = bits::<3>(0);
        for w in 0..WARPS {
            let pending = self.pending[w].q.val();
            none = none.replace_bit(w, !pending.any());
            given_back |= gate(
                self.end.val().get_bit(w),
                self.promised[w].q.val() - pending,
            );
        }
        self.landed_all.next = none;
        self.given_back.d.next = given_back;
        self.freed0.d.next = self.frees0.val();
        self.freed1.d.next = self.frees1.val();
    }
}
