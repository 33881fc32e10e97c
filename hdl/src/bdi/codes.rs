//! The contract's ranges of compression as numbers to compare with: the Verilog has their names.

use spec::bdi::CompressionRange;

pub const RANGE_UNCOMPRESSED: u64 = CompressionRange::Uncompressed as u64;
pub const RANGE_FOUR_ZERO: u64 = CompressionRange::FourZero as u64;
pub const RANGE_FOUR_ONE: u64 = CompressionRange::FourOne as u64;
pub const RANGE_FOUR_TWO: u64 = CompressionRange::FourTwo as u64;
