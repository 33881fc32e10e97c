//! A hardware value whose width is known only when the program runs, and rust_hdl's operations
//! on it by one dispatch table.

use crate::value::{concat, replace_bits, replicate, sign_extend, Packed};
use rust_hdl::core::ast::VerilogLiteral;
use rust_hdl::prelude::{bit_cast, Bits};

/// Operations on two words of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordOp {
    Add,
    Sub,
    And,
    Or,
    Xor,
}

/// Comparisons of two words of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Operations that make one bit of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    All,
    Any,
    Xor,
}

macro_rules! widths {
    ($($variant:ident $width:literal),* $(,)?) => {
        /// The widths that random circuits are made of: all small ones that behave differently,
        /// and the neighbours of the sizes of machine words.
        pub const WIDTHS: &[usize] = &[$($width),*];

        /// A word of one of [`WIDTHS`].
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Value {
            $($variant(Bits<$width>)),*
        }

        /// Runs `$body` with `$bits` bound to the `Bits<N>` inside.
        macro_rules! with_bits {
            ($value:expr, $bits:ident => $body:expr) => {
                match $value {
                    $(Value::$variant($bits) => $body),*
                }
            };
        }

        /// Runs `$body` with `$bits` bound to a zero of the width.
        macro_rules! with_width {
            ($width_value:expr, $zero:ident => $body:expr) => {
                match $width_value {
                    $($width => {
                        let $zero = Bits::<$width>::default();
                        $body
                    })*
                    _ => unreachable!("random circuits have no words of {} bits", $width_value),
                }
            };
        }

        $(impl From<Bits<$width>> for Value {
            fn from(bits: Bits<$width>) -> Self {
                Value::$variant(bits)
            }
        })*

        impl Value {
            pub fn width(&self) -> usize {
                match self {
                    $(Value::$variant(_) => $width),*
                }
            }

            /// Two words of one width through one of rust_hdl's operators.
            pub fn word(op: WordOp, a: Value, b: Value) -> Value {
                match (a, b) {
                    $((Value::$variant(a), Value::$variant(b)) => match op {
                        WordOp::Add => Value::$variant(a + b),
                        WordOp::Sub => Value::$variant(a - b),
                        WordOp::And => Value::$variant(a & b),
                        WordOp::Or => Value::$variant(a | b),
                        WordOp::Xor => Value::$variant(a ^ b),
                    },)*
                    _ => unreachable!("the generator gives both operands one width"),
                }
            }

            pub fn compare(op: Comparison, a: Value, b: Value) -> bool {
                match (a, b) {
                    $((Value::$variant(a), Value::$variant(b)) => match op {
                        Comparison::Eq => a == b,
                        Comparison::Ne => a != b,
                        Comparison::Lt => a < b,
                        Comparison::Le => a <= b,
                        Comparison::Gt => a > b,
                        Comparison::Ge => a >= b,
                    },)*
                    _ => unreachable!("the generator gives both operands one width"),
                }
            }
        }
    };
}

widths! {
    W1 1, W2 2, W3 3, W4 4, W5 5, W7 7, W8 8, W9 9, W12 12, W15 15, W16 16, W17 17,
    W31 31, W32 32, W33 33, W63 63, W64 64, W65 65, W127 127, W128 128, W129 129,
}

impl Value {
    pub fn zero(width: usize) -> Value {
        with_width!(width, zero => zero.into())
    }

    pub fn from_bool(bit: bool) -> Value {
        Value::W1(Bits::from_bits(|_| bit))
    }

    /// The value whose bits a closure tells.
    pub fn from_fn(width: usize, bit: impl Fn(usize) -> bool) -> Value {
        fn fill<const N: usize>(_: Bits<N>, bit: impl Fn(usize) -> bool) -> Bits<N> {
            Bits::from_bits(bit)
        }
        with_width!(width, zero => fill(zero, bit).into())
    }

