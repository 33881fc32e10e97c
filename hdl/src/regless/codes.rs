//! The codes of the contract as numbers to compare with, and its states: the Verilog has their names.

use crate::prelude::*;
use spec::regless::{Format, L1Kind, Operation, Pattern, IN_MEMORY};

pub const OPERATION_PRELOAD: u64 = Operation::Preload as u64;
pub const OPERATION_INVALIDATION: u64 = Operation::Invalidation as u64;

// Requests of a bank: 0 evicts, the others have the codes of the operations that lead to them.
pub const REQUEST_EVICT: u64 = 0;
pub const REQUEST_FETCH: u64 = Operation::Preload as u64;
pub const REQUEST_FETCH_INVALIDATE: u64 = Operation::InvalidatingRead as u64;
pub const REQUEST_INVALIDATE: u64 = Operation::Invalidation as u64;

pub const FORMAT_REGION: u64 = Format::Region as u64;
pub const FORMAT_OPERATIONS: u64 = Format::Operations as u64;
pub const FORMAT_LAST_USES: u64 = Format::LastUses as u64;
// A compact word by the number of its operations.
pub const FORMAT_COMPACT_0: u64 = Format::Compact0 as u64;
pub const FORMAT_COMPACT_1: u64 = Format::Compact1 as u64;
pub const FORMAT_COMPACT_2: u64 = Format::Compact2 as u64;
pub const FORMAT_COMPACT_3: u64 = Format::Compact3 as u64;
pub const FORMAT_COMPACT_4: u64 = Format::Compact4 as u64;
pub const FORMAT_COMPACT_5: u64 = Format::Compact5 as u64;

/// No pattern: the register is not compressed.
pub const PATTERN_NONE: u64 = 0;
/// The state of a register that lies in memory as it is.
pub const STATE_IN_MEMORY: u64 = IN_MEMORY as u64;
pub const PATTERN_CONSTANT: u64 = Pattern::Constant as u64;
pub const PATTERN_STRIDE_ONE: u64 = Pattern::StrideOne as u64;
pub const PATTERN_STRIDE_FOUR: u64 = Pattern::StrideFour as u64;
pub const PATTERN_HALF_STRIDE_ONE: u64 = Pattern::HalfStrideOne as u64;
pub const PATTERN_HALF_STRIDE_FOUR: u64 = Pattern::HalfStrideFour as u64;

pub const L1_READ_REGISTER: u64 = L1Kind::ReadRegister as u64;
pub const L1_INVALIDATING_READ: u64 = L1Kind::InvalidatingRead as u64;
pub const L1_WRITE_REGISTER: u64 = L1Kind::WriteRegister as u64;
pub const L1_INVALIDATE_REGISTER: u64 = L1Kind::InvalidateRegister as u64;
pub const L1_READ_LINE: u64 = L1Kind::ReadLine as u64;
pub const L1_WRITE_LINE: u64 = L1Kind::WriteLine as u64;

/// Where the request in the stage Act is; the names are those of the contract.
#[derive(Copy, Clone, PartialEq, Debug, LogicState, Packed)]
pub enum CompressorStep {
    Empty,
    Look,
    Room,
    Spill,
    Merge,
    Ask,
    Keep,
}
