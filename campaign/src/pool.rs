//! Runs what is not finished yet.

use crate::folder::Folder;
use crate::job::Job;
use crate::queue::Queue;
use crate::record::{gist, Record, Verdict, Wrong};
use crate::work::Work;
use crate::Error;
use cosim::regression::forecast::{Expected, Forecast, Phase};
use cosim::regression::progress::{shown, Total};
use cosim::regression::Monitor;
use progress::parallel;
use std::collections::HashSet;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Does the work of a job, given its fresh record; `None` when it was stopped.
pub type Doing<'a, W, E> = &'a (dyn Fn(&W, Record<W>) -> Result<Option<Record<W>>, E> + Sync);

/// Runs jobs, each of which leaves its record. A job that was stopped leaves nothing.
pub fn run<W: Work, E: From<Error> + Send>(
    jobs: &[Job<W>],
    threads: usize,
    folder: &Folder,
    monitor: &Monitor,
    doing: Doing<'_, W, E>,
) -> Result<(), E> {
    let total = Total {
        jobs: jobs.len() as u64,
    };
    let stop = &monitor.watch.stop;
    let begun = Instant::now();
    if let (Ok(mut forecast), Some(new)) = (monitor.forecast.lock(), forecast(jobs, threads)) {
        *forecast = new;
    }
    let tell = |tell: fn(&mut Forecast, usize, Phase, Duration), number: usize| {
        if let Ok(mut forecast) = monitor.forecast.lock() {
            tell(&mut forecast, number, Phase::Running, begun.elapsed());
        }
    };
    let queue = Queue::new(jobs.iter().map(|job| job.work.apart()).collect());
    // As many turns as there are jobs; whose each is says the queue.
    let work = |_: &Job<W>| {
        let next = queue.next();
        let Some(number) = next.filter(|_| !stop.load(Ordering::Relaxed)) else {
            return Ok(());
        };
        tell(Forecast::begins, number);
        let record = one(&jobs[number], doing);
        queue.done(number);
        let record = record?;
        tell(Forecast::ends, number);
        let saved = record.map_or(Ok(()), |record| folder.save(&record));
        // Without a place for results there is no use in more of them.
        stop.fetch_or(saved.is_err(), Ordering::Relaxed);
        Ok(saved?)
    };
    let all = || parallel::map_on(threads, jobs, &work);
    let results: Vec<Result<(), E>> = shown(total, monitor, all);
    results.into_iter().collect()
}

/// What is expected of all jobs, if it is known of each.
fn forecast<W: Work>(jobs: &[Job<W>], threads: usize) -> Option<Forecast> {
    let mut seen = HashSet::new();
    let expected = |job: &Job<W>| {
        let is_first = { job.work.apart() }.is_none_or(|apart| seen.insert(apart));
        let running = job.work.expected(is_first)?;
        Some(Expected {
            building: 0.0,
            running,
        })
    };
    let expected: Option<Vec<Expected>> = jobs.iter().map(expected).collect();
    Some(Forecast::new(expected?, threads))
}

fn one<W: Work, E>(job: &Job<W>, doing: Doing<'_, W, E>) -> Result<Option<Record<W>>, E> {
    let start = Instant::now();
    let run = || doing(&job.work, Record::new(job));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{jobs, Sum};

    #[test]
    fn a_panic_costs_one_job_and_what_is_stopped_leaves_nothing() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = Folder::open::<Sum>(scratch.path()).unwrap();
        let jobs = &jobs()[..8];
        let doing = |sum: &Sum, mut record: Record<Sum>| -> Result<_, Error> {
            assert!((sum.a, sum.b) != (1, 1), "no such sum");
            record.found.total = Some(sum.a + sum.b);
            Ok(Some(record).filter(|_| (sum.a, sum.b) != (1, 2)))
        };
        run(jobs, 2, &folder, &Monitor::default(), &doing).unwrap();
        let records = folder.records::<Sum>().unwrap();
        let of = |at: usize| records.by_key.get(&jobs[at].key());
        assert_eq!(of(7).and_then(|record| record.found.total), Some(4));
        let wrong = of(5).and_then(|record| record.wrong.as_ref()).unwrap();
        assert_eq!(wrong.message, "panic: no such sum");
        assert!(of(6).is_none());
    }
}
