//! What is there, what is missing, and the command that mends it.

use crate::discovery::{Entry, Tools, TABLE};
use std::path::PathBuf;

/// The state of one tool.
#[derive(Debug)]
pub struct Diagnosis {
    pub entry: &'static Entry,
    /// Its version and place, or why it cannot be used.
    pub state: Result<(String, PathBuf), String>,
}

impl Diagnosis {
    /// Whether warploom lacks something without it.
    pub fn is_fault(&self) -> bool {
        self.state.is_err() && !self.entry.optional
    }
}

/// Looks at every tool; each that is found has to answer. They are asked side by side:
/// the slow ones are interpreters that load a large module.
pub fn examine(tools: &Tools) -> Vec<Diagnosis> {
    let look = |entry: &'static Entry| Diagnosis {
        entry,
        state: tools
            .find(entry.tool)
            .and_then(|found| Ok((found.version()?, found.location())))
            .map_err(|error| error.to_string()),
    };
    std::thread::scope(|scope| {
        let looks: Vec<_> = TABLE
            .iter()
            .map(|entry| (entry, scope.spawn(move || look(entry))))
            .collect();
        looks
            .into_iter()
            .map(|(entry, look)| {
                look.join().unwrap_or_else(|_| Diagnosis {
                    entry,
                    state: Err("the examination failed".into()),
                })
            })
            .collect()
    })
}

/// The table, and below it what to do.
pub fn report(diagnoses: &[Diagnosis]) -> String {
    let mut text = format!("{:<10} {:<28} {}\n", "tool", "version", "where");
    let mut mends: Vec<&str> = Vec::new();
    for diagnosis in diagnoses {
        let name = diagnosis.entry.name;
        match &diagnosis.state {
            Ok((version, place)) => {
                let version: String = version.chars().take(28).collect();
                text.push_str(&format!("{name:<10} {version:<28} {}\n", place.display()));
            }
            Err(_) => {
                let word = if diagnosis.entry.optional {
                    "missing (optional)"
                } else {
                    "MISSING"
                };
                let purpose = diagnosis.entry.purpose;
                text.push_str(&format!("{name:<10} {word:<28} {purpose}\n"));
            }
        }
    }
    for diagnosis in diagnoses {
        let Err(why) = &diagnosis.state else { continue };
        let mend = diagnosis.entry.mend;
        if diagnosis.is_fault() {
            text.push_str(&format!("\n{}: {why}\n", diagnosis.entry.name));
        } else if !mends.contains(&mend) {
            mends.push(mend);
        }
    }
    if !mends.is_empty() {
        text.push_str(&format!("\noptional tools: {}\n", mends.join("; ")));
    }
    text
}
