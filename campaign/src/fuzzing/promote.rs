//! `warploom fuzz --promote`: the stimulus of a finding becomes a regression.

use crate::Error;
use cosim::replay::{Recipe, Replay};
use std::path::{Path, PathBuf};

/// Where regressions are, one replay file each; `cosim/tests/regressions.rs` runs them.
const FOLDER: &str = "tests/regressions";

/// Adds a finding; says where. What is kept is the stimulus, for the unit as it is emitted: the bug or the
/// folder of Verilog that it was found in is not the unit's.
pub fn run(file: &Path) -> Result<PathBuf, Error> {
    let mut replay = Replay::load(file)?;
    if !matches!(replay.recipe, Recipe::Cycles(_)) {
        return Err(Error::new(format!(
            "{}: the file names a whole run; a regression is a few cycles",
            file.display()
        )));
    }
    replay.target.bug = None;
    replay.target.rtl = None;
    replay.rtl_digest = None;
    let Some(name) = file.file_name() else {
        return Err(Error::new(format!(
            "{}: the path names no file",
            file.display()
        )));
    };
    let path = Path::new(FOLDER).join(name);
    if path.exists() {
        return Err(Error::new(format!(
            "{} is there already: rename the finding",
            path.display()
        )));
    }
    replay
        .save(&path)
        .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))?;
    Ok(path)
}
