//! How a search shows: one live line on a terminal, plain lines in a log.

use cosim::fuzz::corpus;
use cosim::fuzz::engine::Follower;
use cosim::fuzz::sequence::Sequence;
use cosim::fuzz::session::Session;
use cosim::lockstep::Watch;
use progress::text::{grouped, rate};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use surroundings::engine::EngineError;

/// Runs between two looks at the clock.
const RUNS: u64 = 16;

/// Shows a search and keeps its corpus.
pub struct View<'w> {
    unit: String,
    folder: Option<PathBuf>,
    quiet: bool,
    terminal: bool,
    shown: bool,
    next: Instant,
    /// What was kept, when that is asked for.
    kept: Option<Vec<Sequence>>,
    /// The file whose appearance ends the search.
    end: Option<(PathBuf, &'w Watch)>,
}

impl<'w> View<'w> {
    /// Of a unit; what is kept goes to the folder.
    pub fn new(unit: &str, folder: Option<PathBuf>, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        Self {
            unit: unit.to_owned(),
            folder,
            quiet,
            terminal,
            shown: false,
            next: Instant::now() + Self::every(terminal),
            kept: None,
            end: None,
        }
    }

    /// Remembers what is kept.
    pub fn remember(&mut self) {
        self.kept = Some(Vec::new());
    }

    /// What was kept since it was asked for.
    pub fn kept(&self) -> &[Sequence] {
        self.kept.as_deref().unwrap_or_default()
    }

    /// Ends the search when this file appears.
    pub fn ends_with(&mut self, file: &Path, watch: &'w Watch) {
        self.end = Some((file.to_owned(), watch));
    }

    fn every(terminal: bool) -> Duration {
        if terminal {
            Duration::from_millis(200)
        } else {
            Duration::from_secs(10)
        }
    }

    /// Takes the live line away.
    pub fn clear(&mut self) {
        if self.terminal && self.shown {
            self.write("\r\x1b[K");
        }
    }

    fn write(&self, text: &str) {
        // A closed standard error is no reason to stop.
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
}

/// A search in one line.
pub fn line(session: &Session) -> String {
    let seconds = session.seconds();
    let mut text = format!(
        "{} runs, {}/s  coverage {}/{}  corpus {}  findings {}  last new {:.0} s ago",
        grouped(session.runs),
        rate(session.runs, seconds),
        session.covered,
        session.reached.len(),
        session.corpus,
        session.findings.len(),
        session.last_new.elapsed().as_secs_f64(),
    );
    if session.out_of_contract > 0 {
        text.push_str(&format!(
            "  out of contract {}",
            grouped(session.out_of_contract)
        ));
    }
    text
}

impl Follower for View<'_> {
    fn keep(&mut self, sequence: &Sequence) -> Result<(), EngineError> {
        if let Some(kept) = &mut self.kept {
            kept.push(sequence.clone());
        }
        match &self.folder {
            Some(folder) => corpus::save(folder, &self.unit, sequence).map(drop),
            None => Ok(()),
        }
    }

    fn show(&mut self, session: &Session) {
        if let Some((file, watch)) = &self.end {
            if session.runs.is_multiple_of(64 * RUNS) && file.exists() {
                watch.stop.store(true, Ordering::Relaxed);
            }
        }
        if self.quiet || !session.runs.is_multiple_of(RUNS) || Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + Self::every(self.terminal);
        let line = line(session);
        if self.terminal {
            self.write(&format!("\r\x1b[K{line}"));
        } else {
            self.write(&format!("{line}\n"));
        }
        self.shown = true;
    }
}
