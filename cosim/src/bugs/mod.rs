//! Seeded bugs: what the tests of the tests are made of.
//!
//! A bug is a list of edits: places of the design, by the names of the Rust source, and what drives
//! them instead. All bugs of a unit live in one model (see [`design`]), chosen by an input. The format
//! of the files is described in `docs/formats.md`.

pub mod design;

use hdl::emit::edit;
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
    /// What is driven otherwise.
    pub edits: Vec<Edit>,
    /// What it has to remember.
    #[serde(default)]
    pub registers: Vec<Register>,
    /// The presets that it is put into.
    #[serde(default = "default_presets")]
    pub presets: Vec<String>,
    /// What mistake it stands for.
    pub why: String,
}

/// One place that is driven otherwise: `becomes` or `reset`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// `module.signal`.
    pub at: String,
    /// The expression that drives it.
    pub becomes: Option<String>,
    /// The value of its register after reset.
    pub reset: Option<String>,
}

/// A register that a bug brings along.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Register {
    /// Its name in the bug's expressions.
    pub name: String,
    /// Its bits.
    pub width: usize,
    /// Its value after reset.
    #[serde(default)]
    pub reset: u64,
    /// The expression that it takes on at each edge of the clock.
    pub next: String,
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
    /// A bug's edit says nothing, or two things.
    Edit {
        /// The bug.
        bug: String,
        /// The edit's place.
        at: String,
    },
    /// Bugs that the design has no place for, or that make no sense there; or the design itself.
    Design(edit::MutationErrors),
    /// The design is not one that can be edited.
    Folder(PathBuf),
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
            Self::Preset { bug, error } => write!(f, "bug {bug}: {error}"),
            Self::Unknown(error) => error.fmt(f),
            Self::Edit { bug, at } => write!(
                f,
                "bug {bug}: the edit of {at} needs one of `becomes` and `reset`"
            ),
            Self::Design(edit::MutationErrors::Mutations(errors)) => {
                let lines: Vec<String> = errors.iter().map(|e| format!("bug {e}")).collect();
                f.write_str(&lines.join("\n"))
            }
            Self::Design(errors) => errors.fmt(f),
            Self::Folder(folder) => write!(
                f,
                "bugs are edits of the design that warploom emits: the Verilog in {} takes none",
                folder.display()
            ),
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
        for edit in &bug.edits {
            if edit.becomes.is_some() == edit.reset.is_some() {
                return Err(BugError::Edit {
                    bug: bug.name.clone(),
                    at: edit.at.clone(),
                });
            }
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
    /// What the emitter makes of it.
    pub fn mutation(&self) -> edit::Mutation {
        let change = |edit: &Edit| match (&edit.becomes, &edit.reset) {
            (Some(text), _) => edit::Change::Becomes(text.clone()),
            (None, value) => edit::Change::Reset(value.clone().unwrap_or_default()),
        };
        edit::Mutation {
            name: self.name.clone(),
            edits: { self.edits.iter() }
                .map(|edit| edit::Edit {
                    at: edit.at.clone(),
                    change: change(edit),
                })
                .collect(),
            registers: { self.registers.iter() }
                .map(|register| edit::NewRegister {
                    name: register.name.clone(),
                    width: register.width,
                    reset: register.reset,
                    next: register.next.clone(),
                })
                .collect(),
        }
    }
}
