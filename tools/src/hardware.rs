//! Verilog to be simulated: emitted, or from a folder.

use crate::verilog;
use emitter::{Design, Reset, POWER_AWARE};
use sha2::{Digest, Sha256};
use spec::AnyParameters;
use std::fmt;
use std::path::{Path, PathBuf};

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Its name, without folders.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// A design of one unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// The top module.
    pub top: String,
    /// The files, in the order in which tools read them.
    pub files: Vec<SourceFile>,
    /// The reset that it has.
    pub reset: Reset,
}

/// Why a folder of Verilog is refused.
#[derive(Debug)]
pub enum RtlError {
    /// The folder or a file of it can't be read.
    Io {
        /// Folder or file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// There is no Verilog.
    Empty(PathBuf),
    /// There are several file lists.
    Lists(Vec<PathBuf>),
    /// A line of the file list is not the name of a file.
    Line {
        /// The list.
        list: PathBuf,
        /// The line's number.
        number: usize,
        /// The line.
        line: String,
    },
    /// The unit's top module is not there.
    NoTop {
        /// The folder.
        folder: PathBuf,
        /// The module that is wanted.
        top: String,
        /// The modules that are there.
        modules: Vec<String>,
    },
}

impl fmt::Display for RtlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Empty(folder) => {
                write!(
                    f,
                    "{}: no file list and no *.v or *.sv file",
                    folder.display()
                )
            }
            Self::Lists(lists) => {
                let names: Vec<String> = lists.iter().map(|l| l.display().to_string()).collect();
                write!(f, "several file lists, keep one: {}", names.join(", "))
            }
            Self::Line { list, number, line } => write!(
                f,
                "{}:{number}: '{line}' is not the name of a *.v or *.sv file",
                list.display()
            ),
            Self::NoTop {
                folder,
                top,
                modules,
            } => write!(
                f,
                "{}: no module '{top}'; there are: {}",
                folder.display(),
                modules.join(", ")
            ),
        }
    }
}

impl std::error::Error for RtlError {}

impl From<Design> for Hardware {
    fn from(design: Design) -> Self {
        let files = design.modules.into_iter().map(|module| SourceFile {
            name: module.file_name,
            text: module.text,
        });
        Self {
            top: design.top,
            files: files.collect(),
            reset: design.options.reset,
        }
    }
}

impl Hardware {
    /// The Verilog in a folder: what its file list (`*.f`) names, or else every `*.v` and `*.sv`.
    pub fn from_folder(
        folder: &Path,
        parameters: &AnyParameters,
        reset: Reset,
    ) -> Result<Self, RtlError> {
        let entries = entries(folder)?;
        let with = |extension: &str| -> Vec<PathBuf> {
            let matches = |path: &&PathBuf| path.extension().is_some_and(|e| e == extension);
            entries.iter().filter(matches).cloned().collect()
        };
        let mut lists = with("f");
        let paths = match lists.len() {
            0 => [with("v"), with("sv")].concat(),
            1 => listed(folder, &lists.remove(0))?,
            _ => return Err(RtlError::Lists(lists)),
        };
        if paths.is_empty() {
            return Err(RtlError::Empty(folder.to_owned()));
        }
        let mut files = Vec::new();
        for (index, path) in paths.iter().enumerate() {
            let text = std::fs::read_to_string(path).map_err(|error| RtlError::Io {
                path: path.clone(),
                error,
            })?;
            files.push(SourceFile {
                name: plain_name(path, index, &files),
                text,
            });
        }
        let top = parameters.module_name();
        let names = files.iter().flat_map(|file| verilog::modules(&file.text));
        let modules: Vec<String> = names.map(|module| module.name.to_owned()).collect();
        if !modules.contains(&top) {
            return Err(RtlError::NoTop {
                folder: folder.to_owned(),
                top,
                modules,
            });
        }
        Ok(Self { top, files, reset })
    }
}

