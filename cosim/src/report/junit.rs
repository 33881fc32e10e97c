//! Results as JUnit XML: one suite for each unit, one case for each preset and seed.

use crate::regression::results::{JobResult, Outcome};
use crate::report::table;
use progress::junit::{self, Case, Wrong};

/// The document.
pub fn document(results: &[JobResult]) -> String {
    // Results are ordered by unit.
    let cases: Vec<Case> = results.iter().map(case).collect();
    junit::document(&cases)
}

fn case(result: &JobResult) -> Case {
    let configuration = &result.target.configuration;
    let unit = configuration.unit().name();
    let bug = result.target.bug.iter().map(|bug| format!(" bug {bug}"));
    Case {
        suite: unit.to_owned(),
        class: format!("{unit}.{}", configuration.label()),
        name: format!("seed {}{}", result.seed, bug.collect::<String>()),
        seconds: result.time.as_secs_f64(),
        outcome: outcome(&result.outcome),
    }
}

fn outcome(outcome: &Outcome) -> junit::Outcome {
    let wrong = |kind: &str, text: String| Wrong {
        kind: kind.to_owned(),
        message: table::outcome(outcome),
        text,
    };
    match outcome {
        Outcome::Match => junit::Outcome::Passed,
        Outcome::Interrupted => junit::Outcome::Skipped("interrupted".to_owned()),
        Outcome::Mismatch(found) => {
            let replay = found.replay.iter().map(|path| table::replay_command(path));
            let text = format!("{}\nreplay: {}", found.text, replay.collect::<String>());
            junit::Outcome::Failure(wrong("mismatch", text))
        }
        Outcome::OutOfContract { .. } => {
            junit::Outcome::Error(wrong("out-of-contract", String::new()))
        }
        Outcome::Error(details) => junit::Outcome::Error(wrong("error", details.clone())),
    }
}
