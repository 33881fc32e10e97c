//! Combinational paths, which a loop through several modules would take.

use super::flow;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The combinational paths through the children, as nets.
pub(super) fn through_children(logic: &Logic, modules: &[ModuleIr]) -> Vec<(NetId, NetId)> {
    let mut out = vec![];
    for instance in &logic.instances {
        for &module in &instance.modules {
            for &(from, to) in &modules[module].paths {
                out.push((instance.ports[from], instance.ports[to]));
            }
        }
    }
    out
}

/// Combinational paths from inputs to outputs of the module itself.
pub(super) fn between_ports(
    netlist: &Netlist,
    body: &[Stmt],
    child_paths: &[(NetId, NetId)],
    ports: &[PortShape],
) -> Vec<(usize, usize)> {
    let mut next: BTreeMap<NetId, BTreeSet<NetId>> = BTreeMap::new();
    for access in flow::accesses(body) {
        if !access.write {
            next.entry(access.place.net)
                .or_default()
                .extend(access.targets.iter());
        }
    }
    for &(from, to) in child_paths {
        next.entry(from).or_default().insert(to);
    }
    let net_of = |port: &PortShape| netlist.by_path.get(&port.path).copied();
    let mut out = vec![];
    for (from, input) in ports.iter().enumerate().filter(|(_, port)| !port.output) {
        let Some(start) = net_of(input) else {
            continue;
        };
        let mut seen = BTreeSet::from([start]);
        let mut stack = vec![start];
        while let Some(at) = stack.pop() {
            for &to in next.get(&at).into_iter().flatten() {
                if seen.insert(to) {
                    stack.push(to);
                }
            }
        }
        for (to, output) in ports.iter().enumerate().filter(|(_, port)| port.output) {
            if net_of(output).is_some_and(|net| seen.contains(&net)) {
                out.push((from, to));
            }
        }
    }
    out
}
