//! The kinds of a read as numbers to compare with: the Verilog has their names.

/// A read for source a, b or c.
pub const KIND_A: u64 = 0;
pub const KIND_B: u64 = 1;
pub const KIND_C: u64 = 2;
/// The read of a MOV that decompresses a register where it stands (Warped-Compression, 5.2).
pub const KIND_MOV: u64 = 3;
