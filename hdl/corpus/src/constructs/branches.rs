//! `let`, `if` as statement and as expression, blocks.

use super::circuits;
use hdl::prelude::*;

circuits! {
    combinational Lets(a: Bits<8>, b: Bits<8>) -> (x: Bits<8>, y: Bits<8>) {
        fn update(&mut self) {
            let sum = self.a.val() + self.b.val();
            let five: Bits<8> = 5.into();
            let masked: Bits<8> = sum & 0x3c;
            self.x.next = masked + five;
            self.y.next = sum - masked;
        }
    }

    combinational Shadowing(a: Bits<8>) -> (x: Bits<8>, y: Bits<4>) {
        fn update(&mut self) {
            let a = self.a.val();
            let a = a + 1;
            self.x.next = a;
            let a = a.get_bits::<4>(2);
            self.y.next = a;
        }
    }

    combinational ShadowInBlock(a: Bits<4>, s: Bit) -> (x: Bits<4>) {
        fn update(&mut self) {
            let v = self.a.val();
            self.x.next = v;
            if self.s.val() {
                let v = v + 3;
                self.x.next = v;
                {
                    let v = v ^ 9;
                    if v.get_bit(0) {
                        self.x.next = v;
                    }
                }
            }
        }
    }

    combinational LetMut(a: Bits<8>, b: Bits<8>, s: Bit) -> (x: Bits<8>) {
        fn update(&mut self) {
            let mut x = self.a.val();
            x += self.b.val();
            if self.s.val() {
                x = x << 1;
                x |= 1;
            }
            x ^= 0x55;
            self.x.next = x;
        }
    }

    combinational LetLater(a: Bits<8>, b: Bits<8>) -> (low: Bits<8>, high: Bits<8>) {
        fn update(&mut self) {
            let low;
            let high: Bits<8>;
            if self.a.val() < self.b.val() {
                low = self.a.val();
                high = self.b.val();
            } else {
                low = self.b.val();
                high = self.a.val();
            }
            self.low.next = low;
            self.high.next = high;
        }
    }

    combinational Mux(a: Bits<8>, b: Bits<8>, s: Bit) -> (x: Bits<8>) {
        fn update(&mut self) {
            self.x.next = if self.s.val() { self.a.val() } else { self.b.val() };
        }
    }

    combinational IfElseChain(a: Bits<8>) -> (x: Bits<4>) {
        fn update(&mut self) {
            if self.a.val() < 10 {
                self.x.next = 1.into();
            } else if self.a.val() < 100 {
                self.x.next = self.a.val().get_bits::<4>(3);
            } else if self.a.val().all() {
                self.x.next = 15.into();
            } else {
                self.x.next = 0.into();
            }
        }
    }

    combinational IfExpressionChain(a: Bits<6>) -> (x: Bits<6>) {
        fn update(&mut self) {
            let step = if self.a.val().get_bit(0) {
                1.into()
            } else if self.a.val().get_bit(1) {
                self.a.val() >> 2
            } else {
                let half = self.a.val() >> 1;
                half + 7
            };
            self.x.next = self.a.val() + step;
        }
    }

    combinational IfInExpression(a: Bits<8>, s: Bit, t: Bit) -> (x: Bits<8>) {
        fn update(&mut self) {
            self.x.next = (self.a.val() + if self.s.val() { bits::<8>(3) } else { self.a.val() })
                ^ (if self.t.val() { self.a.val() } else { 0x0f.into() });
        }
    }

    combinational NestedIfExpression(a: Bits<4>, s: Bit, t: Bit) -> (x: Bits<4>, y: Bit) {
        fn update(&mut self) {
            self.x.next = if self.s.val() {
                if self.t.val() { self.a.val() } else { !self.a.val() }
            } else {
                2.into()
            };
            self.y.next = if self.s.val() { self.t.val() } else { true };
        }
    }

    combinational BoolLets(a: Bits<4>, b: Bits<4>) -> (x: Bit, y: Bits<4>) {
        fn update(&mut self) {
            let equal = self.a.val() == self.b.val();
            let mut flag = false;
            if !equal && self.a.val().any() {
                flag = true;
            }
            self.x.next = flag;
            self.y.next = if flag && !equal { self.a.val() } else { self.b.val() };
        }
    }

    combinational LastAssignmentWins(a: Bits<4>, s: Bit, t: Bit) -> (x: Bits<4>) {
        fn update(&mut self) {
            self.x.next = 0.into();
            if self.s.val() {
                self.x.next = self.a.val();
            }
            if self.t.val() {
                self.x.next = self.x.val() + 1;
            }
        }
    }

    combinational LocalSignals(a: Bits<8>, b: Bits<8>) -> (x: Bits<8>)
        with { sum: Signal<Local, Bits<8>> = Default::default(), big: Signal<Local, Bit> = Default::default() }
    {
        fn update(&mut self) {
            comment!("sum, then compare");
            self.sum.next = self.a.val() + self.b.val();
            self.big.next = self.sum.val() > 128;
            self.x.next = if self.big.val() { self.sum.val() - 128 } else { self.sum.val() };
        }
    }

    combinational BlockValue(a: Bits<8>) -> (x: Bits<8>) {
        fn update(&mut self) {
            let x = {
                let double = self.a.val() << 1;
                double + self.a.val()
            };
            self.x.next = x;
        }
    }
}
