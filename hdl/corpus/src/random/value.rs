//! rust_hdl's `Bits<N>` with the width chosen at run time.
//!
//! Each operation finds the width in a table that a macro makes and hands over to rust_hdl's own
//! operator. Where rust_hdl panics on an amount or position beyond the width, `hdl::value` decides,
//! as it does in the simulation of every unit.

use rust_hdl::core::ast::VerilogLiteral;
use rust_hdl::core::bits::{bit_cast, Bits};
use rust_hdl::core::synth::Synth;

use super::operators::{BinaryOp, UnaryOp};
use hdl::value::{self, Amount, MatchKey, Packed};

/// A type of signal whose values are [`Value`]s.
pub trait Carrier: Packed + 'static {
    /// The value of the signal.
    fn value(self) -> Value;
    /// The signal's type again.
    fn carry(value: Value) -> Self;
}

/// Something that is made for a type of signal known at run time only.
pub trait Maker {
    /// What is made.
    type Made;
    /// Makes it.
    fn make<T: Carrier>(self) -> Self::Made;
}

impl Carrier for bool {
    fn value(self) -> Value {
        Value::truth(self)
    }

    fn carry(value: Value) -> Self {
        value.is_true()
    }
}

macro_rules! widths {
    ($($variant:ident $n:literal),* $(,)?) => {
        /// The widths that values may have, in increasing order: small ones, and the edges of
        /// rust_hdl's two representations and of machine words.
        pub const WIDTHS: &[usize] = &[$($n),*];

        /// A word of one of the [`WIDTHS`].
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Value {
            $(
                #[doc = concat!("`Bits<", $n, ">`")]
                $variant(Bits<$n>),
            )*
        }

        $(
            impl Carrier for Bits<$n> {
                fn value(self) -> Value {
                    Value::$variant(self)
                }

                fn carry(value: Value) -> Self {
                    match value {
                        Value::$variant(bits) => bits,
                        other => panic!("{other:?} where Bits<{}> is needed", $n),
                    }
                }
            }
        )*

        /// Hands the type of a signal to `maker`.
        pub fn with_type<M: Maker>(width: usize, boolean: bool, maker: M) -> M::Made {
            match width {
                1 if boolean => maker.make::<bool>(),
                $($n => maker.make::<Bits<$n>>(),)*
                _ => panic!("no width {width}"),
            }
        }

        impl Value {
            /// The width of the word.
            pub fn width(self) -> usize {
                match self {
                    $(Value::$variant(_) => $n,)*
                }
            }

            /// The word whose bits a closure tells.
            pub fn from_bits(width: usize, bit: impl Fn(usize) -> bool) -> Self {
                match width {
                    $($n => Value::$variant(Bits::from_bits(bit)),)*
                    _ => panic!("no width {width}"),
                }
            }

            /// One bit; false beyond the width.
            pub fn bit(self, position: usize) -> bool {
                match self {
                    $(Value::$variant(x) => value::get_bit(x, position),)*
                }
            }

            /// The word with one bit replaced; unchanged beyond the width.
            pub fn replace_bit(self, position: usize, bit: bool) -> Self {
                match self {
                    $(Value::$variant(x) => value::replace_bit(x, position, bit).value(),)*
                }
            }

            /// `bit_cast`
            pub fn cast(self, width: usize) -> Self {
                match self {
                    $(Value::$variant(x) => cast(x, width),)*
                }
            }

            /// The word as the right operand of a shift, or as a position.
            pub fn amount(self) -> usize {
                match self {
                    $(Value::$variant(x) => x.amount(),)*
                }
            }

            /// `<<`
            pub fn shift_left(self, amount: usize) -> Self {
                match self {
                    $(Value::$variant(x) if amount < $n => (x << amount as u64).value(),)*
                    $(Value::$variant(x) => value::shift_left(x, amount).value(),)*
                }
            }

            /// `>>`
            pub fn shift_right(self, amount: usize) -> Self {
                match self {
                    $(Value::$variant(x) if amount < $n => (x >> amount as u64).value(),)*
                    $(Value::$variant(x) => value::shift_right(x, amount).value(),)*
                }
            }

            /// An operator on one word.
            pub fn unary(self, op: UnaryOp) -> Self {
                match self {
                    $(Value::$variant(x) => unary(op, x),)*
                }
            }

            /// An operator on two words of the same width; not for shifts.
            pub fn binary(self, op: BinaryOp, other: Self) -> Self {
                match (self, other) {
                    $((Value::$variant(a), Value::$variant(b)) => binary(op, a, b),)*
                    (a, b) => panic!("{op:?} of {a:?} and {b:?}"),
                }
            }

            /// rust_hdl's sum of a word and a `bool`.
            pub fn add_bool(self, carry: bool) -> Self {
                match self {
                    $(Value::$variant(x) => (x + carry).value(),)*
                }
            }

            /// The word as a literal of rust_hdl that knows its width.
            pub fn literal(self) -> VerilogLiteral {
                match self {
                    $(Value::$variant(x) => x.verilog(),)*
                }
            }
        }

        fn cast<const N: usize>(x: Bits<N>, width: usize) -> Value {
            match width {
                $($n => Value::$variant(bit_cast::<$n, N>(x)),)*
                _ => panic!("no width {width}"),
            }
        }
    };
}

