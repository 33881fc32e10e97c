//! `warploom kernels`: lists the kernels that come with warploom.

use crate::failure::{Exit, Failure};
use crate::say;
use campaign::kernels;
use progress::text::table;
use sm::descriptor::Descriptor;
use std::env;
use std::path::{Path, PathBuf};

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
    let folder = args.folder.clone().unwrap_or_else(kernels::folder);
    for path in kernels::descriptors(&folder)? {
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
