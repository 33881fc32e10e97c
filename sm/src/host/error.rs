//! Everything that stops a run before its checks.

use super::expression::ExpressionError;
use crate::alloc::AllocationError;
use crate::descriptor::DescriptorError;
use crate::exec::{LaunchError, MemoryError};
use crate::ptx::Diagnostic;
use crate::references::ReferenceError;
use crate::timing::TimingError;
use std::path::PathBuf;
use std::{fmt, io};

/// Why a run could not be, or stopped.
#[derive(Debug)]
pub enum HostError {
    /// The descriptor is not one.
    Descriptor(DescriptorError),
    /// The descriptor names something that is not there, or says what makes no sense.
    Inconsistent {
        /// The descriptor.
        descriptor: PathBuf,
        /// What was given and what is expected.
        reason: String,
    },
    /// A file of the descriptor cannot be read.
    Unreadable(PathBuf, io::Error),
    /// The PTX is wrong or not supported.
    Ptx(Box<Diagnostic>),
    /// The registers do not suffice.
    Allocation(AllocationError),
    /// The machine has no names for as many registers.
    TooManyRegisters {
        /// The kernel.
        kernel: String,
        /// What a thread of it takes.
        takes: u32,
        /// What a thread may take.
        most: u32,
    },
    /// A kernel could not be launched, or faulted.
    Launch(LaunchError),
    /// The same under timing, or hardware that disagrees with the pipeline.
    Timing(TimingError),
    /// Timing has changed what memory holds.
    AnotherMemory {
        /// The descriptor.
        descriptor: PathBuf,
        /// The first byte that differs, in words.
        first: String,
    },
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Descriptor(error) => error.fmt(f),
            Self::Inconsistent { descriptor, reason } => {
                write!(f, "{}: {reason}", descriptor.display())
            }
            Self::Unreadable(path, error) => {
                write!(f, "{}: cannot be read: {error}", path.display())
            }
            Self::Ptx(diagnostic) => diagnostic.fmt(f),
            Self::Allocation(error) => error.fmt(f),
            Self::TooManyRegisters {
                kernel,
                takes,
                most,
            } => write!(
                f,
                "kernel '{kernel}': a thread takes {takes} registers, this scheme's metadata names at most {most}; \
                 --max-registers {most} spills the rest to local memory"
            ),
            Self::Launch(error) => error.fmt(f),
            Self::Timing(error) => error.fmt(f),
            Self::AnotherMemory { descriptor, first } => write!(
                f,
                "{}: memory is not what functional execution leaves: {first}; if threads of the \
                 kernel race, it has no one result, otherwise this is a defect of warploom",
                descriptor.display()
            ),
        }
    }
}

impl std::error::Error for HostError {}

macro_rules! from {
    ($($variant:ident: $error:ty;)+) => { $(impl From<$error> for HostError {
        fn from(error: $error) -> Self {
            Self::$variant(error)
        }
    })+ };
}

from! {
    Descriptor: DescriptorError;
    Ptx: Box<Diagnostic>;
    Allocation: AllocationError;
    Launch: LaunchError;
    Timing: TimingError;
}

/// What is inconsistent, before the descriptor's name is put in front of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency(pub String);

macro_rules! inconsistent {
    ($($error:ty),+) => { $(impl From<$error> for Inconsistency {
        fn from(error: $error) -> Self {
            Self(error.to_string())
        }
    })+ };
}

inconsistent!(ExpressionError, MemoryError, ReferenceError, String, &str);
