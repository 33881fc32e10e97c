//! What can go wrong between a design's text and a running model.
//!
//! Every error says what was attempted, what came of it, and what a person can do.

use std::fmt;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

/// Signals that end a program which has lost its way, by their numbers.
const SEGMENTATION_FAULT: i32 = 11;
const ABORT: i32 = 6;

/// A Verilator or a C++ compiler that cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum ToolchainError {
    /// The program could not be started.
    Missing {
        tool: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// The program ran, but not as that tool does.
    Broken {
        tool: &'static str,
        command: String,
        message: String,
    },
    /// A Verilator that is older than what the generated bindings rely on, or of unknown age.
    Version { found: String, least: (u32, u32) },
    /// No `include/verilated.h` below the root.
    Root { root: PathBuf },
}

impl fmt::Display for ToolchainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { tool, path, source } => {
                write!(f, "cannot run {tool} at {}: {source}", path.display())
            }
            Self::Broken {
                tool,
                command,
                message,
            } => write!(f, "{tool} does not answer: `{command}`: {message}"),
            Self::Version { found, least } => write!(
                f,
                "Verilator {}.{:03} or later is needed, found {found}",
                least.0, least.1
            ),
            Self::Root { root } => write!(
                f,
                "{} is not a VERILATOR_ROOT: it has no include/verilated.h",
                root.display()
            ),
        }
    }
}

impl std::error::Error for ToolchainError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Missing { source, .. } => Some(source),
            _ => None,
        }
    }
}

/// One step of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Verilog to C++.
    Verilate,
    /// C++ to objects.
    Compile,
    /// Objects to a shared object or a program.
    Link,
    /// A program that was built, run.
    Run,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Verilate => "Verilator refused the design",
            Self::Compile => "the C++ compiler refused Verilator's output",
            Self::Link => "the model could not be linked",
            Self::Run => "the program failed",
        })
    }
}

/// Why a model could not be built or loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The description of the model contradicts itself.
    Spec(SpecError),
    /// The ports that were declared are not the ports that the design has.
    Ports {
        top: String,
        differences: Vec<String>,
    },
    /// The model keeps state that cannot be saved by copying it.
    State { top: String, member: String },
    /// A file or folder of the cache could not be read or written.
    Io {
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// A tool ran and failed.
    Failed {
        step: Step,
        command: String,
        status: ExitStatus,
        /// The first lines of what the tool said.
        message: String,
    },
    /// The shared object does not load.
    Load {
        path: PathBuf,
        source: libloading::Error,
    },
}

impl BuildError {
    /// Whether a tool stopped over a fault of its own, and not because of what it was given.
    pub(crate) fn is_of_the_tool(&self) -> bool {
        match self {
            Self::Failed {
                status, message, ..
            } => {
                matches!(status.signal(), Some(SEGMENTATION_FAULT | ABORT))
                    || message.contains("Internal Error")
            }
            _ => false,
        }
    }

    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io {
            action,
            path,
            source,
        }
    }

    /// What a person can do about it, where that is not plain from the message.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Io { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    Some("free some disk space, or choose a cache folder on another disk")
                }
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    Some("choose a cache folder that you may write to")
                }
                io::ErrorKind::NotFound => Some("check that the tools are still installed"),
                _ => None,
            },
            Self::Failed { message, .. } if message.contains("No space left on device") => {
                Some("free some disk space, or choose a cache folder on another disk")
            }
            _ => None,
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spec(error) => write!(f, "{error}")?,
            Self::Ports { top, differences } => write!(
                f,
                "the declared ports of `{top}` are not its ports: {}",
                differences.join("; ")
            )?,
            Self::State { top, member } => write!(
                f,
                "`{top}` cannot be put back to an earlier state: its model has a member that is \
                 more than numbers: {member}"
            )?,
            Self::Io {
                action,
                path,
                source,
            } => write!(f, "cannot {action} {}: {source}", path.display())?,
            Self::Failed {
                step,
                command,
                status,
                message,
            } => write!(f, "{step} ({status})\n{message}\nthe command: {command}")?,
            Self::Load { path, source } => {
                write!(f, "cannot load the model {}: {source}", path.display())?;
            }
        }
        match self.advice() {
            Some(advice) => write!(f, "\nadvice: {advice}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Spec(error) => Some(error),
            Self::Io { source, .. } => Some(source),
            Self::Load { source, .. } => Some(source),
            Self::Ports { .. } | Self::State { .. } | Self::Failed { .. } => None,
        }
    }
}

impl From<SpecError> for BuildError {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
    }
}

/// A model description that no build can start from.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecError {
    /// Not a Verilog identifier that keeps its name in C++.
    Name { what: &'static str, name: String },
    /// A port has no bits, or more than the limit.
    Width { port: String, width: u32, most: u32 },
    /// Two ports, or two files, of one name.
    Duplicate { what: &'static str, name: String },
    /// No source text.
    NoSources,
    /// A source's name is a path, or has another ending than `.v` and `.sv`.
    SourceName { name: String },
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { what, name } => write!(
                f,
                "{what} `{name}`: expected a Verilog identifier without `__` or `$` \
                 that is no C++ keyword"
            ),
            Self::Width { port, width, most } => {
                write!(
                    f,
                    "port `{port}` is {width} bits wide; 1 to {most} are allowed"
                )
            }
            Self::Duplicate { what, name } => write!(f, "{what} `{name}` is declared twice"),
            Self::NoSources => f.write_str("the model has no source text"),
            Self::SourceName { name } => write!(
                f,
                "source `{name}`: expected a plain file name that ends in .v or .sv"
            ),
        }
    }
}

impl std::error::Error for SpecError {}

/// Why a running model stopped or refused a call.
#[derive(Debug)]
#[non_exhaustive]
pub enum ModelError {
    /// A slice does not hold a whole number of frames, or not as many as cycles were asked for.
    Frame {
        what: &'static str,
        expected: usize,
        found: usize,
    },
    /// The design stopped the simulation: `$stop`, `$finish`, a loop that does not settle.
    Stopped { message: String },
    /// The model was not built for that: no trace, no coverage.
    NotBuilt { what: &'static str },
    /// The waveform file could not be opened.
    Trace { path: PathBuf },
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame {
                what,
                expected,
                found,
            } => write!(f, "{what} hold {found} words where {expected} are needed"),
            Self::Stopped { message } => write!(f, "the design stopped: {message}"),
            Self::NotBuilt { what } => write!(f, "the model was built without {what}"),
            Self::Trace { path } => write!(f, "cannot write the waveform {}", path.display()),
        }
    }
}

impl std::error::Error for ModelError {}
