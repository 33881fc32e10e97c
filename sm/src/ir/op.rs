//! Operations: what an instruction does, with the types and modifiers that PTX wrote.
//!
//! Operands are in the order of PTX. An operation is a small `Copy` value: the interpreter
//! matches on it, the allocator does not look at it.

pub use super::access::{Access, Atomic, Fetch};
pub use super::half::{HalfMode, HalfOp, HalfResult};
pub use super::surface::{Boundary, SurfaceAccess};
use crate::ptx::types::Width;
use crate::ptx::{Space, Type};
pub use crate::softfloat::Rounding;

/// An integer type of 16 to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Int {
    /// Bits.
    pub width: Width,
    /// `.s` instead of `.u` or `.b`.
    pub signed: bool,
}

/// A floating-point type to compute in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Float {
    /// `.f32`
    F32,
    /// `.f64`
    F64,
}

/// Modifiers of floating-point arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// Direction.
    pub rounding: Rounding,
    /// `.ftz`: subnormal operands and results become zeros of their sign.
    pub ftz: bool,
    /// `.sat`: the result is cut to [0, 1], NaN to 0.
    pub sat: bool,
}

/// Integer operations of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Int1 {
    Neg,
    Abs,
    Not,
    Cnot,
    Brev,
}

/// Integer operations whose result is a count: always 32 bits wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Count {
    Popc,
    Clz,
    Bfind,
    BfindShift,
}

/// Integer operations of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Int2 {
    Add,
    AddSat,
    Sub,
    SubSat,
    MulLo,
    MulHi,
    Mul24Lo,
    Mul24Hi,
    Div,
    Rem,
    Min,
    Max,
    And,
    Or,
    Xor,
}

/// Integer operations of three operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Int3 {
    MadLo,
    MadHi,
    MadHiSat,
    Mad24Lo,
    Mad24Hi,
    Mad24HiSat,
    Sad,
}

/// Which product a carrying multiply-add takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Carry {
    Add,
    Sub,
    MadLo,
    MadHi,
}

/// Floating-point operations of one operand that are exact or rounded once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Float1 {
    Neg,
    Abs,
    Rcp,
    Sqrt,
}

/// Approximations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Approximate {
    Rcp,
    Sqrt,
    Rsqrt,
    Sin,
    Cos,
    Lg2,
    Ex2,
    Tanh,
}

/// Floating-point operations of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Float2 {
    Add,
    Sub,
    Mul,
    Div,
    /// `div.approx`, which gives 0 for large divisors.
    DivApprox,
    Min,
    Max,
    MinNan,
    MaxNan,
    Copysign,
}

/// What `testp` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Test {
    Finite,
    Infinite,
    Number,
    NotANumber,
    Normal,
    Subnormal,
}

/// Comparisons; `u` names hold for unordered operands too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    Num,
    Nan,
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparand {
    /// Integers.
    Int(Int),
    /// Floating-point numbers, with `.ftz`.
    Float(Float, bool),
}

/// Boolean functions: of `setp`, of predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Bool {
    And,
    Or,
    Xor,
}

/// Byte selection of `prmt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Permute {
    Default,
    Forward4,
    Backward4,
    Replicate8,
    EdgeLeft,
    EdgeRight,
    Replicate16,
}

/// A conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Convert {
    /// Result type.
    pub to: Type,
    /// Operand type.
    pub from: Type,
    /// Direction; also for `.rni` and its kin.
    pub rounding: Rounding,
    /// `.rni`, `.rzi`, `.rmi`, `.rpi`: to a whole number.
    pub integral: bool,
    /// `.ftz`
    pub ftz: bool,
    /// `.sat`
    pub sat: bool,
    /// `.relu`
    pub relu: bool,
    /// Width of the result's register: narrower results extend to it, by sign if they have one.
    pub register: Width,
}

/// Where `shfl` takes a value from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Shuffle {
    Up,
    Down,
    Bfly,
    Idx,
}

