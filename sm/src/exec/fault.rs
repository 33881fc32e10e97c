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
        /// `.const` or `.param`.
        space: Space,
        /// The address in that space.
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
    /// A texture or surface that the descriptor does not bind.
    UnboundTexture {
        /// Its name, or its handle.
        name: String,
    },
    /// A surface access beyond the surface, with `.trap`.
    BeyondSurface {
        /// Its name, or its handle.
        name: String,
        /// Byte of the row, and row.
        at: [i32; 2],
    },
    /// A call through a register that holds no function which may be called there.
    NoFunction {
        /// What it holds.
        address: u64,
    },
    /// An `assert` that does not hold.
    Assertion {
        /// What should have held.
        message: String,
        /// The source: function, file and line.
        place: String,
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
    /// The compiler's source of it, where the PTX says: `a.cu:12`.
    pub source: Option<String>,
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
            Self::ReadOnly { space, address } => {
                write!(f, "write to read-only {space} address {address:#x}")
            }
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
            Self::BeyondSurface { name, at: [x, y] } => {
                write!(f, "access at byte {x} of row {y} is beyond surface '{name}'")
            }
            Self::NoFunction { address } => write!(
                f,
                "call through a register that holds {address:#x}: no function that this call can reach (of its prototype, and \
                 not being called already: recursion is not supported)"
            ),
            Self::Assertion { message, place } => {
                write!(f, "assertion '{message}' failed in {place}")
            }
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
        write!(f, "kernel '{}', PTX line {}", self.kernel, self.line)?;
        if let Some(source) = &self.source {
            write!(f, " ({source})")?;
        }
        write!(
            f,
            ", block ({bx}, {by}, {bz}), thread ({tx}, {ty}, {tz}): {}",
            self.kind
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
