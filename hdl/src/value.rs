//! Operations on hardware values, with hardware's meaning.
//!
//! [`concat`], [`replicate`], [`sign_extend`] and [`replace_bits`] are for units; `#[hardware]`
//! knows the form that the emitter prints as one Verilog operator. The other functions stand
//! behind rust_hdl's own methods in simulated code: where rust_hdl panics on a position beyond
//! the width, or shifts through a big integer, they do what the circuit does.

use rust_hdl::core::ast::VerilogLiteral;
use rust_hdl::core::bits::Bits;
use rust_hdl::core::synth::Synth;
use rust_hdl::core::type_descriptor::{TypeDescriptor, TypeField, TypeKind};

/// Widths up to this are kept in one machine word by rust_hdl.
const SHORT: usize = 32;

/// A hardware value as a row of bits, lowest first.
///
/// `bool` and `Bits<N>` are packed; `#[derive(Packed)]` beside `LogicState` or `LogicStruct`
/// makes an enum or a struct packed, in the encoding that it has in Verilog.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be taken apart into bits",
    label = "expected `bool`, `Bits<N>`, or a type with `#[derive(Packed)]`"
)]
pub trait Packed: Synth {
    /// One bit; false beyond the width.
    fn bit(&self, position: usize) -> bool;

    /// The value whose bits a closure tells. Bits that encode no variant of an enum give its
    /// first one.
    fn from_bits(bit: impl Fn(usize) -> bool) -> Self;
}

impl Packed for bool {
    fn bit(&self, position: usize) -> bool {
        position == 0 && *self
    }

    fn from_bits(bit: impl Fn(usize) -> bool) -> Self {
        bit(0)
    }
}

impl<const N: usize> Packed for Bits<N> {
    fn bit(&self, position: usize) -> bool {
        match self {
            Bits::Short(value) => position < SHORT && value.short() >> position & 1 == 1,
            Bits::Long(value) => position < N && value.get_bit(position),
        }
    }

    fn from_bits(bit: impl Fn(usize) -> bool) -> Self {
        if N <= SHORT {
            let word = (0..N).fold(0, |word, position| {
                word | u32::from(bit(position)) << position
            });
            Bits::Short(word.into())
        } else {
            Bits::Long(std::array::from_fn(bit).into())
        }
    }
}

/// `{high, low}`, at `N` bits: zero-extended or cut at the top.
///
/// Call it `concat::<N, _, _>(high, low)`.
pub fn concat<const N: usize, H: Packed, L: Packed>(high: H, low: L) -> Bits<N> {
    Bits::from_bits(|position| match position.checked_sub(L::BITS) {
        Some(position) => high.bit(position),
        None => low.bit(position),
    })
}

/// `N` copies of a bit.
pub fn replicate<const N: usize>(bit: bool) -> Bits<N> {
    Bits::from_bits(|_| bit)
}

/// `x` at `N` bits, filled up with copies of its top bit. `N` must not be less than `M`.
///
/// Call it `sign_extend::<N, _>(x)`.
pub fn sign_extend<const N: usize, const M: usize>(x: Bits<M>) -> Bits<N> {
    const { assert!(N >= M, "sign_extend cannot narrow") };
    Bits::from_bits(|position| x.bit(position.min(M - 1)))
}

/// `x` with the bits from `offset` on replaced; what falls beyond the width is dropped.
pub fn replace_bits<const N: usize, const W: usize>(
    x: Bits<N>,
    offset: usize,
    bits: Bits<W>,
) -> Bits<N> {
    Bits::from_bits(|position| match position.checked_sub(offset) {
        Some(inner) if inner < W => bits.bit(inner),
        _ => x.bit(position),
    })
}

/// One bit of `x`; false beyond the width.
#[doc(hidden)]
pub fn get_bit<const N: usize>(x: Bits<N>, position: usize) -> bool {
    x.bit(position)
}

/// `W` bits of `x`; zero beyond the width.
#[doc(hidden)]
pub fn get_bits<const W: usize, const N: usize>(x: Bits<N>, offset: usize) -> Bits<W> {
    Bits::from_bits(|position| x.bit(position + offset))
}

/// `x` with one bit replaced; unchanged beyond the width.
#[doc(hidden)]
pub fn replace_bit<const N: usize>(x: Bits<N>, position: usize, bit: bool) -> Bits<N> {
    if position < N {
        x.replace_bit(position, bit)
    } else {
        x
    }
}

