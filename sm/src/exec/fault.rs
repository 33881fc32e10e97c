//! What stops a run: faults of a kernel, and launches that cannot be.

use crate::ptx::Space;
use std::fmt;

/// What a kernel did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// An access to memory that belongs to nothing.
    OutOfBounds {
        /// What was accessed.
        space: Space,
        /// The address in that space.
        address: u64,
        /// Bytes of the access.
        bytes: u32,
        /// The nearest allocation, in words.
        near: String,
    },
    /// An address that is no multiple of the access's size.
    Misaligned {
        /// What was accessed.
        space: Space,
        /// The address in that space.
        address: u64,
        /// Bytes of the access.
        bytes: u32,
    },
    /// A write to read-only memory.
    ReadOnly {
        /// The address in constant memory.
        address: u64,
    },
    /// A barrier that only part of a warp reached.
    BarrierDivergence {
        /// Lanes that are there.
        here: u32,
        /// Lanes that are not.
        missing: u32,
    },
    /// All warps wait, none can go on.
    Deadlock {
        /// The barrier that this warp waits for.
        barrier: u32,
    },
    /// A barrier number or thread count that there is not.
    BadBarrier {
        /// What was given.
        given: u32,
    },
    /// A shuffle or vote whose member mask names lanes that are elsewhere.
    MissingMembers {
        /// The lanes.
        missing: u32,
    },
    /// `brx.idx` beyond its table.
    BadTarget {
        /// The index.
        index: u32,
    },
    /// A texture that the descriptor does not bind.
    UnboundTexture {
        /// Its name.
        name: String,
    },
    /// `trap`.
    Trap,
    /// Taken for an infinite loop.
    InstructionLimit {
        /// The limit, in warp instructions.
        limit: u64,
    },
}

/// A fault and where it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// The kernel.
    pub kernel: String,
    /// Line of the PTX text.
    pub line: u32,
    /// `ctaid`.
    pub block: [u32; 3],
    /// `tid` of the first thread concerned.
    pub thread: [u32; 3],
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBounds {
                space,
                address,
                bytes,
                near,
            } => write!(f, "{bytes}-byte access out of bounds at {space} address {address:#x}, {near}"),
            Self::Misaligned {
                space,
                address,
                bytes,
            } => write!(f, "{bytes}-byte access misaligned at {space} address {address:#x}"),
            Self::ReadOnly { address } => write!(f, "write to read-only .const address {address:#x}"),
            Self::BarrierDivergence { here, missing } => write!(
                f,
                "barrier divergence: lanes {here:#010x} of the warp are at the barrier, lanes {missing:#010x} are elsewhere"
            ),
            Self::Deadlock { barrier } => {
                write!(f, "deadlock: every warp of the block waits, this one for barrier {barrier}")
            }
            Self::BadBarrier { given } => write!(
                f,
                "expected a barrier from 0 to 15 and a thread count that is a multiple of 32, found {given}"
            ),
            Self::MissingMembers { missing } => write!(
                f,
                "member mask names lanes {missing:#010x}, which are not at this instruction"
            ),
            Self::BadTarget { index } => write!(f, "branch index {index} is beyond its targets"),
            Self::UnboundTexture { name } => write!(f, "texture '{name}' is not bound"),
            Self::Trap => f.write_str("trap"),
            Self::InstructionLimit { limit } => write!(
                f,
                "gave up after {limit} warp instructions (an infinite loop? instruction_limit raises the limit)"
            ),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [bx, by, bz] = self.block;
        let [tx, ty, tz] = self.thread;
        write!(
            f,
            "kernel '{}', PTX line {}, block ({bx}, {by}, {bz}), thread ({tx}, {ty}, {tz}): {}",
            self.kernel, self.line, self.kind
        )
    }
}

impl std::error::Error for Fault {}

/// Why a launch could not be, or did not end well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchError {
    /// Grid, block, memory or arguments that the kernel or the machine does not take.
    Refused {
        /// The kernel.
        kernel: String,
        /// What was given and what is allowed.
        reason: String,
    },
    /// The kernel did something wrong.
    Fault(Box<Fault>),
}

impl fmt::Display for LaunchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused { kernel, reason } => write!(f, "kernel '{kernel}': {reason}"),
            Self::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for LaunchError {}
