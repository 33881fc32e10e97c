//! A folder of sequences: read with care, added to, made small.

use super::runner::Runner;
use super::sequence::Sequence;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use surroundings::engine::EngineError;

/// What sequences are called.
pub const EXTENSION: &str = "seq";

/// A folder as it was found.
#[derive(Debug, Default)]
pub struct Corpus {
    /// Its sequences with their files, in the order of their names.
    pub sequences: Vec<(PathBuf, Sequence)>,
    /// What was skipped, and why; nothing of it is ever touched.
    pub skipped: Vec<String>,
}

/// Reads a folder; one that does not exist is empty.
pub fn load(folder: &Path, unit: &str) -> Result<Corpus, EngineError> {
    let failed = |path: &Path, error: std::io::Error| {
        EngineError::new(format!("cannot read {}: {error}", path.display()))
    };
    let mut paths = Vec::new();
    match std::fs::read_dir(folder) {
        Ok(entries) => {
            for entry in entries {
                paths.push(entry.map_err(|error| failed(folder, error))?.path());
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
        Err(error) => return Err(failed(folder, error)),
    }
    paths.sort();
    let mut corpus = Corpus::default();
    for path in paths {
        let skip = |why: String| format!("{} {why}; skipped", path.display());
        if path.is_dir() {
            corpus.skipped.push(skip("is a folder".to_owned()));
            continue;
        }
        let text = std::fs::read(&path).map_err(|error| failed(&path, error))?;
        match Sequence::from_text(&String::from_utf8_lossy(&text), unit) {
            Ok(sequence) => corpus.sequences.push((path, sequence)),
            Err(error) => corpus.skipped.push(skip(error.to_string())),
        }
    }
    Ok(corpus)
}

/// Adds a sequence; one that is there already is left as it is.
pub fn save(folder: &Path, unit: &str, sequence: &Sequence) -> Result<PathBuf, EngineError> {
    let text = sequence.to_text(unit);
    let mut name = String::new();
    for byte in &Sha256::digest(text.as_bytes())[..8] {
        // Writing to a String cannot fail.
        let _ = write!(name, "{byte:02x}");
    }
    let path = folder.join(format!("{name}.{EXTENSION}"));
    if !path.exists() {
        tools::atomic::write(&path, &text).map_err(|error| {
            EngineError::new(format!("cannot write {}: {error}", path.display()))
        })?;
    }
    Ok(path)
}

/// The sequences that are needed to cover what all of them cover, the shortest first.
pub fn minimal(
    runner: &mut Runner<'_>,
    corpus: &[(PathBuf, Sequence)],
) -> Result<Vec<usize>, EngineError> {
    let mut order: Vec<usize> = (0..corpus.len()).collect();
    order.sort_by_key(|&index| (corpus[index].1.cycles(), index));
    let mut seen: HashSet<usize> = HashSet::new();
    let mut needed = Vec::new();
    for index in order {
        runner.run(&corpus[index].1)?;
        let reached = runner.map().iter().enumerate();
        let reached = reached
            .filter(|(_, count)| **count > 0)
            .map(|(point, _)| point);
        let before = seen.len();
        seen.extend(reached);
        if seen.len() > before {
            needed.push(index);
        }
    }
    needed.sort_unstable();
    Ok(needed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::sequence::Step;
    use surroundings::generate::steer::Event;

    #[test]
    fn what_is_no_sequence_is_told_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let sequence = Sequence {
            steps: vec![Step::new(Event::Go, 7)],
        };
        let path = save(folder.path(), "u", &sequence).unwrap();
        assert_eq!(save(folder.path(), "u", &sequence).unwrap(), path);
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(folder.path().join("cut.seq"), &whole[..30]).unwrap();
        std::fs::write(folder.path().join("photo.png"), [0xff, 0xd8, 0]).unwrap();
        let corpus = load(folder.path(), "u").unwrap();
        assert_eq!(corpus.sequences, [(path, sequence)]);
        assert!(corpus.skipped[0].ends_with("cut.seq is truncated; skipped"));
        assert!(corpus.skipped[1].ends_with("photo.png is no sequence of this tool; skipped"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
        assert!(load(&folder.path().join("none"), "u")
            .unwrap()
            .sequences
            .is_empty());
    }
}
