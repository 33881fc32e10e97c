//! Why a campaign cannot be run: what somebody gave or has is wrong.

use std::fmt;
use std::path::Path;

/// What went wrong, and what a person can do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    /// An error that speaks for itself.
    pub fn new(message: impl fmt::Display) -> Self {
        Self(message.to_string())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// Refuses a folder that can't be written to before minutes are spent.
pub fn check_writable(folder: &Path) -> Result<(), Error> {
    let refuse = |error| Error::new(format!("cannot write to {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(refuse)?;
    let probe = folder.join(format!(".warploom-{}", std::process::id()));
    std::fs::write(&probe, "").map_err(refuse)?;
    std::fs::remove_file(&probe).map_err(refuse)
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    tools::atomic::write(path, text)
        .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))
}
