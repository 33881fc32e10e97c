//! The inactive warps, the one that ran last on top (5.1).
//!
//! Guarantees: a warp that is removed and one that is pushed in the same cycle leave the others in their order.

use super::{lowest, signals};
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

    place: Vec<Register<Bits<4>>>,
    inside: Register<Bits<5>>,
    /// The warp removed is at this place or above.
    removed: Vec<Signal<Local, Bit>>,
}

impl ManagerStack {
    /// All warps, warp 0 on top.
    pub fn new() -> Self {
        Self {
            place: (0..WARPS)
                .map(|w| Register::new(w.to_bits::<4>()))
                .collect(),
            inside: Register::new(WARPS.to_bits::<5>()),
            removed: signals(WARPS),
            ..Self::default()
        }
    }
}

#[hardware]
impl Logic for ManagerStack {
    fn update(&mut self) {
        registers!(self, clock, place, inside);
        let inside = self.inside.q.val();
        let mut may_start = bits::<16>(0);
        for i in 0..WARPS {
            let warp = self.place[i].q.val();
            let there = i.to_bits::<5>() < inside;
            may_start =
                may_start.replace_bit(i, there && self.eligible.val().get_bit(warp.index()));
        }
        let first = lowest(may_start);
        let mut topmost = bits::<4>(0);
        for i in 0..WARPS {
            topmost |= replicate::<4>(first.get_bit(i)) & self.place[i].q.val();
        }
        self.some.next = may_start.any();
        self.topmost.next = topmost;

        let mut found = false;
        for i in 0..WARPS {
            found = found || self.place[i].q.val() == self.remove_warp.val();
            self.removed[i].next = found && self.remove.val();
        }
        for i in 0..WARPS {
            let before = if i == 0 {
                self.push_warp.val()
            } else {
                self.place[i - 1].q.val()
            };
            let behind = if i == WARPS - 1 {
                self.place[i].q.val()
            } else {
                self.place[i + 1].q.val()
            };
            if self.push.val() {
                let keeps = if i == 0 {
                    false
                } else {
                    self.removed[i - 1].val()
                };
                if !keeps {
                    self.place[i].d.next = before;
                }
            } else if self.removed[i].val() {
                self.place[i].d.next = behind;
            }
        }
        if self.push.val() && !self.remove.val() {
            self.inside.d.next = inside + 1;
        } else if self.remove.val() && !self.push.val() {
            self.inside.d.next = inside - 1;
        }
    }
}
