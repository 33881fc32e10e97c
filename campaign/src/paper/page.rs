//! What a measurement writes: for each figure its numbers and its chart, and one page of all.

use super::chart;
use super::markdown::{number, readable};
use super::outcome::{Outcome, PaperOutcome, State};
use super::table::{rounded, shown};
use crate::error::write as write_file;
use crate::Error;
use cosim::report::json;
use progress::junit::escaped;
use serde_json::json;
use std::fmt::Write;
use std::path::Path;

const STYLE: &str = concat!(include_str!("../page.css"), include_str!("page.css"));

/// What is written, and how it was run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown<'a> {
    /// Whether kernels were cut short: then numbers are not to be quoted.
    pub quick: bool,
    /// What was run, in a sentence.
    pub about: &'a str,
}

/// Writes all of it into a folder.
pub fn write(papers: &[PaperOutcome], shown: &Shown<'_>, folder: &Path) -> Result<(), Error> {
    let mut text = head(papers, shown);
    for paper in papers {
        let _ = write!(
            text,
            "<h2 id=\"{}\">{}</h2>\n<p class=\"quiet\">{}</p>\n",
            paper.paper,
            escaped(&paper.statements.title),
            escaped(&paper.statements.about)
        );
        for figure in &paper.figures {
            let svg = svg(figure)?;
            files(figure, svg.as_deref(), &folder.join(paper.paper.name()))?;
            section(&mut text, figure, svg.as_deref());
        }
    }
    text.push_str("</body>\n</html>\n");
    write_file(&folder.join("index.html"), &text)
}

/// The chart of a figure, if it has one.
pub fn svg(figure: &Outcome) -> Result<Option<String>, Error> {
    let State::Measured(measured) = &figure.state else {
        return Ok(None);
    };
    let Some(drawn) = &measured.chart else {
        return Ok(None);
    };
    let (paper, label) = (figure.paper.title(), figure.label());
    let title = format!("{paper}, {label}: {}", figure.statement.title);
    let drawn = chart::svg(drawn, &measured.table, &figure.statement, &title);
    let refuse = |error| Error::new(format!("{}: cannot be drawn: {error}", figure.name()));
    drawn.map(Some).map_err(refuse)
}

impl Outcome {
    /// `Figure 9`.
    fn label(&self) -> String {
        readable(&self.statement.name)
    }
}

fn files(figure: &Outcome, svg: Option<&str>, folder: &Path) -> Result<(), Error> {
    let State::Measured(measured) = &figure.state else {
        return Ok(());
    };
    let stated = &figure.statement;
    let row = |row: &super::statement::Row| {
        json!({
            "key": row.key, "what": row.says, "unit": row.unit, "section": row.section,
            "paper": row.paper, "here": figure.value(row).map(rounded), "cause": row.cause,
        })
    };
    let document = json!({
        "format": "warploom-figure", "version": 1, "paper": figure.paper.name(),
        "figure": stated.name, "title": stated.title, "method": stated.method,
        "statements": stated.row.iter().map(row).collect::<Vec<_>>(),
        "table": measured.table.clone().rounded(),
    });
    let file = |ending: &str| folder.join(format!("{}.{ending}", stated.name));
    write_file(&file("json"), &json::text(&document))?;
    write_file(&file("csv"), &measured.table.csv())?;
    svg.map_or(Ok(()), |svg| write_file(&file("svg"), svg))
}

