//! The attribute [`macro@hardware`]: a rust_hdl block whose behaviour is plain Rust; and derives:
//! [`macro@Packed`] for what wires carry, [`macro@Parts`] for the `new` of a block, [`macro@Described`] for
//! what it is for, and [`macro@HdlUnit`] for one that frames drive.
//!
//! One parse (`lower/`, into the form of `ir.rs`) feeds three translations: `simulate.rs`
//! (Rust that runs in rust_hdl's simulator), `elaborate/` (code that builds the AST of
//! `docs/rationale/hdl-ast.md`) and `connect.rs` (which signals the block drives).

mod attribute;
mod block;
mod connect;
mod described;
mod elaborate;
mod errors;
mod function;
mod group;
mod ir;
mod lower;
mod packed;
mod parts;
mod pattern;
mod place;
mod scope;
mod simulate;
#[cfg(test)]
mod tests;
mod unit;

use proc_macro::TokenStream;

/// Turns Rust into hardware. It stands on the `impl Logic` of a block, or on a free function.
///
/// # On a block
/// ```ignore
/// #[hardware]
/// impl Logic for Accumulator {
///     fn update(&mut self) {
///         registers!(self, clock, total);
///         let sum = self.total.q.val() + self.amount.val();
///         if self.add.val() {
///             self.total.d.next = sum;
///         }
///         self.value.next = self.total.q.val();
///     }
/// }
/// ```
/// `update` stays what simulates; the attribute adds `hdl`, `connect` and `timing`. The emitted
/// module is named after the Rust type, or by `#[hardware(name = expression)]`, where the
/// expression may use `self` and its elaboration-time fields.
///
/// ## What `update` may contain
/// * `let x = e;`, with a type or without, shadowing, `let mut`, and `let x;` assigned later;
///   `x = e`, `x += e` and the like on these.
/// * `self.x.next = e`, `self.x.next.field = e`, with array elements and children on the way:
///   `self.lane[i].value.next`.
/// * `if`, `match` and blocks as statements and as expressions; `match` over enums, over `Bits`
///   with integers, over `bool` and over loop indices, with `|` and `_`.
/// * `for i in a..b` with bounds known at elaboration time; the loop stays a loop.
/// * `+ - & | ^ << >>`, comparisons, `&& || !`; `bit_cast`, `bits`, `concat`, `replicate`,
///   `sign_extend`, `replace_bits`; `get_bit`, `get_bits`, `replace_bit`, `all`, `any`, `xor`,
///   `index`, `into`, `to_bits`; fields and literals of `LogicStruct`s.
/// * calls of `#[hardware]` functions.
/// * `clock!(self, clock, a, b)` connects the clock of children and of arrays of children;
///   `registers!(self, clock, a, b)` also lets registers keep their value unless assigned;
///   `comment!("..")` puts a comment into the Verilog.
///
/// Constants, const generics, `self._field` and any Rust expression of these are computed when
/// the design is elaborated. An `if` or `match` on them leaves only the branch taken.
///
/// An array element may be chosen by a signal, `self.stack[self.top.val().index()].q.val()`:
/// reading it is a multiplexer and gives zero beyond the array, writing it a decoder.
///
/// # On a function
/// ```ignore
/// #[hardware]
/// pub fn saturating_increment<const N: usize>(x: Bits<N>) -> Bits<N> {
///     if x.all() { x } else { x + 1 }
/// }
/// ```
/// The function stays a function; calls of it in hardware are inlined into the AST. Its companion
/// has the same name in the namespace of types (a type `saturating_increment` with an associated
/// function `hdl`), so that one `use` brings both, and renaming with `use .. as ..` works.
///
/// Limits: it is a free function; it returns one hardware value; its parameters are plain names
/// whose types are hardware values or, for positions and loop indices, `usize`. No type or module
/// in scope may have the function's name. Calling a function that is not `#[hardware]` with a
/// hardware value is an error of name resolution at the call: the companion is missing.
#[proc_macro_attribute]
pub fn hardware(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    match attribute::expand(arguments.into(), item.clone()) {
        Ok(tokens) => tokens.into(),
        Err(error) => {
            let mut tokens = error.to_compile_error();
            tokens.extend(attribute::stand_in(item));
            tokens.into()
        }
    }
}