    pub fn bit(&self, position: usize) -> bool {
        with_bits!(self, bits => bits.bit(position))
    }

    pub fn truth(&self) -> bool {
        self.bit(0)
    }

    /// The value as a number, at most `limit`: beyond that all amounts and offsets are alike.
    pub fn number(&self, limit: usize) -> usize {
        let mut number = 0_usize;
        for position in (0..self.width()).rev() {
            number = (number * 2 + usize::from(self.bit(position))).min(limit);
        }
        number
    }

    pub fn literal(&self) -> VerilogLiteral {
        with_bits!(*self, bits => bits.into())
    }

    pub fn not(self) -> Value {
        with_bits!(self, bits => (!bits).into())
    }

    pub fn reduce(&self, op: Reduction) -> bool {
        with_bits!(self, bits => match op {
            Reduction::All => bits.all(),
            Reduction::Any => bits.any(),
            Reduction::Xor => bits.xor(),
        })
    }

    /// `bit_cast`: zero-extended or cut.
    pub fn cast(self, width: usize) -> Value {
        fn cast<const M: usize, const N: usize>(_: Bits<M>, x: Bits<N>) -> Bits<M> {
            bit_cast::<M, N>(x)
        }
        with_bits!(self, bits => with_width!(width, zero => cast(zero, bits).into()))
    }

    pub fn shift_left(self, amount: &Value) -> Value {
        let amount = amount.number(self.width());
        if amount >= self.width() {
            return Value::zero(self.width());
        }
        with_bits!(self, bits => (bits << amount as u64).into())
    }

    pub fn shift_right(self, amount: &Value) -> Value {
        let amount = amount.number(self.width());
        if amount >= self.width() {
            return Value::zero(self.width());
        }
        with_bits!(self, bits => (bits >> amount as u64).into())
    }

    /// `get_bits`; beyond the end there are zeros.
    pub fn slice(self, width: usize, offset: usize) -> Value {
        Value::from_fn(width, |position| self.bit(position + offset))
    }

    /// `replace_bits`; what falls beyond the width is dropped.
    pub fn replace(self, offset: usize, part: Value) -> Value {
        with_bits!(self, bits => with_bits!(part, part => replace_bits(bits, offset, part).into()))
    }

    pub fn concat(width: usize, high: Value, low: Value) -> Value {
        fn join<const N: usize>(_: Bits<N>, high: Value, low: Value) -> Bits<N> {
            // Through the prelude's function on one pair of types; the rest by bits.
            match (high, low) {
                (Value::W8(high), Value::W8(low)) => concat(high, low),
                _ => Bits::from_bits(|position| match position.checked_sub(low.width()) {
                    Some(position) => high.bit(position),
                    None => low.bit(position),
                }),
            }
        }
        with_width!(width, zero => join(zero, high, low).into())
    }

    pub fn replicate(width: usize, bit: bool) -> Value {
        fn fill<const N: usize>(_: Bits<N>, bit: bool) -> Bits<N> {
            replicate::<N>(bit)
        }
        with_width!(width, zero => fill(zero, bit).into())
    }

    /// `sign_extend`, by the prelude's function from eight bits and by its definition otherwise.
    pub fn sign_extend(self, width: usize) -> Value {
        if let (Value::W8(bits), 16) = (self, width) {
            return Value::W16(sign_extend::<16, 8>(bits));
        }
        let top = self.width() - 1;
        Value::from_fn(width, |position| self.bit(position.min(top)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_wrap_at_their_width() {
        let ones = Value::from_fn(5, |_| true);
        let one = Value::from_fn(5, |position| position == 0);
        assert_eq!(Value::word(WordOp::Add, ones, one), Value::zero(5));
        assert_eq!(ones.cast(9).number(1000), 31);
        assert_eq!(ones.shift_left(&ones), Value::zero(5));
        assert_eq!(ones.sign_extend(7), Value::from_fn(7, |_| true));
        assert_eq!(ones.slice(4, 3).number(100), 3);
    }
}
