//! Files of a crate stand on floors: none of them needs itself by way of others. And each is a room: not too long.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Crates, and how many of their files stand in circles: none may join them.
const CRATES: &[(&str, usize)] = &[
    ("spec", 4),
    ("golden", 0),
    ("surroundings", 0),
    ("hdl", 8),
    ("hdl/emitter", 0),
    ("hdl/corpus", 2),
    ("hdl/macros", 9),
    ("sm", 3),
    ("progress", 0),
    ("verilated", 0),
    ("tools", 0),
    ("synthesis", 0),
    ("cosim", 0),
    ("campaign", 0),
    (".", 0),
];

/// The emitter's floors: each may use what stands before it.
const FLOORS: &[&str] = &["ir", "front", "edit", "passes", "print"];
/// Which of them do not know each other, though one stands before the other.
const APART: &[(&str, &str)] = &[("passes", "front"), ("print", "front"), ("print", "passes")];

/// For each file of a crate (`passes/flow`) the files that it names.
fn uses(krate: &str) -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(krate)
        .join("src");
    let files: Vec<PathBuf> = sources(&root);
    let name = |path: &Path| {
        let path = path.strip_prefix(&root).expect("below").with_extension("");
        path.to_str().expect("plain").to_owned()
    };
    let names: BTreeSet<String> = files.iter().map(|path| name(path)).collect();
    let known = |path: String| {
        let folder = format!("{path}/mod");
        names.get(&path).or(names.get(&folder)).cloned()
    };
    let mut found = BTreeMap::new();
    for path in &files {
        let own = name(path);
        let text = fs::read_to_string(path).expect("readable");
        // Tests may look at anything.
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let (folder, file) = own.rsplit_once('/').unwrap_or(("", &own));
        let inside = |name: &str| match folder {
            "" => name.to_owned(),
            folder => format!("{folder}/{name}"),
        };
        let mut used = BTreeSet::new();
        for line in text.lines().filter(|line| !line.trim().starts_with("//")) {
            for path in paths(line, "crate::") {
                let (first, second) = path.split_once("::").unwrap_or((path, ""));
                let second = second.split("::").next().unwrap_or_default();
                used.extend(known(format!("{first}/{second}")).or_else(|| known(first.to_owned())));
            }
            let beside = paths(line, "super::").filter(|_| file != "mod");
            used.extend(beside.filter_map(|path| known(inside(path.split("::").next()?))));
            let child = line.trim_end_matches(';').rsplit_once("mod ");
            let child = child.filter(|_| file == "mod" && line.ends_with(';'));
            used.extend(child.and_then(|(_, child)| known(inside(child))));
        }
        used.remove(&own);
        found.insert(own.clone(), used);
    }
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// What follows a word, as far as it is a path.
fn paths<'t>(line: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    line.split(word).skip(1).map(|rest| {
        let end = rest.find(|c: char| !(c.is_ascii_lowercase() || c == '_' || c == ':'));
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[test]
fn no_file_needs_itself_by_way_of_others() {
    for (krate, known) in CRATES {
        let uses = uses(krate);
        assert!(uses.values().any(|used| !used.is_empty()), "{krate}");
        let needs_itself = |file: &&String| {
            let mut reached = uses[*file].clone();
            let mut way: Vec<&String> = uses[*file].iter().collect();
            while let Some(next) = way.pop() {
                for more in &uses[next] {
                    if reached.insert(more.clone()) {
                        way.push(more);
                    }
                }
            }
            reached.contains(*file)
        };
        let circle: Vec<&String> = uses.keys().filter(needs_itself).collect();
        assert!(
            circle.len() <= *known,
            "{krate}: {known} files stood in circles, now {}: {circle:?}",
            circle.len()
        );
        assert!(
            circle.len() == *known,
            "{krate}: fewer files stand in circles: say {} here",
            circle.len()
        );
    }
}

#[test]
fn no_floor_of_the_emitter_knows_what_stands_above_it() {
    let floor = |file: &str| {
        FLOORS
            .iter()
            .position(|floor| file.starts_with(&format!("{floor}/")))
    };
    for (file, used) in uses("hdl/emitter") {
        let Some(own) = floor(&file) else { continue };
        for used in used {
            let Some(other) = floor(&used) else {
                assert!(used != "emit" && used != "lib", "{file} uses {used}");
                continue;
            };
            let pair = (FLOORS[own], FLOORS[other]);
            assert!(other <= own && !APART.contains(&pair), "{file} uses {used}");
        }
    }
}

/// The longest file of code, in lines: what one reads and keeps in mind.
const LONGEST: usize = 400;

#[test]
fn no_file_is_longer_than_a_room() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = CRATES.iter().map(|(krate, _)| root.join(krate));
    let folders = crates.flat_map(|krate| ["src", "tests"].map(|folder| krate.join(folder)));
    let folders = folders.chain([root.join("hdl/corpus/src")]);
    for path in folders
        .filter(|path| path.is_dir())
        .flat_map(|f| sources(&f))
    {
        let lines = fs::read_to_string(&path).expect("readable").lines().count();
        let name = path.strip_prefix(root).expect("below").display();
        assert!(
            lines <= LONGEST,
            "{name}: {lines} lines, {LONGEST} are allowed: what part of it has a name of its own?"
        );
    }
}