fn head(papers: &[PaperOutcome], shown: &Shown<'_>) -> String {
    let mut text = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n");
    let _ = write!(
        text,
        "<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>warploom papers</title>\n<link rel=\"icon\" href=\"data:,\">\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>The papers, measured</h1>\n<p>{}</p>\n",
        escaped(shown.about)
    );
    if shown.quick {
        text.push_str(
            "<p class=\"bad-text\">Six kernels, cut short: a look at whether everything works, no \
             measurement.</p>\n",
        );
    }
    text.push_str("<table id=\"headlines\">\n<tr><th></th><th></th><th class=\"number\">paper</th><th class=\"number\">here</th></tr>\n");
    for paper in papers {
        for figure in &paper.figures {
            for row in figure.statement.row.iter().filter(|row| row.headline) {
                let value = figure.value(row).map(|value| number(value, row));
                let stated = row.paper.map(|value| number(value, row));
                let _ = writeln!(
                    text,
                    "<tr><td><a href=\"#{}-{}\">{}</a></td><td>{}</td><td class=\"number\">{}</td>\
                     <td class=\"number\">{}</td></tr>",
                    figure.paper,
                    figure.statement.name,
                    escaped(&paper.statements.title),
                    escaped(&row.says),
                    stated.unwrap_or_default(),
                    value.unwrap_or_default()
                );
            }
        }
    }
    text.push_str("</table>\n<nav>\n");
    for paper in papers {
        let _ = write!(text, "<p><a href=\"#{0}\">{0}</a>:", paper.paper);
        for figure in &paper.figures {
            let class = match figure.state {
                State::Measured(_) => "chip",
                State::Input(_) => "chip none",
                State::Missing(_) => "chip bad",
            };
            let (name, label) = (&figure.statement.name, figure.label());
            let _ = write!(
                text,
                " <a class=\"{class}\" href=\"#{}-{name}\" title=\"{}\">{label}</a>",
                paper.paper,
                escaped(&figure.statement.title)
            );
        }
        text.push_str("</p>\n");
    }
    text.push_str("</nav>\n");
    text
}

fn section(text: &mut String, figure: &Outcome, svg: Option<&str>) {
    let stated = &figure.statement;
    let _ = write!(
        text,
        "<section id=\"{}-{}\">\n<h3>{}: {}</h3>\n",
        figure.paper,
        stated.name,
        figure.label(),
        escaped(&stated.title)
    );
    match &figure.state {
        State::Input(of) => {
            let _ = writeln!(
                text,
                "<p class=\"input\">Not measured: {}.</p>",
                escaped(of)
            );
        }
        State::Missing(what) => {
            let what = escaped(&what.to_string());
            let _ = writeln!(text, "<p class=\"bad-text\">Not made: {what}.</p>");
        }
        State::Measured(_) => {}
    }
    let _ = writeln!(text, "<p>{}</p>", escaped(&stated.method));
    if let Some(svg) = svg {
        let _ = writeln!(text, "<div class=\"chart\">{svg}</div>");
    }
    if !stated.row.is_empty() {
        text.push_str(
            "<table>\n<tr><th>what</th><th class=\"number\">paper</th><th class=\"number\">here</th>\
             <th>why they differ</th></tr>\n",
        );
        for row in &stated.row {
            let value = figure.value(row).map_or("-".into(), |v| number(v, row));
            let paper = row.paper.map_or("-".into(), |paper| number(paper, row));
            let _ = writeln!(
                text,
                "<tr><td>{}</td><td class=\"number\">{paper}<br><span class=\"quiet\">{}</span></td>\
                 <td class=\"number\">{value}</td><td>{}</td></tr>",
                escaped(&row.says),
                escaped(&row.section),
                escaped(row.cause.as_deref().unwrap_or_default())
            );
        }
        text.push_str("</table>\n");
    }
    if let State::Measured(measured) = &figure.state {
        numbers(text, figure, &measured.table, svg.is_some());
    }
    text.push_str("</section>\n");
}

fn numbers(text: &mut String, figure: &Outcome, table: &super::table::Table, drawn: bool) {
    let at = format!("{}/{}", figure.paper, figure.statement.name);
    let svg = format!(", <a href=\"{at}.svg\">SVG</a>");
    let svg = if drawn { svg.as_str() } else { "" };
    let _ = write!(
        text,
        "<details><summary>All numbers</summary><p><a href=\"{at}.json\">JSON</a>, \
         <a href=\"{at}.csv\">CSV</a>{svg}</p>\n<table class=\"numbers\">\n<tr><th>{}</th>",
        escaped(&table.rows_are)
    );
    for column in &table.columns {
        let _ = write!(text, "<th class=\"number\">{}</th>", escaped(column));
    }
    text.push_str("</tr>\n");
    for row in &table.rows {
        let class = if row.summary {
            " class=\"summary\""
        } else {
            ""
        };
        let _ = write!(text, "<tr{class}><td>{}</td>", escaped(&row.name));
        for cell in &row.cells {
            let cell = cell.map_or(String::new(), shown);
            let _ = write!(text, "<td class=\"number\">{cell}</td>");
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</table></details>\n");
}
