//! The walls between crates: who may depend on whom (docs/layout.md has the same table).

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Crate, its manifest's folder, and our crates that it may depend on.
const WALLS: &[(&str, &str, &[&str])] = &[
    ("spec", "spec", &[]),
    ("golden", "golden", &["spec"]),
    ("hdl", "hdl", &["spec", "emitter", "hdl-macros", "corpus"]),
    ("emitter", "hdl/emitter", &["spec"]),
    ("corpus", "hdl/corpus", &["hdl"]),
    ("hdl-macros", "hdl/macros", &[]),
    ("sm", "sm", &["spec", "golden"]),
    ("verilated", "verilated", &[]),
    (
        "cosim",
        "cosim",
        &["spec", "golden", "hdl", "verilated", "sm"],
    ),
    (
        "campaign",
        "campaign",
        &["spec", "hdl", "verilated", "cosim"],
    ),
    (
        "warploom",
        "",
        &[
            "campaign",
            "spec",
            "golden",
            "hdl",
            "corpus",
            "verilated",
            "sm",
            "cosim",
        ],
    ),
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

/// Names in every dependency table, those of single targets included.
fn dependencies(manifest: &toml::Table) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut collect = |table: &toml::Table| {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            if let Some(entries) = table.get(kind).and_then(toml::Value::as_table) {
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
        for dependency in dependencies(&manifest(&folder)) {
            // A crate's own tests may ask it for a feature.
            let own = dependency == *name;
            assert!(
                own || !ours.contains(dependency.as_str())
                    || allowed.contains(&dependency.as_str()),
                "{name} depends on {dependency}; its walls allow {allowed:?}"
            );
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
