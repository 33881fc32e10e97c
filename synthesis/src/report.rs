//! Figures as a text table, as a page of docs/ and as HTML.

use super::flow::Pieces;
use super::proof::Proof;
use super::Figures;
use progress::text::table;
use std::fmt::Write;

/// A number with commas between thousands.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Header and rows of the generic figures.
fn generic(figures: &[Figures]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let header = vec![
        "unit",
        "preset",
        "cells",
        "flip-flops",
        "depth",
        "memory bits",
        "largest modules",
    ];
    let rows = figures.iter().map(|f| {
        let total: u64 = f.shares.iter().map(|share| share.cells).sum();
        let largest = f.shares.iter().take(3).filter(|share| share.cells > 0);
        let largest: Vec<String> = largest
            .map(|s| format!("{} {} %", s.module, 100 * s.cells / total.max(1)))
            .collect();
        vec![
            f.unit.clone(),
            f.preset.clone(),
            grouped(f.cells),
            grouped(f.flip_flops),
            f.depth.to_string(),
            grouped(f.memory_bits),
            largest.join(", "),
        ]
    });
    (header, rows.collect())
}

/// Header and rows of the mapped figures.
fn mapped(figures: &[Figures]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let header = vec![
        "unit",
        "preset",
        "um2",
        "flip-flops um2",
        "cells",
        "leakage uW",
        "path ps",
        "clock ps",
        "slack ps",
        "pJ an operation",
        "of it clock",
        "pJ a cycle at rest",
        "recipe",
        "formal",
    ];
    let rows = figures.iter().filter_map(|f| {
        let m = f.mapped.as_ref()?;
        Some(vec![
            f.unit.clone(),
            f.preset.clone(),
            grouped(m.area.round() as u64),
            grouped(m.sequential_area.round() as u64),
            grouped(m.cells),
            format!("{:.0}", m.leakage),
            format!("{:.0}", m.path_ps),
            m.clock_ps.to_string(),
            format!("{:.0}", m.slack()),
            m.energy
                .map_or("-".into(), |e| format!("{:.1}", e.operation)),
            m.energy.map_or("-".into(), |e| format!("{:.1}", e.clock)),
            format!("{:.1}", m.rest),
            match m.pieces {
                Pieces::One => format!("{} at {}", m.recipe, m.target_ps),
                Pieces::Modules => format!("{} at {}, by module", m.recipe, m.target_ps),
            },
            match m.proof {
                Proof::Proven => "proven".into(),
                Proof::Open => "-".into(),
            },
        ])
    });
    (header, rows.collect())
}

/// Lines for a terminal or a log.
pub fn text(figures: &[Figures], tools: &[(&str, String)]) -> Vec<String> {
    let (header, rows) = generic(figures);
    let mut lines = table(&header, &rows);
    let (header, rows) = mapped(figures);
    if !rows.is_empty() {
        lines.push(String::new());
        lines.extend(table(&header, &rows));
    }
    for figures in figures {
        let mapped = figures.mapped.as_ref();
        if let Some(breakdown) = mapped.and_then(|mapped| mapped.breakdown.as_ref()) {
            lines.extend(breakdown.text(&format!("{} {}", figures.unit, figures.preset)));
        }
    }
    lines.push(String::new());
    lines.extend(tools.iter().map(|(name, what)| format!("{name}: {what}")));
    lines
}

/// The committed page.
pub fn markdown(figures: &[Figures], tools: &[(&str, String)], date: &str) -> String {
    let mut out = String::from(
        "# Synthesis\n\n\
         Made by `make synth`; `warploom synth --check` compares with it. Cells are Yosys' generic\n\
         gates and flip-flops, depth is the gates on the longest path between registers or ports.\n\
         Memories are black boxes whose bits are counted. Presets that are missing are larger ones of\n\
         `power_array`, `slumber_top` and `regfile`, whose cost goes with the registers, and of `osu` and\n\
         `regless_shard`, whose cost goes with the lines; `regless` is four shards and an arbiter.\n\n",
    );
    let _ = writeln!(out, "Date: {date}.\n");
    for (name, what) in tools {
        let _ = writeln!(out, "- {name}: {what}");
    }
    out.push('\n');
    let (header, rows) = generic(figures);
    out += &markdown_table(&header, &rows);
    let (header, rows) = mapped(figures);
    if !rows.is_empty() {
        out += "\n## Mapped\n\nArea in square micrometres of the library. Inputs arrive 80 ps after the\n\
                clock edge; the path includes clock to output and setup. With OpenSTA drives of cells are\n\
                chosen by its figures after mapping. Each netlist has been played 2,000\n\
                cycles of regression stimulus against the golden model; energy is what toggled then,\n\
                without wires; at rest only the clock does, with its gates shut. Where it says so it has also been proven equivalent to the RTL, which is\n\
                tried on small units without clock gates and given up after a minute. Units of more than 26,000 generic cells are\n\
                mapped when they are named: `warploom synth --unit U --liberty FILE`.\n\n";
        out += &markdown_table(&header, &rows);
    }
    out
}

fn markdown_table(header: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = format!("| {} |\n", header.join(" | "));
    let _ = writeln!(out, "|{}", "---|".repeat(header.len()));
    for row in rows {
        let _ = writeln!(
            out,
            "| `{}` | `{}` | {} |",
            row[0],
            row[1],
            row[2..].join(" | ")
        );
    }
    out
}

/// A page that stands alone.
pub fn html(figures: &[Figures], tools: &[(&str, String)], date: &str) -> String {
    let mut out = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <title>warploom synthesis</title>\n<style>\n\
         body { font: 15px/1.4 sans-serif; margin: 2em; }\n\
         table { border-collapse: collapse; margin: 1em 0; }\n\
         th, td { padding: 0.2em 0.8em; text-align: right; border-bottom: 1px solid #ddd; }\n\
         th:first-child, td:first-child, th:nth-child(2), td:nth-child(2), td:last-child,\n\
         th:last-child { text-align: left; }\n\
         .missed { color: #b00; font-weight: bold; }\n</style>\n<h1>Synthesis</h1>\n<ul>\n",
    );
    let _ = writeln!(out, "<li>date: {date}</li>");
    for (name, what) in tools {
        let _ = writeln!(out, "<li>{}: {}</li>", escaped(name), escaped(what));
    }
    out += "</ul>\n";
    for (header, rows) in [generic(figures), mapped(figures)] {
        if rows.is_empty() {
            continue;
        }
        let heads: String = header.iter().map(|h| format!("<th>{h}</th>")).collect();
        let _ = writeln!(out, "<table>\n<tr>{heads}</tr>");
        let slack = header.iter().position(|head| *head == "slack ps");
        for row in &rows {
            let missed = slack.is_some_and(|at| row[at].starts_with('-'));
            let class = if missed { " class=\"missed\"" } else { "" };
            let cells = row.iter().map(|cell| format!("<td>{}</td>", escaped(cell)));
            let _ = writeln!(out, "<tr{class}>{}</tr>", cells.collect::<String>());
        }
        out += "</table>\n";
    }
    out += "</html>\n";
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Days since 1970 as year, month and day.
pub fn date(days: u64) -> String {
    let leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let (mut year, mut left) = (1970, days);
    while left >= 365 + u64::from(leap(year)) {
        left -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [
        31,
        28 + u64::from(leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let mut month = 0;
    while left >= lengths[month] {
        left -= lengths[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, left + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(59), "1970-03-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(20_578), "2026-05-05");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(7), "7");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
