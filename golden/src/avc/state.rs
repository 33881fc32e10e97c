//! What an `avc_cache` remembers between cycles beside its arrays, and what a cycle of it came to.

use super::arrays::Entry;
use super::queue::Kind;
use spec::warp::WarpRegister;

/// Where what executes is. The page of the unit has the diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Lookups go on, and what is in X executes.
    Execute,
    /// A generic write, or a fill of the L1, waits for the L1.
    StoreWait,
    /// An affine write takes its lanes from the L1.
    Invalidate,
    /// The other lanes of the vector that an affine one takes the place of go to the L1.
    Spill,
    /// Eviction of a vector: arrays and L1 are looked up;
    EvictRead,
    /// the entry arrives,
    EvictLook,
    /// is decoded and emptied,
    EvictDecode,
    /// meets what the L1 has of the vector,
    EvictMerge,
    /// and goes to memory while the L1 forgets its part.
    EvictPut,
    /// The entries of a line that was not valid are emptied, one a cycle.
    Clear {
        /// Cycles left after this one.
        left: u8,
    },
    /// An affine vector is placed, or a flush ends.
    Commit,
    /// A flush asks whether a line is valid
    FlushCheck,
    /// and reads its tag.
    FlushTag,
}

/// What executes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Executing {
    pub kind: Kind,
    pub address: u32,
    /// The lanes that are read, written or placed.
    pub mask: u32,
    /// Those of them, or others, that the L1 is to store.
    pub store_mask: u32,
}

/// What stands in the answer registers.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub lanes: u32,
    pub replay: u32,
    pub data: Option<WarpRegister>,
    /// The vector, when the L1 answers.
    pub used: Option<u32>,
    /// The register in which a read begins to wait, or has waited.
    pub miss: Option<usize>,
}

/// The registers of an eviction.
#[derive(Clone, Debug, Default)]
pub(super) struct Eviction {
    pub line: usize,
    /// The vector inside the line.
    pub offset: usize,
    pub entry: Entry,
    /// The address of the vector.
    pub address: u32,
    /// What memory is to merge: the AVC's lanes when they are dirty, and the L1's modified ones.
    pub mask: u32,
    pub data: WarpRegister,
    /// Memory has not yet taken it.
    pub write_back: bool,
    /// The L1 holds words of it and has not yet dropped them.
    pub invalidate: bool,
}

/// What a cycle of execution came to.
pub(super) enum Outcome {
    /// Done, and nothing that a lookup finds has changed.
    Done,
    /// Done, and the vector's entry, the L1's copy or a miss register of it has changed.
    Changed,
    /// More cycles are needed.
    Continues(State),
    /// It is looked up again when a miss register has been given its data.
    Blocked,
}
