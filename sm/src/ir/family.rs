//! Kinds of instructions, as reports count them.

use super::{Float2, Int2, Op};
use crate::ptx::Space;

impl Op {
    /// A name for the kind of instruction, for reports.
    pub fn family(self) -> &'static str {
        match self {
            Self::Int1(..) => "integer: neg abs not brev",
            Self::Count(..) => "integer: popc clz bfind",
            Self::Int2(f, _) => match f {
                Int2::And | Int2::Or | Int2::Xor => "integer: and or xor",
                Int2::Div | Int2::Rem => "integer: div rem",
                Int2::Min | Int2::Max => "integer: min max",
                Int2::Add | Int2::AddSat | Int2::Sub | Int2::SubSat => "integer: add sub",
                Int2::MulLo | Int2::MulHi | Int2::Mul24Lo | Int2::Mul24Hi => "integer: mul",
            },
            Self::MulWide(_) => "integer: mul",
            Self::Shl(_) | Self::Shr(_) | Self::Shf { .. } => "integer: shl shr shf",
            Self::Int3(..) | Self::MadWide(_) => "integer: mad sad",
            Self::Carry { .. } => "integer: with carry",
            Self::Bfe(_) | Self::Bfi(_) | Self::Prmt(_) | Self::Lop3(_) => {
                "integer: bfe bfi prmt lop3"
            }
            Self::Dp4a { .. } | Self::Dp2a { .. } => "integer: dp2a dp4a",
            Self::Float1(..) | Self::Testp(..) => "float: neg abs rcp sqrt",
            Self::Float2(f, _, _) => match f {
                Float2::Add | Float2::Sub => "float: add sub",
                Float2::Mul => "float: mul",
                Float2::Div | Float2::DivApprox => "float: div",
                _ => "float: min max",
            },
            Self::Fma(..) => "float: fma",
            Self::Half(..) => "float: 16 bits",
            Self::Approximate(..) => "float: approximate",
            Self::Setp(..) | Self::Set(..) | Self::HalfCompare(..) => "compare",
            Self::Selp(_) | Self::Slct(..) => "select",
            Self::PredicateNot | Self::Predicate(_) | Self::PredicateMov => "predicates",
            Self::Mov(_) | Self::Pack(_) | Self::Unpack(_) => "mov",
            Self::Cvt(_) => "cvt",
            Self::Cvta { .. } | Self::Isspacep(_) => "address",
            Self::Ld(access) => match access.space {
                Space::Global => "load: global",
                Space::Shared => "load: shared",
                Space::Local => "load: local",
                Space::Const => "load: const",
                Space::Param => "load: param",
                Space::Generic => "load: generic",
            },
            Self::St(access) => match access.space {
                Space::Shared => "store: shared",
                Space::Local => "store: local",
                Space::Generic => "store: generic",
                _ => "store: global",
            },
            Self::Atom(..) => "atomic",
            Self::Tex(_) => "texture",
            Self::Surface(_) => "surface",
            Self::Printf => "printf",
            Self::Shfl(_)
            | Self::Vote(_)
            | Self::Match { .. }
            | Self::Redux(..)
            | Self::Activemask => "warp: shfl vote match redux",
            Self::Bar(_) => "barrier",
            Self::Nop => "fence, prefetch",
            Self::Bra(_) | Self::Brx(_) => "branch",
            Self::Exit | Self::Trap | Self::Assert | Self::NoFunction => "exit",
        }
    }
}
