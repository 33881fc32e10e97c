//! Clocks are no values: each register and instance gets the port that its clock comes from.
//!
//! ```text
//! in clock: clock, local inner: clock, to tick: clock, in a: 8, out x: 8
//! inner = clock;
//! tick = inner;
//! x = a;
//! =>
//! x = a;
//! tick: clock
//! ```

use super::flow;
use crate::error::{EmitErrorKind, Report};
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Takes the assignments to clocks out of the body and resolves each to a port.
pub(super) fn take(
    logic: &mut Logic,
    body: &mut Vec<Stmt>,
    report: &mut Report,
) -> BTreeSet<NetId> {
    let mut sources: BTreeMap<NetId, NetId> = BTreeMap::new();
    collect_clocks(&logic.netlist, body, &mut sources);
    let netlist = &logic.netlist;
    let mut used = BTreeSet::new();
    let mut resolve = |net: NetId| -> NetId {
        let mut at = net;
        for _ in 0..netlist.nets.len() {
            match sources.get(&at) {
                Some(&next) => at = next,
                None => break,
            }
        }
        if netlist.net(at).kind == NetKind::Input {
            used.insert(at);
        } else {
            let name = flow::source_name(netlist, net);
            let bits = "is".to_owned();
            report.add(&name, "Clock", EmitErrorKind::Undriven { bits });
        }
        at
    };
    for register in &mut logic.registers {
        register.clock = resolve(register.clock);
    }
    for instance in &mut logic.instances {
        for port in &mut instance.ports {
            if netlist.net(*port).is_clock() {
                *port = resolve(*port);
            }
        }
    }
    used
}

fn collect_clocks(netlist: &Netlist, body: &mut Vec<Stmt>, out: &mut BTreeMap<NetId, NetId>) {
    body.retain_mut(|stmt| match stmt {
        Stmt::Assign(place, value) if netlist.net(place.net).is_clock() => {
            if let ExprKind::Read(source) = &value.kind {
                out.insert(place.net, source.net);
            }
            false
        }
        Stmt::For { body, .. } => {
            collect_clocks(netlist, body, out);
            !body.is_empty()
        }
        _ => true,
    });
}

#[cfg(test)]
mod tests {
    use crate::error::Report;

    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_wires(include_str!("clocks.rs"), |logic, body| {
            let mut report = Report::default();
            super::take(logic, body, &mut report);
            assert!(report.errors.is_empty());
        });
    }
}
