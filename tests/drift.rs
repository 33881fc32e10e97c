//! generated/ is what the tool emits now, byte for byte, and nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Every file below a folder, by its path from there.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("readable").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            for (below, bytes) in tree(&path) {
                files.insert(format!("{name}/{below}"), bytes);
            }
        } else {
            files.insert(name, fs::read(&path).expect("readable"));
        }
    }
    files
}

/// Emits in a process of its own, standing in `here`.
fn emission(here: &Path, out: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_warploom"));
    command.args(["emit", "--out"]).arg(out).args(arguments);
    command.current_dir(here).output().expect("warploom runs")
}

fn emit(here: &Path, out: &Path, arguments: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let output = emission(here, out, arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    tree(out)
}

fn difference(a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let names = a.keys().chain(b.keys());
    let mut names: Vec<String> = names.filter(|n| a.get(*n) != b.get(*n)).cloned().collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn generated_is_what_is_emitted_now() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let fresh = emit(root, &scratch.path().join("fresh"), &["--shared"]);
    let drifted = difference(&fresh, &tree(&root.join("generated")));
    assert!(
        drifted.is_empty(),
        "run `make emit` and commit generated/: {drifted:?} differ"
    );
}

#[test]
fn emission_does_not_depend_on_process_or_place() {
    // Each process has hash seeds of its own; the second stands elsewhere and writes elsewhere.
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let elsewhere = scratch.path().join("deep/er");
    fs::create_dir_all(&elsewhere).expect("a folder");
    for arguments in [
        &["--dialect", "sv", "--sva"][..],
        &["--reset", "async-low"],
        &["--combined"],
    ] {
        let first = emit(scratch.path(), &scratch.path().join("a"), arguments);
        let second = emit(&elsewhere, &scratch.path().join("b"), arguments);
        assert!(first.values().next().is_some());
        assert_eq!(difference(&first, &second), Vec::<String>::new());
        for folder in ["a", "b"] {
            fs::remove_dir_all(scratch.path().join(folder)).expect("removable");
        }
    }
}

#[test]
fn folders_share_modules_with_those_that_stood_there() {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let out = scratch.path().join("out");
    let small = |unit| ["--shared", "--preset", "small", "--unit", unit];
    let before = emit(scratch.path(), &out, &small("osu_bank"));
    let after = emit(scratch.path(), &out, &small("osu"));
    let modules = |files: &BTreeMap<String, Vec<u8>>| {
        let is_module = |name: &&String| name.starts_with("rtl/") && name.ends_with(".v");
        files.keys().filter(is_module).cloned().collect::<Vec<_>>()
    };
    assert!(modules(&after).len() > modules(&before).len());
    for (name, bytes) in &before {
        assert!(
            name == "rtl/rtl.core" || after.get(name) == Some(bytes),
            "{name}"
        );
    }
    // Everything at once is the same.
    let both = [&small("osu")[..], &["--unit", "osu_bank"]].concat();
    let at_once = emit(scratch.path(), &scratch.path().join("once"), &both);
    assert_eq!(difference(&after, &at_once), Vec::<String>::new());

    // A module that another folder needs is not replaced by one that does something else.
    let changed = out.join("rtl/osu_lines_l2.v");
    let text = fs::read_to_string(&changed).expect("readable");
    fs::write(&changed, text.replace("some_free ?", "some_clean ?")).expect("writable");
    let refused = emission(scratch.path(), &out, &small("osu"));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(
        said.contains("osu_bank-small has osu_lines_l2.v with another text"),
        "{said}"
    );
    emit(scratch.path(), &out, &both);
}
