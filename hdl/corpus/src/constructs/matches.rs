//! `match` over enums, bits, `bool` and loop indices.

use super::circuits;
use hdl::prelude::*;

/// Three of four codes have a variant.
#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum Color {
    Red,
    Green,
    Blue,
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum Operation {
    Add,
    Subtract,
    And,
    Or,
    Pass,
}

const OP_ADD: u64 = 3;
const OP_SUB: u64 = 5;

circuits! {
    combinational MatchEnum(op: Operation, a: Bits<8>, b: Bits<8>) -> (x: Bits<8>) {
        fn update(&mut self) {
            match self.op.val() {
                Operation::Add => self.x.next = self.a.val() + self.b.val(),
                Operation::Subtract => {
                    self.x.next = self.a.val() - self.b.val();
                }
                Operation::And => self.x.next = self.a.val() & self.b.val(),
                Operation::Or => self.x.next = self.a.val() | self.b.val(),
                Operation::Pass => self.x.next = self.a.val(),
            }
        }
    }

    combinational MatchEnumValue(op: Operation, a: Bits<8>) -> (x: Bits<8>) {
        fn update(&mut self) {
            use Operation::*;
            let x = match self.op.val() {
                Add | Subtract => self.a.val() + 1,
                Pass => 0x80.into(),
                _ => {
                    let half = self.a.val() >> 1;
                    half ^ self.a.val()
                }
            };
            self.x.next = x;
        }
    }

    combinational NextColor(color: Color) -> (after: Color, is_blue: Bit, code: Bits<2>) {
        fn update(&mut self) {
            self.after.next = match self.color.val() {
                Color::Red => Color::Green,
                Color::Green => Color::Blue,
                Color::Blue => Color::Red,
            };
            self.is_blue.next = self.color.val() == Color::Blue;
            self.code.next = self.color.val().into();
        }
    }

    combinational ColorByIf(a: Bits<4>) -> (color: Color) {
        fn update(&mut self) {
            let color = if self.a.val() < 5 {
                Color::Red
            } else if self.a.val() < 10 {
                Color::Green
            } else {
                Color::Blue
            };
            self.color.next = color;
        }
    }

    combinational MatchBits(a: Bits<4>, b: Bits<8>) -> (x: Bits<8>) {
        fn update(&mut self) {
            match self.a.val() {
                0 => self.x.next = self.b.val(),
                1 | 2 | 0b1000 => self.x.next = !self.b.val(),
                15 => {
                    self.x.next = self.b.val() + 1;
                }
                _ => self.x.next = 7.into(),
            }
        }
    }

    combinational MatchBitsValue(a: Bits<3>) -> (segments: Bits<7>) {
        fn update(&mut self) {
            self.segments.next = match self.a.val() {
                0 => 0x3f.into(),
                1 => 0x06.into(),
                2 => 0x5b.into(),
                3 => 0x4f.into(),
                _ => 0x40.into(),
            };
        }
    }

    combinational MatchSum(a: Bits<3>, b: Bits<3>) -> (x: Bits<2>) {
        fn update(&mut self) {
            self.x.next = match self.a.val() + self.b.val() {
                0 | 7 => 1.into(),
                4 => 2.into(),
                _ => self.a.val().get_bits::<2>(0),
            };
        }
    }

    combinational MatchConstants(a: Bits<4>, b: Bits<4>) -> (x: Bits<4>) {
        fn update(&mut self) {
            self.x.next = match self.a.val() {
                OP_ADD => self.b.val() + 1,
                OP_SUB | 9 => self.b.val() - 1,
                _ => self.b.val(),
            };
        }
    }

    combinational MatchWide(a: Bits<70>) -> (x: Bits<2>) {
        fn update(&mut self) {
            let high_and_low = bits::<70>(1) << 69 | 3;
            self.x.next = match self.a.val() & high_and_low {
                0 => 0.into(),
                0x20_0000_0000_0000_0001 => 1.into(),
                0x20_0000_0000_0000_0000 | 2 => 2.into(),
                _ => 3.into(),
            };
        }
    }

    combinational MatchBool(s: Bit, a: Bits<4>) -> (x: Bits<4>, y: Bits<4>) {
        fn update(&mut self) {
            match self.s.val() && self.a.val().any() {
                true => self.x.next = self.a.val(),
                false => self.x.next = 1.into(),
            }
            self.y.next = match self.s.val() {
                false => 3.into(),
                _ => self.a.val() << 1,
            };
        }
    }

    combinational MatchIndex(a: Bits<4>) -> (x: Bits<4>) {
        fn update(&mut self) {
            self.x.next = 0.into();
            for i in 0..4 {
                let bit = match i {
                    0 | 3 => !self.a.val().get_bit(i),
                    1 => self.a.val().get_bit(2),
                    _ => self.a.val().get_bit(1),
                };
                self.x.next = self.x.val().replace_bit(i, bit);
            }
        }
    }

    combinational NestedMatch(a: Bits<2>, op: Operation, b: Bits<4>) -> (x: Bits<4>) {
        fn update(&mut self) {
            self.x.next = match self.op.val() {
                Operation::Add => match self.a.val() {
                    0 => self.b.val(),
                    1 => self.b.val() + 1,
                    _ => if self.b.val().any() { 9.into() } else { 4.into() },
                },
                Operation::Pass | Operation::Or => self.b.val() ^ 5,
                _ => 0.into(),
            };
        }
    }

    combinational EmptyArms(op: Operation, a: Bits<4>) -> (x: Bits<4>) {
        fn update(&mut self) {
            self.x.next = self.a.val();
            match self.op.val() {
                Operation::Add => {}
                Operation::And => (),
                Operation::Or => {
                    self.x.next = 0.into();
                }
                _ => self.x.next = self.a.val() + 2,
            }
        }
    }
}
