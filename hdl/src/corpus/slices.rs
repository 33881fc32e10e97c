//! Bits and slices, constant and chosen by a signal.

use super::circuits;
use crate::prelude::*;

circuits! {
    combinational FixedSlices(a: Bits<16>) -> (high: Bits<8>, mid: Bits<4>, top: Bit) {
        fn update(&mut self) {
            self.high.next = self.a.val().get_bits::<8>(8);
            self.mid.next = self.a.val().get_bits::<4>(5) + 1;
            self.top.next = self.a.val().get_bit(15);
        }
    }

    combinational SliceOfSum(a: Bits<8>, b: Bits<8>) -> (high: Bits<4>, odd: Bit) {
        fn update(&mut self) {
            self.high.next = (self.a.val() + self.b.val()).get_bits::<4>(4);
            self.odd.next = (self.a.val() ^ self.b.val()).get_bit(0);
        }
    }

    /// The offset reaches beyond the value, where there is zero.
    combinational DynamicSlice(a: Bits<16>, at: Bits<5>) -> (nibble: Bits<4>, bit: Bit) {
        fn update(&mut self) {
            self.nibble.next = self.a.val().get_bits::<4>(self.at.val().index());
            self.bit.next = self.a.val().get_bit(self.at.val().index());
        }
    }

    combinational ScaledSlice(a: Bits<40>, lane: Bits<3>) -> (byte: Bits<8>, five: Bits<5>) {
        fn update(&mut self) {
            self.byte.next = self.a.val().get_bits::<8>(self.lane.val().index() * 8);
            self.five.next = self.a.val().get_bits::<5>(self.lane.val().index() * 5 + 2);
        }
    }

    combinational SliceBeyond(a: Bits<6>) -> (x: Bits<4>) {
        fn update(&mut self) {
            self.x.next = self.a.val().get_bits::<4>(4);
        }
    }

    combinational ReplaceBit(a: Bits<9>, at: Bits<4>, bit: Bit) -> (x: Bits<9>, y: Bits<9>) {
        fn update(&mut self) {
            self.x.next = self.a.val().replace_bit(self.at.val().index(), self.bit.val());
            self.y.next = self.a.val().replace_bit(4, !self.a.val().get_bit(4));
        }
    }

    combinational ReplaceBits(a: Bits<16>, v: Bits<4>, lane: Bits<2>) -> (x: Bits<16>, y: Bits<16>) {
        fn update(&mut self) {
            self.x.next = replace_bits(self.a.val(), 6, self.v.val());
            self.y.next = replace_bits(self.a.val(), self.lane.val().index() * 4, self.v.val());
        }
    }

    combinational ReplaceInPlace(a: Bits<16>, v: Bits<4>) -> (x: Bits<16>) {
        fn update(&mut self) {
            self.x.next = self.a.val();
            self.x.next = replace_bits(self.x.val(), 4, self.v.val());
            if self.v.val().all() {
                self.x.next = replace_bits(self.x.val(), 12, self.a.val().get_bits::<4>(0));
            }
        }
    }

    combinational SetBits(a: Bits<8>, b: Bits<3>) -> (x: Bits<8>) {
        fn update(&mut self) {
            let mut x = self.a.val();
            x = x.replace_bit(self.b.val().index(), true);
            x = replace_bits(x, 2, self.b.val());
            self.x.next = x;
        }
    }

    /// Four of the eight offsets reach beyond the end.
    combinational ReplaceOverTheEnd(a: Bits<6>, v: Bits<3>, at: Bits<3>) -> (x: Bits<6>) {
        fn update(&mut self) {
            self.x.next = replace_bits(self.a.val(), self.at.val().index(), self.v.val());
        }
    }

    combinational Rotate(a: Bits<8>, by: Bits<3>) -> (left: Bits<8>, right: Bits<8>) {
        fn update(&mut self) {
            let twice = concat::<16, _, _>(self.a.val(), self.a.val());
            self.right.next = twice.get_bits::<8>(self.by.val().index());
            self.left.next = (twice << self.by.val()).get_bits::<8>(8);
        }
    }

    combinational SliceWide(a: Bits<96>, at: Bits<2>) -> (word: Bits<32>, high: Bits<64>) {
        fn update(&mut self) {
            self.word.next = self.a.val().get_bits::<32>(self.at.val().index() * 32);
            self.high.next = self.a.val().get_bits::<64>(32);
        }
    }

    combinational SliceOfSlice(a: Bits<24>) -> (x: Bits<3>, y: Bit) {
        fn update(&mut self) {
            self.x.next = self.a.val().get_bits::<12>(8).get_bits::<3>(6);
            self.y.next = (self.a.val() >> 3).get_bits::<5>(2).get_bit(4);
        }
    }
}
