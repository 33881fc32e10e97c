//! Names the sources that a binary was built from, so that a result of one is not taken for a result
//! of another: all of them, and those that decide what a kernel's run by the models comes to.

use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What a run of a kernel by the golden models is made of. How results are drawn and told, and all hardware,
/// have no part in it.
const RUNS: [&str; 6] = [
    "Cargo.lock",
    "campaign/src/paper/runs",
    "campaign/src/timed",
    "golden",
    "sm",
    "spec",
];

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut files = vec![root.join("Cargo.lock"), root.join("Cargo.toml")];
    collect(&root.join("src"), &mut files);
    for member in members(&root.join("Cargo.toml")) {
        let folder = root.join(member);
        files.push(folder.join("Cargo.toml"));
        for part in ["src", "shim", "energy"] {
            collect(&folder.join(part), &mut files);
        }
    }
    files.sort();
    let (mut all, mut runs) = (Sha256::new(), Sha256::new());
    for file in &files {
        // What is not there is no part of what is built.
        let Ok(bytes) = fs::read(file) else { continue };
        let name = file.strip_prefix(&root).unwrap_or(file);
        add(&mut all, name, &bytes);
        if RUNS.iter().any(|part| name.starts_with(part)) {
            add(&mut runs, name, &bytes);
        }
        println!("cargo::rerun-if-changed={}", file.display());
    }
    println!("cargo::rustc-env=WARPLOOM_SOURCES={}", digits(all));
    println!("cargo::rustc-env=WARPLOOM_RUN_SOURCES={}", digits(runs));
}

fn add(hash: &mut Sha256, name: &Path, bytes: &[u8]) {
    for part in [name.to_string_lossy().as_bytes(), bytes] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
}

fn digits(hash: Sha256) -> String {
    let bytes = hash.finalize();
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Folders of the workspace's members, from the line of the manifest that lists them.
fn members(manifest: &Path) -> Vec<String> {
    let text = fs::read_to_string(manifest).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("members"));
    let quoted = line.unwrap_or_default().split('"').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    // Cargo takes what is missing for changed, each time.
    if !folder.is_dir() {
        return;
    }
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
