//! How a search shows: one live line on a terminal, plain lines in a log.

use campaign::fuzzing::Audience;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Standard output for what comes of a search, standard error for how it goes.
pub struct View {
    terminal: bool,
    shown: bool,
    next: Instant,
}

impl Default for View {
    fn default() -> Self {
        let terminal = std::io::stderr().is_terminal();
        Self {
            terminal,
            shown: false,
            next: Instant::now() + Self::every(terminal),
        }
    }
}

impl View {
    fn every(terminal: bool) -> Duration {
        if terminal {
            Duration::from_millis(200)
        } else {
            Duration::from_secs(10)
        }
    }

    fn write(&self, text: &str) {
        // A closed standard error is no reason to stop.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
}

impl Audience for View {
    fn say(&mut self, line: &str) {
        crate::say!("{line}");
    }

    fn warn(&mut self, line: &str) {
        eprintln!("warploom: {line}");
    }

    fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    fn show(&mut self, line: &str) {
        self.next = Instant::now() + Self::every(self.terminal);
        if self.terminal {
            self.write(&format!("\r\x1b[K{line}"));
        } else {
            self.write(&format!("{line}\n"));
        }
        self.shown = true;
    }

    fn clear(&mut self) {
        if self.terminal && self.shown {
            self.write("\r\x1b[K");
        }
    }
}
