//! The lanes of an affine vector.

use super::times;
use crate::prelude::*;

/// The lanes of an affine vector: base plus lane times stride.
///
/// `lane * stride` is less than 2^11, so a lane adds eleven bits only; the bits above are those of
/// the base or one more, for all lanes alike. The base need not be aligned. Bit b of a lane depends on
/// the low b + 1 bits of its number only, so bits 0 to 3 of most lanes are one.
///
/// Whether it is one more is known before the sum: the lane's number is added to the five bits of the base from the
/// stride's place on, and carries out of all eleven if it does out of the five and all above them are set.
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
        let stride = self.stride.val();
        let mut field = bits::<5>(0);
        let mut passes = false;
        for k in 0..7 {
            field |= gate(stride.get_bit(k), low.get_bits::<5>(k));
            passes = passes || (stride.get_bit(k) && !(!low >> (k + 5)).any());
        }
        let mut lanes = bits::<1024>(0);
        for i in 0..32 {
            let step = times(i.to_bits::<5>(), stride);
            let carries = carries(low, step);
            let exceeds = (bit_cast::<6, 5>(field) + bit_cast::<6, 5>(i.to_bits::<5>())).get_bit(5);
            let above = if passes && exceeds { upper_next } else { upper };
            let lane = concat::<32, _, _>(above, low ^ step ^ (carries << 1));
            lanes = replace_bits(lanes, 32 * i, lane);
        }
        self.lanes.next = lanes;
    }
}

/// The carry out of each bit of a sum, looked ahead: by twos, fours, eights and sixteens.
#[hardware]
fn carries(a: Bits<11>, b: Bits<11>) -> Bits<11> {
    let either = a | b;
    let of_two = (a & b) | (either & ((a & b) << 1));
    let by_two = either & (either << 1);
    let of_four = of_two | (by_two & (of_two << 2));
    let by_four = by_two & (by_two << 2);
    let of_eight = of_four | (by_four & (of_four << 4));
    let by_eight = by_four & (by_four << 4);
    of_eight | (by_eight & (of_eight << 8))
}
