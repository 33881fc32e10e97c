//! Programs that think: run within a time, and ended when the campaign is stopped.

use crate::Error;
use std::fs::File;
use std::io::{Read, Seek};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
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

/// Programs that run at once, no more than there are processors: a time is one of a processor of its own.
static RUNNING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

/// A processor's place, as long as it is held.
struct Seat;

impl Seat {
    /// Waits for one; none when the campaign is stopped.
    fn taken(stop: &AtomicBool) -> Option<Self> {
        let seats = std::thread::available_parallelism().map_or(1, usize::from);
        // A number is right, whoever has failed.
        let mut running = RUNNING.lock().unwrap_or_else(|failed| failed.into_inner());
        while *running >= seats {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let waited = ENDED.wait_timeout(running, OFTEN);
            running = waited.map_or_else(|failed| failed.into_inner().0, |(running, _)| running);
        }
        *running += 1;
        Some(Self)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let running = RUNNING.lock();
        *running.unwrap_or_else(|failed| failed.into_inner()) -= 1;
        ENDED.notify_one();
    }
}

/// How often it is looked whether the campaign was stopped.
const OFTEN: Duration = Duration::from_millis(50);

/// Runs a program as soon as there is a processor for it; `name` is for messages.
pub fn run(
    name: &str,
    command: &mut Command,
    limit: Duration,
    stop: &AtomicBool,
) -> Result<Said, Error> {
    let refuse = |error: std::io::Error| Error::new(format!("cannot run {name}: {error}"));
    let Some(_seat) = Seat::taken(stop) else {
        return Ok(Said::Stopped);
    };
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
        wait = (wait * 2).min(OFTEN);
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
    fn no_more_run_than_there_are_processors() {
        let processors = std::thread::available_parallelism().unwrap().get();
        let stop = AtomicBool::new(false);
        let all: Vec<Seat> = { (0..processors).filter_map(|_| Seat::taken(&stop)) }.collect();
        assert_eq!(all.len(), processors);
        assert!(Seat::taken(&AtomicBool::new(true)).is_none());
    }

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
