//! Verdicts by unit.

use super::work::{Outcome, ProofWork};
use crate::report::Report;
use progress::text::{columns, Align};
use serde::Serialize;
use spec::UnitId;

/// The format of its JSON.
pub const FORMAT: &str = "warploom-proofs";

/// A property and what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Line<'r> {
    /// The property.
    pub property: &'r str,
    /// What came of it; nothing where the checker does not have it, or it has not run.
    pub outcome: Option<&'r Outcome>,
    /// Seconds of work.
    pub seconds: f64,
}

/// The properties of a configuration.
#[derive(Clone, Debug, Serialize)]
pub struct Row<'r> {
    /// The unit.
    pub unit: &'r str,
    /// Preset and changes.
    #[serde(rename = "preset")]
    pub label: String,
    /// Each of them.
    pub properties: Vec<Line<'r>>,
    /// Properties that the checker does not have.
    pub elsewhere: Vec<&'static str>,
    /// Mutants against which all that the checker has was put, as far as they have run.
    pub mutants: Vec<MutantLine<'r>>,
}

/// A mutant and what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct MutantLine<'r> {
    /// Its place in the unit's list.
    pub number: usize,
    /// What is wrong.
    pub name: &'r str,
    /// What came of it.
    pub outcome: &'r Outcome,
}

/// What stands above [`Row::counts`].
pub const HEADER: [&str; 6] = [
    "properties",
    "proven",
    "refuted",
    "vacuous",
    "unknown",
    "not written",
];

impl Row<'_> {
    /// The mutants that came to an end.
    pub fn ended(&self, name: &str) -> Vec<&MutantLine<'_>> {
        let lines = self.mutants.iter();
        lines.filter(|line| line.outcome.name() == name).collect()
    }

    /// The properties that are proven and that no mutant has broken, where mutants have tried.
    pub fn weak(&self) -> Vec<&str> {
        let broken = |property: &str| {
            self.mutants.iter().any(|line| match line.outcome {
                Outcome::Noticed { by, .. } => by.iter().any(|name| name == property),
                _ => false,
            })
        };
        let proven = self.properties.iter().filter(|line| {
            !self.mutants.is_empty() && line.outcome.is_some_and(|o| o.name() == "proven")
        });
        let names = proven.map(|line| line.property);
        names.filter(|property| !broken(property)).collect()
    }

    /// How many there are, and came to what end.
    pub fn counts(&self) -> [usize; 6] {
        let of = |name: &str| {
            let ended = self.properties.iter().filter_map(|line| line.outcome);
            ended.filter(|outcome| outcome.name() == name).count()
        };
        [
            self.properties.len() + self.elsewhere.len(),
            of("proven"),
            of("refuted"),
            of("vacuous"),
            of("unknown"),
            self.elsewhere.len(),
        ]
    }
}

/// A row for each configuration.
pub fn rows(report: &Report<ProofWork>) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = vec![];
    for entry in &report.entries {
        let (unit, label) = (entry.job.work.unit.as_str(), entry.job.work.label());
        let last = rows
            .last()
            .is_some_and(|row| row.unit == unit && row.label == label);
        if !last {
            rows.push(Row {
                unit,
                label,
                properties: vec![],
                elsewhere: vec![],
                mutants: vec![],
            });
        }
        let Some(row) = rows.last_mut() else { continue };
        let record = entry.result.as_ref().map(|(record, _)| record);
        let outcome = record.and_then(|record| record.found.outcome.as_ref());
        let name = &entry.job.work.property;
        match (&entry.job.work.mutant, outcome) {
            (None, _) => row.properties.push(Line {
                property: name,
                outcome,
                seconds: record.map_or(0.0, |record| record.seconds),
            }),
            (Some(mutant), Some(outcome)) => row.mutants.push(MutantLine {
                number: mutant.number,
                name,
                outcome,
            }),
            (Some(_), None) => {}
        }
    }
    for row in &mut rows {
        let unit = UnitId::ALL.iter().find(|unit| unit.name() == row.unit);
        let all = unit.map_or(&[][..], |unit| unit.properties());
        let has = |name: &str| row.properties.iter().any(|line| line.property == name);
        row.elsewhere = all
            .iter()
            .map(|p| p.name)
            .filter(|name| !has(name))
            .collect();
    }
    rows
}

/// The sum of all rows.
pub fn total(rows: &[Row<'_>]) -> [usize; 6] {
    let mut sum = [0; 6];
    for row in rows {
        sum.iter_mut()
            .zip(row.counts())
            .for_each(|(sum, count)| *sum += count);
    }
    sum
}

/// For a person at a terminal: a table of all configurations.
pub fn text(rows: &[Row<'_>]) -> String {
    let mut heads = vec![("unit", Align::Left), ("preset", Align::Left)];
    heads.extend(HEADER.map(|head| (head, Align::Right)));
    let line = |unit: &str, label: &str, cells: Vec<String>| {
        let names = [unit.to_owned(), label.to_owned()];
        names.into_iter().chain(cells).collect::<Vec<_>>()
    };
    let mut table: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            line(
                row.unit,
                &row.label,
                row.counts()
                    .map(|count| count.to_string())
                    .into_iter()
                    .collect(),
            )
        })
        .collect();
    if rows.len() > 1 {
        table.push(line(
            "together",
            "",
            total(rows)
                .map(|count| count.to_string())
                .into_iter()
                .collect(),
        ));
    }
    columns(&heads, &table).trim_end().to_owned()
}
