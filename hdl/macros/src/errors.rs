//! What the attribute and the derives say about source that they do not take: always what to write
//! instead.

use proc_macro2::Span;
use syn::{spanned::Spanned, Error, Expr};

/// An error at a place of the source.
pub fn at(span: Span, message: impl std::fmt::Display) -> Error {
    Error::new(span, message)
}

pub fn statement(expr: &Expr) -> Error {
    let message = match expr {
        Expr::Return(_) => {
            "hardware has no early return: put the rest into the `else` branch, or let the \
             function end in an `if` expression"
        }
        Expr::While(_) | Expr::Loop(_) | Expr::Break(_) | Expr::Continue(_) => {
            "hardware loops have a fixed number of rounds: write `for i in a..b`, with an `if` in \
             it for the rounds that do nothing"
        }
        Expr::Call(_) | Expr::MethodCall(_) => {
            "a call alone does nothing in hardware: assign its value, `self.x.next = f(..)`"
        }
        Expr::Macro(_) => "of macros, hardware takes `clock!`, `registers!` and `comment!`",
        Expr::Assign(_) => "assign to `self.x.next`, to `self.x.next.field` or to a `let mut`",
        _ => "this statement is not hardware: write assignments, `let`, `if`, `match` and `for`",
    };
    at(expr.span(), message)
}

pub fn expression(expr: &Expr) -> Error {
    let message = match expr {
        Expr::Cast(_) => {
            "`as` only casts loop indices and elaboration-time integers: use `bit_cast::<N, _>(x)` \
             for a signal's value"
        }
        Expr::Array(_) | Expr::Repeat(_) => {
            "an array of hardware values cannot be built here: declare a field \
             `[Signal<Local, T>; N]` and assign its elements"
        }
        Expr::Tuple(_) => "hardware has no tuples: use `concat`, or a `LogicStruct`",
        Expr::Closure(_) => "a closure cannot see signals: write a `#[hardware] fn`",
        Expr::Macro(_) => "a macro cannot be seen through here: write a `#[hardware] fn`",
        Expr::Range(_) => "a range is only taken by `for`",
        Expr::Reference(_) => "hardware values are copied: drop the `&`",
        Expr::Let(_) => "`if let` is not hardware: use `match` or a comparison",
        Expr::Index(_) => {
            "only arrays of signals and blocks have elements here: use `.get_bit(i)` or \
             `.get_bits::<W>(offset)` on a value, and `match` instead of a table"
        }
        _ => "this expression is not hardware",
    };
    at(expr.span(), message)
}

pub fn method(span: Span, name: &str) -> Error {
    let message = match name {
        "set_bit" | "set_bits" => {
            "hardware values are not changed in place: `x.replace_bit(i, bit)` and \
             `replace_bits(x, offset, bits)` give the changed value"
        }
        "to_usize" | "to_u8" | "to_u16" | "to_u32" | "to_u64" | "to_u128" => {
            "use `.index()` where the value selects an element or a bit"
        }
        "min" | "max" => "write the comparison as an `if` expression",
        "to_bits" => "a hardware value has a width already: use `bit_cast::<N, _>(x)`",
        "wrapping_add" | "wrapping_sub" => "`+` and `-` on hardware values wrap already",
        _ => {
            return at(
                span,
                format!(
                    "hardware values have no method `{name}` here: known are val, get_bit, \
                     get_bits, replace_bit, all, any, xor, index, into and, on loop indices, \
                     to_bits; anything else goes into a `#[hardware] fn`"
                ),
            )
        }
    };
    at(span, message)
}

pub const OWN_METHOD: &str =
    "hardware cannot look into a method of `self`: keep an elaboration-time value in a field whose \
     name starts with `_`, and write logic as a `#[hardware] fn`";
pub const BARE_SIGNAL: &str = "a signal is read with `.val()`";
pub const READ_NEXT: &str = "`.next` is for writing: read the signal with `.val()`";
pub const WRITE_VAL: &str = "`.val()` is for reading: write the signal through `.next`";
pub const COMPOUND_SIGNAL: &str =
    "write `self.x.next = self.x.val() + ..`: a compound assignment does not say which value it \
     starts from";
pub const BOUNDS: &str =
    "the bounds of a loop are elaboration-time values; for rounds that depend on a signal or on \
     an outer index, put an `if` into the loop";
pub const INDEX_ARITHMETIC: &str =
    "index arithmetic is `+`, `-` and `*`: nest two loops instead of dividing, and multiply \
     instead of shifting";
pub const DYNAMIC_DIFFERENCE: &str =
    "subtract before `.index()`: `(x - 1).index()` wraps as the hardware does, a `usize` would \
     panic below zero";
pub const DYNAMIC_PRODUCT: &str =
    "an index that comes from a signal can only be multiplied by an elaboration-time value";
pub const MATCH_DEFAULT: &str = "a match over integers ends with an arm `_ => ..`";
pub const MATCH_GUARD: &str = "put the condition into the arm: `.. => { if condition { .. } }`";
pub const VALUE_ELSE: &str = "an `if` that gives a value needs an `else`";
pub const VALUE_TAIL: &str = "this block must end in a value";
pub const VALUE_ASSIGNS: &str =
    "a block that gives a value cannot assign signals: assign them in a statement of their own";
pub const SUFFIX_WIDTH: &str = "state the width";
pub const ASSOCIATED: &str =
    "hardware cannot look into an associated function: make it a free `#[hardware] fn`";
pub const PARTS_OF: &str = "`Parts` builds a block: a struct whose fields have names";
pub const NO_PURPOSE: &str =
    "a block says over its struct what it is for: the emitted module begins with that";
pub const NO_PARTS: &str = "every field is a signal: derive `Default` instead of `Parts`";
