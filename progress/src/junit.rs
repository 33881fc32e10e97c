//! Results as JUnit XML, which CI servers read.

use std::fmt::Write;

/// What came of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is well.
    Passed,
    /// It has not been run, and why.
    Skipped(String),
    /// What was tried is wrong.
    Failure(Wrong),
    /// It could not be tried.
    Error(Wrong),
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Its kind, in a word or as a signature.
    pub kind: String,
    /// One line.
    pub message: String,
    /// All that is known; may be empty.
    pub text: String,
}

/// A case of a suite.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The suite it belongs to; cases of one suite stand together.
    pub suite: String,
    /// What was tried.
    pub class: String,
    /// How.
    pub name: String,
    /// How long it took.
    pub seconds: f64,
    /// What came of it.
    pub outcome: Outcome,
}

/// The document.
pub fn document(cases: &[Case]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for suite in cases.chunk_by(|a, b| a.suite == b.suite) {
        write_suite(&mut text, suite);
    }
    text.push_str("</testsuites>\n");
    text
}

fn write_suite(text: &mut String, cases: &[Case]) {
    let count =
        |matches: fn(&Outcome) -> bool| cases.iter().filter(|c| matches(&c.outcome)).count();
    let seconds: f64 = cases.iter().map(|case| case.seconds).sum();
    let _ = writeln!(
        text,
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" \
         time=\"{seconds:.3}\">",
        escaped(&cases[0].suite),
        cases.len(),
        count(|o| matches!(o, Outcome::Failure(_))),
        count(|o| matches!(o, Outcome::Error(_))),
        count(|o| matches!(o, Outcome::Skipped(_))),
    );
    for case in cases {
        write_case(text, case);
    }
    text.push_str("  </testsuite>\n");
}

fn write_case(text: &mut String, case: &Case) {
    let _ = write!(
        text,
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escaped(&case.class),
        escaped(&case.name),
        case.seconds
    );
    let body = match &case.outcome {
        Outcome::Passed => {
            text.push_str("/>\n");
            return;
        }
        Outcome::Skipped(message) => format!("<skipped message=\"{}\"/>", escaped(message)),
        Outcome::Failure(wrong) => element("failure", wrong),
        Outcome::Error(wrong) => element("error", wrong),
    };
    let _ = writeln!(text, ">\n      {body}\n    </testcase>");
}

fn element(name: &str, wrong: &Wrong) -> String {
    let (kind, message) = (escaped(&wrong.kind), escaped(&wrong.message));
    let start = format!("<{name} type=\"{kind}\" message=\"{message}\"");
    match escaped(&wrong.text) {
        text if text.is_empty() => format!("{start}/>"),
        text => format!("{start}>{text}</{name}>"),
    }
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
