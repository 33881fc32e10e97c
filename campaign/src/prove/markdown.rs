//! docs/proofs.md: what holds in every cycle, property by property.

use super::strength;
use super::summary::{total, Line, Row, HEADER};
use super::work::Outcome;
use std::fmt::Write;

const ABOUT: &str = "\
A property that is proven holds in every cycle after reset, whatever comes in and whatever registers held before, reset in mid-run
included. It is the assertion of `warploom emit --sva`, read from the same text, of the Verilog that `warploom emit` writes, in the
preset that is named; of a block it is that of the module around it that `hdl` has for proof. Nothing is assumed of what
comes in but what a row names after *assuming*: a rule of the contract, which stands beside the assertions too, or,
around units that are parts of it, what is proven of these.

- proven: by `pdr` (ABC's property directed reachability; its invariant is put to Yices' SAT solver in a query of our own: it holds
  at the start, no step leads out of it, and it excludes a failure) or by `induction` (Bitwuzla, over all assertions of the unit that
  hold each other up, of which each is asked with those alone that its traces call for; Yices repeats the first cycles and the step). The column says who has checked it, and `not checked` where the
  second solver found no answer in its time.
- refuted: a trace from reset, played on the circuit before it is believed, makes it fail; the replay file is in the folder of results.
- vacuous: what stands before `->` never comes, so that the property says nothing.
- unknown: no engine found an answer in its time; it holds for the cycles that are named.
- not written: nothing is proven of it. Golden's tests, the watchers of lockstep or, with a shadow of all registers that no proof can
  take, the assertions of `warploom emit --sva` know the property.";

/// The page; `command` is what made it.
pub fn document(rows: &[Row<'_>], command: &str) -> String {
    let mut text = format!("# What is proven\n\nMade by `{command}`. {ABOUT}\n\n");
    head(&mut text, &["unit", "preset"], &HEADER);
    for row in rows {
        let _ = write!(text, "| {} | {} |", row.unit, row.label);
        cells(&mut text, row.counts());
    }
    text.push_str("| together | |");
    cells(&mut text, total(rows));
    text.push_str(&strength::markdown(rows));
    for row in rows {
        let _ = writeln!(text, "\n## {} {}\n", row.unit, row.label);
        let _ = writeln!(
            text,
            "| property | verdict | engine | s | by |\n|---|---|---|--:|---|"
        );
        for line in &row.properties {
            let Line {
                property,
                outcome,
                seconds,
            } = line;
            let (name, engine, about) = match outcome {
                Some(outcome @ Outcome::Proven { engine, .. }) => {
                    (outcome.name(), engine.as_str(), outcome.about())
                }
                Some(outcome) => (outcome.name(), "", outcome.about()),
                None => ("not run", "", String::new()),
            };
            let _ = writeln!(
                text,
                "| {property} | {name} | {engine} | {seconds:.1} | {about} |"
            );
        }
        for property in &row.elsewhere {
            let _ = writeln!(text, "| {property} | not written | | | |");
        }
    }
    text
}

fn head(text: &mut String, first: &[&str], rest: &[&str]) {
    let _ = writeln!(text, "| {} | {} |", first.join(" | "), rest.join(" | "));
    let (left, right) = ("---|".repeat(first.len()), "--:|".repeat(rest.len()));
    let _ = writeln!(text, "|{left}{right}");
}

fn cells(text: &mut String, counts: [usize; 6]) {
    let cells = counts.map(|count| count.to_string());
    let _ = writeln!(text, " {} |", cells.join(" | "));
}
