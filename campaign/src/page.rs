//! The report as one self-contained page, with the files of failures beside it.

use crate::error::write as write_file;
use crate::job::quoted;
use crate::record::Verdict;
use crate::report::{Bucket, Entry, Report};
use crate::work::Work;
use crate::Error;
use progress::junit::escaped;
use progress::text::counted;
use std::fmt::Write;
use std::path::Path;

const STYLE: &str = include_str!("page.css");

/// What a campaign shows of itself on the page, before the failures and after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sections {
    /// What is looked at first.
    pub before: String,
    /// Details.
    pub after: String,
}

/// Writes the page into a folder: `index.html`, and what it links to under `failures/`.
pub fn write<W: Work>(
    report: &Report<W>,
    title: &str,
    folder: &Path,
    sections: &Sections,
) -> Result<(), Error> {
    for entry in &report.entries {
        let Some((wrong, from)) = entry.wrong() else {
            continue;
        };
        for file in wrong.replay.iter().chain(&wrong.waves) {
            let (from, to) = (from.join(file), folder.join(file));
            let copied =
                tools::atomic::replace(&to, |temporary| std::fs::copy(&from, temporary).map(drop));
            copied.map_err(|error| {
                let (from, to) = (from.display(), to.display());
                Error::new(format!("cannot copy {from} to {to}: {error}"))
            })?;
        }
    }
    let text = document(report, title, folder, sections);
    write_file(&folder.join("index.html"), &text)
}

/// The page that stands in a folder.
pub fn document<W: Work>(
    report: &Report<W>,
    title: &str,
    folder: &Path,
    sections: &Sections,
) -> String {
    let mut text = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    let titles: Vec<&str> = report.titles.iter().map(String::as_str).collect();
    let _ = write!(
        text,
        "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>warploom {}</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{}</h1>\n<p>{}</p>\n",
        W::NAME,
        escaped(title),
        escaped(&titles.join("; "))
    );
    summary(&mut text, report);
    text.push_str(&sections.before);
    failures(&mut text, report, folder);
    text.push_str(&sections.after);
    text.push_str("</body>\n</html>\n");
    text
}

fn summary<W: Work>(text: &mut String, report: &Report<W>) {
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

/// A job in a few letters, which leads to its failure if there is one.
pub fn chip<W: Work>(text: &mut String, label: &str, entry: &Entry<W>) {
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

fn failures<W: Work>(text: &mut String, report: &Report<W>, folder: &Path) {
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

fn failure<W: Work>(text: &mut String, entry: &Entry<W>, folder: &Path) {
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
        escaped(&entry.job.work.command())
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