/// Takes a `LogicState` enum or a `LogicStruct` apart into bits, and puts it together again.
///
/// The layout is that of the Verilog: an enum is the position of its variant, the first field of
/// a struct is in the lowest bits.
#[proc_macro_derive(Packed)]
pub fn derive_packed(item: TokenStream) -> TokenStream {
    match packed::expand(item.into()) {
        Ok(tokens) => tokens.into(),
        Err(error) => error.to_compile_error().into(),
    }
}

/// Tells the emitter what a block is for, and what its fields mean: what stands over the struct is printed
/// over the module, what stands over a field over the port or the declaration.
///
/// A field without a comment goes with the one before it.
#[proc_macro_derive(Described)]
pub fn derive_described(item: TokenStream) -> TokenStream {
    match described::expand(item.into()) {
        Ok(tokens) => tokens.into(),
        Err(error) => error.to_compile_error().into(),
    }
}

/// Builds a block from its parts, so that its `new` need not list its ports.
///
/// ```ignore
/// #[derive(LogicBlock, Parts)]
/// pub struct Accumulator<const N: usize> {
///     pub clock: Signal<In, Clock>,
///     pub amount: Signal<In, Bits<N>>,
///     pub value: Signal<Out, Bits<N>>,
///     adder: Adder<N>,
///     total: Register<Bits<N>>,
/// }
///
/// impl<const N: usize> Accumulator<N> {
///     pub fn new(adder: Adder<N>) -> Self {
///         AccumulatorParts {
///             adder,
///             total: Register::default(),
///         }
///         .into()
///     }
/// }
/// ```
/// The parts are all fields but the signals: children, registers (each says whether it is reset,
/// and with what), constants, vectors and elaboration-time values. They make up a private struct
/// `AccumulatorParts`; `From` it gives every `Signal` its default. A `Signal` in an array or vector
/// is a part.
///
/// A block all of whose fields have a default needs no parts: it derives `Default`. A block with a
/// signal that starts with another value is built by hand.
#[proc_macro_derive(Parts)]
pub fn derive_parts(item: TokenStream) -> TokenStream {
    match parts::expand(item.into()) {
        Ok(tokens) => tokens.into(),
        Err(error) => error.to_compile_error().into(),
    }
}

/// Lets frames drive a block ([`hdl::ports`](../hdl/ports/index.html)): its inputs are the signals of direction
/// `In` but for the clock, its outputs those of direction `Out`, each in the order of the fields.
///
/// ```ignore
/// #[derive(LogicBlock, Default, HdlUnit)]
/// pub struct Adder<const N: usize> {
///     pub a: Signal<In, Bits<N>>,
///     pub b: Signal<In, Bits<N>>,
///     pub sum: Signal<Out, Bits<N>>,
/// }
/// ```
#[proc_macro_derive(HdlUnit)]
pub fn derive_hdl_unit(item: TokenStream) -> TokenStream {
    match unit::expand(item.into()) {
        Ok(tokens) => tokens.into(),
        Err(error) => error.to_compile_error().into(),
    }
}

/// A group of `spec::ports!` as a struct that wires carry, field by field as wide as the contract says:
///
/// ```ignore
/// use spec::regless::{REGISTER_NUMBER_BITS, TAG_BITS};
/// spec::osu_issue!(hdl_macros::group);
///
/// pub issue: Signal<In, Issue<6>>,
/// ```
/// Constants that the declaration names have to be in scope.
#[proc_macro]
pub fn group(item: TokenStream) -> TokenStream {
    match group::expand(item.into()) {
        Ok(tokens) => tokens.into(),
        Err(error) => error.to_compile_error().into(),
    }
}
