//! What came of a campaign, from one folder of results or from those of several machines: the same
//! whatever their order, each job once.

use crate::folder::{Folder, Plan};
use crate::job::{quoted, Job};
use crate::record::{Record, Verdict, Wrong};
use crate::work::Work;
use crate::Error;
use progress::text::counted;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A job and what came of it.
#[derive(Clone, Debug)]
pub struct Entry<W: Work> {
    /// The job.
    pub job: Job<W>,
    /// Its record, and the folder that has it.
    pub result: Option<(Record<W>, PathBuf)>,
}

impl<W: Work> Entry<W> {
    /// What came of it, if anything.
    pub fn verdict(&self) -> Option<Verdict> {
        self.result.as_ref().map(|(record, _)| record.verdict)
    }

    /// Why it did not pass, and where its files are.
    pub fn wrong(&self) -> Option<(&Wrong, &Path)> {
        let (record, folder) = self.result.as_ref()?;
        Some((record.wrong.as_ref()?, folder))
    }
}

/// Failures that have a signature in common.
#[derive(Clone, Debug)]
pub struct Bucket<'a, W: Work> {
    /// The signature.
    pub signature: &'a str,
    /// The jobs.
    pub entries: Vec<&'a Entry<W>>,
}

/// How a campaign ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every job passed.
    Fine,
    /// Some failed, or contradict themselves.
    Failed,
    /// Stimulus left a contract.
    OutOfContract,
    /// Jobs have no result or could not be run.
    Incomplete,
    /// It was stopped before all had a result.
    Interrupted,
}

/// All of it.
#[derive(Clone, Debug)]
pub struct Report<W: Work> {
    /// The jobs in order.
    pub entries: Vec<Entry<W>>,
    /// Jobs of which there are two results that contradict each other.
    pub conflicts: Vec<String>,
    /// Files of results that were cut off or changed.
    pub damaged: usize,
    /// Suites and first seeds.
    pub titles: BTreeSet<String>,
    /// Whether it was stopped.
    pub interrupted: bool,
}

impl<W: Work> Report<W> {
    /// Of a part of the jobs that were run in one folder.
    pub fn of(folder: &Folder, plan: &Plan<W>, jobs: &[Job<W>]) -> Result<Self, Error> {
        let mut part = plan.clone();
        part.jobs = jobs.to_vec();
        Self::joined(&[(folder.clone(), part)])
    }

