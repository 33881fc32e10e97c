//! A job: a piece of work by a build of the tool, and the key that its inputs give it.

use crate::work::{Order, Work};
use crate::Error;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::path::Path;

/// One job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job<W> {
    /// Name and version of the tool.
    pub tool: String,
    /// The sources that it was built from.
    pub sources: String,
    /// What is run.
    #[serde(flatten)]
    pub work: W,
}

/// Digits of a key: 128 bits.
pub const KEY_DIGITS: usize = 32;

impl<W: Work> Job<W> {
    /// Work of a build.
    pub fn new(sources: &str, work: W) -> Self {
        Self {
            tool: cosim::TOOL.to_owned(),
            sources: sources.to_owned(),
            work,
        }
    }

    /// The digest of everything that decides what comes of it.
    pub fn key(&self) -> String {
        let inputs = Self {
            work: self.work.deciding(),
            ..self.clone()
        };
        // A structure of strings and numbers serializes always.
        let text = serde_json::to_string(&inputs).unwrap_or_default();
        digits(&Sha256::digest(text))[..KEY_DIGITS].to_owned()
    }

    /// What a report sorts by; no two jobs have the same.
    pub fn order(&self) -> (Order, String) {
        let rest = serde_json::to_string(self).unwrap_or_default();
        (self.work.order(), rest)
    }
}

impl<W: Work> fmt::Display for Job<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.work)
    }
}

/// A path as a shell takes it.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// The digest of names and contents of all files of a folder.
pub fn digest(folder: &Path) -> Result<String, Error> {
    let refuse = |error: std::io::Error| {
        Error::new(format!("{}: cannot be read: {error}", folder.display()))
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(refuse)? {
        let path = entry.map_err(refuse)?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let bytes = std::fs::read(&file).map_err(refuse)?;
        for part in [name.as_bytes(), &bytes] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
    }
    Ok(digits(&hash.finalize()))
}

/// A digest as text.
pub fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{job, Sum};

    #[test]
    fn a_key_is_of_what_decides_and_of_nothing_else() {
        let one = job(1, 2);
        assert_eq!(one.key(), job(1, 2).key());
        assert_ne!(one.key(), job(1, 3).key());
        let mut other = one.clone();
        other.work.place = "elsewhere".into();
        assert_eq!(one.key(), other.key());
        other.sources = "another build".into();
        assert_ne!(one.key(), other.key());
        let text = serde_json::to_string(&one).unwrap();
        let back: Job<Sum> = serde_json::from_str(&text).unwrap();
        assert_eq!(back, one);
        assert_eq!(one.key().len(), KEY_DIGITS);
    }

    #[test]
    fn commands_survive_a_shell() {
        assert_eq!(quoted(Path::new("out dir/it's")), r"'out dir/it'\''s'");
        assert_eq!(quoted(Path::new("a/b-1.json")), "a/b-1.json");
    }
}
