//! The report as JUnit XML: one case for each job.

use crate::job::quoted;
use crate::record::Verdict;
use crate::report::{Entry, Report};
use crate::work::{self, Work};
use progress::junit::{self, Case, Outcome, Wrong};

/// The document.
pub fn document<W: Work>(report: &Report<W>) -> String {
    let cases: Vec<Case> = report.entries.iter().map(case).collect();
    junit::document(&cases)
}

fn case<W: Work>(entry: &Entry<W>) -> Case {
    let work::Case { suite, class, name } = entry.job.work.case();
    let record = entry.result.as_ref();
    Case {
        suite,
        class,
        name,
        seconds: record.map_or(0.0, |(record, _)| record.seconds),
        outcome: outcome(entry),
    }
}

fn outcome<W: Work>(entry: &Entry<W>) -> Outcome {
    let (verdict, wrong, folder) = match (entry.verdict(), entry.wrong()) {
        (None, _) => return Outcome::Skipped("no result".to_owned()),
        (Some(_), None) => return Outcome::Passed,
        (Some(verdict), Some((wrong, folder))) => (verdict, wrong, folder),
    };
    let mut text = format!("{}\nagain: {}", wrong.text, entry.job.work.command());
    if let Some(file) = &wrong.replay {
        let file = quoted(&folder.join(file));
        text.push_str(&format!("\nreplay: warploom replay {file}"));
    }
    let wrong = Wrong {
        kind: wrong.signature.clone(),
        message: wrong.message.clone(),
        text,
    };
    match verdict {
        Verdict::Mismatch | Verdict::Failed => Outcome::Failure(wrong),
        _ => Outcome::Error(wrong),
    }
}
