//! What the page of a regression shows: a matrix of kernels and schemes, and the units with what their
//! runs have reached.

use super::job::{Entry, Report, Work};
use crate::page::{self, Sections};
use cosim::coverage::{Coverage, Reached};
use progress::junit::escaped;
use progress::text::grouped;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The title of the page.
pub const TITLE: &str = "Regression";

/// What it shows beside failures.
pub fn sections(report: &Report) -> Sections {
    let mut sections = Sections::default();
    matrix(&mut sections.before, report);
    units(&mut sections.after, report);
    sections
}

/// Kernels down, schemes across; in a cell each multiprocessor, scheduler and length.
fn matrix(text: &mut String, report: &Report) {
    let mut schemes: Vec<&str> = Vec::new();
    let mut rows: BTreeMap<String, Vec<(&str, &Entry)>> = BTreeMap::new();
    for entry in &report.entries {
        if let Work::Kernel(work) = &entry.job.work {
            if !schemes.contains(&&*work.scheme) {
                schemes.push(&work.scheme);
            }
            let row = rows.entry(entry.job.work.kernel()).or_default();
            row.push((&work.scheme, entry));
        }
    }
    if rows.is_empty() {
        return;
    }
    text.push_str("<h2>Kernels and schemes</h2>\n<table id=\"matrix\">\n<tr><th>kernel</th>");
    for scheme in &schemes {
        let _ = write!(text, "<th>{}</th>", escaped(scheme));
    }
    text.push_str("</tr>\n");
    for (kernel, entries) in rows {
        let _ = write!(text, "<tr><td>{}</td>", escaped(&kernel));
        for scheme in &schemes {
            text.push_str("<td>");
            for (_, entry) in entries.iter().filter(|(of, _)| of == scheme) {
                chip(text, entry);
            }
            text.push_str("</td>");
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table>\n");
}

fn chip(text: &mut String, entry: &Entry) {
    let label = match &entry.job.work {
        Work::Unit(work) => format!("seed {}", work.seed),
        Work::Kernel(work) => work.label(),
    };
    page::chip(text, &label, entry);
}

fn units(text: &mut String, report: &Report) {
    let mut rows: Vec<(String, Vec<&Entry>)> = Vec::new();
    for entry in &report.entries {
        if let Work::Unit(work) = &entry.job.work {
            let name = format!("{} {}", work.unit, work.label());
            match rows.last_mut().filter(|(last, _)| *last == name) {
                Some((_, entries)) => entries.push(entry),
                None => rows.push((name, vec![entry])),
            }
        }
    }
    if rows.is_empty() {
        return;
    }
    text.push_str("<h2>Units</h2>\n<table id=\"units\">\n<tr><th>unit</th><th>seeds</th>");
    for head in ["cycles", "line", "branch", "toggle", "1,024-bit buses"] {
        let _ = write!(text, "<th class=\"number\">{head}</th>");
    }
    text.push_str("</tr>\n");
    let mut measured = false;
    for (name, entries) in rows {
        let _ = write!(text, "<tr><td>{}</td><td>", escaped(&name));
        for entry in &entries {
            chip(text, entry);
        }
        let cycles = entries.iter().filter_map(|e| e.result.as_ref());
        let cycles: u64 = cycles.map(|(record, _)| record.cycles).sum();
        let _ = write!(text, "</td><td class=\"number\">{}</td>", grouped(cycles));
        let coverage = united(&entries);
        measured |= coverage.is_some();
        cells(text, coverage.as_ref());
        text.push_str("</tr>\n");
    }
    text.push_str("</table>\n");
    let note = if measured {
        "Coverage is what all seeds of a row reach together; toggles are both edges of each bit."
    } else {
        "No coverage was asked for: --coverage counts it."
    };
    let _ = writeln!(text, "<p class=\"quiet\">{note}</p>");
}

/// Coverage of all seeds together.
fn united(entries: &[&Entry]) -> Option<Coverage> {
    let mut found = entries
        .iter()
        .filter_map(|entry| entry.result.as_ref()?.0.found.coverage.as_ref());
    let mut whole = found.next()?.clone();
    for other in found {
        whole.unite(other);
    }
    Some(whole)
}

fn cells(text: &mut String, coverage: Option<&Coverage>) {
    let Some(coverage) = coverage else {
        text.push_str("<td></td><td></td><td></td><td></td>");
        return;
    };
    let cell = |reached: &Reached| match reached.counts() {
        (_, 0) => "-".to_owned(),
        (some, all) => format!(
            "<span title=\"{} of {}\">{:.1} %</span>",
            grouped(some as u64),
            grouped(all as u64),
            100.0 * some as f64 / all as f64
        ),
    };
    for kind in [
        &coverage.line,
        &coverage.branch,
        &coverage.toggle,
        &coverage.wide,
    ] {
        let _ = write!(text, "<td class=\"number\">{}</td>", cell(kind));
    }
    if !coverage.unreached.is_empty() {
        let places: Vec<&str> = coverage.unreached.iter().map(String::as_str).collect();
        let _ = write!(
            text,
            "<td><details><summary>{} unreached</summary><pre>{}</pre></details></td>",
            places.len(),
            escaped(&places.join("\n"))
        );
    }
}
