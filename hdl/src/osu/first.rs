//! The first of a list of lines in ring order.

use crate::prelude::*;

/// The first line of a list from the hand around, one bit; nothing for an empty list. Combinational.
#[derive(LogicBlock, Described, Default)]
pub struct OsuFirst {
    pub list: Signal<In, Bits<16>>,
    /// The lines from the hand on.
    pub reach: Signal<In, Bits<16>>,
    pub first: Signal<Out, Bits<16>>,
    /// The bits above it.
    pub above: Signal<Out, Bits<16>>,
}

/// The bits above the first.
#[hardware]
fn above_first(list: Bits<16>) -> Bits<16> {
    let two = list | (list << 1);
    let four = two | (two << 2);
    let eight = four | (four << 4);
    (eight | (eight << 8)) << 1
}

#[hardware]
impl Logic for OsuFirst {
    fn update(&mut self) {
        let list = self.list.val();
        let from_hand = list & self.reach.val();
        let some = from_hand.any();
        let above_from_hand = above_first(from_hand);
        let above = above_first(list);
        self.first.next = gate(some, from_hand & !above_from_hand) | gate(!some, list & !above);
        self.above.next = gate(some, above_from_hand) | gate(!some, above);
    }
}
