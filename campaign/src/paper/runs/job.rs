//! A job of the papers' campaign.

use super::{compiled, facts, timed, values};
use crate::paper::work::{Look, PaperWork};
use crate::record::{gist, Record, Verdict, Wrong};
use crate::Error;
use cosim::regression::Monitor;
use progress::text::counted;
use serde_json::Value;
use std::sync::atomic::Ordering;

/// Runs it; `None` when the campaign was stopped before.
pub fn run(
    work: &PaperWork,
    record: Record<PaperWork>,
    monitor: &Monitor,
) -> Result<Option<Record<PaperWork>>, Error> {
    let ended = match &work.look {
        Look::Timed(setting) => timed::run(&work.descriptor, setting, work.max_cycles),
        Look::Values => values::run(&work.descriptor),
        Look::Compiled => compiled::run(&work.descriptor),
        Look::Facts => facts::document(),
    };
    let mut record = record;
    let wrong = match ended {
        Ok(document) => {
            record.cycles = document["timing"]["cycles"].as_u64().unwrap_or(0);
            let wrong = document["passed"] == Value::Bool(false);
            record.found.document = document;
            wrong.then(|| "its results are wrong".to_owned())
        }
        Err(error) => Some(error.to_string()),
    };
    monitor
        .watch
        .cycles
        .fetch_add(record.cycles, Ordering::Relaxed);
    monitor.finished.fetch_add(1, Ordering::Relaxed);
    let Some(text) = wrong else {
        return Ok(Some(record));
    };
    monitor.say(format!(
        "{work}: {text}, {}",
        counted(record.cycles, "cycle")
    ));
    let message = text.lines().next().unwrap_or_default().to_owned();
    let wrong = Wrong {
        signature: format!("{}: {}", work.kernel(), gist(&message)),
        message,
        text,
        ..Wrong::default()
    };
    Ok(Some(record.wrong(Verdict::Failed, wrong)))
}
