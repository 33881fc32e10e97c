//! Where the modules of a netlist stand in it.

use std::collections::BTreeMap;

/// The instances of each module of a netlist.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hierarchy {
    /// Paths of instances, each with a slash behind it; nothing for the top module.
    places: BTreeMap<String, Vec<String>>,
}

impl Hierarchy {
    /// Of a netlist as Yosys writes it.
    pub fn read(verilog: &str, top: &str) -> Self {
        let mut inside: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
        let mut module = "";
        for line in verilog.lines() {
            let words: Vec<&str> = line.split_whitespace().take(4).collect();
            if let Some(name) = module_of(&words) {
                module = name;
                inside.insert(module, Vec::new());
            } else if let [cell, instance, "("] = words[..] {
                inside.entry(module).or_default().push((cell, instance));
            }
        }
        let mut out = Self::default();
        out.enter(&inside, top, "");
        out
    }

    fn enter(&mut self, inside: &BTreeMap<&str, Vec<(&str, &str)>>, module: &str, place: &str) {
        let Some(instances) = inside.get(module) else {
            return; // A cell of the library, or a memory.
        };
        let places = self.places.entry(module.to_owned()).or_default();
        places.push(place.to_owned());
        for (kind, instance) in instances {
            self.enter(inside, kind, &format!("{place}{instance}/"));
        }
    }

    /// Modules, and where they stand.
    pub fn places(&self) -> impl Iterator<Item = (&str, &[String])> {
        let all = self.places.iter();
        all.map(|(module, places)| (module.as_str(), places.as_slice()))
    }

    /// How often a module is there.
    pub fn instances(&self, module: &str) -> u64 {
        self.places.get(module).map_or(0, |p| p.len() as u64)
    }
}

/// The module that a line of a netlist begins.
pub fn module_of<'a>(words: &[&'a str]) -> Option<&'a str> {
    match words {
        ["module", name, ..] => name.trim_start_matches('\\').split('(').next(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_where_they_stand() {
        let verilog = "\
            module leaf(a);\n  INV_1 u1 (\n  );\nendmodule\n\
            module pair(a, b);\n  leaf u7 (\n  );\n  leaf u8 (\n  );\nendmodule\n\
            module top (a);\n  pair u0 (\n  );\n  leaf u1 (\n  );\n  memory u2 (\n  );\nendmodule\n";
        let hierarchy = Hierarchy::read(verilog, "top");
        let places: Vec<_> = hierarchy.places().collect();
        let text = |places: &[&str]| places.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>();
        let expected = [
            ("leaf", text(&["u0/u7/", "u0/u8/", "u1/"])),
            ("pair", text(&["u0/"])),
            ("top", text(&[""])),
        ];
        assert_eq!(places.len(), expected.len());
        for ((module, places), (name, wanted)) in places.into_iter().zip(&expected) {
            assert_eq!((module, places), (*name, wanted.as_slice()));
            assert_eq!(hierarchy.instances(module), wanted.len() as u64);
        }
        assert_eq!(hierarchy.instances("memory"), 0);
    }
}
