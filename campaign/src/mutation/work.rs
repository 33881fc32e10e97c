//! A job of a mutation campaign: some mutants of one configuration, all in one model.

use super::numbers::Numbers;
use crate::work::{Case, Order, Work};
use cosim::regression::forecast::Expected;
use serde::{Deserialize, Serialize};
use spec::{Configuration, ConfigurationError, UnitId};
use std::fmt;

/// Some mutants of a configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutantWork {
    /// The unit.
    pub unit: String,
    /// Its preset.
    pub preset: String,
    /// What is changed on top of the preset, as `key=value`.
    pub changes: Vec<String>,
    /// The seed of stimulus and power-up.
    pub seed: u64,
    /// How long a mutant has to live.
    pub cycles: u64,
    /// Which of the unit's mutants, by their place in its list.
    pub numbers: Numbers,
    /// The digest of what is argued of the unit's mutants.
    pub argued: String,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "fate", rename_all = "kebab-case")]
pub enum Fate {
    /// An output differed, or a property did not hold.
    Killed {
        /// The output or the property.
        by: String,
        /// The cycle.
        cycle: u64,
    },
    /// A solver has shown that it makes no difference.
    Proven,
    /// A person has said why it makes no difference.
    Argued {
        /// Why.
        why: String,
    },
    /// Nothing showed it.
    Alive {
        /// False where the stimulus would not even notice the complement of the value.
        reached: bool,
        /// What tells it apart from the unit, as far as its block knows.
        apart: String,
    },
}

/// A mutant and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mutant {
    /// Its place in the unit's list.
    pub number: usize,
    /// What is wrong, and where.
    pub name: String,
    /// What became of it.
    #[serde(flatten)]
    pub fate: Fate,
}

/// What became of all mutants of a job.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mutants {
    /// In the order of the unit's list.
    #[serde(default)]
    pub mutants: Vec<Mutant>,
}

impl MutantWork {
    /// The configuration.
    pub fn configuration(&self) -> Result<Configuration, ConfigurationError> {
        Configuration::from_words(&self.unit, &self.preset, &self.changes)
    }

    /// Preset and changes.
    pub fn label(&self) -> String {
        let changes = self.changes.iter().map(|change| format!("+{change}"));
        self.preset.clone() + &changes.collect::<String>()
    }
}

impl Work for MutantWork {
    type Found = Mutants;
    const NAME: &'static str = "mutation campaign";
    const FORMAT: &'static str = "warploom-mutate";

    fn deciding(&self) -> Self {
        self.clone()
    }

    fn order(&self) -> Order {
        let unit = UnitId::ALL.iter().position(|u| u.name() == self.unit);
        let unit = unit.unwrap_or(usize::MAX);
        (unit, self.label(), self.numbers.first(), 0, self.seed)
    }

    /// Each job has a model of its own.
    fn group(&self) -> Option<String> {
        None
    }

    fn part(&self) -> &'static str {
        "mutants"
    }

    fn case(&self) -> Case {
        Case {
            suite: self.unit.clone(),
            class: format!("{}.{}", self.unit, self.label()),
            name: format!("mutants {}", self.numbers),
        }
    }

    /// A model and its rest of mutants that live: few, but those take long, and a solver thinks of them.
    fn expected(&self, _: bool) -> Option<f64> {
        const ALIVE: f64 = 0.05;
        let unit: UnitId = self.unit.parse().ok()?;
        let Expected { building, running } = Expected::of(unit, self.cycles);
        let mutants = self.numbers.len() as f64;
        Some(2.0 * building + mutants * ALIVE * (3.0 * running + 0.2 * building))
    }

    fn command(&self) -> String {
        let mut text = format!(
            "warploom mutate --unit {} --preset {}",
            self.unit, self.preset
        );
        for change in &self.changes {
            text.push_str(&format!(" --set {change}"));
        }
        let (seed, cycles, numbers) = (self.seed, self.cycles, &self.numbers);
        text + &format!(" --seed {seed} --cycles {cycles} --mutants {numbers}")
    }
}

impl fmt::Display for MutantWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, label) = (&self.unit, self.label());
        write!(
            f,
            "{unit} {label} mutants {} to {}",
            self.numbers.first(),
            self.numbers.last()
        )
    }
}
