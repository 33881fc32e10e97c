//! Energy of an operation, from what toggles in the mapped netlist.
//!
//! Each change of a net charges or discharges the pins that it drives, half of C V^2, and costs the
//! cell that drives it its internal energy. The clock changes twice a cycle at every flip-flop, behind a
//! clock gate as often as that lets it through.
//! Wires are not counted: their length is the layout's.

use super::hierarchy::{module_of, Hierarchy};
use super::library::{Library, Pin};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use tools::error::Error;

/// What a run of a netlist showed.
#[derive(Debug, Clone)]
pub struct Activity {
    pub cycles: u64,
    /// Cycles in which the unit was given work: its input `in_valid` or `req_valid` was 1. Of units
    /// without one, all.
    pub operations: u64,
    /// Changes of each signal of the top module by name, with its bit in brackets if it has several.
    pub toggles: BTreeMap<String, u64>,
}

/// Of one operation, in picojoules.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Energy {
    /// Of one operation, clock included.
    pub operation: f64,
    /// The clock's part of it.
    pub clock: f64,
    pub operations: u64,
    pub cycles: u64,
}

#[derive(Deserialize)]
struct Netlist {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    cells: BTreeMap<String, Instance>,
    netnames: BTreeMap<String, Net>,
}

#[derive(Deserialize)]
struct Instance {
    #[serde(rename = "type")]
    kind: String,
    connections: BTreeMap<String, Vec<Bit>>,
}

#[derive(Deserialize)]
struct Net {
    bits: Vec<Bit>,
}

/// A net's number, or a constant.
#[derive(Deserialize)]
#[serde(untagged)]
enum Bit {
    Net(u64),
    Constant(#[allow(dead_code, reason = "its value does not matter")] String),
}

/// What a change at a pin costs, in femtojoules.
fn change(pin: &Pin, library: &Library) -> f64 {
    0.5 * pin.capacitance * library.voltage * library.voltage + pin.internal_energy
}

/// Weighs the activity of the netlist that Yosys wrote as JSON.
pub fn weigh(
    library: &Library,
    top: &str,
    netlist: &str,
    activity: &Activity,
) -> Result<Energy, Error> {
    let netlist: Netlist = serde_json::from_str(netlist)
        .map_err(|error| Error::new(format!("the netlist is no JSON of Yosys': {error}")))?;
    let module = netlist
        .modules
        .get(top)
        .ok_or_else(|| Error::new(format!("the netlist has no module {top}")))?;
    let mut costs: BTreeMap<u64, f64> = BTreeMap::new();
    let mut gated: BTreeSet<u64> = BTreeSet::new();
    for instance in module.cells.values() {
        // Memories are black boxes.
        let Some(cell) = library.cells.get(&instance.kind) else {
            continue;
        };
        for pin in &cell.pins {
            let bits = instance.connections.get(&pin.name);
            for bit in bits.into_iter().flatten() {
                if let Bit::Net(net) = bit {
                    *costs.entry(*net).or_default() += change(pin, library);
                    if cell
                        .clock_gate
                        .as_ref()
                        .is_some_and(|gate| gate.gated == pin.name)
                    {
                        gated.insert(*net);
                    }
                }
            }
        }
    }
    let change = |net: u64| costs.get(&net).copied().unwrap_or(0.0);
    // A net may have several names, of which each counts its changes.
    let mut counted: BTreeMap<u64, u64> = BTreeMap::new();
    for (name, net) in &module.netnames {
        for (index, bit) in net.bits.iter().enumerate() {
            let Bit::Net(number) = bit else { continue };
            let single = net.bits.len() == 1;
            let name = if single {
                name.clone()
            } else {
                format!("{name}[{index}]")
            };
            if let Some(count) = activity.toggles.get(&name) {
                counted.insert(*number, *count);
            }
        }
    }
    let clock_net = module
        .netnames
        .get("clock")
        .and_then(|net| match net.bits.first() {
            Some(Bit::Net(number)) => Some(*number),
            _ => None,
        });
    let edges = 2.0 * activity.cycles as f64;
    let mut clock = clock_net.map_or(0.0, |net| edges * change(net));
    let mut logic = 0.0;
    for (net, count) in counted.iter().filter(|(net, _)| Some(**net) != clock_net) {
        let energy = *count as f64 * change(*net);
        match gated.contains(net) {
            true => clock += energy,
            false => logic += energy,
        }
    }
    if counted.is_empty() || activity.operations == 0 {
        return Err(Error::new("nothing toggled: there is no energy to tell"));
    }
    let per_operation = |femtojoules: f64| femtojoules / 1000.0 / activity.operations as f64;
    Ok(Energy {
        operation: per_operation(logic + clock),
        clock: per_operation(clock),
        operations: activity.operations,
        cycles: activity.cycles,
    })
}

/// Of a cycle in which nothing changes, in picojoules: the clock, with all of its gates shut, in a netlist as
/// Yosys writes it. In each module the clock has its name.
pub fn at_rest(library: &Library, top: &str, netlist: &str) -> f64 {
    let hierarchy = Hierarchy::read(netlist, top);
    let (mut places, mut cell) = (0, None);
    let mut femtojoules = 0.0;
    for line in netlist.lines() {
        let words: Vec<&str> = line.split_whitespace().take(4).collect();
        if let Some(module) = module_of(&words) {
            places = hierarchy.instances(module);
        } else if let [kind, _, "("] = words[..] {
            cell = library.cells.get(kind);
        } else if let Some((name, "clock)")) = connection(line) {
            let mut pins = cell.into_iter().flat_map(|cell| &cell.pins);
            let pin = pins.find(|pin| pin.name == name);
            femtojoules += pin.map_or(0.0, |pin| 2.0 * change(pin, library)) * places as f64;
        }
    }
    femtojoules / 1000.0
}

/// A pin's name, and its net with what closes it.
fn connection(line: &str) -> Option<(&str, &str)> {
    let connection = line.trim_start().strip_prefix('.')?.trim_end_matches(',');
    connection.split_once('(')
}

#[cfg(test)]
mod tests {
    use super::super::library::Cell;
    use super::*;

