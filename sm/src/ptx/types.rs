//! PTX's fundamental types and state spaces.

use std::fmt;

/// A fundamental type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Untyped bits.
    Bits(Width),
    /// An unsigned integer.
    Unsigned(Width),
    /// A signed integer.
    Signed(Width),
    /// An IEEE floating-point number; `Width::W8` does not occur.
    Float(Width),
    /// `.bf16`: the upper half of an IEEE binary32.
    Brain,
    /// Two 16-bit floating-point numbers in 32 bits: `.f16x2`, `.bf16x2`.
    Packed(Half),
    /// A predicate.
    Pred,
}

/// A floating-point format of 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Half {
    /// IEEE binary16.
    F16,
    /// The upper half of an IEEE binary32.
    Bf16,
}

/// Bits of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// 8 bits.
    W8,
    /// 16 bits.
    W16,
    /// 32 bits.
    W32,
    /// 64 bits.
    W64,
}

impl Width {
    /// Bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::W8 => 1,
            Self::W16 => 2,
            Self::W32 => 4,
            Self::W64 => 8,
        }
    }

    /// Bits.
    pub const fn bits(self) -> u32 {
        8 * self.bytes()
    }
}

impl Type {
    /// The type of this name, without the dot.
    pub fn from_name(name: &str) -> Option<Self> {
        use Width::{W16, W32, W64, W8};
        Some(match name {
            "b8" => Self::Bits(W8),
            "b16" => Self::Bits(W16),
            "b32" => Self::Bits(W32),
            "b64" => Self::Bits(W64),
            "u8" => Self::Unsigned(W8),
            "u16" => Self::Unsigned(W16),
            "u32" => Self::Unsigned(W32),
            "u64" => Self::Unsigned(W64),
            "s8" => Self::Signed(W8),
            "s16" => Self::Signed(W16),
            "s32" => Self::Signed(W32),
            "s64" => Self::Signed(W64),
            "f16" => Self::Float(W16),
            "f32" => Self::Float(W32),
            "f64" => Self::Float(W64),
            "bf16" => Self::Brain,
            "f16x2" => Self::Packed(Half::F16),
            "bf16x2" => Self::Packed(Half::Bf16),
            "pred" => Self::Pred,
            _ => return None,
        })
    }

    /// Bits of a value; `None` for predicates.
    pub fn width(self) -> Option<Width> {
        match self {
            Self::Bits(w) | Self::Unsigned(w) | Self::Signed(w) | Self::Float(w) => Some(w),
            Self::Brain => Some(Width::W16),
            Self::Packed(_) => Some(Width::W32),
            Self::Pred => None,
        }
    }

    /// Bytes that a value takes in memory; 0 for predicates, which cannot be stored.
    pub fn bytes(self) -> u32 {
        self.width().map_or(0, Width::bytes)
    }

    /// Whether values are floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float(_) | Self::Brain | Self::Packed(_))
    }

    /// The 16-bit format that values are of, and whether there are two of them.
    pub fn half(self) -> Option<(Half, bool)> {
        match self {
            Self::Float(Width::W16) => Some((Half::F16, false)),
            Self::Brain => Some((Half::Bf16, false)),
            Self::Packed(half) => Some((half, true)),
            _ => None,
        }
    }

    /// Whether values are signed integers.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::Signed(_))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (letter, width) = match self {
            Self::Bits(w) => ('b', w),
            Self::Unsigned(w) => ('u', w),
            Self::Signed(w) => ('s', w),
            Self::Float(w) => ('f', w),
            Self::Brain => return f.write_str(".bf16"),
            Self::Packed(Half::F16) => return f.write_str(".f16x2"),
            Self::Packed(Half::Bf16) => return f.write_str(".bf16x2"),
            Self::Pred => return f.write_str(".pred"),
        };
        write!(f, ".{letter}{}", width.bits())
    }
}

/// A state space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// No space written: the address says which, by its window.
    Generic,
    /// Memory of the grid.
    Global,
    /// Read-only memory of the grid.
    Const,
    /// Memory of a block.
    Shared,
    /// Memory of a thread.
    Local,
    /// Arguments: of the kernel, or of a call.
    Param,
}

impl Space {
    /// The space of this name, without the dot.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "global" => Self::Global,
            "const" => Self::Const,
            "shared" | "shared::cta" => Self::Shared,
            "local" => Self::Local,
            "param" | "param::entry" | "param::func" => Self::Param,
            _ => return None,
        })
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Generic => "generic",
            Self::Global => ".global",
            Self::Const => ".const",
            Self::Shared => ".shared",
            Self::Local => ".local",
            Self::Param => ".param",
        })
    }
}
