//! Results as JUnit XML, which CI servers read. One suite for each unit, one case for each
//! preset and seed.

use crate::regression::{JobResult, Outcome};
use crate::report::table;
use std::fmt::Write;

/// The document.
pub fn document(results: &[JobResult]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    let mut rest = results;
    while let Some(first) = rest.first() {
        let unit = first.target.configuration.unit();
        // Results are ordered by unit.
        let same = |result: &&JobResult| result.target.configuration.unit() == unit;
        let length = rest.iter().take_while(same).count();
        let (suite, others) = rest.split_at(length);
        write_suite(&mut text, unit.name(), suite);
        rest = others;
    }
    text.push_str("</testsuites>\n");
    text
}

fn write_suite(text: &mut String, unit: &str, results: &[JobResult]) {
    let count =
        |matches: fn(&Outcome) -> bool| results.iter().filter(|r| matches(&r.outcome)).count();
    let seconds: f64 = results.iter().map(|r| r.time.as_secs_f64()).sum();
    let _ = writeln!(
        text,
        "  <testsuite name=\"{unit}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" \
         time=\"{seconds:.3}\">",
        results.len(),
        count(|o| matches!(o, Outcome::Mismatch(_))),
        count(|o| matches!(o, Outcome::OutOfContract { .. } | Outcome::Error(_))),
        count(|o| matches!(o, Outcome::Interrupted)),
    );
    for result in results {
        write_case(text, unit, result);
    }
    text.push_str("  </testsuite>\n");
}

fn write_case(text: &mut String, unit: &str, result: &JobResult) {
    let bug = result.target.bug.iter().map(|bug| format!(" bug {bug}"));
    let _ = write!(
        text,
        "    <testcase classname=\"{}\" name=\"seed {}{}\" time=\"{:.3}\"",
        escaped(&format!("{unit}.{}", result.target.configuration.label())),
        result.seed,
        bug.collect::<String>(),
        result.time.as_secs_f64()
    );
    let message = escaped(&table::outcome(&result.outcome));
    let body = match &result.outcome {
        Outcome::Match => {
            text.push_str("/>\n");
            return;
        }
        Outcome::Interrupted => "<skipped message=\"interrupted\"/>".to_owned(),
        Outcome::Mismatch(found) => {
            let replay = found.replay.iter().map(|path| table::replay_command(path));
            let body = format!("{}\nreplay: {}", found.text, replay.collect::<String>());
            format!(
                "<failure type=\"mismatch\" message=\"{message}\">{}</failure>",
                escaped(&body)
            )
        }
        Outcome::OutOfContract { .. } => {
            format!("<error type=\"out-of-contract\" message=\"{message}\"/>")
        }
        Outcome::Error(details) => format!(
            "<error type=\"error\" message=\"{message}\">{}</error>",
            escaped(details)
        ),
    };
    let _ = writeln!(text, ">\n      {body}\n    </testcase>");
}

/// Text as it may stand in XML, in attributes too. Control characters, which XML 1.0 does not
/// have even escaped, become `?`.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' | '\t' => safe.push(character),
            '\u{fffe}' | '\u{ffff}' => safe.push('?'),
            c if c.is_control() => safe.push('?'),
            c => safe.push(c),
        }
    }
    safe
}
