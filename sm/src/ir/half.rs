//! What is done with 16-bit floating-point numbers.

use crate::ptx::types::Half;
use crate::ptx::Type;

/// What is computed of 16-bit floating-point numbers, one or two in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum HalfOp {
    Add,
    Sub,
    Mul,
    Fma,
    Neg,
    Abs,
    Min,
    Max,
    MinNan,
    MaxNan,
    Ex2,
    Tanh,
}

/// Type and modifiers of arithmetic on 16-bit floating-point numbers, which always rounds to nearest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HalfMode {
    /// Format.
    pub half: Half,
    /// Two numbers in a register.
    pub packed: bool,
    /// `.ftz`
    pub ftz: bool,
    /// `.sat`
    pub sat: bool,
    /// `.relu`: negative results become 0, NaN the canonical one.
    pub relu: bool,
}

/// What a comparison of 16-bit floating-point numbers gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HalfResult {
    /// `setp`: whether it holds and whether not; of two numbers, whether it holds for each.
    Predicates,
    /// `set`: 1.0 or all ones of this type, number by number.
    Value(Type),
}
