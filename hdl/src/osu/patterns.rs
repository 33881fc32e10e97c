//! The patterns of registers (5.3): which one a register follows, and the register of a pattern.
//!
//! A register follows a stride when each lane is the lane before plus the stride, so all patterns come of
//! three comparisons between neighbours; whether the halves go on into each other tells stride from
//! half-warp stride. No comparison waits for a carry: in a sum that is right, each bit's carry out agrees
//! with the next bit's carry in.

use super::gate;
use crate::prelude::*;

/// A register's pattern and its value; see the module's comment. Combinational.
#[derive(LogicBlock, Default)]
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
            1.into()
        } else if halves_one {
            if plus_one.get_bit(15) {
                2.into()
            } else {
                4.into()
            }
        } else if halves_four {
            if plus_four.get_bit(15) {
                3.into()
            } else {
                5.into()
            }
        } else {
            bits::<3>(0)
        };
    }
}

/// The register of a pattern; see the module's comment. Combinational.
#[derive(LogicBlock, Default)]
pub struct CompressorExpand {
    pub pattern: Signal<In, Bits<3>>,
    pub low: Signal<In, Bits<32>>,
    pub high: Signal<In, Bits<32>>,
    pub data: Signal<Out, Bits<1024>>,
}

#[hardware]
impl Logic for CompressorExpand {
    fn update(&mut self) {
        let pattern = self.pattern.val();
        let one = pattern == 2 || pattern == 4;
        let four = pattern == 3 || pattern == 5;
        let half = pattern == 4 || pattern == 5;
        let upper = if half {
            self.high.val()
        } else {
            self.low.val()
        };
        let mut data = bits::<1024>(0);
        for i in 0..16 {
            let lane = i.to_bits::<5>();
            let above = concat::<5, _, _>(!half, i.to_bits::<4>());
            let low_step =
                gate(one, bit_cast::<7, 5>(lane)) | gate(four, bit_cast::<7, 5>(lane) << 2);
            let step =
                gate(one, bit_cast::<7, 5>(above)) | gate(four, bit_cast::<7, 5>(above) << 2);
            data = replace_bits(data, 32 * i, self.low.val() + bit_cast::<32, 7>(low_step));
            data = replace_bits(data, 32 * i + 512, upper + bit_cast::<32, 7>(step));
        }
        self.data.next = data;
    }
}
