//! The pages of docs/papers, and the README's table: from what is kept and what is stated.

use super::kept::{Kept, Size};
use super::name::Paper;
use super::statement::{self, BadStatements, Row, Statement};
use super::table::shown;
use progress::text::grouped;
use std::fmt::Write;

/// What stands in the place of a number of a figure that could be measured, and was not.
const NOT_YET: &str = "not measured yet: `make papers`";

/// Between which lines of a page that is written by hand a table stands that is not.
pub struct Marks {
    begin: &'static str,
    end: &'static str,
}

/// Of the README's table.
pub const HEADLINES: Marks = Marks {
    begin: "<!-- papers: written by `make papers` -->",
    end: "<!-- /papers -->",
};
/// Of the kernels' table in deviations.md.
pub const KERNELS: Marks = Marks {
    begin: "<!-- kernels: written by `make papers` -->",
    end: "<!-- /kernels -->",
};

/// The page of a paper.
pub fn page(paper: Paper, kept: &Kept) -> Result<String, BadStatements> {
    let stated = statement::of(paper)?;
    let mut text = format!("# {}\n\n", stated.title);
    let _ = write!(
        text,
        "Written by `make papers` (`warploom paper --markdown docs/papers`). What is not the paper's in all of \
         it: [deviations.md](deviations.md). Charts, and the numbers of every kernel: `out/papers/index.html`.\n\n\
         {}\n\n",
        stated.about.trim()
    );
    text.push_str("| | what | paper | here | why they differ |\n|---|---|---|---|---|\n");
    for figure in &stated.figure {
        rows(&mut text, paper, figure, kept);
    }
    text.push_str("\n## How each is measured\n\n");
    for figure in &stated.figure {
        let _ = writeln!(
            text,
            "- **{}**, {}: {}{}",
            readable(&figure.name),
            figure.title,
            one_line(&figure.method),
            picture(paper, figure, kept)
        );
    }
    Ok(text)
}

/// The chart, if there is one of a whole measurement.
fn picture(paper: Paper, figure: &Statement, kept: &Kept) -> String {
    let charts = kept.charts.get(paper.name());
    if charts.is_some_and(|charts| charts.contains(&figure.name)) {
        format!(" ([chart]({}/{}.svg))", paper, figure.name)
    } else {
        String::new()
    }
}

fn rows(text: &mut String, paper: Paper, figure: &Statement, kept: &Kept) {
    let name = readable(&figure.name);
    if figure.row.is_empty() {
        let what = &figure.title;
        let input = figure.input.as_ref();
        let why = input.map(|of| format!("not measured: {of}"));
        let why = one_line(&why.unwrap_or_else(|| "the paper states no number".to_owned()));
        let _ = writeln!(text, "| {name} | {what} | | | {why} |");
    }
    for row in &figure.row {
        let value = kept.value(paper.name(), &figure.name, &row.key);
        let ours = value.map_or(NOT_YET.to_owned(), |value| number(value, row));
        let stated = row.paper.map_or("-".to_owned(), |paper| number(paper, row));
        let _ = writeln!(
            text,
            "| {name} | {} | {stated} ({}) | {ours} | {} |",
            row.says,
            row.section,
            one_line(row.cause.as_deref().unwrap_or_default())
        );
    }
}

/// The numbers that papers are known for, as a table.
pub fn headlines(kept: &Kept) -> Result<String, BadStatements> {
    let mut text = String::from("| paper | | paper | here |\n|---|---|---|---|\n");
    for paper in Paper::ALL {
        let stated = statement::of(paper)?;
        for figure in &stated.figure {
            for row in figure.row.iter().filter(|row| row.headline) {
                let value = kept.value(paper.name(), &figure.name, &row.key);
                let ours = value.map_or("-".to_owned(), |value| number(value, row));
                let theirs = row.paper.map_or("-".to_owned(), |value| number(value, row));
                let _ = writeln!(
                    text,
                    "| [{}](docs/papers/{paper}.md) | {} | {theirs} | {ours} |",
                    paper.title(),
                    row.says
                );
            }
        }
    }
    Ok(text)
}

/// How large kernels are.
pub fn kernels(kept: &Kept) -> String {
    let mut text = String::from(
        "| kernel | launches | blocks | warp instructions | cycles |\n|---|---|---|---|---|\n",
    );
    for (name, size) in &kept.kernels {
        let Size {
            launches,
            blocks,
            instructions,
            cycles,
        } = size;
        let [launches, blocks] = [launches, blocks].map(|n| grouped(*n));
        let [instructions, cycles] = [instructions, cycles].map(|n| grouped(*n));
        let _ = writeln!(
            text,
            "| `{name}` | {launches} | {blocks} | {instructions} | {cycles} |"
        );
    }
    text
}

impl Marks {
    /// A page with the table of today between its marks; `None` if it has no marks.
    pub fn with(&self, page: &str, table: &str) -> Option<String> {
        let Self { begin, end } = self;
        let (before, rest) = page.split_once(begin)?;
        let (_, after) = rest.split_once(end)?;
        Some(format!("{before}{begin}\n{table}{end}{after}"))
    }
}

/// A number with its unit.
pub fn number(value: f64, row: &Row) -> String {
    let number = shown(value);
    match row.unit.as_str() {
        "" => number,
        unit => format!("{number} {unit}"),
    }
}

/// `Figure 9` of `figure-9`.
pub fn readable(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
