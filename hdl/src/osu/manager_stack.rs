//! The inactive warps, the one that ran last on top (5.1).
//!
//! Guarantees: a warp that is removed and one that is pushed in the same cycle leave the others in their order.

use super::{gate, lowest};
use crate::prelude::*;
use spec::osu::WARPS;

/// The stack; see the module's comment.
#[derive(LogicBlock, Default)]
pub struct ManagerStack {
    pub clock: Signal<In, Clock>,
    /// The eligible warp nearest to the top.
    pub eligible: Signal<In, Bits<16>>,
    pub some: Signal<Out, Bit>,
    pub topmost: Signal<Out, Bits<4>>,
    pub remove: Signal<In, Bit>,
    pub remove_warp: Signal<In, Bits<4>>,
    pub push: Signal<In, Bit>,
    pub push_warp: Signal<In, Bits<4>>,

    /// Four bits a warp, the top at the bottom.
    place: Register<Bits<64>>,
    inside: Register<Bits<5>>,
}

impl ManagerStack {
    /// All warps, warp 0 on top.
    pub fn new() -> Self {
        let mut place = Bits::<64>::default();
        for w in 0..WARPS {
            place = replace_bits(place, 4 * w, w.to_bits::<4>());
        }
        Self {
            place: Register::new(place),
            inside: Register::new(WARPS.to_bits::<5>()),
            ..Self::default()
        }
    }
}

#[hardware]
impl Logic for ManagerStack {
    fn update(&mut self) {
        clock!(self, clock, place);
        registers!(self, clock, inside);
        let place = self.place.q.val();
        let inside = self.inside.q.val();
        let mut may_start = bits::<16>(0);
        for i in 0..WARPS {
            let warp = place.get_bits::<4>(4 * i);
            let there = i.to_bits::<5>() < inside;
            may_start =
                may_start.replace_bit(i, there && self.eligible.val().get_bit(warp.index()));
        }
        let first = lowest(may_start);
        let mut topmost = bits::<4>(0);
        for i in 0..WARPS {
            topmost |= gate(first.get_bit(i), place.get_bits::<4>(4 * i));
        }
        self.some.next = may_start.any();
        self.topmost.next = topmost;

        comment!("From the warp that is removed on, the others move up; all move down below one that is pushed.");
        let mut found = false;
        let mut removed = bits::<16>(0);
        for i in 0..WARPS {
            found = found || place.get_bits::<4>(4 * i) == self.remove_warp.val();
            removed = removed.replace_bit(i, found && self.remove.val());
        }
        let above = concat::<64, _, _>(place.get_bits::<60>(0), self.push_warp.val());
        let below = concat::<64, _, _>(place.get_bits::<4>(60), place.get_bits::<60>(4));
        let keeps = removed << 1;
        let mut next_place = place;
        for i in 0..WARPS {
            if self.push.val() {
                if !keeps.get_bit(i) {
                    next_place = replace_bits(next_place, 4 * i, above.get_bits::<4>(4 * i));
                }
            } else if removed.get_bit(i) {
                next_place = replace_bits(next_place, 4 * i, below.get_bits::<4>(4 * i));
            }
        }
        self.place.d.next = next_place;
        if self.push.val() && !self.remove.val() {
            self.inside.d.next = inside + 1;
        } else if self.remove.val() && !self.push.val() {
            self.inside.d.next = inside - 1;
        }
    }
}
