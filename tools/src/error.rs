//! The error that ends a command: printed once, in main, with exit code 2.

use std::fmt;

/// What went wrong, and what a person can do about it.
#[derive(Debug)]
pub struct Error {
    message: String,
    advice: Option<String>,
}

impl Error {
    /// An error that speaks for itself.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            advice: None,
        }
    }

    /// Adds what to do.
    #[must_use]
    pub fn advise(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.advice {
            Some(advice) => write!(f, "; {advice}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
