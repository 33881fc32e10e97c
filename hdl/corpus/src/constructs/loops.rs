//! `for`, with indices as positions, values and conditions.

use super::circuits;
use hdl::prelude::*;

const LANES: usize = 4;

circuits! {
    combinational Reverse(a: Bits<8>) -> (x: Bits<8>) {
        fn update(&mut self) {
            self.x.next = 0.into();
            for i in 0..8 {
                self.x.next = self.x.val().replace_bit(7 - i, self.a.val().get_bit(i));
            }
        }
    }

    // Nothing is read, so nothing would wake an `always @*`.
    combinational OfNothing(a: Bits<8>) -> (x: Bits<8>, y: Bits<8>) {
        fn update(&mut self) {
            self.x.next = self.a.val();
            self.y.next = 0.into();
            self.y.next = self.y.val().replace_bit(3, true);
            self.y.next = replace_bits(self.y.val(), 5, bits::<2>(2));
        }
    }

    combinational PopulationCount(a: Bits<12>) -> (count: Bits<4>) {
        fn update(&mut self) {
            let mut count = bits::<4>(0);
            for i in 0..12 {
                if self.a.val().get_bit(i) {
                    count += 1;
                }
            }
            self.count.next = count;
        }
    }

    combinational FirstSet(a: Bits<10>) -> (found: Bit, position: Bits<4>) {
        fn update(&mut self) {
            let mut found = false;
            self.position.next = 0.into();
            for i in 0..10 {
                if self.a.val().get_bit(i) && !found {
                    self.position.next = i.to_bits::<4>();
                    found = true;
                }
            }
            self.found.next = found;
        }
    }

    combinational LaneSums(a: Bits<32>, b: Bits<8>) -> (x: Bits<32>) {
        fn update(&mut self) {
            self.x.next = 0.into();
            for lane in 0..LANES {
                let sum = self.a.val().get_bits::<8>(lane * 8) + self.b.val();
                self.x.next = replace_bits(self.x.val(), lane * 8, sum);
            }
        }
    }

    combinational LoopFrom(a: Bits<8>) -> (x: Bits<8>, y: Bits<8>) {
        fn update(&mut self) {
            self.x.next = self.a.val();
            for i in 3..6 {
                self.x.next = self.x.val().replace_bit(i, !self.a.val().get_bit(i + 1));
            }
            self.y.next = 0.into();
            for i in 1..=LANES {
                self.y.next = self.y.val().replace_bit(2 * i - 1, self.a.val().get_bit(i));
            }
        }
    }

    combinational EmptyLoop(a: Bits<4>) -> (x: Bits<4>) {
        fn update(&mut self) {
            self.x.next = self.a.val();
            for i in 4..LANES {
                self.x.next = self.a.val() << i;
            }
        }
    }

    combinational NestedLoops(a: Bits<12>) -> (x: Bits<12>) {
        fn update(&mut self) {
            self.x.next = 0.into();
            for row in 0..3 {
                for column in 0..4 {
                    let bit = self.a.val().get_bit(row * 4 + column);
                    self.x.next = self.x.val().replace_bit(column * 3 + row, bit);
                }
            }
        }
    }

    combinational ShadowedIndex(a: Bits<9>) -> (x: Bits<4>) {
        fn update(&mut self) {
            let mut x = bits::<4>(0);
            for i in 0..3 {
                if self.a.val().get_bit(i) {
                    for i in 3..6 {
                        if self.a.val().get_bit(i) {
                            x += 1;
                        }
                    }
                }
            }
            for i in 6..9 {
                if self.a.val().get_bit(i) {
                    x ^= 8;
                }
            }
            self.x.next = x;
        }
    }

    combinational IndexConditions(a: Bits<8>, n: Bits<3>) -> (x: Bits<8>, y: Bits<8>) {
        fn update(&mut self) {
            self.x.next = 0.into();
            self.y.next = 0.into();
            for i in 0..8 {
                let first = i == 0;
                if first || i >= 6 {
                    self.x.next = self.x.val().replace_bit(i, self.a.val().get_bit(i));
                } else {
                    self.x.next = self.x.val().replace_bit(i, self.a.val().get_bit(i - 1));
                }
                if i < self.n.val().index() {
                    self.y.next = self.y.val().replace_bit(i, true);
                }
            }
        }
    }

    combinational IndexAsValue(a: Bits<6>) -> (x: Bits<6>, hit: Bit, s: Bits<6>) {
        fn update(&mut self) {
            self.x.next = self.a.val();
            self.hit.next = false;
            self.s.next = 0.into();
            for i in 0..5 {
                self.x.next = self.x.val() + i as u64;
                if self.a.val() == (i * 2 + 1).to_bits::<6>() {
                    self.hit.next = true;
                }
                let power = bits::<6>(1) << i;
                self.s.next = self.s.val() | (self.a.val() & power);
            }
        }
    }

    combinational IndexLets(a: Bits<16>) -> (x: Bits<16>) {
        fn update(&mut self) {
            self.x.next = 0.into();
            for i in 0..4 {
                let from = i * 4;
                let to = 12 - from;
                let nibble = self.a.val().get_bits::<4>(from);
                self.x.next = replace_bits(self.x.val(), to, nibble);
            }
        }
    }

    combinational LoopCarried(a: Bits<8>, b: Bits<8>) -> (sum: Bits<8>, carry: Bit) {
        fn update(&mut self) {
            let mut carry = false;
            self.sum.next = 0.into();
            for i in 0..8 {
                let x = self.a.val().get_bit(i);
                let y = self.b.val().get_bit(i);
                self.sum.next = self.sum.val().replace_bit(i, x ^ y ^ carry);
                carry = (x && y) || (carry && (x || y));
            }
            self.carry.next = carry;
        }
    }

    combinational LoopWithIfValue(a: Bits<8>, s: Bit) -> (x: Bits<8>) {
        fn update(&mut self) {
            let mut total = bits::<8>(0);
            for i in 0..4 {
                let part = self.a.val().get_bits::<2>(i * 2);
                total = total + if self.s.val() && part.any() {
                    bit_cast::<8, 2>(part) << i
                } else {
                    i.to_bits::<8>()
                };
            }
            self.x.next = total;
        }
    }

    /// A position from a signal and a loop index at once.
    combinational MixedIndex(a: Bits<32>, lane: Bits<2>, n: Bits<4>) -> (x: Bits<8>, y: Bits<6>) {
        fn update(&mut self) {
            let lane = self.lane.val().index();
            self.x.next = 0.into();
            self.y.next = 0.into();
            for i in 0..8 {
                let at = lane * 8 + i;
                self.x.next = self.x.val().replace_bit(i, self.a.val().get_bit(at));
                if i + 1 == self.n.val().index() || lane > 2 {
                    self.y.next = (at + 3).to_bits::<6>();
                }
            }
        }
    }
}
