//! Why a replay file is refused.

use super::{FORMAT, VERSION};
use crate::value::ValueError;
use spec::{ConfigurationError, UnknownName};
use std::fmt;
use std::path::PathBuf;

/// See the module.
#[derive(Debug)]
pub enum ReplayError {
    /// It can't be read.
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It ends too early.
    Truncated(PathBuf),
    /// It is no JSON.
    Syntax {
        /// The file.
        path: PathBuf,
        /// Where and why.
        error: serde_json::Error,
    },
    /// It is JSON of another kind.
    Format(PathBuf),
    /// It is of another version.
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: String,
    },
    /// It names a unit, preset or the like that does not exist.
    Unknown {
        /// The file.
        path: PathBuf,
        /// What.
        error: UnknownName,
    },
    /// It names a dialect or reset that does not exist.
    Choice {
        /// The file.
        path: PathBuf,
        /// What.
        error: UnknownName,
    },
    /// Its unit refuses its configuration.
    Configuration {
        /// The file.
        path: PathBuf,
        /// Why.
        error: ConfigurationError,
    },
    /// A cycle names a port that the unit does not have.
    Port {
        /// The file.
        path: PathBuf,
        /// The cycle.
        cycle: usize,
        /// What.
        error: UnknownName,
    },
    /// A cycle holds a value that is none of the port.
    Value {
        /// The file.
        path: PathBuf,
        /// The cycle.
        cycle: usize,
        /// The port.
        port: String,
        /// Why.
        error: ValueError,
    },
    /// There is no cycle, or the first does not assert reset.
    NoReset(PathBuf),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Truncated(path) => write!(f, "{}: the file is truncated", path.display()),
            Self::Syntax { path, error } => {
                write!(f, "{}: not a replay file: {error}", path.display())
            }
            Self::Format(path) => write!(
                f,
                "{}: not a replay file: 'format' is not '{FORMAT}'",
                path.display()
            ),
            Self::Version { path, found } => write!(
                f,
                "{}: replay format version {found}; this tool reads version {VERSION}",
                path.display()
            ),
            Self::Unknown { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Choice { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Configuration { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Port { path, cycle, error } => {
                write!(f, "{}: cycle {cycle}: {error}", path.display())
            }
            Self::Value {
                path,
                cycle,
                port,
                error,
            } => write!(f, "{}: cycle {cycle}: {port}: {error}", path.display()),
            Self::NoReset(path) => write!(
                f,
                "{}: the stimulus does not begin with a cycle of reset",
                path.display()
            ),
        }
    }
}

impl std::error::Error for ReplayError {}
