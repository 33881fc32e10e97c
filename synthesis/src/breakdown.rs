//! What a netlist's area is of, and where its longest path runs.

use super::flow::{self, LIBRARY};
use super::hierarchy::{module_of, Hierarchy};
use super::kept::NETLIST;
use super::library::Library;
use super::report::grouped;
use super::timing::{self, Timer};
use progress::text::table;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tools::error::Error;
use tools::run::run;

/// A module that the netlist has, without those in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub module: String,
    pub instances: u64,
    /// Of all instances.
    pub area: f64,
}

/// A cell's output on a path, or the port or register where it begins or ends.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// In picoseconds after the clock edge.
    pub arrival: f64,
    /// The cell's kind; none of a port.
    pub cell: Option<String>,
    /// The net by its name in the netlist: that of the source where the mapper left it.
    pub net: String,
}

/// A netlist, taken apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Breakdown {
    /// Largest first.
    pub parts: Vec<Part>,
    /// From clock edge or input to register or output; empty where OpenSTA is not there.
    pub path: Vec<Step>,
}

impl Breakdown {
    /// Of a netlist that lies in a folder.
    pub fn of(
        timer: &Timer,
        library: &Library,
        top: &str,
        netlist: &Path,
        folder: &Path,
    ) -> Result<Self, Error> {
        let text = fs::read_to_string(netlist)
            .map_err(|error| Error::new(format!("cannot read {}: {error}", netlist.display())))?;
        Ok(Self {
            parts: parts(library, top, &text),
            path: longest(timer, library, top, netlist, folder)?,
        })
    }

    /// Two tables under the name of what it is of.
    pub fn text(&self, name: &str) -> Vec<String> {
        let all: f64 = self.parts.iter().map(|part| part.area).sum();
        let parts = self.parts.iter().map(|part| {
            vec![
                part.module.clone(),
                part.instances.to_string(),
                grouped(part.area.round() as u64),
                format!("{:.1}", 100.0 * part.area / all.max(1.0)),
            ]
        });
        let parts: Vec<Vec<String>> = parts.collect();
        let mut lines = vec![String::new(), format!("{name}: area by module")];
        lines.extend(table(&["module", "instances", "um2", "%"], &parts));
        if self.path.is_empty() {
            return lines;
        }
        let steps = self.path.iter().map(|step| {
            let cell = step.cell.as_deref().unwrap_or("port");
            vec![
                format!("{:.0}", step.arrival),
                cell.to_owned(),
                step.net.clone(),
            ]
        });
        let steps: Vec<Vec<String>> = steps.collect();
        lines.extend([
            String::new(),
            format!("{name}: longest path, without setup"),
        ]);
        lines.extend(table(&["ps", "cell", "net"], &steps));
        lines
    }
}

/// Area by module, of a netlist as Yosys writes it.
fn parts(library: &Library, top: &str, netlist: &str) -> Vec<Part> {
    let hierarchy = Hierarchy::read(netlist, top);
    let mut areas: BTreeMap<&str, f64> = BTreeMap::new();
    let mut module = "";
    for line in netlist.lines() {
        let words: Vec<&str> = line.split_whitespace().take(4).collect();
        if let Some(name) = module_of(&words) {
            module = name;
        } else if let [kind, _, "("] = words[..] {
            let cell = library.cells.get(kind);
            *areas.entry(module).or_default() += cell.map_or(0.0, |cell| cell.area);
        }
    }
    let mut parts: Vec<Part> = areas
        .into_iter()
        .map(|(module, area)| {
            let instances = hierarchy.instances(module);
            Part {
                module: module.to_owned(),
                instances,
                area: area * instances as f64,
            }
        })
        .filter(|part| part.area > 0.0)
        .collect();
    parts.sort_by(|a, b| b.area.total_cmp(&a.area));
    parts
}

/// The longest path as OpenSTA has it.
fn longest(
    timer: &Timer,
    library: &Library,
    top: &str,
    netlist: &Path,
    folder: &Path,
) -> Result<Vec<Step>, Error> {
    let Timer::OpenSta(sta) = timer else {
        return Ok(Vec::new());
    };
    let copied = fs::copy(&library.path, folder.join(LIBRARY))
        .and_then(|_| fs::copy(netlist, folder.join(NETLIST)));
    copied.map_err(|error| Error::new(format!("cannot copy what OpenSTA reads: {error}")))?;
    let script = timing::constraints(NETLIST, top, timing::PERIOD) + POINTS;
    flow::write(folder, "path.tcl", &script)?;
    let answer = run(sta, folder, ["-exit", "path.tcl"])?;
    let steps: Vec<Step> = answer.text.lines().filter_map(step).collect();
    if steps.is_empty() {
        return Err(timing::refusal(&answer, top, library));
    }
    Ok(steps)
}

/// Tcl that says of each point of the longest path when, which cell and which net; inputs of cells are left out, but
/// for the one that it ends at.
const POINTS: &str = r#"
set points [get_property [lindex [find_timing_paths] 0] points]
set last [expr {[llength $points] - 1}]
set index 0
foreach point $points {
  set pin [get_property $point pin]
  set name [get_property $pin full_name]
  set slash [string last / $name]
  set cell -
  if {$slash > 0} { set cell [get_property [get_cells [string range $name 0 [expr {$slash - 1}]]] ref_name] }
  if {$slash < 0 || $index == $last || [get_property $pin direction] eq "output"} {
    set net $name
    if {$slash > 0} { set net [get_property [get_nets -of_objects $pin] full_name] }
    puts "point [get_property $point arrival] $cell $net"
  }
  incr index
}
exit
"#;

fn step(line: &str) -> Option<Step> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["point", arrival, cell, net] = words[..] else {
        return None;
    };
    Some(Step {
        arrival: arrival.parse().ok()?,
        cell: (cell != "-").then(|| cell.to_owned()),
        net: net.replace('\\', ""),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::Cell;

    #[test]
    fn areas_are_of_all_instances_and_without_what_is_in_them() {
        let cell = |name: &str, area: f64| {
            let cell = Cell {
                name: name.into(),
                area,
                leakage: 0.0,
                pins: vec![],
                flip_flop: None,
                clock_gate: None,
                special: false,
            };
            (name.to_owned(), cell)
        };
        let library = Library {
            path: Default::default(),
            name: "test".into(),
            voltage: 1.0,
            cells: [cell("INV", 1.0), cell("DFF", 5.0)].into(),
        };
        let netlist = "\
            module leaf(a);\n  DFF u1 (\n  );\n  INV u2 (\n  );\nendmodule\n\
            module top(a);\n  leaf u1 (\n  );\n  leaf u2 (\n  );\n  INV u3 (\n  );\n  memory u4 (\n  );\nendmodule\n";
        let parts = parts(&library, "top", netlist);
        let parts: Vec<_> = parts
            .iter()
            .map(|part| (part.module.as_str(), part.instances, part.area))
            .collect();
        assert_eq!(parts, [("leaf", 2, 12.0), ("top", 1, 1.0)]);
    }

    #[test]
    fn a_point_of_a_path_has_a_cell_unless_it_is_a_port() {
        let register = step("point 89.2 DFF_X1 bank/full\\[3\\]").expect("a point");
        assert_eq!(register.cell.as_deref(), Some("DFF_X1"));
        assert_eq!(
            (register.arrival, register.net.as_str()),
            (89.2, "bank/full[3]")
        );
        let port = step("point 80 - in_valid").expect("a point");
        assert_eq!(port.cell, None);
        assert!(step("worst slack 3").is_none());
    }
}
