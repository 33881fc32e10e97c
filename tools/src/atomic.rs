//! Files that are there whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Creates or replaces `path` with `text`, and the folders above it. On any failure what was
/// there before is untouched and nothing half-written stays behind. A device or pipe, such as
/// /dev/stdout, is written to and not replaced.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return fs::OpenOptions::new()
            .write(true)
            .open(path)?
            .write_all(text.as_bytes());
    }
    replace(path, |temporary| {
        let mut file = fs::File::create(temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    })
}

/// The same for a file that something else writes.
pub fn replace<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let Some(name) = path.file_name() else {
        let error = io::Error::new(io::ErrorKind::InvalidInput, "the path names no file");
        return Err(error.into());
    };
    if path.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    // Beside the target, so that the rename stays within one file system.
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let temporary = folder.join(format!(
        ".{}.{}-{number}.tmp",
        name.to_string_lossy(),
        std::process::id()
    ));
    let written = write(&temporary).and_then(|()| Ok(fs::rename(&temporary, path)?));
    if written.is_err() {
        // Nothing more can be done about a file that resists.
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/file.json");
        write(&path, "old").unwrap();
        let failed: io::Result<()> = replace(&path, |temporary| {
            fs::write(temporary, "half")?;
            Err(io::Error::other("no more space"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more space");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let names = fs::read_dir(path.parent().unwrap()).unwrap().count();
        assert_eq!(names, 1);
        write(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn folders_and_nonsense_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(folder.path(), "x").is_err());
        assert!(write(Path::new("/"), "x").is_err());
    }
}
