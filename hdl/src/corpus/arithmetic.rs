//! Operators, widths and casts.

use super::circuits;
use crate::prelude::*;

circuits! {
    combinational AddSub(a: Bits<8>, b: Bits<8>) -> (sum: Bits<8>, difference: Bits<8>) {
        fn update(&mut self) {
            self.sum.next = self.a.val() + self.b.val();
            self.difference.next = self.a.val() - self.b.val();
        }
    }

    combinational CarryOut(a: Bits<8>, b: Bits<8>, carry: Bit) -> (sum: Bits<9>) {
        fn update(&mut self) {
            self.sum.next = bit_cast::<9, 8>(self.a.val())
                + bit_cast::<9, 8>(self.b.val())
                + bit_cast::<9, 1>(self.carry.val().into());
        }
    }

    /// The cast comes after the sum is cut to eight bits.
    combinational CutThenWiden(a: Bits<8>, b: Bits<8>) -> (sum: Bits<16>, half: Bits<8>) {
        fn update(&mut self) {
            self.sum.next = bit_cast::<16, 8>(self.a.val() + self.b.val());
            self.half.next = (self.a.val() + self.b.val()) >> 1;
        }
    }

    combinational WrappedComparison(a: Bits<8>, b: Bits<8>) -> (after: Bit, zero: Bit, not: Bit) {
        fn update(&mut self) {
            self.after.next = self.a.val() + 1 == self.b.val();
            self.zero.next = self.a.val() - self.b.val() == 0;
            self.not.next = !self.a.val() == self.b.val();
        }
    }

    combinational Comparisons(a: Bits<5>, b: Bits<5>)
        -> (eq: Bit, ne: Bit, lt: Bit, le: Bit, gt: Bit, ge: Bit)
    {
        fn update(&mut self) {
            self.eq.next = self.a.val() == self.b.val();
            self.ne.next = self.a.val() != self.b.val();
            self.lt.next = self.a.val() < self.b.val();
            self.le.next = self.a.val() <= self.b.val();
            self.gt.next = self.a.val() > self.b.val();
            self.ge.next = self.a.val() >= 17;
        }
    }

    combinational Bitwise(a: Bits<12>, b: Bits<12>)
        -> (and: Bits<12>, or: Bits<12>, xor: Bits<12>, not: Bits<12>, mixed: Bits<12>)
    {
        fn update(&mut self) {
            self.and.next = self.a.val() & self.b.val();
            self.or.next = self.a.val() | 0x0f0;
            self.xor.next = self.a.val() ^ self.b.val();
            self.not.next = !self.a.val();
            self.mixed.next = (self.a.val() & !self.b.val()) | (0xff & self.b.val());
        }
    }

    /// `a & b == 0` would bind otherwise in Verilog.
    combinational Precedence(a: Bits<4>, b: Bits<4>, c: Bits<4>) -> (x: Bit, y: Bits<4>, z: Bit) {
        fn update(&mut self) {
            self.x.next = self.a.val() & self.b.val() == 0;
            self.y.next = self.a.val() - (self.b.val() - self.c.val());
            self.z.next = (self.a.val() < self.b.val()) == (self.b.val() < self.c.val());
        }
    }

    combinational Logical(a: Bit, b: Bit, c: Bit) -> (x: Bit, y: Bit, z: Bit) {
        fn update(&mut self) {
            self.x.next = self.a.val() && !self.b.val() || self.c.val();
            self.y.next = self.a.val() ^ self.b.val() ^ self.c.val();
            self.z.next = (self.a.val() & self.b.val()) | !(self.b.val() || self.c.val());
        }
    }

    combinational Shifts(a: Bits<8>, by: Bits<4>) -> (left: Bits<8>, right: Bits<8>) {
        fn update(&mut self) {
            self.left.next = self.a.val() << self.by.val();
            self.right.next = self.a.val() >> self.by.val();
        }
    }

    combinational WideShiftAmount(a: Bits<8>, by: Bits<40>) -> (left: Bits<8>, right: Bits<40>) {
        fn update(&mut self) {
            self.left.next = self.a.val() << self.by.val();
            self.right.next = self.by.val() >> self.a.val();
        }
    }

    combinational ConstantShifts(a: Bits<9>) -> (left: Bits<9>, right: Bits<9>, out: Bits<9>) {
        fn update(&mut self) {
            self.left.next = self.a.val() << 3;
            self.right.next = self.a.val() >> 8;
            self.out.next = (self.a.val() << 1) >> 1;
        }
    }

    /// The amounts of a shift of a shift do not add up in three bits.
    combinational ShiftTwice(a: Bits<12>, by: Bits<3>, more: Bits<3>)
        -> (left: Bits<12>, right: Bits<12>)
    {
        fn update(&mut self) {
            self.left.next = (self.a.val() << self.by.val()) << self.more.val();
            self.right.next = (self.a.val() >> self.by.val()) >> self.more.val();
        }
    }

    combinational ShiftOut(a: Bits<6>) -> (left: Bits<6>, right: Bits<6>, last: Bits<6>) {
        fn update(&mut self) {
            self.left.next = self.a.val() << 6;
            self.right.next = self.a.val() >> 7;
            self.last.next = self.a.val() << 5;
        }
    }

    combinational Reductions(a: Bits<7>) -> (all: Bit, any: Bit, odd: Bit, none: Bit) {
        fn update(&mut self) {
            self.all.next = self.a.val().all();
            self.any.next = self.a.val().any();
            self.odd.next = self.a.val().xor();
            self.none.next = !(self.a.val() + 1).any();
        }
    }

    combinational Negate(a: Bits<8>) -> (negative: Bits<8>, magnitude: Bits<8>) {
        fn update(&mut self) {
            let negative = !self.a.val() + 1;
            self.negative.next = negative;
            self.magnitude.next = if self.a.val().get_bit(7) { negative } else { self.a.val() };
        }
    }

    combinational SignExtend(a: Bits<5>) -> (wide: Bits<12>, shifted: Bits<12>, same: Bits<5>) {
        fn update(&mut self) {
            self.wide.next = sign_extend::<12, _>(self.a.val());
            self.shifted.next = sign_extend::<12, _>(self.a.val() + 1) << 2;
            self.same.next = sign_extend::<5, _>(self.a.val());
        }
    }

    combinational Replicate(a: Bit, b: Bits<6>) -> (mask: Bits<6>, gated: Bits<6>) {
        fn update(&mut self) {
            self.mask.next = replicate::<6>(self.a.val());
            self.gated.next = self.b.val() & replicate::<6>(self.a.val() && self.b.val().any());
        }
    }

    combinational Concat(a: Bits<3>, b: Bits<5>, c: Bit)
        -> (ab: Bits<8>, cab: Bits<9>, cut: Bits<6>, wide: Bits<12>)
    {
        fn update(&mut self) {
            let ab = concat::<8, _, _>(self.a.val(), self.b.val());
            self.ab.next = ab;
            self.cab.next = concat::<9, _, _>(self.c.val(), ab);
            self.cut.next = concat::<6, _, _>(self.a.val() + 1, self.b.val());
            self.wide.next = concat::<12, _, _>(self.b.val(), self.a.val());
        }
    }

    combinational Literals(a: Bits<40>) -> (x: Bits<40>, y: Bits<40>, z: Bits<4>, t: Bit) {
        fn update(&mut self) {
            self.x.next = self.a.val() + 0xff_0000_0001;
            self.y.next = 0x12_3456_789a_u64.into();
            self.z.next = bits::<4>(9) | 0b0110;
            self.t.next = true;
        }
    }

    combinational SubtractFromLiteral(a: Bits<6>) -> (x: Bits<6>, y: Bit) {
        fn update(&mut self) {
            self.x.next = bits::<6>(40) - self.a.val();
            self.y.next = 12 < self.a.val();
        }
    }

    combinational Wide(a: Bits<100>, b: Bits<100>)
        -> (sum: Bits<100>, less: Bit, shifted: Bits<100>, low: Bits<50>)
    {
        fn update(&mut self) {
            self.sum.next = self.a.val() + self.b.val();
            self.less.next = self.a.val() < self.b.val();
            self.shifted.next = (self.a.val() << 33) ^ (self.b.val() >> 1);
            self.low.next = bit_cast::<50, 100>(self.a.val() - self.b.val());
        }
    }
}
