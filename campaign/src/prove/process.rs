//! Programs that think: run within a time, and ended when the campaign is stopped.

use crate::Error;
use std::fs::File;
use std::io::{Read, Seek};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a program has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It ended by itself, and said this.
    Text {
        /// Whether it was content.
        success: bool,
        /// Everything that it said.
        text: String,
    },
    /// Its time was up.
    Late,
    /// The campaign was stopped.
    Stopped,
}

/// Runs a program; `name` is for messages.
pub fn run(
    name: &str,
    command: &mut Command,
    limit: Duration,
    stop: &AtomicBool,
) -> Result<Said, Error> {
    let refuse = |error: std::io::Error| Error::new(format!("cannot run {name}: {error}"));
    // A file, for a pipe that nobody reads would stop the program.
    let mut log: File = tempfile::tempfile().map_err(refuse)?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(log.try_clone().map_err(refuse)?)
        .stderr(log.try_clone().map_err(refuse)?)
        .env("LC_ALL", "C")
        .spawn()
        .map_err(refuse)?;
    let end = Instant::now() + limit;
    let mut wait = Duration::from_millis(2);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(refuse)? {
            break status;
        }
        let stopped = stop.load(Ordering::Relaxed);
        if stopped || Instant::now() > end {
            child.kill().map_err(refuse)?;
            child.wait().map_err(refuse)?;
            return Ok(if stopped { Said::Stopped } else { Said::Late });
        }
        std::thread::sleep(wait);
        wait = (wait * 2).min(Duration::from_millis(50));
    };
    let mut bytes = Vec::new();
    log.rewind().map_err(refuse)?;
    log.read_to_end(&mut bytes).map_err(refuse)?;
    Ok(Said::Text {
        success: status.success(),
        text: String::from_utf8_lossy(&bytes).into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_heard_or_ended() {
        let run = |script: &str, limit: u64, stop: bool| {
            let limit = Duration::from_millis(limit);
            let mut shell = Command::new("sh");
            run(
                "sh",
                shell.args(["-c", script]),
                limit,
                &AtomicBool::new(stop),
            )
            .unwrap()
        };
        let text = "a\nb\n".to_owned();
        let said = run("echo a; echo b >&2; exit 3", 60_000, false);
        assert_eq!(
            said,
            Said::Text {
                success: false,
                text
            }
        );
        assert_eq!(run("exec sleep 60", 50, false), Said::Late);
        assert_eq!(run("exec sleep 60", 60_000, true), Said::Stopped);
    }
}
