//! Waveforms of some cycles of a unit in the multiprocessor.
//!
//! The unit's model writes what is inside it while the window is open; afterwards that becomes an FST.

use crate::waves;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use surroundings::engine::{Engine, EngineError};
use tempfile::TempDir;

/// What was asked for.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The FST file; of further units of the run the same with a number.
    pub file: PathBuf,
    /// Cycles of the unit's clock, counted from the beginning of the run.
    pub cycles: RangeInclusive<u64>,
}

impl Wanted {
    /// The file of the unit that was handed out `index`-th.
    pub fn file(&self, index: usize) -> PathBuf {
        if index == 0 {
            return self.file.clone();
        }
        let stem = self.file.file_stem().unwrap_or_default().to_string_lossy();
        self.file.with_file_name(format!("{stem}-{index}.fst"))
    }
}

/// The window of one unit.
pub struct Window {
    cycles: RangeInclusive<u64>,
    folder: TempDir,
    now: u64,
    fst: PathBuf,
}

impl Window {
    /// A window that is not open yet.
    pub fn new(wanted: &Wanted, index: usize) -> Result<Self, EngineError> {
        let folder = tempfile::tempdir()
            .map_err(|error| EngineError::new(format!("no temporary folder: {error}")))?;
        Ok(Self {
            cycles: wanted.cycles.clone(),
            folder,
            now: 0,
            fst: wanted.file(index),
        })
    }

    fn vcd(&self) -> PathBuf {
        self.folder.path().join("window.vcd")
    }

    /// Before each cycle of the unit.
    pub fn before_cycle(&mut self, engine: &mut dyn Engine) -> Result<(), EngineError> {
        if self.now == *self.cycles.start() {
            engine.trace(Some(&self.vcd()))?;
        } else if self.now == self.cycles.end().saturating_add(1) {
            engine.trace(None)?;
        }
        self.now += 1;
        Ok(())
    }

    /// Writes the file, once the engine is gone. `Err` with a line for a person if there is nothing to
    /// show.
    pub fn finish(&self) -> Result<&Path, EngineError> {
        let first = self.cycles.start();
        if self.now <= *first {
            return Err(EngineError::new(format!(
                "no waveform: the unit's clock ran for {} cycles, and --from is {first}",
                self.now
            )));
        }
        let error = |error| EngineError::new(format!("{}: {error}", self.fst.display()));
        if let Some(folder) = self.fst.parent() {
            fs::create_dir_all(folder).map_err(error)?;
        }
        waves::to_fst(&self.vcd(), &self.fst).map_err(error)?;
        Ok(&self.fst)
    }
}
