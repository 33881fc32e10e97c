//! What can happen.

/// Something that will happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// A register can be named again by instructions: the instruction that wrote it, and its lanes.
    Written {
        warp: u8,
        register: u8,
        by: (u32, u32),
    },
    /// An instruction's result is there.
    Done(u8),
    /// What a warp's instruction writes is there soon.
    Near { warp: u8, pc: u32 },
    /// A fetch has come.
    Fetched(u8),
    /// A warp that the register file refused may try again.
    Retry(u8),
}
