//! What came of a job, as it is kept.

use crate::job::Job;
use crate::work::Work;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// What came of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Everything is as it should be.
    Pass,
    /// The stimulus left the contract: a bug of the generator.
    OutOfContract,
    /// A kernel's results are wrong, or it did not get to its end.
    Failed,
    /// RTL and golden model differ, or the hardware is not what the multiprocessor takes it for.
    Mismatch,
    /// It could not be run; the next run tries again.
    Error,
}

impl Verdict {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::OutOfContract => "out of contract",
            Verdict::Failed => "failed",
            Verdict::Mismatch => "mismatch",
            Verdict::Error => "not runnable",
        }
    }
}

/// Why a job did not pass.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrong {
    /// What failures of one cause have in common.
    pub signature: String,
    /// One line.
    pub message: String,
    /// What a person looks at: DUT beside golden, or what a tool has said.
    pub text: String,
    /// The replay file, from the folder of results on.
    pub replay: Option<PathBuf>,
    /// The waveform, from the folder of results on.
    pub waves: Option<PathBuf>,
}

impl Wrong {
    /// Of a job about a unit that could not be done.
    pub fn of_error(unit: &str, error: &dyn std::error::Error) -> Self {
        let text = error.to_string();
        let message = text.lines().next().unwrap_or_default().to_owned();
        Self {
            signature: format!("{unit}: {message}"),
            message,
            text,
            ..Self::default()
        }
    }
}

/// One job and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Record<W: Work> {
    /// The campaign's, with `-job`.
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The job's key, which is the file's name.
    pub key: String,
    /// The job.
    pub job: Job<W>,
    /// What came of it.
    pub verdict: Verdict,
    /// Cycles that ran.
    pub cycles: u64,
    /// How long it took.
    pub seconds: f64,
    /// Why it did not pass.
    pub wrong: Option<Wrong>,
    /// What else was found.
    #[serde(flatten)]
    pub found: W::Found,
}

/// Why text is no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoRecord {
    /// Cut off, or changed: the job is to be run again.
    Damaged,
    /// Something else altogether.
    Foreign,
}

impl<W: Work> Record<W> {
    fn format() -> String {
        format!("{}-job", W::FORMAT)
    }

    /// A job that passed.
    pub fn new(job: &Job<W>) -> Self {
        Self {
            format: Self::format(),
            version: VERSION,
            key: job.key(),
            job: job.clone(),
            verdict: Verdict::Pass,
            cycles: 0,
            seconds: 0.0,
            wrong: None,
            found: W::Found::default(),
        }
    }

    /// The same job with another end.
    #[must_use]
    pub fn wrong(mut self, verdict: Verdict, wrong: Wrong) -> Self {
        self.verdict = verdict;
        self.wrong = Some(wrong);
        self
    }

    /// Reads the file of a key.
    pub fn parse(text: &str, key: &str) -> Result<Self, NoRecord> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|_| NoRecord::Damaged)?;
        if value["format"] != Self::format() || value["version"] != VERSION {
            return Err(NoRecord::Foreign);
        }
        let record: Self = serde_json::from_value(value).map_err(|_| NoRecord::Damaged)?;
        if record.key != key || record.job.key() != key {
            return Err(NoRecord::Damaged);
        }
        Ok(record)
    }

    /// What two runs of the same job have to agree in.
    pub fn outcome(&self) -> (Verdict, u64, &str) {
        let signature = self.wrong.as_ref().map_or("", |wrong| &wrong.signature);
        (self.verdict, self.cycles, signature)
    }
}

/// A path as it stands in a record.
pub fn within(folder: &Path, path: Option<PathBuf>) -> Option<PathBuf> {
    path.map(|path| path.strip_prefix(folder).unwrap_or(&path).to_owned())
}

/// The first line of a message with its numbers taken out: what messages of one cause have in common.
pub fn gist(message: &str) -> String {
    let mut gist = String::new();
    let mut hexadecimal = false;
    for c in message.lines().next().unwrap_or_default().chars() {
        let digit = c.is_ascii_digit() || hexadecimal && c.is_ascii_hexdigit();
        hexadecimal = hexadecimal && digit;
        if digit && !gist.ends_with('#') {
            gist.push('#');
        } else if c == 'x' && gist.ends_with('#') {
            hexadecimal = true;
        } else if !digit {
            gist.push(c);
        }
    }
    gist.chars().take(160).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_one_cause_have_one_gist() {
        let one = gist("kernel 'lud', cycle 1204, warp 3: lane 7\nmore");
        assert_eq!(one, "kernel 'lud', cycle #, warp #: lane #");
        assert_eq!(one, gist("kernel 'lud', cycle 9, warp 12: lane 31"));
        assert_eq!(gist("is 0x1000c300, not 0xff, bad 9"), "is #, not #, bad #");
    }
}
