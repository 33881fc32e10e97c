//! Files that are there whole or not at all.

use crate::failure::Failure;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder under construction beside its destination; dropped without [`Folder::finish`] it
/// leaves nothing behind.
pub struct Folder {
    partial: PathBuf,
    destination: PathBuf,
}

impl Folder {
    /// Starts a folder that will become `destination`.
    pub fn start(destination: &Path) -> Result<Self, Failure> {
        let name = destination
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let partial = destination.with_file_name(format!(".{name}.{}", std::process::id()));
        let folder = Self {
            partial,
            destination: destination.to_owned(),
        };
        let _ = fs::remove_dir_all(&folder.partial);
        fs::create_dir_all(&folder.partial).map_err(|e| folder.refuse(&e))?;
        Ok(folder)
    }

    /// Adds one file.
    pub fn add(&self, name: &str, text: &str) -> Result<(), Failure> {
        fs::write(self.partial.join(name), text).map_err(|e| self.refuse(&e))
    }

    /// Takes the place of whatever stood at the destination.
    pub fn finish(self) -> Result<(), Failure> {
        let old = self.partial.with_extension("old");
        let replaced = fs::rename(&self.destination, &old).is_ok();
        if let Err(error) = fs::rename(&self.partial, &self.destination) {
            if replaced {
                let _ = fs::rename(&old, &self.destination);
            }
            return Err(self.refuse(&error));
        }
        let _ = fs::remove_dir_all(&old);
        Ok(())
    }

    fn refuse(&self, error: &io::Error) -> Failure {
        Failure::bad_input(format!(
            "cannot write {}: {error}",
            self.destination.display()
        ))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // After `finish` it is gone already; an error here has nobody left to tell.
        let _ = fs::remove_dir_all(&self.partial);
    }
}
