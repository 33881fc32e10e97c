//! What is kept of a search as it goes: sequences in a folder, and a line that says how far it is.

use super::audience::Audience;
use cosim::fuzz::corpus;
use cosim::fuzz::engine::Follower;
use cosim::fuzz::sequence::Sequence;
use cosim::fuzz::session::Session;
use cosim::lockstep::Watch;
use progress::text::{grouped, rate};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use surroundings::engine::EngineError;

/// Runs between two looks at the clock.
const RUNS: u64 = 16;

/// Keeps; without anything else said it keeps nothing and shows nothing.
#[derive(Default)]
pub struct Keeper<'w> {
    unit: String,
    folder: Option<PathBuf>,
    audience: Option<&'w mut dyn Audience>,
    /// What was kept, when that is asked for.
    kept: Option<Vec<Sequence>>,
    /// The file whose appearance ends the search.
    end: Option<(PathBuf, &'w Watch)>,
}

impl<'w> Keeper<'w> {
    /// Of a unit; what is kept goes to the folder.
    pub fn new(unit: &str, folder: Option<PathBuf>) -> Self {
        Self {
            unit: unit.to_owned(),
            folder,
            ..Self::default()
        }
    }

    /// Shows how the search goes.
    pub fn shows(&mut self, audience: &'w mut dyn Audience) {
        self.audience = Some(audience);
    }

    /// Remembers what is kept.
    pub fn remember(&mut self) {
        self.kept = Some(Vec::new());
    }

    /// Ends the search when this file appears.
    pub fn ends_with(&mut self, file: &Path, watch: &'w Watch) {
        self.end = Some((file.to_owned(), watch));
    }

    /// The search is over: what was kept since that was asked for.
    pub fn finish(self) -> Vec<Sequence> {
        if let Some(audience) = self.audience {
            audience.clear();
        }
        self.kept.unwrap_or_default()
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

impl Follower for Keeper<'_> {
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
        let Some(audience) = &mut self.audience else {
            return;
        };
        if session.runs.is_multiple_of(RUNS) && audience.is_due() {
            audience.show(&line(session));
        }
    }
}
