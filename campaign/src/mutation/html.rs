//! What the page of a mutation campaign shows: a bar for each configuration, and counts by kind.

use super::summary::{by_kind, rows, total, Counts, HEADER};
use super::work::MutantWork;
use crate::page::Sections;
use crate::report::Report;
use progress::junit::escaped;
use std::fmt::Write;

/// The title of the page.
pub const TITLE: &str = "Mutants";

/// Width of a bar in pixels.
const BAR: usize = 240;

/// What it shows beside failures.
pub fn sections(report: &Report<MutantWork>) -> Sections {
    let mut sections = Sections::default();
    let rows = rows(report);
    let text = &mut sections.before;
    text.push_str("<h2>Units</h2>\n");
    head(text, "mutants", &["unit", "preset"]);
    for row in &rows {
        let _ = write!(
            text,
            "<tr><td>{}</td><td>{}</td>",
            escaped(row.unit),
            escaped(&row.label)
        );
        cells(text, &row.counts);
    }
    text.push_str("<tr><td>together</td><td></td>");
    cells(text, &total(&rows));
    text.push_str("</table>\n");
    let text = &mut sections.after;
    text.push_str("<h2>By what is wrong</h2>\n");
    head(text, "kinds", &["kind"]);
    for (kind, counts) in by_kind(&rows) {
        let _ = write!(text, "<tr><td>{}</td>", escaped(&kind));
        cells(text, &counts);
    }
    text.push_str("</table>\n");
    sections
}

fn head(text: &mut String, id: &str, first: &[&str]) {
    let _ = write!(text, "<table id=\"{id}\">\n<tr>");
    for head in first {
        let _ = write!(text, "<th>{head}</th>");
    }
    for head in HEADER {
        let _ = write!(text, "<th class=\"number\">{head}</th>");
    }
    text.push_str("<th></th></tr>\n");
}

/// Numbers, and the same as a bar.
fn cells(text: &mut String, counts: &Counts) {
    for cell in counts.cells() {
        let _ = write!(text, "<td class=\"number\">{cell}</td>");
    }
    let all = counts.mutants.max(1);
    let _ = write!(text, "<td><svg width=\"{BAR}\" height=\"12\" role=\"img\">");
    let mut from = 0;
    for (count, class, what) in [
        (counts.killed, "killed", "killed"),
        (counts.proven + counts.argued, "none", "no difference"),
        (counts.alive, "alive", "alive"),
    ] {
        let (x, width) = (BAR * from / all, (BAR * count).div_ceil(all));
        from += count;
        if count > 0 {
            let _ = write!(
                text,
                "<rect class=\"{class}\" x=\"{x}\" width=\"{width}\" height=\"12\">\
                 <title>{count} {what}</title></rect>"
            );
        }
    }
    text.push_str("</svg></td></tr>\n");
}