/// The right operand of a shift.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an amount to shift by",
    label = "expected `Bits<N>` or an unsigned integer"
)]
pub trait Amount {
    /// The amount, or any number beyond every width.
    fn amount(self) -> usize;
}

impl<const N: usize> Amount for Bits<N> {
    fn amount(self) -> usize {
        let usable = usize::BITS as usize;
        (0..N).fold(0, |amount, position| {
            match (self.bit(position), position < usable) {
                (false, _) => amount,
                (true, true) => amount | 1 << position,
                (true, false) => usize::MAX,
            }
        })
    }
}

macro_rules! amounts {
    ($($name:ty),*) => {$(
        impl Amount for $name {
            fn amount(self) -> usize {
                usize::try_from(self).unwrap_or(usize::MAX)
            }
        }
    )*};
}
amounts!(u8, u16, u32, u64, usize, i32);

/// `x << amount`, zero from the width on.
#[doc(hidden)]
pub fn shift_left<const N: usize>(x: Bits<N>, amount: impl Amount) -> Bits<N> {
    let amount = amount.amount();
    match x {
        Bits::Short(value) => match value.short().checked_shl(amount.min(SHORT) as u32) {
            Some(shifted) => Bits::Short(shifted.into()),
            None => Bits::Short(0.into()),
        },
        Bits::Long(_) => Bits::from_bits(|position| {
            position
                .checked_sub(amount)
                .is_some_and(|position| x.bit(position))
        }),
    }
}

/// `x >> amount`, zero from the width on.
#[doc(hidden)]
pub fn shift_right<const N: usize>(x: Bits<N>, amount: impl Amount) -> Bits<N> {
    let amount = amount.amount();
    match x {
        Bits::Short(value) => match value.short().checked_shr(amount.min(SHORT) as u32) {
            Some(shifted) => Bits::Short(shifted.into()),
            None => Bits::Short(0.into()),
        },
        Bits::Long(_) => Bits::from_bits(|position| {
            position
                .checked_add(amount)
                .is_some_and(|position| x.bit(position))
        }),
    }
}

/// What `read` sees in an element of an array, or zero beyond the array.
#[doc(hidden)]
pub fn element<E, T: Synth>(array: &[E], index: usize, read: impl FnOnce(&E) -> T) -> T {
    array.get(index).map(read).unwrap_or_default()
}

/// A value as a number to match on.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be matched with integers",
    label = "expected `Bits<N>` of at most 128 bits or an unsigned integer"
)]
pub trait MatchKey {
    fn match_key(self) -> u128;
}

impl<const N: usize> MatchKey for Bits<N> {
    fn match_key(self) -> u128 {
        const { assert!(N <= 128, "match with integers takes at most 128 bits") };
        match self {
            Bits::Short(value) => value.to_u128(),
            Bits::Long(value) => value.to_u128(),
        }
    }
}

macro_rules! match_keys {
    ($($name:ty),*) => {$(
        impl MatchKey for $name {
            fn match_key(self) -> u128 {
                u128::try_from(self).unwrap_or(u128::MAX)
            }
        }
    )*};
}
match_keys!(u8, u16, u32, u64, u128, usize);

/// The widest value of a group.
const GROUP_BITS: usize = 4096;

/// The type of a group, named after what it is and its widths.
#[doc(hidden)]
pub fn group_descriptor(
    name: &str,
    widths: &[usize],
    fields: Vec<(&str, TypeDescriptor)>,
) -> TypeDescriptor {
    let widths: Vec<String> = widths.iter().map(usize::to_string).collect();
    let field = |(name, kind): (&str, TypeDescriptor)| TypeField {
        fieldname: name.to_owned(),
        kind,
    };
    TypeDescriptor {
        name: format!("{name}{}", widths.join("_")),
        kind: TypeKind::Composite(fields.into_iter().map(field).map(Box::new).collect()),
    }
}

/// The bits of a group.
#[doc(hidden)]
pub fn group_literal<T: Packed>(value: &T) -> VerilogLiteral {
    const { assert!(T::BITS <= GROUP_BITS, "a group is too wide") };
    let bits: Bits<GROUP_BITS> = Bits::from_bits(|position| value.bit(position));
    bits.into()
}
