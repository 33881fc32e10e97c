//! Bars of each row of a table, those of means apart from the others, as the papers' figures have them.

use super::frame::{beginning, colour, diamond, ending, framed, letters, tick};
use super::{ChartError, Mark, Place};
use crate::paper::statement::Statement;
use crate::paper::table::{shown, Table};
use plotters::prelude::*;

/// One bar of a row: parts on top of each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// What it is, where several stand side by side.
    pub name: String,
    /// Columns of the table, with the name that the legend has for them.
    pub parts: Vec<(usize, String)>,
}

impl Stack {
    /// A bar of one column.
    pub fn one(name: &str, column: usize) -> Self {
        Self::of(name, &[(column, name)])
    }

    /// A bar of several.
    pub fn of(name: &str, parts: &[(usize, &str)]) -> Self {
        let part = |&(column, name): &(usize, &str)| (column, name.to_owned());
        Self {
            name: name.to_owned(),
            parts: parts.iter().map(part).collect(),
        }
    }
}

/// Bars.
#[derive(Clone, Debug)]
pub struct Bars {
    /// What the y axis is.
    pub axis: String,
    /// Bars of a row, side by side.
    pub stacks: Vec<Stack>,
    /// A line across, such as the baseline's 1.
    pub line: Option<f64>,
    /// Where bars are cut off, with their number beside them.
    pub top: Option<f64>,
    /// The paper's values.
    pub marks: Vec<Mark>,
}

impl Bars {
    /// Without line, top and marks.
    pub fn new(axis: &str, stacks: Vec<Stack>) -> Self {
        Self {
            axis: axis.to_owned(),
            stacks,
            line: None,
            top: None,
            marks: Vec::new(),
        }
    }

    /// With a line across.
    #[must_use]
    pub fn line(mut self, at: f64) -> Self {
        self.line = Some(at);
        self
    }

    /// Cut off.
    #[must_use]
    pub fn top(mut self, top: f64) -> Self {
        self.top = Some(top);
        self
    }

