//! The kinds of a read and the counters as numbers to compare with: the Verilog has their names.

use spec::regfile::Counter;

/// A read for source a, b or c.
pub const KIND_A: u64 = 0;
pub const KIND_B: u64 = 1;
pub const KIND_C: u64 = 2;
/// The read of a MOV that decompresses a register where it stands (Warped-Compression, 5.2).
pub const KIND_MOV: u64 = 3;

pub const COUNTER_BANK_READS: u64 = Counter::BankReads as u64;
pub const COUNTER_BANK_WRITES: u64 = Counter::BankWrites as u64;
pub const COUNTER_STORED_UNCOMPRESSED: u64 = Counter::StoredUncompressed as u64;
pub const COUNTER_STORED_FOUR_ZERO: u64 = Counter::StoredFourZero as u64;
pub const COUNTER_STORED_FOUR_ONE: u64 = Counter::StoredFourOne as u64;
pub const COUNTER_STORED_FOUR_TWO: u64 = Counter::StoredFourTwo as u64;
pub const COUNTER_DIVERGENT_WRITES: u64 = Counter::DivergentWrites as u64;
pub const COUNTER_DECOMPRESSIONS: u64 = Counter::Decompressions as u64;
pub const COUNTER_MOVS: u64 = Counter::Movs as u64;
pub const COUNTER_CONFLICTS: u64 = Counter::Conflicts as u64;
pub const COUNTER_SOURCE_READS: u64 = Counter::SourceReads as u64;
pub const COUNTER_BANK_FORWARDS: u64 = Counter::BankForwards as u64;
