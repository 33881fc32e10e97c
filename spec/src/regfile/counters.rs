//! The counters behind the read-only port.

/// Bits of `counter_select`.
pub const COUNTER_SELECT_BITS: usize = 6;

/// The counter of the cycles in which bank 0 was gated; bank b's is `GATED_COUNTERS + b`.
pub const GATED_COUNTERS: usize = 32;

/// The counters below [`GATED_COUNTERS`]; the discriminant is what `counter_select` takes. Every
/// other number, that of a bank that does not exist included, reads as 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counter {
    /// Banks read: the bits of `bank_read`.
    BankReads = 0,
    /// Banks written: the bits of `bank_write`.
    BankWrites = 1,
    /// Full writes that were stored uncompressed.
    StoredUncompressed = 2,
    /// Full writes that were stored as <4,0>.
    StoredFourZero = 3,
    /// Full writes that were stored as <4,1>.
    StoredFourOne = 4,
    /// Full writes that were stored as <4,2>.
    StoredFourTwo = 5,
    /// Divergent writes, those of no lane included.
    DivergentWrites = 6,
    /// Compressed registers read, for a source or for a MOV.
    Decompressions = 7,
    /// Dummy MOVs.
    Movs = 8,
    /// Clusters in which more than one request waited for the arbiter, added up over the cycles.
    Conflicts = 9,
    /// Sources read, those of registers that hold nothing included.
    SourceReads = 10,
    /// Banks whose bytes came from a result on its way instead: the bits of `bank_forward`.
    BankForwards = 11,
}

impl Counter {
    /// All of them, in the order of their numbers.
    pub const ALL: [Counter; 12] = [
        Counter::BankReads,
        Counter::BankWrites,
        Counter::StoredUncompressed,
        Counter::StoredFourZero,
        Counter::StoredFourOne,
        Counter::StoredFourTwo,
        Counter::DivergentWrites,
        Counter::Decompressions,
        Counter::Movs,
        Counter::Conflicts,
        Counter::SourceReads,
        Counter::BankForwards,
    ];
}
