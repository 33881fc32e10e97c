//! Runs what is not finished yet.

use super::folder::Folder;
use super::job::{Job, Work};
use super::record::{gist, Record, Verdict, Wrong};
use super::shop::Shop;
use super::{kernel, unit};
use crate::failure::Failure;
use crate::parallel;
use cosim::regression::{progress, Monitor};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::Ordering;
use std::sync::Arc;
use std::time::Instant;

/// Runs jobs, each of which leaves its record. A job that was stopped leaves nothing.
pub fn run(
    jobs: &[Job],
    threads: usize,
    folder: &Folder,
    shop: &Shop,
    monitor: &Arc<Monitor>,
) -> Result<(), Failure> {
    let total = progress::Total {
        jobs: jobs.len() as u64,
    };
    let stop = &monitor.watch.stop;
    let work = |job: &Job| {
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let record = one(job, folder, shop, monitor)?;
        let saved = record.map_or(Ok(()), |record| folder.save(&record));
        // Without a place for results there is no use in more of them.
        stop.fetch_or(saved.is_err(), Ordering::Relaxed);
        saved
    };
    let all = || parallel::map_on(threads, jobs, &work);
    let results: Vec<Result<(), Failure>> = progress::shown(total, monitor, all);
    results.into_iter().collect()
}

fn one(
    job: &Job,
    folder: &Folder,
    shop: &Shop,
    monitor: &Arc<Monitor>,
) -> Result<Option<Record>, Failure> {
    let start = Instant::now();
    let fresh = Record::new(job);
    let run = || match &job.work {
        Work::Unit(work) => unit::run(work, fresh, folder, shop, monitor),
        Work::Kernel(work) => kernel::run(work, fresh, folder, shop, monitor),
    };
    // A panic is a bug, and one that shall not cost the other jobs.
    let record = catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or(panic.downcast_ref::<&str>().copied());
        let text = format!("panic: {}", said.unwrap_or("(no message)"));
        let wrong = Wrong {
            signature: gist(&text),
            message: gist(&text),
            text,
            ..Wrong::default()
        };
        Ok(Some(Record::new(job).wrong(Verdict::Failed, wrong)))
    })?;
    Ok(record.map(|mut record| {
        record.seconds = (start.elapsed().as_secs_f64() * 1e3).round() / 1e3;
        record
    }))
}
