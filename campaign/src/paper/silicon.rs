//! What memories take, of which no netlist here has any: a model of SRAM.

/// Square micrometres of a bit of SRAM at 45 nm: a cell of 0.346 (Intel's, IEDM 2007), seven tenths of an array.
pub const BIT: f64 = 0.346 / 0.7;
/// Bits of a warp's register.
pub const REGISTER_BITS: f64 = 1024.0;
