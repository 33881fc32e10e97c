//! What a paper states, and why our numbers differ: `statements.toml` beside the figures.

use super::name::Paper;
use serde::Deserialize;
use std::fmt;

/// All statements of a paper.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statements {
    /// The paper, as one cites it.
    pub title: String,
    /// In what our surroundings are not the paper's, for all figures.
    pub about: String,
    /// Its figures and tables, in its order.
    pub figure: Vec<Statement>,
}

/// What is said of a figure.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// `figure-9`.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// What is run and how it is summed up: which mean, of what.
    pub method: String,
    /// Why it is not measured at all: what it is an input of.
    pub input: Option<String>,
    /// Numbers.
    #[serde(default)]
    pub row: Vec<Row>,
}

/// A number.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Names it, for the figure's code.
    pub key: String,
    /// What it is.
    pub says: String,
    /// What the paper states; nothing where it shows bars without numbers.
    pub paper: Option<f64>,
    /// `%`, or nothing.
    #[serde(default)]
    pub unit: String,
    /// Where the paper states it.
    pub section: String,
    /// Why ours is another.
    pub cause: Option<String>,
    /// Whether it is one of the numbers that the paper is known for.
    #[serde(default)]
    pub headline: bool,
}

/// A part of the paper's number by which ours may be off without a word.
const MUCH: f64 = 0.1;
/// Points, for what is given in percent.
const MANY_POINTS: f64 = 1.0;

impl Row {
    /// Whether ours is so far from the paper's that somebody will ask why.
    pub fn differs(&self, ours: f64) -> bool {
        let Some(paper) = self.paper else {
            return false;
        };
        let floor = if self.unit == "%" { MANY_POINTS } else { 0.0 };
        (ours - paper).abs() > (MUCH * paper.abs()).max(floor)
    }
}

/// What cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadStatements(String);

impl fmt::Display for BadStatements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadStatements {}

/// The statements of a paper.
pub fn of(paper: Paper) -> Result<Statements, BadStatements> {
    let text = match paper {
        Paper::WarpedCompression => include_str!("warped_compression/statements.toml"),
        Paper::AffineVectorCache => include_str!("affine_vector_cache/statements.toml"),
        Paper::Slumber => include_str!("slumber/statements.toml"),
        Paper::Regless => include_str!("regless/statements.toml"),
    };
    toml::from_str(text).map_err(|error| BadStatements(format!("statements of {paper}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_one_of_a_tenth_and_of_a_point() {
        let row = |paper, unit: &str| Row {
            key: String::new(),
            says: String::new(),
            paper,
            unit: unit.to_owned(),
            section: String::new(),
            cause: None,
            headline: false,
        };
        assert!(!row(Some(25.0), "%").differs(27.4) && row(Some(25.0), "%").differs(22.4));
        assert!(!row(Some(0.1), "%").differs(1.0) && row(Some(0.1), "%").differs(1.2));
        assert!(!row(Some(2.5), "").differs(2.7) && row(Some(2.5), "").differs(2.8));
        assert!(!row(None, "").differs(1e9));
    }
}