widths!(
    W1 1, W2 2, W3 3, W4 4, W5 5, W6 6, W7 7, W8 8, W9 9, W12 12, W16 16, W17 17, W24 24, W31 31,
    W32 32, W33 33, W48 48, W63 63, W64 64, W65 65, W127 127, W128 128, W129 129,
);

impl Value {
    /// One bit.
    pub fn truth(truth: bool) -> Self {
        Value::W1(truth.into())
    }

    /// Zero of a width.
    pub fn zero(width: usize) -> Self {
        Self::from_bits(width, |_| false)
    }

    /// A number of a width that it fits.
    pub fn number(width: usize, number: u128) -> Self {
        Self::from_bits(width, |position| {
            position < 128 && number >> position & 1 == 1
        })
    }

    /// The one bit as a `bool`.
    pub fn is_true(self) -> bool {
        match self {
            Value::W1(bit) => bit.into(),
            other => panic!("{other:?} where one bit is needed"),
        }
    }

    /// The word as a number, when it is less than 2^128.
    pub fn to_u128(self) -> Option<u128> {
        match self {
            Value::W129(x) if x.bit(128) => None,
            other => Some(Bits::<128>::carry(other.cast(128)).match_key()),
        }
    }

    /// `width` bits from `offset` on, zero beyond the word. rust_hdl's `get_bits` is this shift
    /// and this cast.
    pub fn slice(self, width: usize, offset: usize) -> Self {
        self.shift_right(offset).cast(width)
    }

    /// The word with a slice replaced; what falls beyond it is dropped. rust_hdl's `set_bits` are
    /// these operations.
    pub fn replace_slice(self, offset: usize, slice: Self) -> Self {
        let ones = Value::from_bits(slice.width(), |_| true);
        let at_offset = |bits: Value| bits.cast(self.width()).shift_left(offset);
        self.binary(BinaryOp::And, at_offset(ones).unary(UnaryOp::Not))
            .binary(BinaryOp::Or, at_offset(slice))
    }
}

fn unary<const N: usize>(op: UnaryOp, x: Bits<N>) -> Value
where
    Bits<N>: Carrier,
{
    match op {
        UnaryOp::Not => (!x).value(),
        // rust_hdl has no negation; the difference from zero is what it stands for.
        UnaryOp::Neg => (Bits::<N>::default() - x).value(),
        UnaryOp::All => Value::truth(x.all()),
        UnaryOp::Any => Value::truth(x.any()),
        UnaryOp::Xor => Value::truth(x.xor()),
    }
}

fn binary<const N: usize>(op: BinaryOp, a: Bits<N>, b: Bits<N>) -> Value
where
    Bits<N>: Carrier,
{
    match op {
        BinaryOp::Add => (a + b).value(),
        BinaryOp::Sub => (a - b).value(),
        BinaryOp::And => (a & b).value(),
        BinaryOp::Or => (a | b).value(),
        BinaryOp::Xor => (a ^ b).value(),
        BinaryOp::Eq => Value::truth(a == b),
        BinaryOp::Ne => Value::truth(a != b),
        BinaryOp::Lt => Value::truth(a < b),
        BinaryOp::Le => Value::truth(a <= b),
        BinaryOp::Gt => Value::truth(a > b),
        BinaryOp::Ge => Value::truth(a >= b),
        BinaryOp::LogicalAnd => Value::truth(a.value().is_true() && b.value().is_true()),
        BinaryOp::LogicalOr => Value::truth(a.value().is_true() || b.value().is_true()),
        BinaryOp::Shl | BinaryOp::Shr => panic!("the operands of a shift have widths of their own"),
    }
}
