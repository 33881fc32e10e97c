//! Small circuits, one construct or two each, that show what `#[hardware]` takes.
//!
//! They are the stimulus of the tests that compare two translations of one source: the simulation
//! with the AST, and the simulation with the emitted Verilog. A circuit is driven by frames
//! through [`AnyUnit`], whatever its type; every frame that [`AnyUnit::normalize`] has seen is
//! within contract.
//!
//! A construct that the attribute learns gets a circuit here.

mod arithmetic;
mod arrays;
mod branches;
mod elaboration;
mod functions;
mod hierarchy;
mod loops;
mod matches;
mod names;
mod slices;
mod state;
mod structs;

use hdl::engine::AnyUnit;

/// A circuit of the corpus.
#[derive(Clone, Copy)]
pub struct Case {
    /// The name of the Rust type.
    pub name: &'static str,
    /// Makes the circuit, in its initial state.
    pub make: fn() -> Box<dyn AnyUnit>,
}

/// All circuits.
pub fn cases() -> Vec<Case> {
    [
        arithmetic::CASES,
        arrays::CASES,
        branches::CASES,
        elaboration::CASES,
        functions::CASES,
        hierarchy::CASES,
        loops::CASES,
        matches::CASES,
        names::CASES,
        slices::CASES,
        state::CASES,
        structs::CASES,
    ]
    .concat()
}

/// Declares the circuits of a file: their ports, what is inside, and their `update`.
macro_rules! circuits {
    ($(
        $(#[$attribute:meta])*
        $kind:ident $name:ident($($input:ident: $input_type:ty),* $(,)?)
            -> ($($output:ident: $output_type:ty),* $(,)?)
            $(with { $($field:ident: $field_type:ty = $value:expr),* $(,)? })?
        { $($update:tt)* }
    )*) => {
        pub(super) const CASES: &[$crate::constructs::Case] = &[$(
            $crate::constructs::Case {
                name: stringify!($name),
                make: || Box::new($name::default()),
            },
        )*];
        $($crate::constructs::circuit! {
            $kind [$(#[$attribute])*] $name
            [$($input: $input_type),*] [$($output: $output_type),*]
            [$($($field: $field_type = $value),*)?] [$($update)*]
        })*
    };
}
use circuits;

/// One circuit: see `circuits!`.
macro_rules! circuit {
    (combinational $rest:tt $name:ident $inputs:tt $outputs:tt $inside:tt $update:tt) => {
        $crate::constructs::circuit!(@block [] $rest $name $inputs $outputs $inside $update);
    };
    (clocked $rest:tt $name:ident $inputs:tt $outputs:tt $inside:tt $update:tt) => {
        $crate::constructs::circuit!(@block [clock] $rest $name $inputs $outputs $inside $update);
    };
    (@block [$($clock:ident)?] [$($attribute:tt)*] $name:ident
        [$($input:ident: $input_type:ty),*] [$($output:ident: $output_type:ty),*]
        [$($field:ident: $field_type:ty = $value:expr),*] [$($update:tt)*]
    ) => {
        $($attribute)*
        #[derive(LogicBlock, HdlUnit)]
        pub struct $name {
            $(pub $clock: Signal<In, Clock>,)?
            $(pub $input: Signal<In, $input_type>,)*
            $(pub $output: Signal<Out, $output_type>,)*
            $($field: $field_type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                $name {
                    $($clock: Signal::default(),)?
                    $($input: Signal::default(),)*
                    $($output: Signal::default(),)*
                    $($field: $value,)*
                }
            }
        }

        #[hardware]
        impl Logic for $name {
            $($update)*
        }
    };
}
use circuit;
