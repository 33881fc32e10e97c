//! What stops a timed run.

use crate::exec::{Fault, LaunchError};
use spec::warp::WarpRegister;
use spec::{OutOfContract, UnitFault};
use std::fmt;

/// The hardware of a scheme is not what the pipeline takes it for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disagreement {
    /// A source is not what its register held.
    Source {
        /// The operation's tag.
        tag: u8,
        /// The register, by place in the file.
        register: u16,
        /// What it held.
        expected: Box<WarpRegister>,
        /// What the file gave.
        got: Option<Box<WarpRegister>>,
    },
    /// Two models of the unit gave two answers.
    Port {
        /// The first output that differs.
        port: String,
        /// The tag of the operation that it is about, if it is about one.
        tag: Option<u8>,
        /// The register that it is about, by place in the file.
        register: Option<u16>,
        /// What happened.
        reason: String,
    },
    /// The model of the unit refused the stimulus.
    Unit(String),
    /// What runs the unit failed.
    Engine(String),
}

impl<O> From<UnitFault<O>> for Disagreement {
    fn from(fault: UnitFault<O>) -> Self {
        match fault {
            UnitFault::OutOfContract(OutOfContract { reason }) => Self::Unit(reason),
            UnitFault::Differs(difference) => Self::Port {
                port: difference.port,
                tag: None,
                register: None,
                reason: difference.reason,
            },
            UnitFault::Failed(message) => Self::Engine(message),
        }
    }
}

/// Where in a run something happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The kernel.
    pub kernel: String,
    /// Cycle of the multiprocessor.
    pub cycle: u64,
    /// Warp slot, if one is concerned.
    pub warp: Option<usize>,
    /// The block it runs.
    pub block: Option<u64>,
    /// The register of the warp.
    pub register: Option<u32>,
    /// Line of the PTX text.
    pub line: Option<u32>,
}

/// Why a timed launch stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimingError {
    /// It could not be, or the kernel did something wrong.
    Launch(LaunchError),
    /// Hardware and pipeline disagree.
    Hardware(Box<(Disagreement, Place)>),
}

impl From<Box<Fault>> for TimingError {
    fn from(fault: Box<Fault>) -> Self {
        Self::Launch(LaunchError::Fault(fault))
    }
}

impl From<LaunchError> for TimingError {
    fn from(error: LaunchError) -> Self {
        Self::Launch(error)
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit(reason) => f.write_str(reason),
            Self::Engine(message) => write!(f, "the engine failed: {message}"),
            Self::Port { port, reason, .. } => write!(f, "port {port}: {reason}"),
            Self::Source {
                register,
                expected,
                got,
                ..
            } => {
                let Some(got) = got else {
                    return write!(f, "register {register} of the file was not given");
                };
                let lanes = (0..32).filter(|&lane| got[lane] != expected[lane]);
                let first = { lanes.clone() }.next().unwrap_or(0);
                write!(
                    f,
                    "register {register} of the file: {} lanes differ, lane {first} is {:#010x}, the \
                     register held {:#010x}",
                    lanes.count(),
                    got[first],
                    expected[first]
                )
            }
        }
    }
}

impl fmt::Display for TimingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (disagreement, place) = match self {
            Self::Launch(error) => return error.fmt(f),
            Self::Hardware(what) => (&what.0, &what.1),
        };
        write!(f, "kernel '{}', cycle {}", place.kernel, place.cycle)?;
        if let Some(line) = place.line {
            write!(f, ", PTX line {line}")?;
        }
        if let Some(warp) = place.warp {
            write!(f, ", warp {warp}")?;
        }
        if let Some(block) = place.block {
            write!(f, " of block {block}")?;
        }
        if let Some(register) = place.register {
            write!(f, ", register r{register}")?;
        }
        write!(f, ": {disagreement}")
    }
}

impl std::error::Error for TimingError {}
