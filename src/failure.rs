//! How a command ends when it does not end well. Printed once, in `main`.

use campaign::report::End;
use std::fmt;

/// The exit codes that scripts may rely on; the table is in docs/formats.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything asked for was done and held.
    Fine = 0,
    /// A mismatch, a warning or a failed check.
    Failed = 1,
    /// Bad input, usage or environment.
    BadInput = 2,
    /// Stimulus for which the contract defines no answer.
    OutOfContract = 3,
    /// Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// How a campaign ended.
    pub fn of(end: End) -> Self {
        match end {
            End::Fine => Self::Fine,
            End::Failed => Self::Failed,
            End::OutOfContract => Self::OutOfContract,
            End::Incomplete => Self::BadInput,
            End::Interrupted => Self::Interrupted,
        }
    }

    /// From a code that the libraries count with.
    pub fn from_code(code: u8) -> Self {
        let all = [
            Self::Fine,
            Self::Failed,
            Self::OutOfContract,
            Self::Interrupted,
        ];
        all.into_iter()
            .find(|exit| *exit as u8 == code)
            .unwrap_or(Self::BadInput)
    }
}

/// Why a command stopped, and the exit code that says so.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    message: String,
}

impl Failure {
    /// Bad input, usage or environment: exit code 2.
    pub fn bad_input(message: impl fmt::Display) -> Self {
        Self {
            exit: Exit::BadInput,
            message: message.to_string(),
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        self.exit
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Errors of the libraries are all of one kind to a person: something they gave or have is wrong.
impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::bad_input(error)
    }
}
