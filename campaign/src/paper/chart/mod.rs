//! Charts as SVG, drawn by the crate plotters. Each can be read without its caption: it has a title, what
//! its axes are, what its colours mean, and the paper's value where the paper states one.

mod bars;
mod frame;
mod lines;

pub use bars::{Bars, Stack};
pub use lines::{Line, Lines, Panels};

use super::statement::Statement;

/// A chart.
#[derive(Clone, Debug)]
pub enum Chart {
    /// Bars for each row of the table.
    Bars(Bars),
    /// Lines over numbers.
    Lines(Lines),
    /// Several of them, side by side.
    Panels(Panels),
}

impl From<Bars> for Chart {
    fn from(bars: Bars) -> Self {
        Self::Bars(bars)
    }
}

impl From<Lines> for Chart {
    fn from(lines: Lines) -> Self {
        Self::Lines(lines)
    }
}

impl From<Panels> for Chart {
    fn from(panels: Panels) -> Self {
        Self::Panels(panels)
    }
}

/// Where the paper's value of a row of its statements stands in a chart.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The row's key.
    pub key: &'static str,
    /// The value as it is drawn: a saving of 25 % is a bar of 75.
    pub drawn: fn(f64) -> f64,
    /// Over which bar, by row and stack, or at which x.
    pub at: Place,
}

/// A place in a chart.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// The bar of a row and a stack.
    Bar(String, usize),
    /// A number of the x axis.
    X(f64),
}

impl Mark {
    /// The paper's value, over a bar.
    pub fn bar(key: &'static str, row: &str, stack: usize) -> Self {
        Self {
            key,
            drawn: |value| value,
            at: Place::Bar(row.to_owned(), stack),
        }
    }

    /// The paper's value, over a number.
    pub fn x(key: &'static str, x: f64) -> Self {
        Self {
            key,
            drawn: |value| value,
            at: Place::X(x),
        }
    }

    /// Drawn as another number than the one that is stated.
    #[must_use]
    pub fn drawn(mut self, drawn: fn(f64) -> f64) -> Self {
        self.drawn = drawn;
        self
    }

    /// What is drawn, if the paper states it.
    fn value(&self, statement: &Statement) -> Option<f64> {
        let row = statement.row.iter().find(|row| row.key == self.key)?;
        Some((self.drawn)(row.paper?))
    }
}

/// Why a chart cannot be drawn.
pub type ChartError = Box<dyn std::error::Error + Send + Sync>;

/// A chart as SVG.
pub fn svg(
    chart: &Chart,
    table: &super::table::Table,
    statement: &Statement,
    title: &str,
) -> Result<String, ChartError> {
    match chart {
        Chart::Bars(bars) => bars.draw(table, statement, title),
        Chart::Lines(lines) => lines.draw(statement, title),
        Chart::Panels(panels) => panels.draw(statement, title),
    }
}
