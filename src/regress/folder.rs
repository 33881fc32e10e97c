//! A folder of results.
//!
//! ```text
//! DIR/plan.json              what the regression consists of, all shards of it
//! DIR/jobs/KEY.json          one file a job, there whole or not at all
//! DIR/failures/KEY/*         replay files and waveforms
//! ```
//! Everything in it may be lost at any time at the cost of running some jobs again.

use super::job::{Job, KEY_DIGITS};
use super::record::{NoRecord, Record, Verdict};
use super::shard::Shard;
use crate::failure::Failure;
use cosim::report::json;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The value of a plan's `format`.
pub const FORMAT: &str = "warploom-regress-plan";
const VERSION: u32 = 1;
const PLAN: &str = "plan.json";

/// What a regression consists of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    format: String,
    version: u32,
    /// The suite's name.
    pub suite: String,
    /// The first seed.
    pub seed: u64,
    /// The part that is run here.
    pub shard: String,
    /// All jobs, those of other shards too.
    pub jobs: Vec<Job>,
}

impl Plan {
    /// A plan.
    pub fn new(suite: &str, seed: u64, shard: Shard, jobs: Vec<Job>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            suite: suite.to_owned(),
            seed,
            shard: shard.to_string(),
            jobs,
        }
    }
}

/// Records by key, and how many files were damaged.
#[derive(Clone, Debug, Default)]
pub struct Records {
    /// What was read.
    pub by_key: HashMap<String, Record>,
    /// Files that were cut off or changed.
    pub damaged: usize,
}

/// A folder of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(PathBuf);

impl Folder {
    /// A folder to run in: new, empty, or one of a regression.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let folder = Self(path.to_owned());
        if path.is_file() {
            return Err(Failure::bad_input(format!(
                "{} is a file; --resume takes a folder",
                path.display()
            )));
        }
        if path.exists() {
            let others = folder.names(path)?;
            if !others.is_empty() && !others.iter().any(|name| name == PLAN || name == "jobs") {
                return Err(Failure::bad_input(format!(
                    "{} holds {} and no regression; --resume takes a new or empty folder, or one \
                     that a regression has begun",
                    path.display(),
                    others[0]
                )));
            }
        }
        crate::dut::check_writable(&folder.jobs())?;
        folder.refuse_foreign()?;
        Ok(folder)
    }

    /// The first free one of `ROOT/1`, `ROOT/2` and so on.
    pub fn fresh(root: &Path) -> Result<Self, Failure> {
        let refuse =
            |error| Failure::bad_input(format!("cannot write to {}: {error}", root.display()));
        fs::create_dir_all(root).map_err(refuse)?;
        for number in 1_u32.. {
            let path = root.join(number.to_string());
            match fs::create_dir(&path) {
                Ok(()) => return Self::open(&path),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(refuse(error)),
            }
        }
        Err(Failure::bad_input(format!("{} is full", root.display())))
    }

    /// A folder to read from.
    pub fn existing(path: &Path) -> Result<(Self, Plan), Failure> {
        let folder = Self(path.to_owned());
        let file = path.join(PLAN);
        let text = fs::read_to_string(&file).map_err(|error| {
            Failure::bad_input(format!(
                "{} holds no regression: {PLAN} cannot be read: {error}",
                path.display()
            ))
        })?;
        let plan: Option<Plan> = serde_json::from_str(&text).ok();
        let plan = plan.filter(|plan| plan.format == FORMAT && plan.version == VERSION);
        let plan = plan.ok_or_else(|| {
            Failure::bad_input(format!(
                "{} is no plan of a regression, or one of another version; run the regression \
                 again with --resume {}",
                file.display(),
                path.display()
            ))
        })?;
        folder.refuse_foreign()?;
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

    fn names(&self, folder: &Path) -> Result<Vec<String>, Failure> {
        let refuse =
            |error| Failure::bad_input(format!("{}: cannot be read: {error}", folder.display()));
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(refuse)? {
            let name = entry.map_err(refuse)?.file_name();
            names.push(name.to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    /// JSON of somebody else is not for us to overlook, and less to overwrite.
    fn refuse_foreign(&self) -> Result<(), Failure> {
        let foreign = |file: PathBuf| {
            Failure::bad_input(format!(
                "{} is no result of a regression; move it away or name another folder",
                file.display()
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
    pub fn save_plan(&self, plan: &Plan) -> Result<(), Failure> {
        crate::dut::write(&self.0.join(PLAN), &json(plan))
    }

    /// Keeps what came of a job.
    pub fn save(&self, record: &Record) -> Result<(), Failure> {
        let file = self.jobs().join(format!("{}.json", record.key));
        crate::dut::write(&file, &json(record))
    }

    /// What is kept of jobs.
    pub fn records(&self) -> Result<Records, Failure> {
        let mut records = Records::default();
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
                    return Err(Failure::bad_input(format!(
                        "{} is no result of a regression, or one of another version; move it away \
                         or name another folder",
                        file.display()
                    )));
                }
            }
        }
        Ok(records)
    }

    /// The jobs that are still to be run. What could not be run is tried again.
    pub fn unfinished(&self, jobs: &[Job]) -> Result<(Vec<Job>, usize), Failure> {
        let records = self.records()?;
        let finished = |job: &&Job| {
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
    use crate::regress::suite::{Request, Suite};

    #[test]
    fn what_is_whole_is_kept_and_what_is_cut_off_is_run_again() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Folder::open(&scratch.path().join("results")).unwrap();
        let jobs = Request::new(Suite::Smoke).jobs().unwrap();
        let jobs = &jobs[..4];
        for job in jobs {
            folder.save(&Record::new(job)).unwrap();
        }
        assert_eq!(folder.unfinished(jobs).unwrap(), (vec![], 0));
        let file = |job: &Job| folder.jobs().join(format!("{}.json", job.key()));
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
        assert!(Folder::open(folder.path()).is_ok());
    }

    #[test]
    fn what_could_not_be_run_is_tried_again() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Folder::open(scratch.path()).unwrap();
        let jobs = Request::new(Suite::Smoke).jobs().unwrap();
        let record = Record::new(&jobs[0]).wrong(Verdict::Error, Default::default());
        folder.save(&record).unwrap();
        assert_eq!(folder.unfinished(&jobs[..1]).unwrap().0.len(), 1);
    }
}
