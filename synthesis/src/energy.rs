//! Energy of an operation, from what toggles in the mapped netlist.
//!
//! Each change of a net charges or discharges the pins that it drives, half of C V^2, and costs the
//! cell that drives it its internal energy. The clock changes twice a cycle at every flip-flop, behind a
//! clock gate as often as that lets it through.
//! Wires are not counted: their length is the layout's.

use super::library::Library;
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
    /// Of a cycle in which nothing changes: the clock, with all of its gates shut.
    pub rest: f64,
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

/// What a change of a net costs, in femtojoules.
#[derive(Default)]
struct Cost {
    load: f64,
    internal: f64,
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
    let mut costs: BTreeMap<u64, Cost> = BTreeMap::new();
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
                    let cost = costs.entry(*net).or_default();
                    cost.load += pin.capacitance;
                    cost.internal += pin.internal_energy;
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
    let change = |net: u64| {
        costs.get(&net).map_or(0.0, |cost| {
            0.5 * cost.load * library.voltage * library.voltage + cost.internal
        })
    };
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
    let rest = clock_net.map_or(0.0, |net| 2.0 * change(net));
    let mut clock = rest * activity.cycles as f64;
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
        rest: rest / 1000.0,
        operations: activity.operations,
        cycles: activity.cycles,
    })
}
