//! The first active lane of eight, and how the lanes of active pairs differ.

use super::lowest;
use crate::prelude::*;

/// The first active lane of eight, and how the lanes of active pairs differ.
///
/// The encoder chooses among eight lanes in four places, then among the four: one choice among
/// 32 would be the longest path of its first step. Of a vector that is affine the low bits of all pairs
/// differ in the same lowest place, the stride, and whatever the places are of one that is not, the
/// encoder finds out. So nothing chooses among pairs.
#[derive(LogicBlock, Described, Default)]
pub struct AvcEight {
    pub mask: Signal<In, Bits<8>>,
    pub data: Signal<In, Bits<256>>,
    /// There is an active lane; its number and its value.
    pub some: Signal<Out, Bit>,
    pub position: Signal<Out, Bits<3>>,
    pub value: Signal<Out, Bits<32>>,
    /// The low bits in which the lanes of a pair differ that are both active, of all pairs together.
    pub difference: Signal<Out, Bits<7>>,
}

#[hardware]
impl Logic for AvcEight {
    fn update(&mut self) {
        let first_lane = lowest(self.mask.val());
        let mut lane_position = bits::<3>(0);
        let mut lane_value = bits::<32>(0);
        for i in 0..8 {
            lane_position |= gate(first_lane.get_bit(i), i.to_bits::<3>());
            lane_value |= gate(
                first_lane.get_bit(i),
                self.data.val().get_bits::<32>(32 * i),
            );
        }
        self.some.next = self.mask.val().any();
        self.position.next = lane_position;
        self.value.next = lane_value;

        let mut pair_difference = bits::<7>(0);
        for i in 0..4 {
            let both = self.mask.val().get_bits::<2>(2 * i).all();
            let even = self.data.val().get_bits::<7>(64 * i);
            let odd = self.data.val().get_bits::<7>(64 * i + 32);
            pair_difference |= gate(both, even ^ odd);
        }
        self.difference.next = pair_difference;
    }
}
