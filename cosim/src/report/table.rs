//! Results as a table.

use crate::regression::results::{JobResult, Outcome};
use progress::text::{columns, counted, grouped, rate, Align};
use std::fmt::Write;

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
    fn commands_survive_a_shell() {
        let command = replay_command(std::path::Path::new("out dir/it's.json"));
        assert_eq!(command, r"warploom replay 'out dir/it'\''s.json'");
    }
}
