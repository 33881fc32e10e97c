//! Running one tool and keeping what it said.

use crate::error::{BuildError, Step};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// How many lines of a tool's message an error carries.
const MESSAGE_LINES: usize = 30;

/// Runs a build step in `folder`.
pub(crate) fn run(step: Step, mut command: Command, folder: &Path) -> Result<Output, BuildError> {
    command.current_dir(folder).stdin(Stdio::null());
    let shown = show(&command);
    let output = command
        .output()
        .map_err(BuildError::io("run", Path::new(command.get_program())))?;
    if output.status.success() {
        return Ok(output);
    }
    Err(BuildError::Failed {
        step,
        command: shown,
        status: output.status,
        message: first_lines(&output),
    })
}

/// The command as one would type it.
pub(crate) fn show(command: &Command) -> String {
    let mut text = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        let argument = argument.to_string_lossy();
        text.push(' ');
        if argument.contains([' ', '$', '"', '\'']) {
            text.push_str(&format!("'{}'", argument.replace('\'', r"'\''")));
        } else {
            text.push_str(&argument);
        }
    }
    text
}

/// The first lines of the tool's messages, those on standard error before the others.
pub(crate) fn first_lines(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    let normal = String::from_utf8_lossy(&output.stdout);
    error
        .lines()
        .chain(normal.lines())
        .filter(|line| !line.trim().is_empty())
        .take(MESSAGE_LINES)
        .collect::<Vec<_>>()
        .join("\n")
}
