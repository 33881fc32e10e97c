//! A job of a proof campaign: one property of one configuration.

use super::pace;
use crate::job::quoted;
use crate::mutation::numbers::Numbers;
use crate::work::{Case, Order, Work};
use hdl::assertions::blocks::BLOCK;
use serde::{Deserialize, Serialize};
use spec::{Configuration, ConfigurationError, UnitId, UnknownName};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// What tries to prove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// One after the other.
    #[default]
    Auto,
    /// ABC's property directed reachability, for control.
    Pdr,
    /// Induction with Bitwuzla, for wide data.
    Induction,
}

impl Engine {
    const ALL: [Self; 3] = [Self::Auto, Self::Pdr, Self::Induction];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Pdr => "pdr",
            Self::Induction => "induction",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Engine {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|engine| engine.name() == text);
        let names = || Self::ALL.map(|engine| engine.name().to_owned());
        found.ok_or_else(|| UnknownName::new("engine", text, names()))
    }
}

/// A mutant of a unit, against which all its properties are put.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// Its place in the unit's list.
    pub number: usize,
    /// All that are in one design with it.
    pub among: Numbers,
    /// The seed of the stimulus of lockstep.
    pub seed: u64,
    /// How long it has to live there.
    pub cycles: u64,
}

/// A property of a configuration, or a mutant of it, and what decides what comes of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofWork {
    /// The unit, or a block below the units.
    pub unit: String,
    /// Its preset; of a block [`BLOCK`].
    pub preset: String,
    /// What is changed on top of the preset, as `key=value`.
    pub changes: Vec<String>,
    /// The property; of a mutant its name.
    pub property: String,
    /// The mutant, where it is not one property that is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutant: Option<Mutant>,
    /// What tries.
    pub engine: Engine,
    /// Seconds that a solver may think.
    pub timeout: u64,
    /// The digest of Verilog and checker.
    pub text: String,
    /// Verilog that stands in for what is emitted.
    pub rtl: Option<PathBuf>,
}

/// What came of a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Outcome {
    /// It holds in every cycle of every environment that the assumptions allow.
    Proven {
        /// By what engine.
        engine: String,
        /// An invariant of so many clauses, or so many steps.
        by: String,
        /// Who has checked it.
        certificate: Option<String>,
    },
    /// A trace from reset breaks it.
    Refuted {
        /// Its cycles.
        cycles: usize,
    },
    /// What it is about never comes.
    Vacuous,
    /// Neither.
    Unknown {
        /// Cycles from the start in which it holds.
        cycles: usize,
        /// Why no more is known.
        why: String,
    },
    /// A mutant that properties refute.
    Noticed {
        /// These.
        by: Vec<String>,
        /// Cycles of the longest trace.
        cycles: usize,
    },
    /// A mutant that no property refutes, but lockstep kills.
    Unnoticed {
        /// What is known of it.
        why: String,
    },
    /// A mutant that nothing tells apart from the unit.
    Alike,
}

impl Outcome {
    /// One word.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Proven { .. } => "proven",
            Self::Refuted { .. } => "refuted",
            Self::Vacuous => "vacuous",
            Self::Unknown { .. } => "unknown",
            Self::Noticed { .. } => "noticed",
            Self::Unnoticed { .. } => "unnoticed",
            Self::Alike => "alike",
        }
    }

    /// What else there is to say of it.
    pub fn about(&self) -> String {
        match self {
            Self::Proven {
                by, certificate, ..
            } => {
                let checked = certificate.as_deref().unwrap_or("not checked");
                format!("{by}; {checked}")
            }
            Self::Refuted { cycles } => format!("a trace of {cycles} cycles"),
            Self::Vacuous => "no environment brings its premise about".to_owned(),
            Self::Unknown { cycles, why } => format!("holds for {cycles} cycles; {why}"),
            Self::Noticed { by, cycles } => {
                format!("by {} in {cycles} cycles at most", by.join(", "))
            }
            Self::Unnoticed { why } => why.clone(),
            Self::Alike => "no property refutes it, nor does lockstep kill it".to_owned(),
        }
    }
}

/// What a job leaves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    /// What came of it.
    #[serde(default)]
    pub outcome: Option<Outcome>,
}

impl ProofWork {
    /// The configuration.
    pub fn configuration(&self) -> Result<Configuration, ConfigurationError> {
        Configuration::from_words(&self.unit, &self.preset, &self.changes)
    }

    /// Whether it is about a block below the units.
    pub fn is_block(&self) -> bool {
        self.preset == BLOCK
    }

    /// Preset and changes.
    pub fn label(&self) -> String {
        let changes = self.changes.iter().map(|change| format!("+{change}"));
        self.preset.clone() + &changes.collect::<String>()
    }
}

impl Work for ProofWork {
    type Found = Proof;
    const NAME: &'static str = "proof campaign";
    const FORMAT: &'static str = "warploom-prove";

    fn deciding(&self) -> Self {
        Self {
            rtl: None,
            ..self.clone()
        }
    }

    fn order(&self) -> Order {
        let unit = UnitId::ALL.iter().position(|u| u.name() == self.unit);
        let place = unit.and_then(|at| {
            let properties = UnitId::ALL[at].properties();
            properties.iter().position(|p| p.name == self.property)
        });
        let last = usize::MAX;
        let mutant = self.mutant.as_ref().map_or(0, |mutant| mutant.number);
        (
            unit.unwrap_or(last),
            self.label(),
            place.unwrap_or(last),
            mutant,
            0,
        )
    }

    /// Properties of a unit share its front end.
    fn group(&self) -> Option<String> {
        Some(self.text.clone())
    }

    /// A unit's first property has the induction of all of them.
    fn apart(&self) -> Option<String> {
        self.group()
    }

    fn part(&self) -> &'static str {
        "properties"
    }

    fn case(&self) -> Case {
        Case {
            suite: self.unit.clone(),
            class: format!("{}.{}", self.unit, self.label()),
            name: self.property.clone(),
        }
    }

    fn expected(&self, is_first: bool) -> Option<f64> {
        let unit = self.unit.parse().ok();
        Some(match self.mutant {
            Some(_) => pace::MUTANT,
            None if is_first => pace::of_first(unit),
            None => pace::LATER,
        })
    }

    fn command(&self) -> String {
        let mut text = match self.is_block() {
            true => format!("warploom prove --block {}", self.unit),
            false => format!(
                "warploom prove --unit {} --preset {}",
                self.unit, self.preset
            ),
        };
        for change in &self.changes {
            text.push_str(&format!(" --set {change}"));
        }
        match &self.mutant {
            Some(Mutant { number, seed, .. }) => {
                text.push_str(&format!(" --mutants {number} --seed {seed}"));
            }
            None => text.push_str(&format!(" --property {}", self.property)),
        }
        text.push_str(&format!(" --engine {}", self.engine));
        text.push_str(&format!(" --timeout {}s", self.timeout));
        if let Some(rtl) = &self.rtl {
            text.push_str(&format!(" --rtl {}", quoted(rtl)));
        }
        text
    }
}

impl fmt::Display for ProofWork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.unit, self.label(), self.property)
    }
}
