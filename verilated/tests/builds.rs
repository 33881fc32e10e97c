//! The cache of built models.

use crate::common;

use common::{counter, toolchain};
use std::path::PathBuf;
use verilated::{Cache, ModelSpec, Origin, Toolchain, ToolchainError};

/// The shared objects in a cache.
fn objects(cache: &Cache) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(cache.root().join("entries")).unwrap();
    entries
        .map(|entry| entry.unwrap().path().join("model.so"))
        .filter(|path| path.exists())
        .collect()
}

fn origin(cache: &Cache, spec: &ModelSpec) -> Origin {
    cache.build(&toolchain(), spec).unwrap().origin()
}

#[test]
fn a_model_is_built_once_and_again_when_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path());
    assert_eq!(origin(&cache, &counter()), Origin::Built);
    assert_eq!(origin(&cache, &counter()), Origin::Cached);

    let object = objects(&cache).pop().unwrap();
    let whole = std::fs::read(&object).unwrap();
    // Another file of that name: cutting the one that is mapped would end this process.
    std::fs::remove_file(&object).unwrap();
    std::fs::write(&object, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(origin(&cache, &counter()), Origin::Built);
    assert_eq!(std::fs::read(&object).unwrap().len(), whole.len());

    let mut changed = counter();
    changed.sources[0].text.push_str("// another text\n");
    assert_eq!(origin(&cache, &changed), Origin::Built);
}

#[test]
fn builders_that_want_the_same_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path());
    let tools = toolchain();
    let origins: Vec<Origin> = std::thread::scope(|scope| {
        let builders: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| cache.build(&tools, &counter()).unwrap().origin()))
            .collect();
        builders.into_iter().map(|b| b.join().unwrap()).collect()
    });
    let built = origins.iter().filter(|o| **o == Origin::Built).count();
    assert_eq!(built, 1);
    assert_eq!(
        std::fs::read_dir(folder.path().join("tmp"))
            .unwrap()
            .count(),
        0
    );
}

#[test]
fn tools_that_are_missing_or_wrong_are_named() {
    let missing = Toolchain::new("/nowhere/verilator", Some("/".into()), "c++").unwrap_err();
    assert!(matches!(missing, ToolchainError::Root { .. }), "{missing}");
    let missing = Toolchain::new("/nowhere/verilator", None, "c++").unwrap_err();
    assert!(
        missing.to_string().contains("/nowhere/verilator"),
        "{missing}"
    );
}
