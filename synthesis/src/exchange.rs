//! Cells of a netlist replaced by others that do the same, in all of the netlist's files.

use super::flow::{read, write, Attempt};
use super::hierarchy::{module_of, Hierarchy};
use super::library::Library;
use super::statistics::Count;
use std::collections::BTreeMap;
use std::path::Path;
use tools::error::Error;

/// Which instances of a module get which cell, in all places of the module.
pub type Changes = BTreeMap<String, BTreeMap<String, String>>;

impl Attempt {
    /// Puts other cells in the place of some.
    pub fn exchange(
        &mut self,
        changes: &Changes,
        hierarchy: &Hierarchy,
        library: &Library,
        folder: &Path,
    ) -> Result<(), Error> {
        if changes.is_empty() {
            return Ok(());
        }
        // "  NAND2_X1 u12 (" begins an instance.
        let exchanged = by_line(
            &read(folder, &self.netlist)?,
            |words| match words[..] {
                [cell, instance, "("] => Some((cell, instance, "")),
                _ => None,
            },
            changes,
            |module, cell, new| {
                let times = hierarchy.instances(module);
                self.count.exchange(cell, new, times, library);
            },
        );
        write(folder, &self.netlist, &exchanged)?;
        // "  cell \\NAND2_X1 \\u12" does.
        let exchanged = by_line(
            &read(folder, &self.rtlil)?,
            |words| match words[..] {
                ["cell", cell, instance] => Some((cell, instance.strip_prefix('\\')?, "\\")),
                _ => None,
            },
            changes,
            |_, _, _| {},
        );
        write(folder, &self.rtlil, &exchanged)?;
        let unread = |error: serde_json::Error| Error::new(format!("yosys' netlist: {error}"));
        let mut design: serde_json::Value =
            serde_json::from_str(&read(folder, &self.json)?).map_err(unread)?;
        let modules = design["modules"].as_object_mut();
        for (name, module) in modules.into_iter().flatten() {
            let Some(changes) = changes.get(name) else {
                continue;
            };
            for (instance, cell) in module["cells"].as_object_mut().into_iter().flatten() {
                if let Some(new) = changes.get(instance) {
                    cell["type"] = new.as_str().into();
                }
            }
        }
        write(folder, &self.json, &design.to_string())
    }
}

/// The text with other cells in it. `instance` finds in the words of a line a cell, the instance's name and
/// what stands before the name of a cell.
fn by_line(
    text: &str,
    instance: impl for<'w> Fn(&[&'w str]) -> Option<(&'w str, &'w str, &'static str)>,
    changes: &Changes,
    mut changed: impl FnMut(&str, &str, &str),
) -> String {
    let mut out = String::with_capacity(text.len());
    let mut module = "";
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().take(4).collect();
        module = module_of(&words).unwrap_or(module);
        let change = instance(&words)
            .and_then(|(cell, name, before)| Some((cell, before, changes.get(module)?.get(name)?)));
        match change {
            Some((cell, before, new)) => {
                changed(module, cell, new);
                out += &line.replacen(cell, &format!("{before}{new}"), 1);
            }
            None => out += line,
        }
        out.push('\n');
    }
    out
}

impl Count {
    /// So many cells less, others more.
    fn exchange(&mut self, old: &str, new: &str, times: u64, library: &Library) {
        let area = |name: &str| library.cells.get(name).map_or(0.0, |cell| cell.area);
        let more = (area(new) - area(old)) * times as f64;
        self.area += more;
        if library.is_flip_flop(old) {
            self.sequential_area += more;
        }
        *self.by_type.entry(new.to_owned()).or_default() += times;
        match self.by_type.get_mut(old) {
            Some(count) if *count > times => *count -= times,
            _ => drop(self.by_type.remove(old)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::recipes::RECIPES;
    use super::*;
    use std::fs;

    #[test]
    fn all_files_and_the_count_follow() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/synthesis/tiny.lib");
        let library = Library::read(&path).expect("a library");
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        // Two of m, whose u1 is changed; that of the module above stays.
        let verilog = "module m (a, y);\n  INV_1 u1 (\n    .A(a), .Y(n1)\n  );\n  INV_1 u10 (\n  );\n\
                       endmodule\nmodule top (a);\n  m u2 (\n  );\n  m u3 (\n  );\n  INV_1 u1 (\n  );\n";
        let rtlil = "module \\m\n  cell \\INV_1 \\u1\n    connect \\A \\a\n  cell \\INV_1 \\u10\n\
                     module \\top\n  cell \\INV_1 \\u1\n";
        let json = r#"{"modules":{"m":{"cells":{"u1":{"type":"INV_1"},"u10":{"type":"INV_1"}}},"top":{"cells":{"u1":{"type":"INV_1"}}}}}"#;
        write(folder, "n.v", verilog).expect("written");
        write(folder, "n.il", rtlil).expect("written");
        write(folder, "n.json", json).expect("written");
        let mut attempt = Attempt {
            recipe: RECIPES[0],
            picoseconds: 500,
            count: Count {
                cells: 5,
                area: 1.0,
                by_type: [("INV_1".to_owned(), 5)].into(),
                ..Count::default()
            },
            delay: 0.0,
            netlist: "n.v".into(),
            json: "n.json".into(),
            rtlil: "n.il".into(),
        };
        let of_m = [("u1".to_owned(), "INV_2".to_owned())].into();
        let changes = [("m".to_owned(), of_m)].into();
        let hierarchy = Hierarchy::read(verilog, "top");
        attempt
            .exchange(&changes, &hierarchy, &library, folder)
            .expect("exchanged");
        let text = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
        assert_eq!(text("n.v"), verilog.replacen("INV_1", "INV_2", 1));
        assert_eq!(text("n.il"), rtlil.replacen("INV_1", "INV_2", 1));
        assert_eq!(text("n.json"), json.replacen("INV_1", "INV_2", 1));
        let more = library.cells["INV_2"].area - library.cells["INV_1"].area;
        assert!(more > 0.0);
        assert_eq!(attempt.count.area, 1.0 + 2.0 * more);
        let types: Vec<_> = attempt.count.by_type.into_iter().collect();
        assert_eq!(types, [("INV_1".to_owned(), 3), ("INV_2".to_owned(), 2)]);
    }

    #[test]
    fn drives_are_cells_that_do_the_same() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/synthesis/tiny.lib");
        let library = Library::read(&path).expect("a library");
        let names = |family: &Vec<&super::super::library::Cell>| -> Vec<String> {
            family.iter().map(|cell| cell.name.clone()).collect()
        };
        let mut families: Vec<_> = library.drives().iter().map(names).collect();
        families.sort();
        assert_eq!(families, [["BUF_1", "BUF_2"], ["INV_1", "INV_2"]]);
    }
}
