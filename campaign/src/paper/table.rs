//! The numbers of a figure: a row for each kernel, and what sums them up.

use super::kernel::Kernel;
use super::results::{Missing, Results};
use serde::Serialize;

/// A row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// A kernel, or a mean.
    pub name: String,
    /// A number for each column; null where there is none.
    pub cells: Vec<Option<f64>>,
    /// Whether it sums up others.
    pub summary: bool,
}

/// The numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// What rows are: `kernel`.
    pub rows_are: String,
    /// Names of columns, with their units.
    pub columns: Vec<String>,
    /// Rows, those that sum up at the end.
    pub rows: Vec<Row>,
}

impl Table {
    /// A table without rows.
    pub fn new(rows_are: &str, columns: &[&str]) -> Self {
        Self {
            rows_are: rows_are.to_owned(),
            columns: columns.iter().map(|&name| name.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// A row for each kernel; a kernel for which `cells` has none is left out.
    pub fn of_kernels<const N: usize>(
        results: &Results,
        columns: [&str; N],
        cells: impl Fn(&Kernel) -> Result<Option<[f64; N]>, Missing>,
    ) -> Result<Self, Missing> {
        let mut table = Self::new("kernel", &columns);
        for kernel in results.kernels() {
            if let Some(cells) = cells(kernel)? {
                table.push(&kernel.name, cells.map(Some).to_vec());
            }
        }
        if table.rows.is_empty() {
            return Err(Missing("none of the kernels has what it shows".into()));
        }
        Ok(table)
    }

    /// Adds a row.
    pub fn push(&mut self, name: &str, cells: Vec<Option<f64>>) {
        self.rows.push(Row {
            name: name.to_owned(),
            cells,
            summary: false,
        });
    }

    /// Adds a row that sums up the others, column by column.
    #[must_use]
    pub fn summed_up(mut self, name: &str, mean: impl Fn(Vec<f64>) -> Option<f64>) -> Self {
        let cells = (0..self.columns.len()).map(|column| mean(self.column(column)));
        let cells = cells.collect();
        self.rows.push(Row {
            name: name.to_owned(),
            cells,
            summary: true,
        });
        self
    }

    /// What the rows that are no summary have in a column.
    pub fn column(&self, column: usize) -> Vec<f64> {
        let rows = self.rows.iter().filter(|row| !row.summary);
        rows.filter_map(|row| row.cells.get(column).copied().flatten())
            .collect()
    }

    /// A cell of the row of a name.
    pub fn cell(&self, name: &str, column: usize) -> Result<f64, Missing> {
        let row = self.rows.iter().find(|row| row.name == name);
        let cell = row.and_then(|row| row.cells.get(column).copied().flatten());
        cell.ok_or_else(|| {
            let column = self.columns.get(column).map_or("?", String::as_str);
            Missing(format!("there is no {column} of {name}"))
        })
    }

    /// As comma-separated values.
    pub fn csv(&self) -> String {
        let heads = self.columns.iter().map(|name| field(name));
        let mut text = field(&self.rows_are);
        text.extend(heads.map(|head| format!(",{head}")));
        text.push('\n');
        for row in &self.rows {
            text.push_str(&field(&row.name));
            for cell in &row.cells {
                text.push(',');
                text.push_str(&cell.map_or(String::new(), |number| rounded(number).to_string()));
            }
            text.push('\n');
        }
        text
    }

    /// The same with numbers of as many digits as files have.
    #[must_use]
    pub fn rounded(mut self) -> Self {
        for row in &mut self.rows {
            for cell in &mut row.cells {
                *cell = cell.map(rounded);
            }
        }
        self
    }
}

/// A field of CSV.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A number with six digits: more says nothing, and differs where sums are made in another order.
pub fn rounded(number: f64) -> f64 {
    let text = format!("{number:.5e}");
    text.parse().unwrap_or(number)
}

/// A number in few digits, for people.
pub fn shown(number: f64) -> String {
    match number.abs() {
        0.0 => "0".to_owned(),
        size if size >= 99.95 => {
            let whole = number.round() as i64;
            let sign = if whole < 0 { "-" } else { "" };
            sign.to_owned() + &progress::text::grouped(whole.unsigned_abs())
        }
        size if size >= 9.995 => format!("{number:.1}"),
        size if size >= 0.0995 => format!("{number:.2}"),
        _ => format!("{number:.2e}")
            .parse::<f64>()
            .map_or(String::new(), |number| number.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_leave_out_what_is_not_there() {
        let mut table = Table::new("kernel", &["a", "b, in %"]);
        table.push("one", vec![Some(1.0), None]);
        table.push("two \"x\"", vec![Some(1.0 / 3.0), Some(4.0)]);
        let sum = |values: Vec<f64>| Some(values.iter().sum());
        let table = table.summed_up("sum", sum).summed_up("again", sum);
        assert_eq!(table.cell("again", 1), Ok(4.0));
        assert!(table.cell("one", 1).is_err() && table.cell("three", 0).is_err());
        assert_eq!(
            table.csv(),
            "kernel,a,\"b, in %\"\none,1,\n\"two \"\"x\"\"\",0.333333,4\nsum,1.33333,4\n\
             again,1.33333,4\n"
        );
    }

    #[test]
    fn people_read_three_digits() {
        let of = [
            1234567.0, -1234.4, 99.94, 10.05, 1.234, 0.1234, 0.012345, 0.0, -2.5,
        ];
        let shown: Vec<String> = of.map(shown).to_vec();
        let want = [
            "1,234,567",
            "-1,234",
            "99.9",
            "10.1",
            "1.23",
            "0.12",
            "0.0123",
            "0",
            "-2.50",
        ];
        assert_eq!(shown, want);
    }
}
