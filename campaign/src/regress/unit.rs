//! A job of a unit: what `warploom cosim` does.

use super::job::{Record, UnitWork};
use super::shop::Shop;
use crate::folder::Folder;
use crate::record::{gist, within, Verdict, Wrong};
use crate::Error;
use cosim::coverage;
use cosim::regression::{self, Found, Length, Monitor, Outcome, Plan};
use cosim::report::table;
use cosim::shrink::Limits;
use cosim::target::Target;
use std::sync::atomic::Ordering;
use surroundings::engine::EngineError;

/// Runs it; `None` when it was stopped.
pub fn run(
    work: &UnitWork,
    record: Record,
    folder: &Folder,
    shop: &Shop,
    monitor: &Monitor,
) -> Result<Option<Record>, Error> {
    let target = work.target()?;
    let plan = Plan {
        targets: vec![target.clone()],
        seeds: vec![work.seed],
        length: Length::Cycles(work.cycles),
        jobs: 1,
        out: folder.failures(&record.key),
        limits: Limits::default(),
        waves: true,
    };
    let Some(result) = regression::run(&plan, shop, monitor).pop() else {
        return Ok(None);
    };
    let mut record = record;
    record.cycles = result.cycles;
    let unit = &work.unit;
    let message = table::outcome(&result.outcome);
    let wrong = |signature: String, text: String| Wrong {
        signature,
        message: message.clone(),
        text,
        ..Wrong::default()
    };
    let mut record = match result.outcome {
        Outcome::Interrupted => return Ok(None),
        Outcome::Match => record,
        Outcome::OutOfContract { reason, .. } => {
            let signature = format!("{unit}: out of contract: {}", gist(&reason));
            record.wrong(Verdict::OutOfContract, wrong(signature, reason))
        }
        Outcome::Error(error) => {
            let signature = format!("{unit}: {}", gist(&error));
            record.wrong(Verdict::Error, wrong(signature, error))
        }
        Outcome::Mismatch(found) => {
            let Found {
                subject,
                text,
                replay,
                waves,
                ..
            } = *found;
            let mut wrong = wrong(format!("{unit}: {subject}"), text);
            wrong.replay = within(folder.path(), replay);
            wrong.waves = within(folder.path(), waves);
            record.wrong(Verdict::Mismatch, wrong)
        }
    };
    if work.coverage && record.verdict != Verdict::Error {
        match covered(&target, work, shop, monitor) {
            Ok(None) => return Ok(None),
            Ok(coverage) => record.found.coverage = coverage,
            // Ctrl-C reaches the tools of a build too.
            Err(_) if monitor.watch.stop.load(Ordering::Relaxed) => return Ok(None),
            // A verdict of the unit comes first.
            Err(error) if record.verdict == Verdict::Pass => {
                let signature = format!("{unit}: coverage: {}", gist(&error.message));
                let wrong = Wrong {
                    signature,
                    message: format!("ERROR: coverage: {}", gist(&error.message)),
                    text: error.message,
                    ..Wrong::default()
                };
                record = record.wrong(Verdict::Error, wrong);
            }
            Err(error) => monitor.say(format!("{target}: no coverage: {error}")),
        }
    }
    Ok(Some(record))
}

fn covered(
    target: &Target,
    work: &UnitWork,
    shop: &Shop,
    monitor: &Monitor,
) -> Result<Option<coverage::Coverage>, EngineError> {
    let bench = shop.builder.build_counted(target)?;
    coverage::measure(&bench, target, work.seed, work.cycles, &monitor.watch)
}