/// What `vote` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Vote {
    All,
    Any,
    Uni,
    Ballot,
}

/// What a barrier gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Barrier {
    /// `bar.sync`
    Sync,
    /// `bar.arrive`, which does not wait.
    Arrive,
    /// `bar.red.popc`
    Popc,
    /// `bar.red.and`
    And,
    /// `bar.red.or`
    Or,
}

/// An operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(
    missing_docs,
    reason = "PTX's own names; fields are described by their types"
)]
pub enum Op {
    Int1(Int1, Int),
    Count(Count, Int),
    Int2(Int2, Int),
    Shl(Width),
    Shr(Int),
    MulWide(Int),
    Int3(Int3, Int),
    MadWide(Int),
    /// Operands: a, b, (c,) carry in if `cin`; results: d, carry out if `cout`.
    Carry {
        carry: Carry,
        int: Int,
        cin: bool,
        cout: bool,
    },
    Bfe(Int),
    Bfi(Width),
    Prmt(Permute),
    Shf {
        left: bool,
        wrap: bool,
    },
    Lop3(u8),
    Dp4a {
        a_signed: bool,
        b_signed: bool,
    },
    Dp2a {
        a_signed: bool,
        b_signed: bool,
        high: bool,
    },

    Float1(Float1, Float, Mode),
    Float2(Float2, Float, Mode),
    Fma(Float, Mode),
    Approximate(Approximate, Float, Mode),
    Testp(Test, Float),
    Half(HalfOp, HalfMode),
    /// Operands: a, b, (predicate c); results: two predicates, or a value.
    HalfCompare(Compare, HalfMode, Option<Bool>, HalfResult),

    /// Operands: a, b, (predicate c); results: p, (q).
    Setp(Compare, Comparand, Option<Bool>),
    /// As `Setp`, the result all ones or 1.0.
    Set(Compare, Comparand, Option<Bool>, Type),
    Selp(Width),
    /// The flag is the type of c: `.s32`, or `.f32` with `.ftz`.
    Slct(Width, Comparand),
    PredicateNot,
    Predicate(Bool),
    /// Copies a predicate.
    PredicateMov,

    Mov(Width),
    /// Several narrow values into one wide.
    Pack(Width),
    /// One wide value into several narrow.
    Unpack(Width),
    Cvt(Convert),
    /// Adds (`to` generic) or takes off the window of a space; the width is an address's.
    Cvta {
        space: Space,
        to_generic: bool,
        width: Width,
    },
    Isspacep(Space),

    Ld(Access),
    St(Access),
    /// Operands: address, b, (c); result: the old value, unless this is `red`.
    Atom(Atomic, Access),
    /// Operands: handle, coordinates.
    Tex(Fetch),
    /// Operands: handle, coordinates, (values).
    Surface(SurfaceAccess),

    /// Operands: a, lane, mask-and-clamp; results: d, (p).
    Shfl(Shuffle),
    Vote(Vote),
    /// `match.any` or `match.all`, on 32 or 64 bits.
    Match {
        all: bool,
        width: Width,
    },
    /// `redux.sync`
    Redux(Int2, Int),
    Activemask,

    /// Operands: barrier, (threads), (predicate).
    Bar(Barrier),
    /// Fences, prefetches and the like: nothing that a sequential memory could show.
    Nop,
    /// To the instruction of this index.
    Bra(u32),
    /// To the label of a table that the operand picks; the table's index.
    Brx(u32),
    Exit,
    Trap,
    /// `vprintf`. Operands: addresses of the format and of the values; result: how many there are.
    Printf,
    /// `__assertfail`. Operands: addresses of message and file, line, address of the function's name.
    Assert,
    /// A call of an address, the operand, that is no function which may be called here.
    NoFunction,
}

impl Op {
    /// Whether the run ends here.
    pub fn stops(self) -> bool {
        matches!(self, Self::Trap | Self::Assert | Self::NoFunction)
    }
}
