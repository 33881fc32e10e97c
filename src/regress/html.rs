//! The report as one self-contained page, with the files of failures beside it.

use super::job::{quoted, Work};
use super::record::Verdict;
use super::report::{Bucket, Entry, Report};
use crate::failure::Failure;
use cosim::coverage::{Coverage, Reached};
use cosim::report::junit::escaped;
use cosim::report::table::{counted, grouped};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

const STYLE: &str = include_str!("page.css");

/// Writes the page into a folder: `index.html`, and what it links to under `failures/`.
pub fn write(report: &Report, folder: &Path) -> Result<(), Failure> {
    for entry in &report.entries {
        let Some((wrong, from)) = entry.wrong() else {
            continue;
        };
        for file in wrong.replay.iter().chain(&wrong.waves) {
            let (from, to) = (from.join(file), folder.join(file));
            let copied =
                cosim::atomic::replace(&to, |temporary| std::fs::copy(&from, temporary).map(drop));
            copied.map_err(|error| {
                let (from, to) = (from.display(), to.display());
                Failure::bad_input(format!("cannot copy {from} to {to}: {error}"))
            })?;
        }
    }
    crate::dut::write(&folder.join("index.html"), &page(report, folder))
}

/// The page that stands in a folder.
pub fn page(report: &Report, folder: &Path) -> String {
    let mut text = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    let titles: Vec<&str> = report.titles.iter().map(String::as_str).collect();
    let _ = write!(
        text,
        "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>warploom regression</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>Regression</h1>\n<p>{}</p>\n",
        escaped(&titles.join("; "))
    );
    summary(&mut text, report);
    matrix(&mut text, report);
    failures(&mut text, report, folder);
    units(&mut text, report);
    text.push_str("</body>\n</html>\n");
    text
}

fn summary(text: &mut String, report: &Report) {
    let seconds = report.entries.iter().filter_map(|e| e.result.as_ref());
    let (mut time, mut cycles) = (0.0, 0);
    for (record, _) in seconds {
        time += record.seconds;
        cycles += record.cycles;
    }
    let _ = writeln!(
        text,
        "<p id=\"summary\"><b>{}</b>; {} in {time:.0} s of work</p>",
        report.counts(|_| true),
        counted(cycles, "cycle")
    );
    let mut builds: Vec<String> = Vec::new();
    for Entry { job, .. } in &report.entries {
        let build = format!("{}, sources {:.12}", job.tool, job.sources);
        if !builds.contains(&build) {
            builds.push(build);
        }
    }
    builds.sort();
    let _ = writeln!(
        text,
        "<p class=\"quiet\">{}</p>",
        escaped(&builds.join("; "))
    );
    for conflict in &report.conflicts {
        let conflict = escaped(conflict);
        let _ = writeln!(text, "<p class=\"bad-text\">contradiction: {conflict}</p>");
    }
    let missing: Vec<String> = report.missing().map(|e| e.job.to_string()).collect();
    if !missing.is_empty() {
        let _ = writeln!(
            text,
            "<details class=\"bad-text\"><summary>{} without a result</summary><pre>{}</pre></details>",
            counted(missing.len() as u64, "job"),
            escaped(&missing.join("\n"))
        );
    }
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
            let row = rows.entry(entry.job.kernel()).or_default();
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
    let what = entry.verdict().map_or("no result", Verdict::name);
    let cycles = entry.result.as_ref().map_or(0, |(record, _)| record.cycles);
    let title = format!("{}: {what}, {}", entry.job, counted(cycles, "cycle"));
    let title = escaped(&title);
    let _ = match entry.verdict() {
        Some(Verdict::Pass) => write!(
            text,
            "<span class=\"chip\" title=\"{title}\">{label}</span>"
        ),
        None => write!(
            text,
            "<span class=\"chip none\" title=\"{title}\">{label}</span>"
        ),
        Some(_) => write!(
            text,
            "<a class=\"chip bad\" href=\"#{}\" title=\"{title}\">{label} {what}</a>",
            entry.job.key()
        ),
    };
}

fn failures(text: &mut String, report: &Report, folder: &Path) {
    let buckets = report.buckets();
    text.push_str("<h2>Failures</h2>\n");
    if buckets.is_empty() {
        text.push_str("<p id=\"failures\">None.</p>\n");
        return;
    }
    text.push_str("<div id=\"failures\">\n");
    for Bucket { signature, entries } in buckets {
        let jobs = counted(entries.len() as u64, "job");
        let signature = escaped(signature);
        let _ = writeln!(text, "<h3 class=\"bad-text\">{signature}: {jobs}</h3>");
        for entry in entries {
            failure(text, entry, folder);
        }
    }
    text.push_str("</div>\n");
}

fn failure(text: &mut String, entry: &Entry, folder: &Path) {
    let Some((wrong, _)) = entry.wrong() else {
        return;
    };
    let _ = write!(
        text,
        "<details id=\"{}\" open><summary>{}: {}</summary>\n<pre>{}</pre>\n<p>again: <code>{}</code>",
        entry.job.key(),
        escaped(&entry.job.to_string()),
        escaped(&wrong.message),
        escaped(wrong.text.trim_end()),
        escaped(&entry.job.command())
    );
    if let Some(file) = &wrong.replay {
        let command = format!("warploom replay {}", quoted(&folder.join(file)));
        let _ = write!(
            text,
            "<br>replay: <code>{}</code> (<a href=\"{}\">file</a>)",
            escaped(&command),
            link(file)
        );
    }
    if let Some(file) = &wrong.waves {
        let _ = write!(text, "<br><a href=\"{}\">waveform</a>", link(file));
    }
    text.push_str("</p></details>\n");
}

/// A path as it stands in an attribute.
fn link(path: &Path) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-".contains(byte);
    let text = path.to_string_lossy();
    let one = |byte: u8| {
        if plain(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    };
    text.bytes().map(one).collect()
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
        .filter_map(|entry| entry.result.as_ref()?.0.coverage.as_ref());
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
