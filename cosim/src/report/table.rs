//! Results as a table, and numbers as people read them.

use crate::regression::{JobResult, Outcome};
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

/// What came of a job, in some words.
pub fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Match => "match".to_owned(),
        Outcome::Mismatch(found) => format!(
            "MISMATCH: {} in cycle {}",
            found.subject,
            grouped(found.cycle)
        ),
        Outcome::OutOfContract { cycle, reason } => {
            format!("OUT OF CONTRACT in cycle {}: {reason}", grouped(*cycle))
        }
        Outcome::Error(message) => format!("ERROR: {}", beginning(message)),
        Outcome::Interrupted => "interrupted".to_owned(),
    }
}

/// As much of an error as a table has room for.
fn beginning(message: &str) -> String {
    const ROOM: usize = 40;
    let line = message.lines().next().unwrap_or_default();
    if line.chars().count() <= ROOM && line.len() == message.trim_end().len() {
        return line.to_owned();
    }
    let start: String = line.chars().take(ROOM).collect();
    format!("{} ...", start.trim_end())
}

/// A job that has just ended, as one line.
pub fn progress_line(result: &JobResult) -> String {
    let (name, seed) = (&result.target.configuration, result.seed);
    let outcome = outcome(&result.outcome);
    match (&result.target.bug, &result.outcome) {
        (Some(bug), Outcome::Mismatch(found)) => format!(
            "{name} seed {seed}: bug {bug} caught: {} in cycle {}",
            found.subject,
            grouped(found.cycle)
        ),
        (Some(bug), Outcome::Match) => format!("{name} seed {seed}: bug {bug} SURVIVED"),
        (Some(bug), _) => format!("{name} seed {seed}: bug {bug}: {outcome}"),
        (None, _) => format!(
            "{name} seed {seed}: {outcome}, {} in {:.1} s",
            counted(result.cycles, "cycle"),
            result.time.as_secs_f64()
        ),
    }
}

/// The table of a regression, failures in full behind it, and a last line that sums up.
pub fn regression(results: &[JobResult]) -> String {
    let heads = [
        ("unit", Align::Left),
        ("preset", Align::Left),
        ("seed", Align::Right),
        ("cycles", Align::Right),
        ("cycles/s", Align::Right),
        ("verdict", Align::Left),
    ];
    // What an interrupt kept from beginning is counted, not listed.
    let begun = |r: &&JobResult| r.cycles > 0 || r.outcome != Outcome::Interrupted;
    let rows: Vec<Vec<String>> = results
        .iter()
        .filter(begun)
        .map(|result| {
            vec![
                result.target.configuration.unit().to_string(),
                result.target.configuration.label(),
                result.seed.to_string(),
                grouped(result.cycles),
                rate(result.cycles, result.time.as_secs_f64()),
                outcome(&result.outcome),
            ]
        })
        .collect();
    let mut text = columns(&heads, &rows);
    let mut told = Vec::new();
    for result in results {
        match &result.outcome {
            Outcome::Mismatch(found) => {
                let _ = write!(text, "\n{}", found.text);
                if let Some(replay) = &found.replay {
                    let _ = writeln!(text, "\nreplay: {}", replay_command(replay));
                }
                if let Some(waves) = &found.waves {
                    let _ = writeln!(text, "waves:  {}", waves.display());
                }
            }
            // Seeds of one target share their model, and so its error.
            Outcome::Error(message) if !told.contains(&message) => {
                let _ = writeln!(text, "\n{}: {}", result.target, message.trim_end());
                told.push(message);
            }
            _ => {}
        }
    }
    let _ = writeln!(text, "\n{}", summary(results));
    text
}

/// The command that runs a failure again, as a shell takes it.
pub fn replay_command(path: &std::path::Path) -> String {
    let path = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=,".contains(c);
    if path.chars().all(plain) {
        format!("warploom replay {path}")
    } else {
        format!("warploom replay '{}'", path.replace('\'', r"'\''"))
    }
}

fn summary(results: &[JobResult]) -> String {
    let count =
        |matches: fn(&Outcome) -> bool| results.iter().filter(|r| matches(&r.outcome)).count();
    let kinds = [
        (count(|o| matches!(o, Outcome::Match)), "match"),
        (count(|o| matches!(o, Outcome::Mismatch(_))), "mismatch"),
        (
            count(|o| matches!(o, Outcome::OutOfContract { .. })),
            "out of contract",
        ),
        (count(|o| matches!(o, Outcome::Error(_))), "not runnable"),
        (count(|o| matches!(o, Outcome::Interrupted)), "interrupted"),
    ];
    let parts: Vec<String> = kinds
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, kind)| format!("{number} {kind}"))
        .collect();
    let cycles = results.iter().map(|r| r.cycles).sum();
    format!(
        "{}, {}: {}",
        counted(results.len() as u64, "run"),
        counted(cycles, "cycle"),
        parts.join(", ")
    )
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
    fn commands_survive_a_shell() {
        let command = replay_command(std::path::Path::new("out dir/it's.json"));
        assert_eq!(command, r"warploom replay 'out dir/it'\''s.json'");
    }
}
