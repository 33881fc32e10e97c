//! The inactive warps, the one that ran last on top (5.1).

use crate::prelude::*;
use spec::regless::WARPS;

/// The inactive warps, the one that ran last on top (5.1).
///
/// The stack is kept as an order: of each warp, which others are above it. A warp that leaves needs no
/// change then, and the topmost is found without moving through places.
///
/// Guarantees: a warp that is pushed leaves the others in their order. It is on top from the next cycle on:
/// the order takes it up a cycle later, until then it is above all.
#[derive(LogicBlock, Described, Default)]
pub struct ManagerStack {
    pub clock: Signal<In, Clock>,
    /// Inactive warps that may start, and the one nearest to the top.
    pub candidates: Signal<In, Bits<16>>,
    pub some: Signal<Out, Bit>,
    pub topmost: Signal<Out, Bits<4>>,
    /// The same, one bit.
    pub first: Signal<Out, Bits<16>>,
    /// The warp that goes on top, one bit.
    pub push: Signal<In, Bits<16>>,

    pushed: Register<Bits<16>>,
    /// The warps that are above each.
    above: Vec<Register<Bits<16>>>,
}

impl ManagerStack {
    /// Warp 0 on top.
    pub fn new() -> Self {
        let below_all = |w: usize| ((1u64 << w) - 1).to_bits::<16>();
        Self {
            above: (0..WARPS).map(|w| Register::new(below_all(w))).collect(),
            ..Self::default()
        }
    }
}

#[hardware]
impl Logic for ManagerStack {
    fn update(&mut self) {
        registers!(self, clock, pushed, above);
        let candidates = self.candidates.val();
        let pushed = self.pushed.q.val();
        let newest = candidates & pushed;
        let mut first = bits::<16>(0);
        for w in 0..WARPS {
            let higher = candidates & (self.above[w].q.val() | pushed);
            let tops = candidates.get_bit(w) && !higher.any();
            first = first.replace_bit(w, tops || newest.get_bit(w));
        }
        let mut topmost = bits::<4>(0);
        for w in 0..WARPS {
            topmost |= gate(first.get_bit(w), w.to_bits::<4>());
        }
        self.some.next = candidates.any();
        self.topmost.next = topmost;
        self.first.next = first;

        self.pushed.d.next = self.push.val();
        for w in 0..WARPS {
            self.above[w].d.next = gate(!pushed.get_bit(w), self.above[w].q.val() | pushed);
        }
    }
}