impl Hardware {
    /// The same with memories that forget what has no power.
    #[must_use]
    pub fn power_aware(mut self) -> Self {
        for file in &mut self.files {
            if file.text.contains(&format!("`ifdef {POWER_AWARE}")) {
                file.text.insert_str(0, &format!("`define {POWER_AWARE}\n"));
            }
        }
        self
    }

    /// The SHA-256 of names and texts of all files, in hexadecimal digits.
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for file in &self.files {
            for part in [&file.name, &file.text] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        let digits = hash.finalize();
        digits.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, RtlError> {
    let io = |error| RtlError::Io {
        path: folder.to_owned(),
        error,
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        paths.push(entry.map_err(io)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// The files that a list names, one a line, relative to the folder; `//` and `#` comment.
fn listed(folder: &Path, list: &Path) -> Result<Vec<PathBuf>, RtlError> {
    let text = std::fs::read_to_string(list).map_err(|error| RtlError::Io {
        path: list.to_owned(),
        error,
    })?;
    let mut paths = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split("//").next().unwrap_or_default();
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if !(line.ends_with(".v") || line.ends_with(".sv")) || line.starts_with(['-', '+']) {
            return Err(RtlError::Line {
                list: list.to_owned(),
                number: index + 1,
                line: line.to_owned(),
            });
        }
        paths.push(folder.join(line));
    }
    Ok(paths)
}

/// A file name that any tool takes and no other file of the design has.
fn plain_name(path: &Path, index: usize, files: &[SourceFile]) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name
        .chars()
        .map(|c| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '.' => c,
            _ => '_',
        })
        .collect();
    if name.starts_with('.') || files.iter().any(|file| file.name == name) {
        format!("file_{index}_{name}")
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spec::UnitId;
    use std::fs;

    fn load(files: &[(&str, &str)]) -> Result<Hardware, String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let parameters = UnitId::BdiDecompressor.preset("fermi").unwrap().parameters;
        let hardware = Hardware::from_folder(folder.path(), &parameters, Reset::SyncHigh);
        let place = folder.path().display().to_string();
        hardware.map_err(|error| error.to_string().replace(&place, "DIR"))
    }

    const TOP: &str = "module bdi_decompressor_d012_l1; endmodule\n";

    #[test]
    fn without_a_list_every_verilog_file_is_read() {
        let hardware = load(&[("b.v", TOP), ("a.sv", "module a; endmodule"), ("x.txt", "")]);
        let hardware = hardware.unwrap();
        assert_eq!(hardware.top, "bdi_decompressor_d012_l1");
        let names: Vec<_> = hardware.files.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["b.v", "a.sv"]);
    }

    #[test]
    fn a_list_decides_which_files_and_in_which_order() {
        let hardware = load(&[
            ("top.f", "// files\nsub/x.v # a cell\n\nx.v\n"),
            ("x.v", TOP),
            ("sub/x.v", "module x; endmodule"),
            ("unused.v", "module unused; endmodule"),
        ]);
        let hardware = hardware.unwrap();
        let names: Vec<_> = hardware.files.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["x.v", "file_1_x.v"]);
    }

    #[test]
    fn refusals_say_what_is_wrong() {
        let error = |files: &[(&str, &str)]| load(files).unwrap_err();
        assert_eq!(
            error(&[("notes.txt", "")]),
            "DIR: no file list and no *.v or *.sv file"
        );
        assert_eq!(
            error(&[("a.v", "module a; endmodule module b; endmodule")]),
            "DIR: no module 'bdi_decompressor_d012_l1'; there are: a, b"
        );
        assert_eq!(
            error(&[("a.f", "-y lib\n")]),
            "DIR/a.f:1: '-y lib' is not the name of a *.v or *.sv file"
        );
        assert_eq!(
            error(&[("a.f", ""), ("b.f", "")]),
            "several file lists, keep one: DIR/a.f, DIR/b.f"
        );
        assert!(error(&[("a.f", "gone.v\n")]).starts_with("DIR/gone.v: No such file"));
    }
}
