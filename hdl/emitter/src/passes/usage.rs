//! What nothing reads.

use super::check;
use super::connect;
use crate::error::Report;
use crate::ir::coverage::{self, BitMap, Bits};
use crate::ir::*;
use std::collections::BTreeSet;

/// Notes the bits that nothing reads, and reports signals of which that is all.
pub(super) fn note(
    logic: &mut Logic,
    body: &[Stmt],
    clocks: &BTreeSet<NetId>,
    report: &mut Report,
) {
    let netlist = &logic.netlist;
    let mut used = BitMap::new();
    coverage::read(netlist, body, &mut Bindings::new(), &mut used);
    connect::connection_reads(netlist, &logic.instances, &logic.registers, &mut used);
    for &clock in clocks {
        used.insert(clock, Bits::all(1));
    }
    // A child's output that drives a net of ours is that net.
    let ports: BTreeSet<NetId> = logic
        .instances
        .iter()
        .flat_map(|instance| instance.ports.iter().copied())
        .collect();
    for id in netlist.ids() {
        if netlist.net(id).kind == NetKind::ChildOutput && !ports.contains(&id) {
            used.insert(id, Bits::all(netlist.net(id).total_bits()));
        }
    }
    logic.unused = check::unread(netlist, &used, report);
}
