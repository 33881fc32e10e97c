//! Emitted Verilog says what it is for.

use hdl::emit::Options;
use spec::{Configuration, PRESETS};
use std::collections::BTreeSet;

/// Every module begins with its purpose, and no words of Rust are left in it.
#[test]
fn every_module_says_what_it_is_for() {
    for preset in PRESETS {
        let configuration = Configuration::of_preset(preset);
        let design = hdl::units::emit(&configuration, &Options::default()).expect("it emits");
        for module in &design.modules {
            let below = module.text.split("\n\n").nth(1).unwrap_or_default();
            let purpose: String = { below.lines() }
                .take_while(|line| line.starts_with("//"))
                .collect();
            let name = &module.name;
            assert!(purpose.len() > 20, "{configuration}: {name} says nothing");
            for word in ["module's comment", "`", "[`", "wiring.rs"] {
                assert!(!purpose.contains(word), "{name}: {word} in {purpose}");
            }
        }
    }
}

/// Every port of a unit has its meaning over it, the contract's.
#[test]
fn every_port_of_a_unit_says_what_it_means() {
    for preset in PRESETS {
        let configuration = Configuration::of_preset(preset);
        let design = hdl::units::emit(&configuration, &Options::default()).expect("it emits");
        let ports = design.ports.iter();
        let silent: Vec<&str> = ports
            .filter(|port| port.meaning.is_empty())
            .map(|port| port.name.as_str())
            .collect();
        assert!(silent.is_empty(), "{configuration}: {silent:?}");
    }
}

/// What one other wire drives is that wire; next states of registers keep their names.
#[test]
fn no_wire_renames_another() {
    let wires = |text: &str| -> BTreeSet<String> {
        let declared = text.lines().filter_map(|line| line.strip_prefix("  wire "));
        let names = declared.filter_map(|line| line.strip_suffix(';')?.split(' ').next_back());
        names.map(str::to_owned).collect()
    };
    for preset in PRESETS {
        let configuration = Configuration::of_preset(preset);
        let design = hdl::units::emit(&configuration, &Options::default()).expect("it emits");
        for module in &design.modules {
            let wires = wires(&module.text);
            let assigns = module.text.lines().filter_map(|line| {
                let (to, from) = line.trim().strip_prefix("assign ")?.split_once(" = ")?;
                Some((to, from.strip_suffix(';')?))
            });
            let renames: Vec<_> = assigns
                .filter(|(to, from)| wires.contains(*to) && wires.contains(*from))
                .filter(|(to, _)| !to.ends_with("_d"))
                .collect();
            assert!(renames.is_empty(), "{}: {renames:?}", module.name);
        }
    }
}
