//! What a figure is made of.

use super::chart::Chart;
use super::kernel::Kernel;
use super::name::Paper;
use super::results::{Missing, Results};
use super::table::Table;
use super::work::Look;

/// A figure or a table of a paper, with what makes it.
#[derive(Clone, Copy)]
pub struct Figure {
    /// The paper.
    pub paper: Paper,
    /// `figure-9`, `table-2`, or a word for what is ours.
    pub name: &'static str,
    /// The runs of a kernel that it needs; none if the kernel is not in it.
    pub needs: fn(&Kernel) -> Vec<Look>,
    /// Makes it.
    pub measure: fn(&Results) -> Result<Measured, Missing>,
}

/// A figure as it was measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// All its numbers.
    pub table: Table,
    /// How they are drawn; a table of the paper is not.
    pub chart: Option<Chart>,
    /// What stands beside the paper's statements, by their keys.
    pub values: Vec<(&'static str, f64)>,
}

impl Measured {
    /// A table that is not drawn.
    pub fn new(table: Table) -> Self {
        Self {
            table,
            chart: None,
            values: Vec::new(),
        }
    }

    /// With a chart.
    #[must_use]
    pub fn drawn(mut self, chart: impl Into<Chart>) -> Self {
        self.chart = Some(chart.into());
        self
    }

    /// With a number that stands beside a statement.
    #[must_use]
    pub fn value(mut self, key: &'static str, value: f64) -> Self {
        self.values.push((key, value));
        self
    }
}

impl std::fmt::Debug for Figure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.paper, self.name)
    }
}
