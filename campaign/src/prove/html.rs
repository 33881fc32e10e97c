//! What the page of a proof campaign shows: a table of all properties.

use super::summary::{rows, total, HEADER};
use super::work::ProofWork;
use crate::page::Sections;
use crate::report::Report;
use progress::junit::escaped;
use std::fmt::Write;

/// The title of the page.
pub const TITLE: &str = "Proofs";

/// What it shows beside failures.
pub fn sections(report: &Report<ProofWork>) -> Sections {
    let mut sections = Sections::default();
    let rows = rows(report);
    let text = &mut sections.before;
    text.push_str("<h2>Units</h2>\n<table id=\"proofs\">\n<tr><th>unit</th><th>preset</th>");
    for head in HEADER {
        let _ = write!(text, "<th class=\"number\">{head}</th>");
    }
    text.push_str("</tr>\n");
    for row in &rows {
        let (unit, label) = (escaped(row.unit), escaped(&row.label));
        let _ = write!(text, "<tr><td>{unit}</td><td>{label}</td>");
        cells(text, row.counts());
    }
    text.push_str("<tr><td>together</td><td></td>");
    cells(text, total(&rows));
    text.push_str("</table>\n");
    let text = &mut sections.after;
    text.push_str(
        "<h2>Properties</h2>\n<table id=\"properties\">\n<tr><th>unit</th><th>property</th>",
    );
    text.push_str("<th>verdict</th><th class=\"number\">s</th><th>by</th></tr>\n");
    for row in &rows {
        for line in &row.properties {
            let (name, about) = match line.outcome {
                Some(outcome) => (outcome.name(), outcome.about()),
                None => ("not run", String::new()),
            };
            let _ = writeln!(
                text,
                "<tr><td>{}</td><td>{}</td><td>{name}</td><td class=\"number\">{:.1}</td><td>{}</td></tr>",
                escaped(row.unit),
                escaped(line.property),
                line.seconds,
                escaped(&about)
            );
        }
    }
    text.push_str("</table>\n");
    sections
}

fn cells(text: &mut String, counts: [usize; 6]) {
    for count in counts {
        let _ = write!(text, "<td class=\"number\">{count}</td>");
    }
    text.push_str("</tr>\n");
}
