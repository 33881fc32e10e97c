//! A folder of finished builds, found by the hash of everything that went into them.
//!
//! An entry is a folder that appears under its final name in one rename, complete, with a
//! manifest of its files' hashes. A reader takes no lock; a builder locks a file named
//! like the entry, so that two processes (or threads) that want the same model build it
//! once. Locks are the operating system's and end with their process.
//!
//! ```text
//! ROOT/entries/KEY/{manifest, files}   finished builds
//! ROOT/locks/KEY                       empty files
//! ROOT/tmp/*                           builds in progress
//! ```
//!
//! The folder is bounded in size: after each build the entries that were used longest ago
//! are removed until the rest fit. It may be deleted as a whole at any time.

use crate::error::BuildError;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

/// Room for some hundred models with full coverage, and for what the compiler keeps of headers.
const DEFAULT_LIMIT: u64 = 3 << 30;

/// A build in progress that has not been touched for this long belongs to a killed process.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

const MANIFEST: &str = "manifest";

/// Where an entry came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It was found, whole.
    Cached,
    /// It was not found, or was damaged, and has been built.
    Built,
}

/// The folder of finished builds. See the module's text for its layout and its promises.
#[derive(Debug, Clone)]
pub struct Cache {
    root: PathBuf,
    limit: u64,
}

impl Cache {
    /// Names the folder; it is created by the first build.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            limit: DEFAULT_LIMIT,
        }
    }

    /// Bounds the size of all entries, in bytes.
    #[must_use]
    pub fn with_limit(mut self, limit: u64) -> Self {
        self.limit = limit;
        self
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Finds the entry, or has `build` fill a fresh folder and keeps that.
    pub(crate) fn entry(
        &self,
        key: &str,
        build: impl FnOnce(&Path) -> Result<(), BuildError>,
    ) -> Result<(PathBuf, Origin), BuildError> {
        let entry = self.root.join("entries").join(key);
        if intact(&entry) {
            touch(&entry);
            return Ok((entry, Origin::Cached));
        }
        let temporary = self.folder("tmp")?;
        self.folder("entries")?;
        let lock_path = self.folder("locks")?.join(key);
        let lock = File::create(&lock_path).map_err(BuildError::io("create", &lock_path))?;
        lock.lock().map_err(BuildError::io("lock", &lock_path))?;
        if intact(&entry) {
            return Ok((entry, Origin::Cached));
        }
        let folder = tempfile::Builder::new()
            .prefix("build-")
            .tempdir_in(&temporary)
            .map_err(BuildError::io("create a folder in", &temporary))?;
        build(folder.path())?;
        write_manifest(folder.path())?;
        if entry.exists() {
            discard(&entry, &temporary);
        }
        fs::rename(folder.path(), &entry).map_err(BuildError::io("create", &entry))?;
        drop(lock);
        self.trim(key);
        Ok((entry, Origin::Built))
    }

    /// The same for what many builds use: its files, which can be large, are looked through once by a
    /// process and not for each of them.
    pub(crate) fn shared_entry(
        &self,
        key: &str,
        build: impl FnOnce(&Path) -> Result<(), BuildError>,
    ) -> Result<PathBuf, BuildError> {
        static LOOKED_THROUGH: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
        let entry = self.root.join("entries").join(key);
        let looked_through = || {
            let mut all = LOOKED_THROUGH.lock();
            all.as_mut().is_ok_and(|all| all.contains(&entry))
        };
        if looked_through() && entry.join(MANIFEST).exists() {
            touch(&entry);
            return Ok(entry);
        }
        let (entry, _) = self.entry(key, build)?;
        if let Ok(mut all) = LOOKED_THROUGH.lock() {
            all.insert(entry.clone());
        }
        Ok(entry)
    }

    fn folder(&self, name: &str) -> Result<PathBuf, BuildError> {
        let folder = self.root.join(name);
        fs::create_dir_all(&folder).map_err(BuildError::io("create", &folder))?;
        Ok(folder)
    }

    /// Removes what was used longest ago until the rest fits, and never the entry `keep`.
    /// Failing to remove is no reason to fail a build that succeeded.
    fn trim(&self, keep: &str) {
        let temporary = self.root.join("tmp");
        for (path, used) in listing(&temporary) {
            if used.elapsed().is_ok_and(|age| age > ABANDONED) {
                let _ = fs::remove_dir_all(path);
            }
        }
        let mut entries: Vec<(PathBuf, SystemTime, u64)> = listing(&self.root.join("entries"))
            .map(|(path, _)| {
                let used = modified(&path.join(MANIFEST));
                let size = listing(&path)
                    .filter_map(|(file, _)| fs::metadata(file).ok())
                    .map(|metadata| metadata.len())
                    .sum();
                (path, used, size)
            })
            .collect();
        entries.sort_by_key(|entry| entry.1);
        let mut total: u64 = entries.iter().map(|entry| entry.2).sum();
        for (path, _, size) in entries {
            if total <= self.limit {
                return;
            }
            let Some(key) = path.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            // An entry whose lock is held is being replaced right now.
            let lock_path = self.root.join("locks").join(key);
            let lock = File::create(&lock_path);
            if key == keep || !lock.as_ref().is_ok_and(|lock| lock.try_lock().is_ok()) {
                continue;
            }
            discard(&path, &temporary);
            total -= size;
        }
    }
}

