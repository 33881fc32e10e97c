//! Lines over numbers.

use super::frame::{beginning, colour, diamond, framed, letters, tick, Area, PAPER};
use super::{ChartError, Mark, Place};
use crate::paper::statement::Statement;
use crate::paper::table::shown;
use plotters::prelude::*;

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the legend says.
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

/// Lines.
#[derive(Clone, Debug)]
pub struct Lines {
    /// What the x axis is.
    pub across: String,
    /// What the y axis is.
    pub axis: String,
    /// The lines.
    pub lines: Vec<Line>,
    /// The paper's values.
    pub marks: Vec<Mark>,
}

impl Lines {
    /// Without marks.
    pub fn new(across: &str, axis: &str, lines: Vec<Line>) -> Self {
        Self {
            across: across.to_owned(),
            axis: axis.to_owned(),
            lines,
            marks: Vec::new(),
        }
    }

    /// With a value of the paper.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }

    /// The paper's values that it states.
    fn marks(&self, statement: &Statement) -> Vec<(f64, f64)> {
        let marks = self.marks.iter().filter_map(|mark| match mark.at {
            Place::X(x) => Some((x, mark.value(statement)?)),
            Place::Bar(..) => None,
        });
        marks.collect()
    }

    fn legend(&self) -> Vec<(String, RGBColor)> {
        let lines = self.lines.iter().enumerate();
        lines
            .map(|(number, line)| (line.name.clone(), colour(number)))
            .collect()
    }

    /// The chart without legend.
    fn plot(
        &self,
        root: &Area<'_>,
        body: &Area<'_>,
        marks: &[(f64, f64)],
    ) -> Result<(), ChartError> {
        let points = self.lines.iter().flat_map(|line| &line.points);
        let all: Vec<(f64, f64)> = points.chain(marks).copied().collect();
        let bound = |of: fn(&(f64, f64)) -> f64, pick: fn(f64, f64) -> f64| {
            all.iter().map(of).reduce(pick).unwrap_or(0.0)
        };
        let (left, right) = (bound(|p| p.0, f64::min), bound(|p| p.0, f64::max));
        let (low, high) = (bound(|p| p.1, f64::min).min(0.0), bound(|p| p.1, f64::max));
        let right = if right > left { right } else { left + 1.0 };
        let high = if high > low { high * 1.08 } else { low + 1.0 };
        let side = 0.03 * (right - left);
        let mut chart = ChartBuilder::on(body)
            .margin_right(30)
            .margin_top(8)
            .y_label_area_size(58)
            .x_label_area_size(44)
            .build_cartesian_2d(left - side..right + side, low..high)?;
        chart
            .configure_mesh()
            .x_desc(self.across.as_str())
            .axis_desc_style(letters(13))
            .label_style(letters(12))
            .x_label_formatter(&tick)
            .y_label_formatter(&tick)
            .light_line_style(WHITE)
            .draw()?;
        for (number, line) in self.lines.iter().enumerate() {
            let paint = colour(number);
            let points = line.points.iter().copied();
            chart.draw_series(LineSeries::new(points.clone(), paint.stroke_width(2)))?;
            if line.points.len() <= 40 {
                chart.draw_series(points.map(|at| Circle::new(at, 3, paint.filled())))?;
            }
        }
        for &(x, y) in marks {
            let (px, py) = chart.backend_coord(&(x, y));
            root.draw(&diamond((px, py)))?;
            let style = beginning(letters(12)).color(&PAPER);
            root.draw(&Text::new(shown(y), (px + 9, py - 8), style))?;
        }
        Ok(())
    }

    pub(super) fn draw(&self, statement: &Statement, title: &str) -> Result<String, ChartError> {
        let marks = self.marks(statement);
        let mut text = String::new();
        {
            let root = SVGBackend::with_string(&mut text, (860, 450)).into_drawing_area();
            let body = framed(&root, title, &self.legend(), !marks.is_empty())?;
            body.draw(&Text::new(self.axis.clone(), (14, 0), letters(13)))?;
            let (_, body) = body.split_vertically(20);
            self.plot(&root, &body, &marks)?;
            root.present()?;
        }
        Ok(text)
    }
}

/// Charts of the same lines side by side, each with its title.
#[derive(Clone, Debug)]
pub struct Panels(pub Vec<(String, Lines)>);

/// Panels of a row.
const ACROSS: usize = 3;

impl Panels {
    pub(super) fn draw(&self, statement: &Statement, title: &str) -> Result<String, ChartError> {
        let mut text = String::new();
        let Some((_, first)) = self.0.first() else {
            return Err("there is nothing to draw".into());
        };
        let across = ACROSS.min(self.0.len());
        let down = self.0.len().div_ceil(across);
        let size = (90 + 370 * across as u32, 90 + 300 * down as u32);
        {
            let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
            let body = framed(&root, title, &first.legend(), false)?;
            body.draw(&Text::new(first.axis.clone(), (14, 0), letters(13)))?;
            let (_, body) = body.split_vertically(20);
            let areas = body.split_evenly((down, across));
            for ((name, lines), area) in self.0.iter().zip(areas) {
                area.draw(&Text::new(name.clone(), (64, 2), letters(14)))?;
                let (_, area) = area.split_vertically(20);
                lines.plot(&root, &area, &lines.marks(statement))?;
            }
            root.present()?;
        }
        Ok(text)
    }
}
