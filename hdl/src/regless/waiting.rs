//! Instructions that wait for a register read unit, in the order of acceptance.

use super::{one_of, OsuInstruction};
use crate::prelude::*;
use spec::regless::{UNITS, WAITING};

/// Instructions that wait for a register read unit, in the order of acceptance.
// No `Fifo`: two enter and two leave in a cycle.
#[derive(LogicBlock, Described, Parts)]
pub struct OsuWaiting {
    pub clock: Signal<In, Clock>,
    /// There is room for two.
    pub room: Signal<Out, Bit>,
    /// Instructions that are accepted, the first being older.
    pub enter: Numbered<Signal<In, Bit>, UNITS>,
    pub entering: Numbered<Signal<In, OsuInstruction>, UNITS>,
    /// The two oldest, and which of them leave.
    pub first_valid: Signal<Out, Bit>,
    pub first: Signal<Out, OsuInstruction>,
    pub take_first: Signal<In, Bit>,
    pub second_valid: Signal<Out, Bit>,
    pub second: Signal<Out, OsuInstruction>,
    pub take_second: Signal<In, Bit>,
    /// Warps that have an instruction here.
    pub warps: Signal<Out, Bits<16>>,

    kept: [Register<OsuInstruction>; WAITING],
    taken: Register<Bits<4>>,
    head: Register<Bits<2>>,
    tail: Register<Bits<2>>,
}

impl Default for OsuWaiting {
    fn default() -> Self {
        OsuWaitingParts {
            kept: Register::array_no_reset(),
            taken: Register::default(),
            head: Register::default(),
            tail: Register::default(),
        }
        .into()
    }
}

#[hardware]
impl Logic for OsuWaiting {
    fn update(&mut self) {
        registers!(self, clock, kept, taken, head, tail);
        let taken = self.taken.q.val();
        let head = self.head.q.val();
        let behind_head = head + 1;
        let place0 = self.tail.q.val();
        let place1 = place0 + bit_cast::<2, 1>(self.enter[0].val().into());
        if self.enter[0].val() {
            self.kept[place0.index()].d.next = self.entering[0].val();
        }
        if self.enter[1].val() {
            self.kept[place1.index()].d.next = self.entering[1].val();
        }
        self.tail.d.next = place1 + bit_cast::<2, 1>(self.enter[1].val().into());
        let leaves = bit_cast::<2, 1>(self.take_first.val().into())
            + bit_cast::<2, 1>(self.take_second.val().into());
        self.head.d.next = head + leaves;

        let enter = one_of::<4, 2>(self.enter[0].val(), place0)
            | one_of::<4, 2>(self.enter[1].val(), place1);
        let leave = one_of::<4, 2>(self.take_first.val(), head)
            | one_of::<4, 2>(self.take_second.val(), behind_head);
        self.taken.d.next = (taken & !leave) | enter;
        // Places are taken in a row, so there is room for two when of two neighbours none is taken.
        self.room.next = !taken.get_bit(place0.index()) && !taken.get_bit((place0 + 1).index());
        self.first_valid.next = taken.get_bit(head.index());
        self.first.next = self.kept[head.index()].q.val();
        self.second_valid.next = taken.get_bit(behind_head.index());
        self.second.next = self.kept[behind_head.index()].q.val();

        let mut warps = bits::<16>(0);
        for i in 0..WAITING {
            warps |= one_of::<16, 4>(taken.get_bit(i), self.kept[i].q.val().warp);
        }
        self.warps.next = warps;
    }
}
