//! Running a tool over files, and reading its messages.

use crate::error::Error;
use crate::tools::discovery::Found;
use std::ffi::OsStr;
use std::path::Path;
use std::process::Stdio;

/// What a tool said, errors first, and whether it was content.
pub(crate) struct Answer {
    pub success: bool,
    pub text: String,
}

/// Runs the tool in `folder`.
pub(crate) fn run(
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
