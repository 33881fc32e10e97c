//! The report as JUnit XML: one suite for each unit and each kernel, one case for each job.

use super::job::{quoted, Work};
use super::record::Verdict;
use super::report::{Entry, Report};
use cosim::report::junit::escaped;
use std::fmt::Write;

/// The document.
pub fn document(report: &Report) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    // Entries are ordered by unit and by kernel.
    for suite in report.entries.chunk_by(|a, b| suite(a) == suite(b)) {
        write_suite(&mut text, suite);
    }
    text.push_str("</testsuites>\n");
    text
}

fn suite(entry: &Entry) -> String {
    match &entry.job.work {
        Work::Unit(work) => work.unit.clone(),
        Work::Kernel(_) => entry.job.kernel(),
    }
}

fn write_suite(text: &mut String, entries: &[Entry]) {
    let count = |wanted: &[Option<Verdict>]| {
        let chosen = entries.iter().filter(|e| wanted.contains(&e.verdict()));
        chosen.count()
    };
    let seconds = entries.iter().filter_map(|e| e.result.as_ref());
    let seconds: f64 = seconds.map(|(record, _)| record.seconds).sum();
    let _ = writeln!(
        text,
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" \
         time=\"{seconds:.3}\">",
        escaped(&suite(&entries[0])),
        entries.len(),
        count(&[Some(Verdict::Mismatch), Some(Verdict::Failed)]),
        count(&[Some(Verdict::OutOfContract), Some(Verdict::Error)]),
        count(&[None]),
    );
    for entry in entries {
        write_case(text, entry);
    }
    text.push_str("  </testsuite>\n");
}

fn write_case(text: &mut String, entry: &Entry) {
    let (class, name) = match &entry.job.work {
        Work::Unit(work) => (
            format!("{}.{}", work.unit, work.label()),
            format!("seed {}", work.seed),
        ),
        Work::Kernel(work) => (
            format!("{}.{}", entry.job.kernel(), work.scheme),
            format!("{} {}", work.label(), work.engine),
        ),
    };
    let seconds = entry
        .result
        .as_ref()
        .map_or(0.0, |(record, _)| record.seconds);
    let _ = write!(
        text,
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{seconds:.3}\"",
        escaped(&class),
        escaped(&name)
    );
    let body = match (entry.verdict(), entry.wrong()) {
        (None, _) => "<skipped message=\"no result\"/>".to_owned(),
        (Some(verdict), Some((wrong, folder))) => {
            let element = match verdict {
                Verdict::Mismatch | Verdict::Failed => "failure",
                _ => "error",
            };
            let mut body = format!("{}\nagain: {}", wrong.text, entry.job.command());
            if let Some(file) = &wrong.replay {
                let file = quoted(&folder.join(file));
                body.push_str(&format!("\nreplay: warploom replay {file}"));
            }
            format!(
                "<{element} type=\"{}\" message=\"{}\">{}</{element}>",
                escaped(&wrong.signature),
                escaped(&wrong.message),
                escaped(&body)
            )
        }
        (Some(_), None) => {
            text.push_str("/>\n");
            return;
        }
    };
    let _ = writeln!(text, ">\n      {body}\n    </testcase>");
}
