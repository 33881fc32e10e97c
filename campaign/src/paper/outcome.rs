//! Figures, ours beside the paper's.

use super::figure::{Figure, Measured};
use super::results::{Missing, Results};
use super::statement::{Row, Statement, Statements};
use super::{catalogue, Paper};

/// What came of a figure.
#[derive(Clone, Debug)]
pub enum State {
    /// It was measured.
    Measured(Box<Measured>),
    /// It is an input of what is measured.
    Input(String),
    /// Its input is not there.
    Missing(Missing),
}

/// A figure with what the paper states of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The paper.
    pub paper: Paper,
    /// What is said of it.
    pub statement: Statement,
    /// What came of it.
    pub state: State,
}

/// Figures of a paper.
#[derive(Clone, Debug)]
pub struct PaperOutcome {
    /// The paper.
    pub paper: Paper,
    /// Its statements.
    pub statements: Statements,
    /// Its figures, in its order.
    pub figures: Vec<Outcome>,
}

/// Makes figures of what has run.
pub fn of(
    paper: Paper,
    statements: Statements,
    chosen: &dyn Fn(&str) -> bool,
    results: &Results,
) -> PaperOutcome {
    let one = |statement: &Statement| {
        let figure = catalogue::find(paper, &statement.name);
        let state = match (&statement.input, figure) {
            (Some(of), _) => State::Input(of.clone()),
            (None, Some(figure)) => measured(&figure, statement, results),
            (None, None) => State::Missing(Missing("nothing measures it".into())),
        };
        Outcome {
            paper,
            statement: statement.clone(),
            state,
        }
    };
    let figures = statements.figure.iter().filter(|s| chosen(&s.name));
    PaperOutcome {
        paper,
        figures: figures.map(one).collect(),
        statements,
    }
}

fn measured(figure: &Figure, statement: &Statement, results: &Results) -> State {
    let measured = match (figure.measure)(results) {
        Ok(measured) => measured,
        Err(missing) => return State::Missing(missing),
    };
    let lacks = |row: &&Row| !measured.values.iter().any(|(key, _)| *key == row.key);
    match statement.row.iter().find(lacks) {
        Some(row) => State::Missing(Missing(format!("nothing measures {}", row.key))),
        None => State::Measured(Box::new(measured)),
    }
}

impl Outcome {
    /// `warped-compression figure-9`.
    pub fn name(&self) -> String {
        format!("{} {}", self.paper, self.statement.name)
    }

    /// What was measured of a row.
    pub fn value(&self, row: &Row) -> Option<f64> {
        let State::Measured(measured) = &self.state else {
            return None;
        };
        let found = measured.values.iter().find(|(key, _)| *key == row.key);
        found.map(|(_, value)| *value)
    }

    /// Rows that differ much, of which nobody says why.
    pub fn unexplained(&self) -> impl Iterator<Item = &Row> {
        let differs = |row: &&Row| self.value(row).is_some_and(|ours| row.differs(ours));
        let rows = self.statement.row.iter().filter(differs);
        rows.filter(|row| row.cause.is_none())
    }
}
