//! What a multiprocessor tells a register file besides what it asks of it: what a file that
//! manages power wants to know (Slumber, Figure 8).

use super::SOURCES;
use spec::slumber::Outcome;

/// Registers of an instruction: sources, then the destination.
pub type Named = [Option<u16>; SOURCES + 1];

/// An instruction that is fetched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fetched {
    /// Where it lies, in bytes.
    pub pc: u64,
    /// What it names.
    pub registers: Named,
}

/// Accesses of one operation that are over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accessed {
    /// The registers.
    pub registers: [Option<u16>; SOURCES],
    /// Whether each holds nothing that will be read.
    pub next_write: [bool; SOURCES],
    /// Whether the end of a read is not told: another access comes soon, and is told for both.
    pub kept: [bool; SOURCES],
    /// The instruction that names one of them next is about to be issued.
    pub ready: bool,
    /// It is in the instruction buffer.
    pub buffered: bool,
    /// Some lanes of the warp did not take part.
    pub diverged: bool,
    /// Where it lies, if it is near.
    pub pc: Option<u64>,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A warp begins.
    Begin {
        /// Its registers, the last one included.
        first: u16,
        /// See `first`.
        last: u16,
        /// The block slot that it is of.
        block: usize,
    },
    /// A warp is over, and has these registers no more.
    Finish(u16, u16),
    /// Instructions are fetched for a warp.
    Fetch([Option<Fetched>; 2]),
    /// A warp is named as one of those that come next.
    Future(Named),
    /// A line comes to the instruction cache, another one goes.
    Line {
        /// Some byte of the line.
        filled: u64,
        /// Some byte of the other.
        evicted: Option<u64>,
    },
    /// The operation that a port offered has left with its sources.
    Read(usize, Accessed),
    /// A result is in the file.
    Written(Accessed),
    /// How far a load has to go for a register.
    Outcome {
        /// The warp slot.
        warp: u8,
        /// The register.
        register: u16,
        /// How far.
        outcome: Outcome,
    },
}