    fn cell(name: &str, pin: &str, capacitance: f64) -> (String, Cell) {
        let pin = Pin {
            name: pin.into(),
            function: None,
            output: false,
            capacitance,
            internal_energy: 3.0,
        };
        let cell = Cell {
            name: name.into(),
            area: 1.0,
            leakage: 0.0,
            pins: vec![pin],
            flip_flop: None,
            clock_gate: None,
            special: false,
        };
        (name.into(), cell)
    }

    #[test]
    fn at_rest_the_clock_moves_in_front_of_its_gates_only() {
        let library = Library {
            path: Default::default(),
            name: "test".into(),
            voltage: 2.0,
            cells: [cell("DFF", "CK", 1.0), cell("GATE", "CK", 2.0)].into(),
        };
        let netlist = "\
            module pair(clock);\n  DFF u1 (\n    .CK(clock),\n    .D(clock)\n  );\n\
            \u{20} GATE u2 (\n    .CK(clock),\n    .GCK(n1)\n  );\n  DFF u3 (\n    .CK(n1)\n  );\nendmodule\n\
            module top(clock);\n  pair u1 (\n    .clock(clock)\n  );\n  pair u2 (\n    .clock(clock)\n  );\n\
            \u{20} DFF u3 (\n    .CK(clock)\n  );\nendmodule\n";
        // Two changes a cycle, of 0.5 * 2^2 * C + 3: three flip-flops and two gates.
        let expected = 2.0 * (3.0 * 5.0 + 2.0 * 7.0) / 1000.0;
        assert!((at_rest(&library, "top", netlist) - expected).abs() < 1e-9);
    }
}