    /// Of several folders.
    pub fn merged(paths: &[PathBuf]) -> Result<Self, Error> {
        let mut seen = BTreeSet::new();
        let mut folders = Vec::new();
        for path in paths.iter().collect::<BTreeSet<_>>() {
            // The same folder under two names is one.
            if seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
                folders.push(Folder::existing(path)?);
            }
        }
        Self::joined(&folders)
    }

    fn joined(folders: &[(Folder, Plan<W>)]) -> Result<Self, Error> {
        let mut report = Self {
            entries: Vec::new(),
            conflicts: Vec::new(),
            damaged: 0,
            titles: BTreeSet::new(),
            interrupted: false,
        };
        let mut entries: BTreeMap<String, Entry<W>> = BTreeMap::new();
        for (_, plan) in folders {
            let title = format!("suite {}, first seed {}", plan.suite, plan.seed);
            report.titles.insert(title);
            for job in &plan.jobs {
                let entry = Entry {
                    job: job.clone(),
                    result: None,
                };
                entries.entry(job.key()).or_insert(entry);
            }
        }
        for (folder, _) in folders {
            let records = folder.records()?;
            report.damaged += records.damaged;
            for (key, record) in records.by_key {
                // What no plan has is of another regression.
                if let Some(entry) = entries.get_mut(&key) {
                    add(entry, record, folder.path(), &mut report.conflicts);
                }
            }
        }
        report.entries = entries.into_values().collect();
        report.entries.sort_by_cached_key(|entry| entry.job.order());
        report.conflicts.sort();
        Ok(report)
    }

    /// Failures by signature, the most frequent first.
    pub fn buckets(&self) -> Vec<Bucket<'_, W>> {
        let mut found: BTreeMap<&str, Vec<&Entry<W>>> = BTreeMap::new();
        for entry in &self.entries {
            if let Some((wrong, _)) = entry.wrong() {
                found.entry(&wrong.signature).or_default().push(entry);
            }
        }
        let bucket = |(signature, entries)| Bucket { signature, entries };
        let mut buckets: Vec<Bucket<'_, W>> = found.into_iter().map(bucket).collect();
        buckets.sort_by_key(|bucket| std::cmp::Reverse(bucket.entries.len()));
        buckets
    }

    /// Jobs without a result.
    pub fn missing(&self) -> impl Iterator<Item = &Entry<W>> {
        self.entries.iter().filter(|entry| entry.result.is_none())
    }

    /// How it ends.
    pub fn end(&self) -> End {
        let any = |verdict| self.entries.iter().any(|e| e.verdict() == Some(verdict));
        let missing = self.missing().next().is_some();
        if missing && self.interrupted {
            End::Interrupted
        } else if missing || any(Verdict::Error) {
            End::Incomplete
        } else if any(Verdict::Mismatch) || any(Verdict::Failed) || !self.conflicts.is_empty() {
            End::Failed
        } else if any(Verdict::OutOfContract) {
            End::OutOfContract
        } else {
            End::Fine
        }
    }

    /// `241 jobs: 238 pass, 3 mismatch`.
    pub fn counts(&self, of: impl Fn(&Entry<W>) -> bool) -> String {
        let mut counts: BTreeMap<Option<Verdict>, usize> = BTreeMap::new();
        let chosen = self.entries.iter().filter(|entry| of(entry));
        for entry in chosen {
            *counts.entry(entry.verdict()).or_default() += 1;
        }
        let total: usize = counts.values().sum();
        let verdicts = [
            Some(Verdict::Pass),
            Some(Verdict::Mismatch),
            Some(Verdict::Failed),
            Some(Verdict::OutOfContract),
            Some(Verdict::Error),
            None,
        ];
        let parts = verdicts.into_iter().filter_map(|verdict| {
            let count = counts.get(&verdict)?;
            let name = verdict.map_or("without a result", Verdict::name);
            Some(format!("{count} {name}"))
        });
        let parts: Vec<String> = parts.collect();
        format!("{}: {}", counted(total as u64, "job"), parts.join(", "))
    }

    /// For a person at a terminal.
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        for bucket in self.buckets() {
            let jobs = counted(bucket.entries.len() as u64, "job");
            lines.push(format!("{}: {jobs}", bucket.signature));
            for entry in &bucket.entries {
                let Some((wrong, folder)) = entry.wrong() else {
                    continue;
                };
                lines.push(format!("  {}: {}", entry.job, wrong.message));
                lines.push(format!("    again:  {}", entry.job.work.command()));
                if let Some(file) = &wrong.replay {
                    let file = quoted(&folder.join(file));
                    lines.push(format!("    replay: warploom replay {file}"));
                }
                if let Some(file) = &wrong.waves {
                    lines.push(format!("    waves:  {}", folder.join(file).display()));
                }
            }
            lines.push(String::new());
        }
        for conflict in &self.conflicts {
            lines.push(format!("contradiction: {conflict}"));
        }
        if self.damaged > 0 {
            let files = counted(self.damaged as u64, "damaged file");
            lines.push(format!("{files} of results did not count"));
        }
        let missing: Vec<String> = self.missing().map(|e| e.job.to_string()).collect();
        if let (false, Some(first)) = (self.interrupted, missing.first()) {
            let others = missing.len() - 1;
            let others = if others > 0 {
                format!(" and {others} more")
            } else {
                String::new()
            };
            lines.push(format!(
                "no result of {first}{others}: run its shard again with --resume"
            ));
        }
        let mut parts: Vec<&str> = self.entries.iter().map(|e| e.job.work.part()).collect();
        parts.dedup();
        for part in parts {
            let counts = self.counts(|entry| entry.job.work.part() == part);
            lines.push(format!("{part:<10} {counts}"));
        }
        lines.push(format!("{:<10} {}", "together", self.counts(|_| true)));
        lines.join("\n")
    }
}

