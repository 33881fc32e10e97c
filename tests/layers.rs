//! The same stem stands in every layer: a unit that one of them lacks is not done.

use spec::UnitId;
use std::path::Path;

/// Where a family's files stand; `{}` is the stem.
const LAYERS: &[&str] = &[
    "spec/src/{}/mod.rs",
    "spec/src/presets/{}.rs",
    "golden/src/{}/mod.rs",
    "golden/tests/{}/mod.rs",
    "hdl/src/{}/mod.rs",
    "surroundings/src/{}/mod.rs",
    "docs/units/{}.md",
    "docs/rationale/{}.md",
];

#[test]
fn every_family_stands_in_every_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for unit in UnitId::ALL {
        for layer in LAYERS {
            let path = layer.replace("{}", unit.stem());
            let text = std::fs::read_to_string(root.join(&path));
            let text = text.unwrap_or_else(|_| panic!("{unit} lacks {path}"));
            let lines = text.lines().filter(|line| !line.is_empty()).count();
            assert!(lines > 5, "{path} is a stub of {lines} lines");
        }
        let bugs = format!("tests/bugs/{unit}.toml");
        assert!(root.join(&bugs).is_file(), "{unit} lacks {bugs}");
    }
}

#[test]
fn every_preset_is_generated() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for preset in spec::PRESETS {
        let folder = spec::Configuration::of_preset(preset).directory();
        assert!(
            root.join("generated").join(&folder).is_dir(),
            "generated/ lacks {folder}"
        );
    }
}

#[test]
fn names_of_modules_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(root.join("generated/rtl")).expect("generated/rtl is there");
    let mut count = 0;
    for file in files {
        let name = file.expect("readable").file_name();
        let name = name.to_string_lossy();
        if let Some(module) = name.strip_suffix(".v") {
            count += 1;
            assert!(
                module.len() <= spec::names::MODULE_NAME_LETTERS,
                "{module} has {} letters",
                module.len()
            );
        }
    }
    assert!(count > spec::PRESETS.len());
}

#[test]
fn every_unit_is_on_its_page_with_every_property() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for unit in UnitId::ALL {
        let page = root.join(format!("docs/units/{}.md", unit.stem()));
        let text =
            std::fs::read_to_string(&page).unwrap_or_else(|e| panic!("{}: {e}", page.display()));
        assert!(
            text.contains(unit.name()),
            "{} does not name {unit}",
            page.display()
        );
        for property in unit.properties() {
            assert!(
                text.contains(property.name),
                "{} lacks {}",
                page.display(),
                property.name
            );
        }
    }
}
