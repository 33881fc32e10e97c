//! Seeded bugs as a table: which were caught, when and by what.

use crate::regression::results::{JobResult, Outcome};
use progress::text::{columns, grouped, Align};
use std::fmt::Write;

/// The exit code of a run of seeded bugs: as for any run, but a bug has to mismatch and the
/// unmutated unit has to match.
pub fn exit_code(results: &[JobResult]) -> u8 {
    let fine = |result: &JobResult| {
        result.target.bug.is_some() == matches!(result.outcome, Outcome::Mismatch(_))
    };
    match crate::regression::results::exit_code(results) {
        0 | 1 if results.iter().all(fine) => 0,
        0 | 1 => 1,
        other => other,
    }
}

/// The table, and a last line that sums up.
pub fn table(results: &[JobResult]) -> String {
    let heads = [
        ("unit", Align::Left),
        ("preset", Align::Left),
        ("bug", Align::Left),
        ("cycle", Align::Right),
        ("verdict", Align::Left),
    ];
    let rows: Vec<Vec<String>> = results
        .iter()
        .map(|result| {
            let (cycle, verdict) = verdict(result);
            vec![
                result.target.configuration.unit().to_string(),
                result.target.configuration.label(),
                result.target.bug.clone().unwrap_or("(none)".to_owned()),
                cycle,
                verdict,
            ]
        })
        .collect();
    let mut text = columns(&heads, &rows);
    let mut told = Vec::new();
    for result in results {
        if let Outcome::Error(message) = &result.outcome {
            if !told.contains(&message) {
                let _ = writeln!(text, "\n{}: {}", result.target, message.trim_end());
                told.push(message);
            }
        }
    }
    let bugs: Vec<_> = results.iter().filter(|r| r.target.bug.is_some()).collect();
    let caught = |r: &&&JobResult| matches!(r.outcome, Outcome::Mismatch(_));
    let _ = writeln!(
        text,
        "\n{} of {} seeded bugs caught",
        bugs.iter().filter(caught).count(),
        bugs.len()
    );
    text
}

fn verdict(result: &JobResult) -> (String, String) {
    match (&result.outcome, result.target.bug.is_some()) {
        (Outcome::Mismatch(found), true) => {
            (grouped(found.cycle), format!("caught: {}", found.subject))
        }
        (Outcome::Match, true) => (grouped(result.cycles), "SURVIVED".to_owned()),
        (outcome, _) => (grouped(result.cycles), super::table::outcome(outcome)),
    }
}
