//! Rust's types at elaboration time, without running the hardware.
//!
//! The attribute sees tokens, not types. Where the AST needs a width, the generated code hands
//! the Rust expression over in a closure that is never called: the compiler infers its type, and
//! nothing is computed, so an index that is out of range for today's signal values cannot panic.

use std::marker::PhantomData;

use rust_hdl::core::ast::VerilogExpression;
use rust_hdl::core::synth::Synth;
use rust_hdl::core::type_descriptor::TypeKind;

use super::expression::{boolean, cast, constant, integer, signal};
use super::{Context, Index};

/// A value that wires can carry: `bool`, `Bits<N>`, a `LogicState` enum or a `LogicStruct`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a hardware value",
    label = "wires carry `bool`, `Bits<N>`, `LogicState` enums and `LogicStruct` structs",
    note = "give an integer a width with `.to_bits::<N>()` or `bits::<N>(..)`"
)]
pub trait Hardware: Synth {}
impl<T: Synth> Hardware for T {}

/// A stand-in for the value of an expression: same type, no computation.
pub fn shadow<T: Hardware>(_: impl FnOnce() -> T) -> T {
    T::default()
}

/// A stand-in for a hardware value whose type follows from its later assignments.
pub fn any<T: Hardware>() -> T {
    T::default()
}

/// The width of an expression.
pub fn width_of<T: Hardware>(_: impl FnOnce() -> T) -> usize {
    T::BITS
}

/// The width of a value.
pub fn width<T: Hardware>(_: &T) -> usize {
    T::BITS
}

/// Gives an elaboration-time operand the type that its operation asks for.
pub fn operand<T, R>(value: T, _: impl FnOnce(T) -> R) -> T {
    value
}

/// A value computed by Rust when the design is elaborated, on its way into the AST.
///
/// Integers and hardware values become different literals; which of the two traits below applies
/// is settled by method resolution, since the attribute does not know the type.
pub struct Known<T>(pub T);

/// An elaboration-time value in the AST.
pub enum Elaborated {
    Number(usize, Option<&'static str>),
    Value(VerilogExpression),
}

impl Elaborated {
    /// The value under the name of the constant that it comes from.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        match self {
            Elaborated::Number(value, _) => Elaborated::Number(value, Some(name)),
            Elaborated::Value(VerilogExpression::Cast(inner, width)) => {
                let inner = match *inner {
                    VerilogExpression::Literal(literal) => constant(name, &literal),
                    other => other,
                };
                Elaborated::Value(cast(inner, width))
            }
            other => other,
        }
    }

    /// The value as an expression.
    pub fn expression(self) -> VerilogExpression {
        match self {
            Elaborated::Number(value, None) => integer(value as u128),
            Elaborated::Number(value, Some(name)) => constant(name, &value.into()),
            Elaborated::Value(value) => value,
        }
    }
}

/// The way of hardware values, preferred by method resolution.
pub trait KnownHardware {
    fn elaborate(&self) -> Elaborated;
}

impl<T: Synth> KnownHardware for &Known<T> {
    fn elaborate(&self) -> Elaborated {
        let value = self.0;
        let literal = value.verilog();
        Elaborated::Value(match T::descriptor().kind {
            TypeKind::Enum(variants) => {
                let position = super::expression::literal_value(&literal).unwrap_or_default();
                match variants.get(position as usize) {
                    Some(name) => signal(name.replace("::", "$")),
                    None => cast(VerilogExpression::Literal(literal), T::BITS),
                }
            }
            TypeKind::Bits(1) if T::descriptor().name == "Bit" => {
                boolean(super::expression::literal_value(&literal) == Some(1))
            }
            _ => cast(VerilogExpression::Literal(literal), T::BITS),
        })
    }
}

/// The way of integers.
pub trait KnownInteger {
    fn elaborate(&self) -> Elaborated;
}

/// An integer type that may stand in elaboration-time arithmetic.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot become hardware",
    label = "an elaboration-time value is an unsigned integer, `i32`, or a hardware value"
)]
pub trait Integer: Copy {
    fn wide(self) -> u128;
}

macro_rules! integers {
    ($($name:ty),*) => {$(
        impl Integer for $name {
            fn wide(self) -> u128 {
                u128::try_from(self).unwrap_or_else(|_| {
                    panic!("the negative number {self} cannot become hardware")
                })
            }
        }
    )*};
}
integers!(u8, u16, u32, u64, u128, usize, i32);

impl<T: Integer> KnownInteger for Known<T> {
    fn elaborate(&self) -> Elaborated {
        let value = self.0.wide();
        match usize::try_from(value) {
            Ok(number) => Elaborated::Number(number, None),
            Err(_) => Elaborated::Value(integer(value)),
        }
    }
}

/// An argument of a `#[hardware]` function: its AST, and its type for inference.
pub struct Argument<T> {
    value: Value,
    kind: PhantomData<T>,
}

enum Value {
    Expression(VerilogExpression),
    Index(Index),
}

impl<T> Argument<T> {
    /// An argument that depends on signals.
    pub fn expression(value: VerilogExpression, _: impl FnOnce() -> T) -> Self {
        Argument {
            value: Value::Expression(value),
            kind: PhantomData,
        }
    }

    /// A number.
    pub fn index(value: Index, _: impl FnOnce() -> T) -> Self {
        Argument {
            value: Value::Index(value),
            kind: PhantomData,
        }
    }

    /// An argument known at elaboration time.
    pub fn known(value: Elaborated, _: impl FnOnce() -> T) -> Self {
        Argument {
            value: match value {
                Elaborated::Number(value, _) => Value::Index(Index::constant(value)),
                Elaborated::Value(value) => Value::Expression(value),
            },
            kind: PhantomData,
        }
    }

    /// The argument as a number, for a parameter of integer type.
    ///
    /// # Panics
    /// When a hardware value was passed, which the types of the generated code rule out.
    pub fn into_index(self) -> Index {
        match self.value {
            Value::Index(index) => index,
            Value::Expression(value) => panic!("{value:?} is no index"),
        }
    }
}

impl<T: Hardware> Argument<T> {
    /// The argument as a hardware value. One that is used more than once and is more than a name
    /// gets a `let` of its own, so that the hardware is described once.
    pub fn bind(self, context: &mut Context, name: &str, uses: usize) -> VerilogExpression {
        let value = match self.value {
            Value::Expression(value) => value,
            Value::Index(index) => index.expression(),
        };
        let value = super::expression::typed(value, T::BITS);
        if uses < 2 || is_simple(&value) {
            return value;
        }
        context.bind(name, value, T::BITS)
    }
}

fn is_simple(value: &VerilogExpression) -> bool {
    match value {
        VerilogExpression::Signal(_) | VerilogExpression::Literal(_) => true,
        VerilogExpression::Cast(inner, _) => match &**inner {
            VerilogExpression::Literal(_) => true,
            VerilogExpression::Signal(name) => name.starts_with("const$"),
            _ => false,
        },
        _ => false,
    }
}
