//! What the capacity manager counts for one bank: lines that are free, promised to a warp, and waiting for a
//! write (5.1).

use super::{gate, signals};
use crate::bdi::data_registers;
use crate::prelude::*;
use spec::osu::WARPS;

/// The counters of a bank; see the module's comment.
#[derive(LogicBlock, Default)]
pub struct ManagerBank {
    pub clock: Signal<In, Clock>,
    /// What a region needs; whether the bank has as much, now or ever.
    pub need: Signal<In, Bits<3>>,
    pub fits: Signal<Out, Bit>,
    pub possible: Signal<Out, Bit>,
    /// The region starts, one bit for its warp.
    pub start: Signal<In, Bits<16>>,
    /// A write to this bank is issued, or has landed, one bit for its warp.
    pub issue0: Signal<In, Bits<16>>,
    pub issue1: Signal<In, Bits<16>>,
    pub landed0: Signal<In, Bits<16>>,
    pub landed1: Signal<In, Bits<16>>,
    /// Warps whose lines become free as their writes land.
    pub draining: Signal<In, Bits<16>>,
    /// The warp that begins to drain keeps only the lines that wait for a write.
    pub end: Signal<In, Bits<16>>,
    /// Warps without a write that has not landed.
    pub landed_all: Signal<Out, Bits<16>>,

    free: Register<Bits<5>>,
    promised: Vec<Register<Bits<3>>>,
    pending: Vec<Register<Bits<3>>>,
    /// Writes of a warp that have not landed at the end of the cycle.
    left: Vec<Signal<Local, Bits<3>>>,
    _lines: usize,
}

impl ManagerBank {
    /// All lines are free.
    pub fn new(lines: usize) -> Self {
        Self {
            free: Register::new(lines.to_bits::<5>()),
            promised: data_registers(WARPS),
            pending: (0..WARPS).map(|_| Register::default()).collect(),
            left: signals(WARPS),
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

#[hardware(name = format!("manager_bank_l{}", self._lines))]
impl Logic for ManagerBank {
    fn update(&mut self) {
        registers!(self, clock, free, promised, pending);
        let need = self.need.val();
        self.fits.next = bit_cast::<5, 3>(need) <= self.free.q.val();
        self.possible.next = bit_cast::<5, 3>(need) <= self._lines.to_bits::<5>();

        for w in 0..WARPS {
            self.left[w].next = self.pending[w].q.val()
                - number::<3>(self.landed0.val().get_bit(w))
                - number::<3>(self.landed1.val().get_bit(w));
            self.pending[w].d.next = self.left[w].val()
                + number::<3>(self.issue0.val().get_bit(w))
                + number::<3>(self.issue1.val().get_bit(w));
            if self.start.val().get_bit(w) {
                self.promised[w].d.next = need;
            }
        }
        let mut none = bits::<16>(0);
        let mut promised_at_end = bits::<3>(0);
        let mut left_at_end = bits::<3>(0);
        for w in 0..WARPS {
            none = none.replace_bit(w, !self.pending[w].q.val().any());
            promised_at_end |= gate(self.end.val().get_bit(w), self.promised[w].q.val());
            left_at_end |= gate(self.end.val().get_bit(w), self.left[w].val());
        }
        self.landed_all.next = none;

        let taken = gate(self.start.val().any(), need);
        let frees0 = (self.landed0.val() & self.draining.val()).any();
        let frees1 = (self.landed1.val() & self.draining.val()).any();
        let given_back = bit_cast::<5, 3>(promised_at_end - left_at_end)
            + number::<5>(frees0)
            + number::<5>(frees1);
        self.free.d.next = self.free.q.val() - bit_cast::<5, 3>(taken) + given_back;
    }
}
