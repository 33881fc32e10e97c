//! Results as JSON, described in `docs/formats.md`.

use crate::regression::results::{JobResult, Outcome};
use serde::Serialize;
use std::time::Duration;

/// The value of the document's `format`.
pub const FORMAT: &str = "warploom-results";
/// The version that is written.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'r> {
    format: &'static str,
    version: u32,
    tool: &'static str,
    exit_code: u8,
    jobs: Vec<Job<'r>>,
}

#[derive(Serialize)]
struct Job<'r> {
    unit: &'static str,
    preset: &'static str,
    changes: Vec<String>,
    engine: &'static str,
    dialect: String,
    reset: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rtl: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bug: Option<&'r str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    power_aware: bool,
    seed: u64,
    cycles: u64,
    began: f64,
    building: f64,
    seconds: f64,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatch: Option<Mismatch<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'r str>,
}

#[derive(Serialize)]
struct Mismatch<'r> {
    cycle: u64,
    subject: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    shrunk_to: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waves: Option<String>,
}

/// The document.
pub fn document(results: &[JobResult], exit_code: u8) -> String {
    super::json::text(&Document {
        format: FORMAT,
        version: VERSION,
        tool: crate::TOOL,
        exit_code,
        jobs: results.iter().map(job).collect(),
    })
}

/// Seconds, to three places.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}

fn job(result: &JobResult) -> Job<'_> {
    let target = &result.target;
    let changes = target.configuration.changes.iter();
    Job {
        unit: target.configuration.unit().name(),
        preset: target.configuration.preset,
        changes: changes.map(|(k, v)| format!("{k}={v}")).collect(),
        engine: target.engine.name(),
        dialect: target.dialect.to_string(),
        reset: target.reset.to_string(),
        rtl: target.rtl.as_ref().map(|p| p.display().to_string()),
        bug: target.bug.as_deref(),
        power_aware: target.power_aware,
        seed: result.seed,
        cycles: result.cycles,
        began: milliseconds(result.began),
        building: milliseconds(result.building),
        seconds: milliseconds(result.time),
        verdict: match &result.outcome {
            Outcome::Match => "match",
            Outcome::Mismatch(_) => "mismatch",
            Outcome::OutOfContract { .. } => "out-of-contract",
            Outcome::Error(_) => "error",
            Outcome::Interrupted => "interrupted",
        },
        mismatch: match &result.outcome {
            Outcome::Mismatch(found) => Some(Mismatch {
                cycle: found.cycle,
                subject: found.subject.name(),
                shrunk_to: found.shrunk_to,
                replay: found.replay.as_ref().map(|p| p.display().to_string()),
                waves: found.waves.as_ref().map(|p| p.display().to_string()),
            }),
            _ => None,
        },
        reason: match &result.outcome {
            Outcome::OutOfContract { reason, .. } => Some(reason),
            Outcome::Error(message) => Some(message),
            _ => None,
        },
    }
}
