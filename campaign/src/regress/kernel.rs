//! A job of a kernel: what `warploom run --scheme` does.

use super::job::{KernelWork, Record};
use super::shop::{InRun, Shop};
use crate::folder::Folder;
use crate::kernels;
use crate::record::{gist, within, Verdict, Wrong};
use crate::timed::{Difference, Timed};
use crate::Error;
use cosim::regression::Monitor;
use progress::text::counted;
use sm::host::{Options, Session, TimedOutcome};
use std::sync::atomic::Ordering;
use std::sync::Arc;

/// Runs it; `None` when it was stopped.
pub fn run(
    work: &KernelWork,
    record: Record,
    folder: &Folder,
    shop: &Shop,
    monitor: &Arc<Monitor>,
) -> Result<Option<Record>, Error> {
    let timed = work.run(folder.failures(&record.key))?;
    let workshop = InRun::new(shop, monitor);
    let run = || -> Result<Timed, Error> {
        let descriptor = kernels::folder().join(&work.descriptor);
        let session = Session::open_for(&descriptor, work.address_size)?;
        let say = |line: &str| monitor.say(line.to_owned());
        timed.run_on(&session, Options::default(), &workshop, &say)
    };
    let ended = run();
    if monitor.watch.stop.load(Ordering::Relaxed) && !matches!(ended, Ok(Timed::Ran(_))) {
        return Ok(None);
    }
    let mut record = record;
    let record = match ended {
        Ok(Timed::Ran(ran)) => {
            record.cycles = ran.counts.cycles;
            monitor
                .watch
                .cycles
                .fetch_add(record.cycles, Ordering::Relaxed);
            checked(record, &ran)
        }
        Ok(Timed::Differs(difference)) => differs(work, record, folder, *difference),
        Err(error) => {
            let text = error.to_string();
            let verdict = if workshop.failed() {
                Verdict::Error
            } else {
                Verdict::Failed
            };
            let wrong = Wrong {
                signature: gist(&text),
                message: gist(&text),
                text,
                ..Wrong::default()
            };
            record.wrong(verdict, wrong)
        }
    };
    monitor.finished.fetch_add(1, Ordering::Relaxed);
    let end = record.wrong.as_ref();
    let end = end.map_or(record.verdict.name(), |wrong| &wrong.message);
    let cycles = counted(record.cycles, "cycle");
    monitor.say(format!("{}: {end}, {cycles}", record.job));
    Ok(Some(record))
}

fn checked(record: Record, ran: &TimedOutcome) -> Record {
    if ran.outcome.passed() {
        return record;
    }
    let failing = ran.outcome.checks.iter().filter(|check| !check.passed());
    let mut lines: Vec<String> = failing.map(ToString::to_string).collect();
    lines.extend(ran.outcome.unfinished.clone());
    let first = lines.first().cloned().unwrap_or_default();
    let signature = format!("{}: {}", record.job.work.kernel(), gist(&first));
    let wrong = Wrong {
        signature,
        message: format!("FAILED: {first}"),
        text: lines.join("\n"),
        ..Wrong::default()
    };
    record.wrong(Verdict::Failed, wrong)
}

fn differs(work: &KernelWork, record: Record, folder: &Folder, found: Difference) -> Record {
    let signature = found.signature.unwrap_or_else(|| {
        let what = found.message.rsplit(": ").next().unwrap_or_default();
        format!("{}: {}", work.scheme, gist(what))
    });
    let wrong = Wrong {
        signature,
        message: format!("MISMATCH: {}", found.message),
        text: format!("{}\n{}", found.message, found.text.trim_end()),
        replay: within(folder.path(), found.replay),
        waves: within(folder.path(), found.waves),
    };
    record.wrong(Verdict::Mismatch, wrong)
}
