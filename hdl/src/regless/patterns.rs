//! The patterns of registers (5.3): which one a register follows, and the register of a pattern.

use super::codes::{
    PATTERN_CONSTANT, PATTERN_HALF_STRIDE_FOUR, PATTERN_HALF_STRIDE_ONE, PATTERN_NONE,
    PATTERN_STRIDE_FOUR, PATTERN_STRIDE_ONE,
};
use crate::prelude::*;

/// Which pattern a register follows, and the value that says which one of the pattern it is (5.3). Combinational.
///
/// A register follows a stride when each lane is the lane before plus the stride, so all patterns come of
/// three comparisons between neighbours; whether the halves go on into each other tells stride from
/// half-warp stride. No comparison waits for a carry: in a sum that is right, each bit's carry out agrees
/// with the next bit's carry in.
#[derive(LogicBlock, Described, Default)]
pub struct CompressorMatch {
    pub data: Signal<In, Bits<1024>>,
    /// 0 none, 1 constant, 2 and 3 stride 1 and 4, 4 and 5 half-warp stride 1 and 4.
    pub pattern: Signal<Out, Bits<3>>,
}

/// `lane` is `before + step`, modulo 2^32.
#[hardware]
fn follows(before: Bits<32>, step: Bits<32>, lane: Bits<32>) -> bool {
    let half = before ^ step;
    let carries = (before & step) | (half & !lane);
    half ^ lane == carries << 1
}

#[hardware]
impl Logic for CompressorMatch {
    fn update(&mut self) {
        comment!("Bit i: how lane i + 1 follows lane i; bit 15 is between the halves.");
        let mut equal = bits::<31>(0);
        let mut plus_one = bits::<31>(0);
        let mut plus_four = bits::<31>(0);
        for i in 0..31 {
            let before = self.data.val().get_bits::<32>(32 * i);
            let lane = self.data.val().get_bits::<32>(32 * i + 32);
            equal = equal.replace_bit(i, lane == before);
            plus_one = plus_one.replace_bit(i, follows(before, 1.into(), lane));
            plus_four = plus_four.replace_bit(i, follows(before, 4.into(), lane));
        }
        let halves_one = plus_one.get_bits::<15>(0).all() && plus_one.get_bits::<15>(16).all();
        let halves_four = plus_four.get_bits::<15>(0).all() && plus_four.get_bits::<15>(16).all();
        self.pattern.next = if equal.all() {
            PATTERN_CONSTANT.into()
        } else if halves_one {
            if plus_one.get_bit(15) {
                PATTERN_STRIDE_ONE.into()
            } else {
                PATTERN_HALF_STRIDE_ONE.into()
            }
        } else if halves_four {
            if plus_four.get_bit(15) {
                PATTERN_STRIDE_FOUR.into()
            } else {
                PATTERN_HALF_STRIDE_FOUR.into()
            }
        } else {
            bits::<3>(PATTERN_NONE)
        };
    }
}

/// The register of a pattern and a value (5.3). Combinational.
#[derive(LogicBlock, Described, Default)]
pub struct CompressorExpand {
    pub pattern: Signal<In, Bits<3>>,
    pub low: Signal<In, Bits<32>>,
    pub high: Signal<In, Bits<32>>,
    pub data: Signal<Out, Bits<1024>>,
}

/// One more: a bit changes where all below it are 1.
#[hardware]
fn increment(number: Bits<25>) -> Bits<25> {
    let two = number & ((number << 1) | 0x1);
    let four = two & ((two << 2) | 0x3);
    let eight = four & ((four << 4) | 0xf);
    let sixteen = eight & ((eight << 8) | 0xff);
    let all = sixteen & ((sixteen << 16) | 0xffff);
    number ^ ((all << 1) | 0x1)
}

/// Seven bits, and above them the carry, of a stride that is added.
#[hardware]
fn stepped(start: Bits<32>, step: Bits<7>) -> Bits<8> {
    bit_cast::<8, 7>(start.get_bits::<7>(0)) + bit_cast::<8, 7>(step)
}

#[hardware]
impl Logic for CompressorExpand {
    fn update(&mut self) {
        let pattern = self.pattern.val();
        let one = pattern == PATTERN_STRIDE_ONE;
        let four = pattern == PATTERN_STRIDE_FOUR;
        let half_one = pattern == PATTERN_HALF_STRIDE_ONE;
        let half_four = pattern == PATTERN_HALF_STRIDE_FOUR;
        let same = !one && !four && !half_one && !half_four;
        let low = self.low.val();
        let high = self.high.val();
        let half = half_one || half_four;
        comment!("No lane is 128 above its start: the upper bits are the start's, or one more.");
        let low_above = low.get_bits::<25>(7);
        let low_next = increment(low_above);
        let high_above = high.get_bits::<25>(7);
        let high_next = increment(high_above);
        let mut data = bits::<1024>(0);
        for i in 0..16 {
            let lane = i.to_bits::<7>();
            let lane_four = lane << 2;
            let low_sum = gate(same, stepped(low, 0.into()))
                | gate(one || half_one, stepped(low, lane))
                | gate(four || half_four, stepped(low, lane_four));
            let low_chosen = if low_sum.get_bit(7) {
                low_next
            } else {
                low_above
            };
            data = replace_bits(
                data,
                32 * i,
                concat::<32, _, _>(low_chosen, low_sum.get_bits::<7>(0)),
            );
            let upper_sum = gate(same, stepped(low, 0.into()))
                | gate(one, stepped(low, lane | 16))
                | gate(four, stepped(low, lane_four | 64))
                | gate(half_one, stepped(high, lane))
                | gate(half_four, stepped(high, lane_four));
            let carries = upper_sum.get_bit(7);
            let upper_chosen = gate(!half && !carries, low_above)
                | gate(!half && carries, low_next)
                | gate(half && !carries, high_above)
                | gate(half && carries, high_next);
            data = replace_bits(
                data,
                32 * i + 512,
                concat::<32, _, _>(upper_chosen, upper_sum.get_bits::<7>(0)),
            );
        }
        self.data.next = data;
    }
}
