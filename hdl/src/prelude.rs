//! What the source of a unit imports: `use hdl::prelude::*;`.

pub use hdl_macros::{hardware, Described, HdlUnit, Packed, Parts};

pub use crate::ports::Numbered;
pub use crate::prim::*;
pub use crate::value::{concat, replace_bits, replicate, sign_extend, Packed};

// Types and functions of rust_hdl that units name.
pub use rust_hdl::core::bits::{bit_cast, bits, clog2, Bit, Bits, LiteralType, ToBits};
pub use rust_hdl::core::block::Block;
pub use rust_hdl::core::clock::Clock;
pub use rust_hdl::core::constant::Constant;
pub use rust_hdl::core::direction::{In, Local, Out};
pub use rust_hdl::core::logic::Logic;
pub use rust_hdl::core::signal::Signal;
pub use rust_hdl::core::synth::Synth;
pub use rust_hdl::prelude::{LogicBlock, LogicState, LogicStruct};

// Names that the expansions of rust_hdl's derives take for granted.
#[doc(hidden)]
pub use rust_hdl::core::{
    ast::{self, Verilog, VerilogLiteral},
    block, logic, probe, synth,
    synth::VCDValue,
    type_descriptor::{self, TypeDescriptor, TypeField, TypeKind},
};
