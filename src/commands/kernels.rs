//! `warploom kernels`: lists the kernels that come with warploom.

use crate::failure::{Exit, Failure};
use crate::say;
use progress::text::table;
use sm::descriptor::Descriptor;
use std::path::{Path, PathBuf};
use std::{env, fs};
use tools::project;

/// Lists the kernels of a folder, one line each
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: warploom kernels")]
pub struct Args {
    /// Folder that holds the kernels, one folder each; default: those that come with warploom
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let mut rows = Vec::new();
    let folder = args.folder.clone();
    let folder = folder.unwrap_or_else(|| project::root().join("kernels"));
    for path in descriptors(&folder)? {
        let descriptor = Descriptor::read(&path)?;
        let mut entries: Vec<&str> = Vec::new();
        for launch in descriptor.phases.iter().flat_map(|phase| &phase.launches) {
            if !entries.contains(&launch.entry.as_str()) {
                entries.push(&launch.entry);
            }
        }
        let entries = entries.join(" ");
        rows.push(vec![shown(&path), entries, descriptor.summary]);
    }
    for line in table(&["DESCRIPTOR", "KERNELS", "COMPUTES"], &rows) {
        say!("{line}");
    }
    Ok(Exit::Fine)
}

/// A path as a person who stands here would type it.
fn shown(path: &Path) -> String {
    let here = env::current_dir().unwrap_or_default();
    let path = path.strip_prefix(here).unwrap_or(path);
    path.display().to_string()
}

/// Every `*.toml` of the folder and of the folders in it, by name.
pub fn descriptors(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
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

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable =
        |error| Failure::bad_input(format!("{}: cannot be read: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    Ok(paths)
}
