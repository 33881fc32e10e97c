//! Seeded bugs: what the tests of the tests are made of.
//!
//! A bug is a text in the emitted Verilog and what stands in its place. All bugs of a unit live
//! in one model (see [`graft`]), chosen by an input. The format of the files is described in
//! `docs/formats.md`.

pub mod graft;

use serde::Deserialize;
use spec::UnitId;
use std::fmt;
use std::path::{Path, PathBuf};

/// One seeded bug.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bug {
    /// Its name: a lower-case identifier.
    pub name: String,
    /// The module that it is in; the suffix that tells parameters may be left out.
    pub module: String,
    /// The text that it replaces, present exactly once unless `occurrence` or `count` is given.
    pub find: String,
    /// What stands in its place.
    pub replace: String,
    /// Which of several occurrences is replaced, counted from 1.
    pub occurrence: Option<usize>,
    /// How many occurrences there are, all of which are replaced.
    pub count: Option<usize>,
    /// The presets that it is put into.
    #[serde(default = "default_presets")]
    pub presets: Vec<String>,
    /// What mistake it stands for.
    pub why: String,
}

fn default_presets() -> Vec<String> {
    vec!["fermi".to_owned()]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    bug: Vec<Bug>,
}

/// Why bugs are refused.
#[derive(Debug)]
pub enum BugError {
    /// The file can't be read.
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// It is not what such a file is.
    Syntax {
        /// The file.
        path: PathBuf,
        /// Where and why.
        error: toml::de::Error,
    },
    /// A bug's name is no lower-case identifier, or is taken.
    Name {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// A bug's preset does not exist.
    Preset {
        /// The bug.
        bug: String,
        /// Why.
        error: spec::UnknownName,
    },
    /// There is no such bug.
    Unknown(spec::UnknownName),
    /// The module of a bug is not in the design.
    Module {
        /// The bug.
        bug: String,
        /// Why.
        error: spec::UnknownName,
    },
    /// A bug no longer applies: its text is not there as often as it should be.
    Stale {
        /// The bug.
        bug: String,
        /// The module.
        module: String,
        /// How often the text is there.
        found: usize,
        /// How often it should be.
        expected: String,
    },
    /// The replacement is what is there already.
    NoChange(String),
}

impl fmt::Display for BugError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Syntax { path, error } => {
                write!(f, "{}: {}", path.display(), error.to_string().trim_end())
            }
            Self::Name { path, name } => write!(
                f,
                "{}: the name '{name}' is taken or is not a lower-case identifier",
                path.display()
            ),
            Self::Preset { bug, error } | Self::Module { bug, error } => {
                write!(f, "bug {bug}: {error}")
            }
            Self::Unknown(error) => error.fmt(f),
            Self::Stale {
                bug,
                module,
                found,
                expected,
            } => write!(
                f,
                "bug {bug} no longer applies: its text is in module {module} {found} times, \
                 not {expected}"
            ),
            Self::NoChange(bug) => write!(f, "bug {bug}: find and replace are the same"),
        }
    }
}

impl std::error::Error for BugError {}

/// The file of a unit's bugs.
pub fn file(folder: &Path, unit: UnitId) -> PathBuf {
    folder.join(format!("{unit}.toml"))
}

/// Reads the bugs of a unit.
pub fn load(path: &Path, unit: UnitId) -> Result<Vec<Bug>, BugError> {
    let text = std::fs::read_to_string(path).map_err(|error| BugError::Io {
        path: path.to_owned(),
        error,
    })?;
    parse(&text, path, unit)
}

/// Reads the text of a file; `path` is for messages.
pub fn parse(text: &str, path: &Path, unit: UnitId) -> Result<Vec<Bug>, BugError> {
    let file: File = toml::from_str(text).map_err(|error| BugError::Syntax {
        path: path.to_owned(),
        error,
    })?;
    for (index, bug) in file.bug.iter().enumerate() {
        // It becomes a part of module names.
        let plain = bug.name.starts_with(|c: char| c.is_ascii_lowercase())
            && bug
                .name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        let taken = file.bug[..index].iter().any(|b| b.name == bug.name);
        if !plain || taken {
            return Err(BugError::Name {
                path: path.to_owned(),
                name: bug.name.clone(),
            });
        }
        if bug.find == bug.replace {
            return Err(BugError::NoChange(bug.name.clone()));
        }
        for preset in &bug.presets {
            unit.preset(preset).map_err(|error| BugError::Preset {
                bug: bug.name.clone(),
                error,
            })?;
        }
    }
    Ok(file.bug)
}

impl Bug {
    /// The module's text with the bug in it.
    pub fn apply(&self, module: &str, text: &str) -> Result<String, BugError> {
        let places: Vec<usize> = text.match_indices(&self.find).map(|(at, _)| at).collect();
        let stale = |expected: String| BugError::Stale {
            bug: self.name.clone(),
            module: module.to_owned(),
            found: places.len(),
            expected,
        };
        if self.find.is_empty() {
            return Err(stale("a text at all".to_owned()));
        }
        match (self.occurrence, self.count) {
            (_, Some(count)) if places.len() != count => Err(stale(count.to_string())),
            (None, Some(_)) => Ok(text.replace(&self.find, &self.replace)),
            (None, None) if places.len() != 1 => Err(stale("once".to_owned())),
            (occurrence, _) => {
                let occurrence = occurrence.unwrap_or(1);
                let Some(&at) = occurrence.checked_sub(1).and_then(|i| places.get(i)) else {
                    return Err(stale(format!("{occurrence} or more")));
                };
                let end = at + self.find.len();
                Ok([&text[..at], &self.replace, &text[end..]].concat())
            }
        }
    }
}