/// Of two results of a job the worse one stays; of two that say the same always the same one.
fn add<W: Work>(
    entry: &mut Entry<W>,
    record: Record<W>,
    folder: &Path,
    conflicts: &mut Vec<String>,
) {
    let Some((old, place)) = &entry.result else {
        entry.result = Some((record, folder.to_owned()));
        return;
    };
    if old.outcome() != record.outcome() {
        let mut both = [(old, place.as_path()), (&record, folder)];
        both.sort_by_key(|(_, folder)| folder.to_path_buf());
        let said = both.map(|(record, folder)| {
            let (verdict, cycles, signature) = record.outcome();
            let what = if signature.is_empty() {
                verdict.name()
            } else {
                signature
            };
            let cycles = counted(cycles, "cycle");
            format!("{what} after {cycles} in {}", folder.display())
        });
        conflicts.push(format!("{}: {}", entry.job, said.join(", ")));
    }
    let rank = |record: &Record<W>, folder: &Path| {
        let text = serde_json::to_string(record).unwrap_or_default();
        (std::cmp::Reverse(record.verdict), text, folder.to_owned())
    };
    if rank(&record, folder) < rank(old, place) {
        entry.result = Some((record, folder.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{folder, jobs, Sum};
    use crate::shard::Shard;
    use crate::{junit, page};

    fn mismatch(record: Record<Sum>, subject: &str) -> Record<Sum> {
        let wrong = Wrong {
            signature: format!("sum: {subject} differs"),
            message: "MISMATCH: <a> & \"b\" \u{1}".into(),
            text: "DUT beside <golden>".into(),
            replay: Some("failures/x/x.json".into()),
            waves: Some("failures/x/x.fst".into()),
        };
        record.wrong(Verdict::Mismatch, wrong)
    }

    #[test]
    fn shards_merge_to_the_same_bytes_in_any_order() {
        let scratch = tempfile::tempdir().unwrap();
        let spoil = |job: &Job<Sum>, mut record: Record<Sum>| {
            record.seconds = (job.work.a * 4 + job.work.b) as f64 / 8.0;
            match (job.work.a, job.work.b) {
                (5, 1..) => mismatch(record, "carry"),
                _ => record,
            }
        };
        let mut paths: Vec<PathBuf> = (1..=4)
            .map(|index| {
                let path = scratch.path().join(format!("shard-{index}"));
                folder(&path, Shard { index, count: 4 }, spoil)
            })
            .collect();
        // One job in two folders, in one of them slower.
        paths.push(folder(
            &scratch.path().join("again"),
            Shard { index: 2, count: 4 },
            |job, record| {
                let mut record = spoil(job, record);
                record.seconds += 1.0;
                record
            },
        ));
        let here = scratch.path().join("html");
        let written = |paths: &[PathBuf]| {
            let report = Report::<Sum>::merged(paths).unwrap();
            assert!(report.conflicts.is_empty(), "{:?}", report.conflicts);
            let html = page::document(&report, "Sums", &here, &page::Sections::default());
            (report.text(), junit::document(&report), html)
        };
        let first = written(&paths);
        for line in [
            "\nsmall      16 jobs: 16 pass\n",
            "\nlarge      16 jobs: 13 pass, 3 mismatch\n",
            "sum: carry differs: 3 jobs\n",
        ] {
            assert!(first.0.contains(line), "no {line} in {}", first.0);
        }
        for turn in 0..paths.len() {
            paths.rotate_left(1);
            if turn % 2 == 0 {
                paths.swap(0, 3);
            }
            assert_eq!(written(&paths), first);
        }
        let report = Report::<Sum>::merged(&paths).unwrap();
        assert_eq!(report.end(), End::Failed);
        assert_eq!(report.entries.len(), jobs().len());
    }

    #[test]
    fn what_is_lost_or_contradicts_itself_is_said() {
        let scratch = tempfile::tempdir().unwrap();
        let whole = folder(&scratch.path().join("a"), Shard::WHOLE, |_, record| record);
        let part = folder(
            &scratch.path().join("b"),
            Shard { index: 1, count: 4 },
            |job, record| match job.to_string().as_str() {
                "0 and 0" => mismatch(record, "total"),
                _ => record,
            },
        );
        let lost = Report::<Sum>::merged(std::slice::from_ref(&part)).unwrap();
        assert_eq!(lost.end(), End::Incomplete);
        assert!(lost.text().contains("no result of "), "{}", lost.text());
        for paths in [[whole.clone(), part.clone()], [part, whole]] {
            let report = Report::<Sum>::merged(&paths).unwrap();
            assert_eq!(report.conflicts.len(), 1);
            assert!(report.conflicts[0].starts_with("0 and 0: pass after"));
            assert_eq!(report.end(), End::Failed);
            assert_eq!(report.buckets().len(), 1, "the worse result stays");
        }
    }
}
