//! The kernels that come with warploom.

use crate::Error;
use std::fs;
use std::path::{Path, PathBuf};
use tools::project;

/// Where they are.
pub fn folder() -> PathBuf {
    project::root().join("kernels")
}

/// Every `*.toml` of a folder and of the folders in it, by name.
pub fn descriptors(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for entry in entries(folder)? {
        if entry.is_dir() {
            found.extend(entries(&entry)?);
        } else {
            found.push(entry);
        }
    }
    found.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    });
    found.sort();
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |error| Error::new(format!("{}: cannot be read: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    Ok(paths)
}
