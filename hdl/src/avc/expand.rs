//! The lanes of an affine vector.

use super::times;
use crate::prelude::*;

/// The lanes of an affine vector: base plus lane times stride.
///
/// `lane * stride` is less than 2^11, so a lane adds eleven bits only; the bits above are those of
/// the base or one more, for all lanes alike. The base need not be aligned. Bit b of a lane depends on
/// the low b + 1 bits of its number only, so bits 0 to 3 of most lanes are one.
#[derive(LogicBlock, Described, Default)]
pub struct AvcExpand {
    pub base: Signal<In, Bits<32>>,
    /// The stride itself, of which one bit is set or none.
    pub stride: Signal<In, Bits<7>>,
    pub lanes: Signal<Out, Bits<1024>>,
}

#[hardware]
impl Logic for AvcExpand {
    fn update(&mut self) {
        let low = self.base.val().get_bits::<11>(0);
        let upper = self.base.val().get_bits::<21>(11);
        let upper_next = upper + 1;
        let mut lanes = bits::<1024>(0);
        for i in 0..32 {
            let step = times(i.to_bits::<5>(), self.stride.val());
            let sum = bit_cast::<12, 11>(low) + bit_cast::<12, 11>(step);
            let above = if sum.get_bit(11) { upper_next } else { upper };
            let lane = concat::<32, _, _>(above, sum.get_bits::<11>(0));
            lanes = replace_bits(lanes, 32 * i, lane);
        }
        self.lanes.next = lanes;
    }
}
