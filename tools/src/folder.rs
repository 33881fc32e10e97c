//! Folders that are there whole or not at all.

use crate::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder under construction beside its destination; dropped without [`Folder::finish`] it
/// leaves nothing behind. What a process left that was killed is removed by the next one.
pub struct Folder {
    partial: PathBuf,
    destination: PathBuf,
    /// Locked as long as the folder is under construction: the lock ends with the process.
    _lock: Option<fs::File>,
}

impl Folder {
    /// Starts a folder that will become `destination`.
    pub fn start(destination: &Path) -> Result<Self, Error> {
        let name = destination
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let partial = destination.with_file_name(format!(".{name}.{}", std::process::id()));
        let mut folder = Self {
            partial,
            destination: destination.to_owned(),
            _lock: None,
        };
        remove_abandoned(destination, &format!(".{name}."));
        let _ = fs::remove_dir_all(&folder.partial);
        fs::create_dir_all(&folder.partial).map_err(|e| folder.refuse(&e))?;
        folder._lock = fs::File::open(&folder.partial).ok();
        if let Some(lock) = &folder._lock {
            let _ = lock.try_lock();
        }
        Ok(folder)
    }

    /// Adds one file.
    pub fn add(&self, name: &str, text: &str) -> Result<(), Error> {
        fs::write(self.partial.join(name), text).map_err(|e| self.refuse(&e))
    }

    /// Takes the place of whatever stood at the destination.
    pub fn finish(self) -> Result<(), Error> {
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

    fn refuse(&self, error: &io::Error) -> Error {
        Error::new(format!(
            "cannot write {}: {error}",
            self.destination.display()
        ))
    }
}

/// Removes what stands beside the destination under construction by nobody. A failure is no reason not
/// to write what is wanted.
fn remove_abandoned(destination: &Path, start: &str) {
    let entries = destination.parent().map(fs::read_dir);
    for entry in entries.into_iter().flatten().flatten().flatten() {
        let name = entry.file_name();
        let tail = name.to_str().and_then(|name| name.strip_prefix(start));
        let ours = |tail: &str| tail == "old" || tail.parse::<u32>().is_ok();
        let free = || fs::File::open(entry.path()).is_ok_and(|lock| lock.try_lock().is_ok());
        if tail.is_some_and(ours) && free() {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // After `finish` it is gone already; an error here has nobody left to tell.
        let _ = fs::remove_dir_all(&self.partial);
    }
}
