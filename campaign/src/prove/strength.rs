//! How strong a unit's properties are: what mutants have shown, as tables.

use super::summary::Row;
use progress::text::{columns, Align};
use std::fmt::Write;

const HEADER: [&str; 4] = ["mutants", "noticed", "unnoticed", "alike"];

const ABOUT: &str = "\
Mutants of a unit, drawn from those of `warploom mutate`, each put against all properties that its checker has, for a trace that
breaks one.

- noticed: some property is broken;
- unnoticed: none is, though lockstep kills the mutant: a property is missing;
- alike: neither properties nor lockstep tell it from the unit;
- weak: proven properties that none of these mutants breaks.";

/// How many mutants of a unit came to which end.
fn counts(row: &Row<'_>) -> [String; 4] {
    let of = |name| row.ended(name).len().to_string();
    [
        row.mutants.len().to_string(),
        of("noticed"),
        of("unnoticed"),
        of("alike"),
    ]
}

/// The section of the page; empty where no mutant has run.
pub fn markdown(rows: &[Row<'_>]) -> String {
    let mut text = String::new();
    let rows = rows.iter().filter(|row| !row.mutants.is_empty());
    let rows: Vec<&Row<'_>> = rows.collect();
    if rows.is_empty() {
        return text;
    }
    let _ = writeln!(text, "\n## What mutants show\n\n{ABOUT}\n");
    let _ = writeln!(text, "| unit | preset | {} | weak |", HEADER.join(" | "));
    let _ = writeln!(text, "|---|---|{}---|", "--:|".repeat(HEADER.len()));
    for row in &rows {
        let (unit, label, cells) = (row.unit, &row.label, counts(row).join(" | "));
        let weak = row.weak().join(", ");
        let _ = writeln!(text, "| {unit} | {label} | {cells} | {weak} |");
    }
    let mut head = "\n| unit | unnoticed | | |\n|---|--:|---|---|\n";
    for row in &rows {
        for line in row.ended("unnoticed") {
            let (unit, number, about) = (row.unit, line.number, line.outcome.about());
            let name = line.name.replace('|', "\\|");
            let _ = writeln!(text, "{head}| {unit} | {number} | `{name}` | {about} |");
            head = "";
        }
    }
    text
}

/// For a person at a terminal.
pub fn text(rows: &[Row<'_>]) -> String {
    let mut heads = vec![("unit", Align::Left), ("preset", Align::Left)];
    heads.extend(HEADER.map(|head| (head, Align::Right)));
    heads.push(("weak", Align::Left));
    let rows = rows.iter().filter(|row| !row.mutants.is_empty());
    let line = |row: &Row<'_>| {
        let mut line = vec![row.unit.to_owned(), row.label.clone()];
        line.extend(counts(row));
        line.push(row.weak().join(", "));
        line
    };
    let table: Vec<Vec<String>> = rows.map(line).collect();
    match table.is_empty() {
        true => String::new(),
        false => format!("\n\n{}", columns(&heads, &table).trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::summary::{Line, MutantLine};
    use super::super::work::Outcome;
    use super::*;

    #[test]
    fn a_proof_that_no_mutant_breaks_is_weak_and_a_mutant_that_breaks_none_is_named() {
        let proven = Outcome::Proven {
            engine: "pdr".to_owned(),
            by: String::new(),
            certificate: None,
        };
        let noticed = Outcome::Noticed {
            by: vec!["First".to_owned()],
            cycles: 3,
        };
        let unnoticed = Outcome::Unnoticed {
            why: "in lockstep out differs in cycle 7".to_owned(),
        };
        let property = |property| Line {
            property,
            outcome: Some(&proven),
            seconds: 0.0,
        };
        let mutant = |number, outcome| MutantLine {
            number,
            name: "u.x condition",
            outcome,
        };
        let row = Row {
            unit: "u",
            label: "p".to_owned(),
            properties: vec![property("First"), property("Second")],
            elsewhere: vec![],
            mutants: vec![mutant(4, &noticed), mutant(9, &unnoticed)],
        };
        let page = markdown(&[row]);
        assert!(
            page.contains("| u | p | 2 | 1 | 1 | 0 | Second |"),
            "{page}"
        );
        let line = "| u | 9 | `u.x condition` | in lockstep out differs in cycle 7 |";
        assert!(page.contains(line), "{page}");
        assert_eq!(markdown(&[]), "");
    }
}
