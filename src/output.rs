//! Standard output that survives a reader who has seen enough (`warploom list | head -1`).

use std::fmt;
use std::io::{self, ErrorKind, Write};

/// Writes one line; a closed pipe ends the process quietly, as every filter does.
pub fn line(text: fmt::Arguments<'_>) {
    written(writeln!(io::stdout().lock(), "{text}"));
}

/// Writes a text that ends its own lines.
pub fn text(text: &str) {
    let mut stdout = io::stdout().lock();
    written(
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush()),
    );
}

fn written(done: io::Result<()>) {
    if let Err(error) = done {
        if error.kind() == ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        eprintln!("warploom: cannot write to standard output: {error}");
        std::process::exit(2);
    }
}

/// `println!` by way of [`line`].
#[macro_export]
macro_rules! say {
    ($($arg:tt)*) => { $crate::output::line(format_args!($($arg)*)) };
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
    #[test]
    fn columns_line_up_and_lines_end_clean() {
        let rows = [
            vec!["a".into(), "bcd".into()],
            vec!["efgh".into(), String::new()],
        ];
        let lines = super::table(&["x", "y"], &rows);
        assert_eq!(lines, ["x     y", "a     bcd", "efgh"]);
    }
}
