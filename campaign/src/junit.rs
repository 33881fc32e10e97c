//! The report as JUnit XML: one case for each job.

use crate::job::quoted;
use crate::record::Verdict;
use crate::report::{Entry, Report};
use crate::work::{Case, Work};
use cosim::report::junit::escaped;
use std::fmt::Write;

/// The document.
pub fn document<W: Work>(report: &Report<W>) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    // What belongs together stands together.
    for suite in report.entries.chunk_by(|a, b| suite(a) == suite(b)) {
        write_suite(&mut text, suite);
    }
    text.push_str("</testsuites>\n");
    text
}

fn suite<W: Work>(entry: &Entry<W>) -> String {
    entry.job.work.case().suite
}

fn write_suite<W: Work>(text: &mut String, entries: &[Entry<W>]) {
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

fn write_case<W: Work>(text: &mut String, entry: &Entry<W>) {
    let Case { class, name, .. } = entry.job.work.case();
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
            let mut body = format!("{}\nagain: {}", wrong.text, entry.job.work.command());
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
