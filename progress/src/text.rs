//! Numbers as people read them, and text in columns.

use std::fmt::Write;

/// A number with its thousands apart: `1,000,000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A count with its noun: `1 cycle`, `2 cycles`.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Cycles per second in few digits: `2.41 M`.
pub fn rate(cycles: u64, seconds: f64) -> String {
    if seconds <= 0.0 {
        return "-".to_owned();
    }
    match cycles as f64 / seconds {
        rate if rate >= 1e6 => format!("{:.2} M", rate / 1e6),
        rate if rate >= 1e3 => format!("{:.1} k", rate / 1e3),
        rate => format!("{rate:.0}"),
    }
}

/// One column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Text.
    Left,
    /// Numbers.
    Right,
}

/// Lines of columns that are as wide as their widest cell.
pub fn columns(heads: &[(&str, Align)], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells
            .map(|cell| cell.chars().count())
            .chain([heads[column].0.len()])
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut line = String::new();
        for ((cell, &width), (_, align)) in cells.zip(&widths).zip(heads) {
            let _ = match align {
                Align::Left => write!(line, "{cell:<width$}  "),
                Align::Right => write!(line, "{cell:>width$}  "),
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    };
    line(&mut heads.iter().map(|(head, _)| *head));
    for row in rows {
        line(&mut row.iter().map(String::as_str));
    }
    text
}

/// A left-aligned text table with two spaces between columns.
pub fn table(header: &[&str], rows: &[Vec<String>]) -> Vec<String> {
    let mut widths: Vec<usize> = header.iter().map(|cell| cell.chars().count()).collect();
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let render = |cells: &[&str]| {
        let padded = cells.iter().zip(&widths).map(|(c, &w)| format!("{c:<w$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    let mut lines = vec![render(header)];
    for row in rows {
        lines.push(render(&row.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(rate(3_000_000, 2.0), "1.50 M");
        assert_eq!(rate(1500, 1.0), "1.5 k");
        assert_eq!(rate(5, 0.0), "-");
    }

    #[test]
    fn columns_line_up_and_lines_end_clean() {
        let rows = [
            vec!["a".into(), "bcd".into()],
            vec!["efgh".into(), String::new()],
        ];
        let lines = table(&["x", "y"], &rows);
        assert_eq!(lines, ["x     y", "a     bcd", "efgh"]);
    }
}
