//! A folder of results.
//!
//! ```text
//! DIR/plan.json              what the campaign consists of, all shards of it
//! DIR/jobs/KEY.json          one file a job, there whole or not at all
//! DIR/failures/KEY/*         replay files and waveforms
//! ```
//! Everything in it may be lost at any time at the cost of running some jobs again.

use crate::error::{check_writable, write};
use crate::job::{Job, KEY_DIGITS};
use crate::record::{NoRecord, Record, Verdict};
use crate::shard::Shard;
use crate::work::Work;
use crate::Error;
use cosim::report::json;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

const VERSION: u32 = 1;
const PLAN: &str = "plan.json";

/// What a campaign consists of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Plan<W: Work> {
    format: String,
    version: u32,
    /// The suite's name.
    pub suite: String,
    /// The first seed.
    pub seed: u64,
    /// The part that is run here.
    pub shard: String,
    /// All jobs, those of other shards too.
    pub jobs: Vec<Job<W>>,
}

impl<W: Work> Plan<W> {
    fn format() -> String {
        format!("{}-plan", W::FORMAT)
    }

    /// A plan.
    pub fn new(suite: &str, seed: u64, shard: Shard, jobs: Vec<Job<W>>) -> Self {
        Self {
            format: Self::format(),
            version: VERSION,
            suite: suite.to_owned(),
            seed,
            shard: shard.to_string(),
            jobs,
        }
    }
}

/// Records by key, and how many files were damaged.
#[derive(Clone, Debug)]
pub struct Records<W: Work> {
    /// What was read.
    pub by_key: HashMap<String, Record<W>>,
    /// Files that were cut off or changed.
    pub damaged: usize,
}

/// A folder of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(PathBuf);

impl Folder {
    /// A folder to run in: new, empty, or one of such a campaign.
    pub fn open<W: Work>(path: &Path) -> Result<Self, Error> {
        let folder = Self(path.to_owned());
        if path.is_file() {
            return Err(Error::new(format!(
                "{} is a file; --resume takes a folder",
                path.display()
            )));
        }
        if path.exists() {
            let others = folder.names(path)?;
            if !others.is_empty() && !others.iter().any(|name| name == PLAN || name == "jobs") {
                return Err(Error::new(format!(
                    "{} holds {} and no {name}; --resume takes a new or empty folder, or one \
                     that a {name} has begun",
                    path.display(),
                    others[0],
                    name = W::NAME,
                )));
            }
        }
        check_writable(&folder.jobs())?;
        folder.refuse_foreign::<W>()?;
        Ok(folder)
    }

    /// The first free one of `ROOT/1`, `ROOT/2` and so on.
    pub fn fresh<W: Work>(root: &Path) -> Result<Self, Error> {
        let refuse = |error| Error::new(format!("cannot write to {}: {error}", root.display()));
        fs::create_dir_all(root).map_err(refuse)?;
        for number in 1_u32.. {
            let path = root.join(number.to_string());
            match fs::create_dir(&path) {
                Ok(()) => return Self::open::<W>(&path),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(refuse(error)),
            }
        }
        Err(Error::new(format!("{} is full", root.display())))
    }

