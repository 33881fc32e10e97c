//! docs/layout.md says where things are: whatever it calls a path is there.

use std::path::{Path, PathBuf};

/// Stand-ins in the page, and what they stand for: a path with one is there if it is for any of these.
fn meanings(word: &str) -> Vec<String> {
    let units = spec::UnitId::ALL.iter();
    let stems = units.clone().map(|unit| unit.stem().to_owned());
    let names = |folder: &str| {
        let entries = std::fs::read_dir(root().join(folder)).expect("the folder is there");
        let names = entries.map(|entry| entry.expect("readable").file_name());
        names
            .map(|name| name.to_string_lossy().replace(".rs", ""))
            .collect::<Vec<_>>()
    };
    match word {
        "STEM" => stems.collect(),
        "UNIT" => units.map(ToString::to_string).collect(),
        "UNIT-PRESET" => names("generated"),
        "PAPER" => names("campaign/src/paper"),
        "NAME" => [names("kernels"), names("src/commands")].concat(),
        _ => panic!("docs/layout.md: what does {word} stand for?"),
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The stand-in of a path: a part of it in capitals.
fn stand_in(path: &str) -> Option<&str> {
    path.split(['/', '.'])
        .find(|part| part.len() > 1 && part.chars().all(|c| c.is_ascii_uppercase() || c == '-'))
        .filter(|part| !matches!(*part, "README" | "CHANGELOG" | "CONTRIBUTING"))
}

fn is_there(path: &str) -> bool {
    let there = |path: &str| root().join(path).exists();
    match stand_in(path) {
        None => there(path),
        Some(word) => meanings(word)
            .iter()
            .any(|meaning| there(&path.replace(word, meaning))),
    }
}

/// What a page has between backquotes and is a path from the root.
fn paths(page: &str) -> Vec<&str> {
    let spans = page.split('`').skip(1).step_by(2);
    let folders: Vec<String> = std::fs::read_dir(root())
        .expect("the root is there")
        .map(|entry| {
            entry
                .expect("readable")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    spans
        .filter(|span| span.contains('/') && !span.contains([' ', '<', '*', '=']))
        .filter(|span| {
            folders
                .iter()
                .any(|f| span.split('/').next() == Some(f.as_str()))
        })
        .collect()
}

#[test]
fn every_path_of_the_layout_is_there() {
    let page = std::fs::read_to_string(root().join("docs/layout.md")).expect("the page is there");
    let paths = paths(&page);
    assert!(paths.len() > 100, "{} paths", paths.len());
    let gone: Vec<_> = paths.iter().filter(|path| !is_there(path)).collect();
    assert!(
        gone.is_empty(),
        "docs/layout.md names what is not there: {gone:?}"
    );
}

#[test]
fn every_folder_is_in_the_layout() {
    let page = std::fs::read_to_string(root().join("docs/layout.md")).expect("the page is there");
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("it is there");
    let manifest: toml::Table = manifest.parse().expect("it is TOML");
    let members = manifest["workspace"]["members"].as_array().expect("a list");
    for member in members {
        let folder = member.as_str().expect("a name");
        assert!(
            page.contains(&format!("`{folder}/`")) && Path::new(folder).is_relative(),
            "docs/layout.md lacks {folder}/"
        );
    }
}