    /// With a value of the paper.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Self {
        self.marks.push(mark);
        self
    }

    /// Names of parts in the order in which they come.
    fn parts(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for (_, name) in self.stacks.iter().flat_map(|stack| &stack.parts) {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// The rows that have anything to draw, and where each begins.
    fn slots<'t>(&self, table: &'t Table) -> Vec<(f64, &'t crate::paper::table::Row)> {
        let mut x = 0.0;
        let mut apart = false;
        let mut slots = Vec::new();
        for row in &table.rows {
            if row.summary && !apart && !slots.is_empty() {
                (x, apart) = (x + 0.6, true);
            }
            slots.push((x, row));
            x += 1.0;
        }
        slots
    }

    pub(super) fn draw(
        &self,
        table: &Table,
        statement: &Statement,
        title: &str,
    ) -> Result<String, ChartError> {
        let slots = self.slots(table);
        let right = slots.last().map_or(1.0, |(x, _)| x + 1.0);
        let stacks = self.stacks.len();
        let wide = (150.0 + right * (14.0 + 9.0 * stacks as f64)).clamp(640.0, 1500.0) as u32;
        let marks: Vec<(&Mark, f64)> = self
            .marks
            .iter()
            .filter_map(|mark| Some((mark, mark.value(statement)?)))
            .collect();
        let sum = |row: &crate::paper::table::Row, stack: &Stack| -> f64 {
            let cell = |&(column, _): &(usize, String)| row.cells.get(column).copied().flatten();
            stack.parts.iter().filter_map(cell).sum()
        };
        let drawn = slots.iter().flat_map(|(_, row)| {
            let row = *row;
            self.stacks.iter().map(move |stack| sum(row, stack))
        });
        let all = drawn
            .chain(marks.iter().map(|(_, value)| *value))
            .chain(self.line);
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for value in all {
            (low, high) = (low.min(value), high.max(value));
        }
        let high = self.top.map_or(high * 1.08, |top| top.min(high * 1.08));
        let low = low * 1.08;
        let high = if high <= low { low + 1.0 } else { high };
        let mut text = String::new();
        {
            let root = SVGBackend::with_string(&mut text, (wide, 470)).into_drawing_area();
            let names = self.parts();
            let mut legend: Vec<(String, RGBColor)> = names
                .iter()
                .enumerate()
                .map(|(number, name)| ((*name).to_owned(), colour(number)))
                .collect();
            if legend.len() == 1 && stacks == 1 {
                legend.clear();
            }
            let body = framed(&root, title, &legend, !marks.is_empty())?;
            let many = stacks > 1 && self.stacks.iter().any(|stack| stack.parts.len() > 1);
            let axis = if many {
                let names: Vec<&str> = self.stacks.iter().map(|s| &*s.name).collect();
                format!("{} (left to right: {})", self.axis, names.join(", "))
            } else {
                self.axis.clone()
            };
            body.draw(&Text::new(axis, (14, 0), letters(13)))?;
            let (_, body) = body.split_vertically(20);
            let mut chart = ChartBuilder::on(&body)
                .margin_right(70)
                .margin_top(8)
                .y_label_area_size(58)
                .x_label_area_size(132)
                .build_cartesian_2d(-0.3..right + 0.1, low..high)?;
            chart
                .configure_mesh()
                .disable_x_mesh()
                .disable_x_axis()
                .y_label_style(letters(12))
                .y_label_formatter(&tick)
                .light_line_style(WHITE)
                .draw()?;
            let bar = 0.84 / stacks.max(1) as f64;
            for (x, row) in &slots {
                for (number, stack) in self.stacks.iter().enumerate() {
                    let left = x + bar * number as f64;
                    let (mut up, mut down) = (0.0_f64, 0.0_f64);
                    for (column, name) in &stack.parts {
                        let Some(value) = row.cells.get(*column).copied().flatten() else {
                            continue;
                        };
                        let place = names.iter().position(|other| other == name);
                        let from = if value < 0.0 { &mut down } else { &mut up };
                        let to = *from + value;
                        let cut = |y: f64| y.clamp(low, high);
                        let corners = [(left, cut(*from)), (left + bar * 0.92, cut(to))];
                        let paint = colour(place.unwrap_or(0)).filled();
                        chart.draw_series([Rectangle::new(corners, paint)])?;
                        *from = to;
                    }
                    let all = up + down;
                    if up > high || row.summary && stacks <= 4 {
                        let y = if up > high { high } else { up };
                        let (px, py) = chart.backend_coord(&(left + bar * 0.46, y));
                        let style = beginning(letters(11)).transform(FontTransform::Rotate270);
                        let py = if up > high { py + 44 } else { py - 4 };
                        let style = if up > high {
                            style.color(&WHITE)
                        } else {
                            style
                        };
                        root.draw(&Text::new(shown(all), (px, py), style))?;
                    }
                }
                let (px, _) = chart.backend_coord(&(x + 0.42, low));
                let (_, py) = chart.backend_coord(&(x + 0.42, low));
                let style = ending(letters(12)).transform(FontTransform::Rotate270);
                root.draw(&Text::new(row.name.clone(), (px, py + 6), style))?;
            }
            for at in self.line.iter().chain(&[0.0]) {
                let ends = [(-0.3, *at), (right + 0.1, *at)];
                chart.draw_series(LineSeries::new(ends, BLACK.mix(0.6)))?;
            }
            for (mark, value) in marks {
                let Place::Bar(name, stack) = &mark.at else {
                    continue;
                };
                let Some((x, _)) = slots.iter().find(|(_, row)| row.name == *name) else {
                    continue;
                };
                let x = x + bar * (*stack as f64 + 0.46);
                let (px, py) = chart.backend_coord(&(x, value.clamp(low, high)));
                root.draw(&diamond((px, py)))?;
                if *stack + 1 == stacks {
                    let style = beginning(letters(12)).color(&super::frame::PAPER);
                    let edge = chart.backend_coord(&(x + bar * 0.5, value)).0;
                    let at = (edge.max(px + 7) + 3, py);
                    root.draw(&Text::new(shown(value), at, style))?;
                }
            }
            root.present()?;
        }
        Ok(text)
    }
}
