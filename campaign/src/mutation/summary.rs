//! Counts: what became of the mutants, by configuration and by kind.

use super::work::{Fate, Mutant, MutantWork};
use crate::report::Report;
use progress::text::{columns, Align};
use serde::Serialize;
use std::collections::BTreeMap;

/// The format of its JSON.
pub const FORMAT: &str = "warploom-mutants";

/// How many came to what end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// All of them.
    #[serde(skip)]
    pub mutants: usize,
    /// An output or a property showed them.
    pub killed: usize,
    /// A solver showed that they make no difference.
    pub proven: usize,
    /// A person has said why they make no difference.
    pub argued: usize,
    /// Nothing showed them.
    pub alive: usize,
    /// Those of the living at whose place the stimulus does not look.
    pub unreached: usize,
}

impl Counts {
    fn add(&mut self, fate: &Fate) {
        self.mutants += 1;
        match fate {
            Fate::Killed { .. } => self.killed += 1,
            Fate::Proven => self.proven += 1,
            Fate::Argued { .. } => self.argued += 1,
            Fate::Alive { reached, .. } => {
                self.alive += 1;
                self.unreached += usize::from(!reached);
            }
        }
    }

    /// The sum of both.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            mutants: self.mutants + other.mutants,
            killed: self.killed + other.killed,
            proven: self.proven + other.proven,
            argued: self.argued + other.argued,
            alive: self.alive + other.alive,
            unreached: self.unreached + other.unreached,
        }
    }

    /// As cells of a table, below [`HEADER`].
    pub fn cells(&self) -> [String; 6] {
        let numbers = [
            self.mutants,
            self.killed,
            self.proven,
            self.argued,
            self.alive,
            self.unreached,
        ];
        numbers.map(|number| number.to_string())
    }
}

/// What stands above [`Counts::cells`].
pub const HEADER: [&str; 6] = [
    "mutants",
    "killed",
    "proven",
    "argued",
    "alive",
    "unreached",
];

/// The mutants of a configuration.
#[derive(Clone, Debug, Serialize)]
pub struct Row<'r> {
    /// The unit.
    pub unit: &'r str,
    /// Preset and changes.
    #[serde(rename = "preset")]
    pub label: String,
    /// Counts.
    #[serde(flatten)]
    pub counts: Counts,
    /// Seconds of work.
    pub seconds: f64,
    /// Each of them.
    pub mutants: Vec<&'r Mutant>,
}

/// A row for each configuration.
pub fn rows(report: &Report<MutantWork>) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = vec![];
    for entry in &report.entries {
        let Some((record, _)) = &entry.result else {
            continue;
        };
        let (unit, label) = (entry.job.work.unit.as_str(), entry.job.work.label());
        if !rows
            .last()
            .is_some_and(|row| row.unit == unit && row.label == label)
        {
            rows.push(Row {
                unit,
                label,
                counts: Counts::default(),
                seconds: 0.0,
                mutants: vec![],
            });
        }
        if let Some(row) = rows.last_mut() {
            row.seconds += record.seconds;
            for mutant in &record.found.mutants {
                row.counts.add(&mutant.fate);
                row.mutants.push(mutant);
            }
        }
    }
    rows
}

/// All rows together.
pub fn total(rows: &[Row<'_>]) -> Counts {
    { rows.iter() }.fold(Counts::default(), |sum, row| sum.with(row.counts))
}

/// Counts by what was done to the unit.
pub fn by_kind(rows: &[Row<'_>]) -> BTreeMap<String, Counts> {
    let mut kinds: BTreeMap<String, Counts> = BTreeMap::new();
    for mutant in rows.iter().flat_map(|row| &row.mutants) {
        kinds
            .entry(kind(&mutant.name).to_owned())
            .or_default()
            .add(&mutant.fate);
    }
    kinds
}

/// The kind in a mutant's name: `osu_bank.reach 3 constant: 4'd8 -> 4'd7`.
fn kind(name: &str) -> &str {
    let before = name.split(": ").next().unwrap_or_default();
    before.rsplit(' ').next().unwrap_or_default()
}

/// The living, with what tells them apart.
pub fn living(rows: &[Row<'_>]) -> String {
    let mut text = String::new();
    for row in rows {
        for mutant in &row.mutants {
            let Fate::Alive { reached, apart } = &mutant.fate else {
                continue;
            };
            let far = if *reached { "" } else { " (not reached)" };
            let Row { unit, label, .. } = row;
            let Mutant { number, name, .. } = mutant;
            text.push_str(&format!(
                "{unit} {label} {number}: {name}{far}\n  {apart}\n"
            ));
        }
    }
    text
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
                row.counts.cells().into_iter().collect(),
            )
        })
        .collect();
    if rows.len() > 1 {
        table.push(line(
            "together",
            "",
            total(rows).cells().into_iter().collect(),
        ));
    }
    columns(&heads, &table).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_in_the_name() {
        assert_eq!(kind("osu_bank.reach 3 constant: 4'd8 -> 4'd7"), "constant");
        assert_eq!(kind("bank_gate.remaining register: not reset"), "register");
    }
}
