//! `tests/mutants/UNIT.toml`: mutants that make no difference, and why, where no solver can tell.
//!
//! ```toml
//! [[mutant]]
//! name = "bank_gate.remaining register: not reset"
//! presets = ["fermi"]
//! why = "each wake-up loads the counter before anything reads it"
//! ```

use crate::Error;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::path::Path;

/// A mutant that makes no difference.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Argued {
    /// The mutant.
    pub name: String,
    /// The presets that this is about; all when left out.
    #[serde(default)]
    pub presets: Vec<String>,
    /// Why.
    pub why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    mutant: Vec<Argued>,
}

/// What is argued of a unit's mutants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    mutants: Vec<Argued>,
    /// The digest of the file; empty where there is none.
    pub digest: String,
}

impl Reasons {
    /// Reads a unit's file in a folder, if it is there.
    pub fn load(folder: &Path, unit: &str) -> Result<Self, Error> {
        let path = folder.join(format!("{unit}.toml"));
        if !path.exists() {
            return Ok(Self::default());
        }
        let refuse = |what: String| Error::new(format!("{}: {what}", path.display()));
        let text = std::fs::read_to_string(&path).map_err(|error| refuse(error.to_string()))?;
        let file: File = toml::from_str(&text).map_err(|error| refuse(error.to_string()))?;
        for argued in &file.mutant {
            if argued.why.trim().is_empty() {
                return Err(refuse(format!("no reason for {}", argued.name)));
            }
        }
        let digest = Sha256::digest(&text);
        Ok(Self {
            mutants: file.mutant,
            digest: digest[..8]
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect(),
        })
    }

    /// Those that are about a preset.
    pub fn of<'r>(&'r self, preset: &'r str) -> impl Iterator<Item = &'r Argued> {
        let about = move |argued: &&Argued| {
            argued.presets.is_empty() || argued.presets.iter().any(|p| p == preset)
        };
        self.mutants.iter().filter(about)
    }

    /// Why a mutant makes no difference in a preset.
    pub fn why<'r>(&'r self, preset: &'r str, name: &str) -> Option<&'r str> {
        let mut about = self.of(preset);
        about
            .find(|argued| argued.name == name)
            .map(|argued| &*argued.why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_about_its_presets_and_has_words() {
        let folder = tempfile::tempdir().unwrap();
        let write = |text: &str| std::fs::write(folder.path().join("u.toml"), text).unwrap();
        assert_eq!(
            Reasons::load(folder.path(), "u").unwrap(),
            Reasons::default()
        );
        write(
            "[[mutant]]\nname = \"a\"\nwhy = \"b\"\n\
             [[mutant]]\nname = \"c\"\npresets = [\"x\"]\nwhy = \"d\"\n",
        );
        let reasons = Reasons::load(folder.path(), "u").unwrap();
        assert_eq!(reasons.why("x", "c"), Some("d"));
        assert_eq!(
            (reasons.why("y", "a"), reasons.why("y", "c")),
            (Some("b"), None)
        );
        let one = reasons.digest;
        write("[[mutant]]\nname = \"a\"\nwhy = \" \"\n");
        assert!(Reasons::load(folder.path(), "u").is_err());
        write("[[mutant]]\nname = \"a\"\nwhy = \"because\"\n");
        assert_ne!(Reasons::load(folder.path(), "u").unwrap().digest, one);
    }
}
