//! The walls between crates: who may depend on whom (docs/layout.md has the same table).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Crate, its manifest's folder, and our crates that it may depend on.
const WALLS: &[(&str, &str, &[&str])] = &[
    ("spec", "spec", &[]),
    ("golden", "golden", &["spec"]),
    ("surroundings", "surroundings", &["spec", "golden"]),
    ("hdl", "hdl", &["spec", "emitter", "hdl-macros"]),
    ("emitter", "hdl/emitter", &["spec"]),
    ("corpus", "hdl/corpus", &["hdl"]),
    ("hdl-macros", "hdl/macros", &[]),
    ("sm", "sm", &["spec", "golden"]),
    ("verilated", "verilated", &[]),
    ("progress", "progress", &[]),
    (
        "tools",
        "tools",
        &["spec", "emitter", "progress", "verilated"],
    ),
    (
        "synthesis",
        "synthesis",
        &["spec", "emitter", "progress", "tools"],
    ),
    (
        "cosim",
        "cosim",
        &[
            "spec",
            "golden",
            "hdl",
            "surroundings",
            "progress",
            "tools",
            "verilated",
            "sm",
        ],
    ),
    (
        "campaign",
        "campaign",
        &[
            "spec",
            "golden",
            "hdl",
            "surroundings",
            "progress",
            "tools",
            "synthesis",
            "verilated",
            "sm",
            "cosim",
        ],
    ),
    (
        "warploom",
        "",
        &[
            "campaign",
            "spec",
            "hdl",
            "surroundings",
            "progress",
            "tools",
            "synthesis",
            "sm",
            "cosim",
        ],
    ),
];

/// What the tests of a crate may see besides: models are tried among what stands around them, the
/// emitter's attribute on circuits made up for it.
const IN_TESTS: &[(&str, &[&str])] = &[
    ("golden", &["surroundings"]),
    ("sm", &["surroundings"]),
    ("hdl", &["corpus"]),
    ("warploom", &["corpus", "verilated"]),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn manifest(folder: &Path) -> toml::Table {
    let path = folder.join("Cargo.toml");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.parse()
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Names in every dependency table of these kinds, those of single targets included.
fn dependencies(manifest: &toml::Table, kinds: &[&str]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut collect = |table: &toml::Table| {
        for kind in kinds {
            if let Some(entries) = table.get(*kind).and_then(toml::Value::as_table) {
                names.extend(entries.keys().cloned());
            }
        }
    };
    collect(manifest);
    if let Some(targets) = manifest.get("target").and_then(toml::Value::as_table) {
        targets
            .values()
            .filter_map(toml::Value::as_table)
            .for_each(collect);
    }
    names
}

#[test]
fn no_crate_depends_on_more_than_its_walls_allow() {
    let ours: BTreeSet<&str> = WALLS.iter().map(|w| w.0).collect();
    for (name, folder, allowed) in WALLS {
        let folder = root().join(folder);
        if !folder.join("Cargo.toml").exists() {
            continue; // a crate of the plan that no issue has needed yet
        }
        let manifest = manifest(&folder);
        let products = dependencies(&manifest, &["dependencies", "build-dependencies"]);
        let tests = dependencies(&manifest, &["dev-dependencies"]);
        let more = IN_TESTS.iter().find(|more| more.0 == *name);
        let more = more.map_or(&[] as &[&str], |more| more.1);
        // A crate's own tests may ask it for a feature.
        let in_tests = [*allowed, more, &[*name]].concat();
        for (dependencies, allowed) in [(products, allowed.to_vec()), (tests, in_tests)] {
            for dependency in dependencies.iter().map(String::as_str) {
                assert!(
                    !ours.contains(dependency) || allowed.contains(&dependency),
                    "{name} depends on {dependency}; its walls allow {allowed:?}"
                );
            }
        }
    }
}

#[test]
fn every_workspace_member_has_walls() {
    let workspace = manifest(&root());
    let members = workspace["workspace"]["members"]
        .as_array()
        .expect("members is an array");
    for member in members {
        let folder = member.as_str().expect("a member is a string");
        assert!(
            WALLS.iter().any(|w| w.1 == folder),
            "{folder} is missing from WALLS"
        );
    }
}
