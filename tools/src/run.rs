//! Running a tool over files, and reading its messages.

use crate::discovery::Found;
use crate::error::Error;
use std::ffi::OsStr;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// What a tool said, errors first, and whether it was content.
pub struct Answer {
    /// Whether it was content.
    pub success: bool,
    /// What it said.
    pub text: String,
}

/// Runs the tool in `folder`.
pub fn run(
    tool: &Found,
    folder: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
) -> Result<Answer, Error> {
    let mut command = tool.command();
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .env("LC_ALL", "C");
    let output = command.output().map_err(|error| {
        Error::new(format!(
            "cannot run {} at {}: {error}",
            tool.tool.name(),
            tool.program.display()
        ))
        .advise("run `warploom doctor`")
    })?;
    let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&String::from_utf8_lossy(&output.stdout));
    Ok(Answer {
        success: output.status.success(),
        text,
    })
}

/// The same, but `None` when the tool is not done within `limit`; it is killed then.
pub fn run_within(
    tool: &Found,
    folder: &Path,
    arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    limit: Duration,
) -> Result<Option<Answer>, Error> {
    let refuse = |error: std::io::Error| {
        Error::new(format!(
            "cannot run {} at {}: {error}",
            tool.tool.name(),
            tool.program.display()
        ))
        .advise("run `warploom doctor`")
    };
    // A file, for a pipe that nobody reads would stop the tool.
    let mut log = tempfile::tempfile().map_err(refuse)?;
    let mut command = tool.command();
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(log.try_clone().map_err(refuse)?)
        .stderr(log.try_clone().map_err(refuse)?)
        .env("LC_ALL", "C");
    let mut child = command.spawn().map_err(refuse)?;
    let end = Instant::now() + limit;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(refuse)? {
            break status;
        }
        if Instant::now() > end {
            child.kill().map_err(refuse)?;
            child.wait().map_err(refuse)?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut bytes = Vec::new();
    log.rewind().map_err(refuse)?;
    log.read_to_end(&mut bytes).map_err(refuse)?;
    Ok(Some(Answer {
        success: status.success(),
        text: String::from_utf8_lossy(&bytes).into_owned(),
    }))
}