    /// A folder to read from.
    pub fn existing<W: Work>(path: &Path) -> Result<(Self, Plan<W>), Error> {
        let folder = Self(path.to_owned());
        let file = path.join(PLAN);
        let text = fs::read_to_string(&file).map_err(|error| {
            Error::new(format!(
                "{} holds no {}: {PLAN} cannot be read: {error}",
                path.display(),
                W::NAME
            ))
        })?;
        let plan: Option<Plan<W>> = serde_json::from_str(&text).ok();
        let plan =
            plan.filter(|plan| plan.format == Plan::<W>::format() && plan.version == VERSION);
        let plan = plan.ok_or_else(|| {
            Error::new(format!(
                "{} is no plan of a {name}, or one of another version; run the {name} \
                 again with --resume {}",
                file.display(),
                path.display(),
                name = W::NAME,
            ))
        })?;
        folder.refuse_foreign::<W>()?;
        Ok((folder, plan))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where a job leaves replay file and waveform.
    pub fn failures(&self, key: &str) -> PathBuf {
        self.0.join("failures").join(key)
    }

    fn jobs(&self) -> PathBuf {
        self.0.join("jobs")
    }

    fn names(&self, folder: &Path) -> Result<Vec<String>, Error> {
        let refuse = |error| Error::new(format!("{}: cannot be read: {error}", folder.display()));
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(refuse)? {
            let name = entry.map_err(refuse)?.file_name();
            names.push(name.to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// JSON of somebody else is not for us to overlook, and less to overwrite.
    fn refuse_foreign<W: Work>(&self) -> Result<(), Error> {
        let foreign = |file: PathBuf| {
            Error::new(format!(
                "{} is no result of a {}; move it away or name another folder",
                file.display(),
                W::NAME
            ))
        };
        let json = |name: &&String| name.ends_with(".json") && !name.starts_with('.');
        for name in self.names(&self.0)?.iter().filter(json) {
            if name != PLAN {
                return Err(foreign(self.0.join(name)));
            }
        }
        if !self.jobs().is_dir() {
            return Ok(());
        }
        for name in self.names(&self.jobs())?.iter().filter(json) {
            if key_of(name).is_none() {
                return Err(foreign(self.jobs().join(name)));
            }
        }
        Ok(())
    }

    /// Says what is run here.
    pub fn save_plan<W: Work>(&self, plan: &Plan<W>) -> Result<(), Error> {
        write(&self.0.join(PLAN), &json::text(plan))
    }

    /// Keeps what came of a job.
    pub fn save<W: Work>(&self, record: &Record<W>) -> Result<(), Error> {
        let file = self.jobs().join(format!("{}.json", record.key));
        write(&file, &json::text(record))
    }

    /// What is kept of jobs.
    pub fn records<W: Work>(&self) -> Result<Records<W>, Error> {
        let mut records = Records {
            by_key: HashMap::new(),
            damaged: 0,
        };
        if !self.jobs().is_dir() {
            return Ok(records);
        }
        for name in self.names(&self.jobs())? {
            let Some(key) = key_of(&name) else { continue };
            let file = self.jobs().join(&name);
            let text = fs::read(&file).unwrap_or_default();
            match Record::parse(&String::from_utf8_lossy(&text), key) {
                Ok(record) => {
                    records.by_key.insert(key.to_owned(), record);
                }
                Err(NoRecord::Damaged) => records.damaged += 1,
                Err(NoRecord::Foreign) => {
                    return Err(Error::new(format!(
                        "{} is no result of a {}, or one of another version; move it away \
                         or name another folder",
                        file.display(),
                        W::NAME
                    )));
                }
            }
        }
        Ok(records)
    }

    /// The jobs that are still to be run. What could not be run is tried again.
    pub fn unfinished<W: Work>(&self, jobs: &[Job<W>]) -> Result<(Vec<Job<W>>, usize), Error> {
        let records = self.records::<W>()?;
        let finished = |job: &&Job<W>| {
            let record = records.by_key.get(&job.key());
            record.is_none_or(|record| record.verdict == Verdict::Error)
        };
        Ok((
            jobs.iter().filter(finished).cloned().collect(),
            records.damaged,
        ))
    }
}

/// The key that a file is named by.
fn key_of(name: &str) -> Option<&str> {
    let key = name.strip_suffix(".json")?;
    let digit = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
    (key.len() == KEY_DIGITS && key.chars().all(digit)).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{jobs, Sum};

    #[test]
    fn what_is_whole_is_kept_and_what_is_cut_off_is_run_again() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Folder::open::<Sum>(&scratch.path().join("results")).unwrap();
        let jobs = &jobs()[..4];
        for job in jobs {
            folder.save(&Record::new(job)).unwrap();
        }
        assert_eq!(folder.unfinished(jobs).unwrap(), (vec![], 0));
        let file = |job: &Job<Sum>| folder.jobs().join(format!("{}.json", job.key()));
        let text = fs::read_to_string(file(&jobs[0])).unwrap();
        for end in [0, 1, text.len() / 2, text.len() - 3] {
            fs::write(file(&jobs[0]), &text[..end]).unwrap();
            let again = (vec![jobs[0].clone()], 1);
            assert_eq!(folder.unfinished(jobs).unwrap(), again, "cut at {end}");
        }
        // Another job's result under this name is none of this job.
        fs::copy(file(&jobs[1]), file(&jobs[0])).unwrap();
        assert_eq!(folder.unfinished(jobs).unwrap().1, 1);
        // A writer that was killed leaves this, and nobody minds.
        fs::write(folder.jobs().join(".x.json.7-0.tmp"), "{").unwrap();
        assert!(Folder::open::<Sum>(folder.path()).is_ok());
    }

    #[test]
    fn what_could_not_be_run_is_tried_again() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Folder::open::<Sum>(scratch.path()).unwrap();
        let jobs = jobs();
        let record = Record::new(&jobs[0]).wrong(Verdict::Error, Default::default());
        folder.save(&record).unwrap();
        assert_eq!(folder.unfinished(&jobs[..1]).unwrap().0.len(), 1);
    }
}
