//! Folders of emitted files, as their file lists say.

use crate::error::Error;
use emitter::Dialect;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of emitted files with the list that names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The folder's name, such as `bdi-fermi`.
    pub name: String,
    pub folder: PathBuf,
    /// Relative to the folder, in the list's order.
    pub files: Vec<String>,
    /// Assertions that stand beside (`*_properties.sv`), for the tools that know assertions.
    pub checkers: Vec<String>,
    pub dialect: Dialect,
}

/// All units at or directly below `folder`, by name. With a dialect, only its units.
pub fn units(folder: &Path, dialect: Option<Dialect>) -> Result<Vec<Unit>, Error> {
    let mut candidates = vec![folder.to_owned()];
    candidates.extend(entries(folder)?.into_iter().filter(|path| path.is_dir()));
    let mut units = Vec::new();
    for candidate in candidates {
        let lists = entries(&candidate)?
            .into_iter()
            .filter(|path| path.extension().is_some_and(|extension| extension == "f"));
        for list in lists {
            let unit = read_unit(&candidate, &list)?;
            if dialect.is_none_or(|dialect| dialect == unit.dialect) {
                units.push(unit);
            }
        }
    }
    if units.is_empty() {
        return Err(Error::new(format!(
            "{} holds no unit{}: no folder in it has a file list (.f)",
            folder.display(),
            dialect.map_or(String::new(), |d| format!(" in dialect {}", d))
        ))
        .advise("name a folder that `warploom emit` filled"));
    }
    Ok(units)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |error| {
        Error::new(format!("cannot read folder {}: {error}", folder.display()))
            .advise("name a folder that `warploom emit` filled")
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn read_unit(folder: &Path, list: &Path) -> Result<Unit, Error> {
    let text = fs::read_to_string(list)
        .map_err(|error| Error::new(format!("cannot read {}: {error}", list.display())))?;
    let files: Vec<String> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("//") && !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    for file in &files {
        // Such a name would need another quoting in each tool.
        let plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
        if !file.chars().all(plain) || file.starts_with(['-', '/']) {
            return Err(Error::new(format!(
                "{}: `{file}` is not a relative name of letters, digits, `_`, `-`, `.` and `/`",
                list.display()
            )));
        }
        if !folder.join(file).is_file() {
            return Err(Error::new(format!(
                "{} names {file}, which does not exist",
                list.display()
            )));
        }
    }
    let is = |dialect: Dialect| {
        let ending = format!(".{}", dialect.extension());
        !files.is_empty() && files.iter().all(|file| file.ends_with(&ending))
    };
    let dialect = [Dialect::Verilog2005, Dialect::SystemVerilog]
        .into_iter()
        .find(|dialect| is(*dialect))
        .ok_or_else(|| {
            Error::new(format!(
                "{} lists neither .v files only nor .sv files only",
                list.display()
            ))
        })?;
    let checkers = match dialect {
        Dialect::Verilog2005 => Vec::new(),
        Dialect::SystemVerilog => checkers(folder, &files)?,
    };
    let folder = folder
        .canonicalize()
        .map_err(|error| Error::new(format!("cannot read {}: {error}", folder.display())))?;
    Ok(Unit {
        name: folder
            .file_name()
            .unwrap_or(folder.as_os_str())
            .to_string_lossy()
            .into_owned(),
        folder,
        files,
        checkers,
        dialect,
    })
}

/// Files of assertions in a folder that its list does not name.
fn checkers(folder: &Path, files: &[String]) -> Result<Vec<String>, Error> {
    let name = |path: PathBuf| Some(path.file_name()?.to_str()?.to_owned());
    let names = entries(folder)?.into_iter().filter_map(name);
    Ok(names
        .filter(|name| name.ends_with("_properties.sv") && !files.contains(name))
        .collect())
}
