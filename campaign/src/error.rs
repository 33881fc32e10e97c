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

/// Errors of the libraries are all of one kind to a person: something they gave or have is wrong.
macro_rules! from {
    ($($error:ty),* $(,)?) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::new(error)
            }
        }
    )*};
}

from!(
    cosim::bugs::BugError,
    cosim::replay::ReplayError,
    hdl::emit::EmitErrors,
    serde_json::Error,
    sm::alloc::AllocationError,
    sm::descriptor::DescriptorError,
    sm::energy::ConstantsError,
    sm::host::HostError,
    sm::timing::ParameterError,
    spec::ConfigurationError,
    spec::HardwareError,
    spec::UnknownName,
    std::io::Error,
    surroundings::engine::EngineError,
    tools::hardware::RtlError,
    tools::Error,
);

/// Refuses a folder that can't be written to before minutes are spent.
pub fn check_writable(folder: &Path) -> Result<(), Error> {
    let refuse = |error| Error::new(format!("cannot write to {}: {error}", folder.display()));
    std::fs::create_dir_all(folder).map_err(refuse)?;
    let probe = folder.join(format!(".warploom-{}", std::process::id()));
    std::fs::write(&probe, "").map_err(refuse)?;
    std::fs::remove_file(&probe).map_err(refuse)
}

/// The same of the folder that a file goes to.
pub fn check_writable_file(file: &Path) -> Result<(), Error> {
    let parent = file.parent().filter(|p| !p.as_os_str().is_empty());
    check_writable(parent.unwrap_or(Path::new(".")))
}

/// Writes a file whole or not at all.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    tools::atomic::write(path, text)
        .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))
}
