//! docs/mutation.md: what the tests notice, unit by unit.

use super::summary::{by_kind, total, Counts, Row, HEADER};
use std::fmt::Write;

const ABOUT: &str = "\
A mutant is a unit with one thing wrong; [formats.md](formats.md#mutants) says what can be wrong, and how
a mutant is named. Each runs beside the golden model until they differ, for as many cycles as `make cosim` runs of its unit. What lives
is put to a solver, block by block; what that cannot decide needs a person's reason in `tests/mutants/`, or counts as alive. Alive is a
hole in stimulus, oracle or contract, or a gate that nobody needs.

- killed: an output differed or a property did not hold;
- proven: the solver has shown that it makes no difference;
- argued: a person has said why it makes none;
- alive: none of these; unreached are those of them at whose place not even the complement of the value would be noticed.";

/// The page; `command` is what made it.
pub fn document(rows: &[Row<'_>], command: &str) -> String {
    let mut text = format!("# What the tests notice\n\nMade by `{command}`. {ABOUT}\n\n");
    head(&mut text, &["unit", "preset"]);
    for row in rows {
        let _ = write!(text, "| {} | {} |", row.unit, row.label);
        cells(&mut text, &row.counts);
    }
    text.push_str("| together | |");
    cells(&mut text, &total(rows));
    text.push_str("\n## By what is wrong\n\n");
    head(&mut text, &["kind"]);
    for (kind, counts) in by_kind(rows) {
        let _ = write!(text, "| {kind} |");
        cells(&mut text, &counts);
    }
    text
}

fn head(text: &mut String, first: &[&str]) {
    let _ = writeln!(text, "| {} | {} |", first.join(" | "), HEADER.join(" | "));
    let _ = writeln!(
        text,
        "|{}{}",
        "---|".repeat(first.len()),
        "--:|".repeat(HEADER.len())
    );
}

fn cells(text: &mut String, counts: &Counts) {
    let _ = writeln!(text, " {} |", counts.cells().join(" | "));
}