/// Takes an entry away in one step, so that no reader sees half of it. A model that is
/// loaded from it lives on: the file stays until it is unmapped.
fn discard(entry: &Path, temporary: &Path) {
    let Ok(grave) = tempfile::tempdir_in(temporary) else {
        return;
    };
    let _ = fs::rename(entry, grave.path().join("entry"));
}

fn listing(folder: &Path) -> impl Iterator<Item = (PathBuf, SystemTime)> {
    fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| {
            let path = entry.path();
            let used = modified(&path);
            (path, used)
        })
}

fn modified(path: &Path) -> SystemTime {
    fs::metadata(path)
        .and_then(|metadata| metadata.modified())
        .unwrap_or(SystemTime::UNIX_EPOCH)
}

/// Marks an entry as used; a cache that may only be read still serves.
fn touch(entry: &Path) {
    if let Ok(file) = File::options().append(true).open(entry.join(MANIFEST)) {
        let _ = file.set_modified(SystemTime::now());
    }
}

fn write_manifest(folder: &Path) -> Result<(), BuildError> {
    let mut files: Vec<PathBuf> = listing(folder).map(|(path, _)| path).collect();
    files.sort();
    let mut text = String::new();
    for path in files {
        let bytes = fs::read(&path).map_err(BuildError::io("read", &path))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{} {name}", hex_digest(&[&bytes]));
    }
    let manifest = folder.join(MANIFEST);
    fs::write(&manifest, text).map_err(BuildError::io("write", &manifest))
}

/// Whether every file of the entry is as it was built.
fn intact(entry: &Path) -> bool {
    let Ok(manifest) = fs::read_to_string(entry.join(MANIFEST)) else {
        return false;
    };
    !manifest.is_empty()
        && manifest.lines().all(|line| {
            line.split_once(' ').is_some_and(|(digest, name)| {
                fs::read(entry.join(name)).is_ok_and(|bytes| hex_digest(&[&bytes]) == digest)
            })
        })
}

/// SHA-256 over the parts, each preceded by its length so that no two lists run together.
pub(crate) fn hex_digest(parts: &[&[u8]]) -> String {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let mut text = String::with_capacity(64);
    for byte in hasher.finalize() {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(bytes: usize) -> impl Fn(&Path) -> Result<(), BuildError> {
        move |folder| {
            let path = folder.join("data");
            fs::write(&path, vec![7; bytes]).map_err(BuildError::io("write", &path))
        }
    }

    #[test]
    fn damage_of_any_kind_is_rebuilt() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        let (entry, origin) = cache.entry("a", fill(10)).unwrap();
        assert_eq!(origin, Origin::Built);
        assert_eq!(cache.entry("a", fill(10)).unwrap().1, Origin::Cached);
        fs::write(entry.join("data"), [7; 9]).unwrap();
        assert_eq!(cache.entry("a", fill(10)).unwrap().1, Origin::Built);
        fs::remove_file(entry.join("data")).unwrap();
        assert_eq!(cache.entry("a", fill(10)).unwrap().1, Origin::Built);
        fs::write(entry.join(MANIFEST), "").unwrap();
        assert_eq!(cache.entry("a", fill(10)).unwrap().1, Origin::Built);
        assert_eq!(cache.entry("a", fill(10)).unwrap().1, Origin::Cached);
    }

    #[test]
    fn a_failed_build_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        let error = cache.entry("a", |folder| {
            fill(10)(folder)?;
            Err(BuildError::io("write", folder)(
                std::io::ErrorKind::StorageFull.into(),
            ))
        });
        assert!(error
            .unwrap_err()
            .to_string()
            .contains("free some disk space"));
        assert_eq!(listing(&folder.path().join("tmp")).count(), 0);
        assert_eq!(listing(&folder.path().join("entries")).count(), 0);
    }

    #[test]
    fn the_entries_used_longest_ago_make_room() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path()).with_limit(2500);
        for key in ["a", "b"] {
            cache.entry(key, fill(1000)).unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
        cache.entry("a", fill(1000)).unwrap();
        cache.entry("c", fill(1000)).unwrap();
        assert_eq!(cache.entry("a", fill(1000)).unwrap().1, Origin::Cached);
        assert_eq!(cache.entry("b", fill(1000)).unwrap().1, Origin::Built);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_named() {
        let error = Cache::new("/proc/none").entry("a", fill(1)).unwrap_err();
        assert!(error.to_string().contains("/proc/none/tmp"), "{error}");
    }

    #[test]
    fn builders_of_one_key_build_once() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        let built = std::sync::atomic::AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    cache
                        .entry("a", |folder| {
                            built.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                            std::thread::sleep(Duration::from_millis(50));
                            fill(10)(folder)
                        })
                        .unwrap();
                });
            }
        });
        assert_eq!(built.into_inner(), 1);
    }
}
