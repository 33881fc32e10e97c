//! What stands between a child's port, or a register, and the expression behind it.
//!
//! ```text
//! in a: 8, in b: 8, to word: 8, to sum: 8, from answer: 8, out x: 8, q held_q: 8, d held_d: 8
//! word = a;
//! sum = a + b;
//! x = answer;
//! held_d = b;
//! =>
//! sum = a + b;
//! word: a
//! answer: x
//! held_d: b
//! ```

use super::flow::{nets_read, Flow};
use crate::ir::coverage;
use crate::ir::substitute;
use crate::ir::*;
use std::collections::BTreeSet;

/// `self.y.next = self.child.o.val();` lets the child drive `y` itself.
pub(super) fn rename_child_outputs(
    netlist: &Netlist,
    body: &mut Vec<Stmt>,
    instances: &mut [Instance],
) {
    let mut position = 0;
    while position < body.len() {
        let pair = match &body[position] {
            Stmt::Assign(target, value) => match &value.kind {
                ExprKind::Read(source) => {
                    let (to, from) = (netlist.net(target.net), netlist.net(source.net));
                    let whole =
                        *target == Place::whole(target.net) && *source == Place::whole(source.net);
                    let kinds = matches!(to.kind, NetKind::Output | NetKind::Local)
                        && from.kind == NetKind::ChildOutput;
                    let simple = to.dims.is_empty()
                        && (from.dims.is_empty() || from.storage == Storage::Vector)
                        && to.total_bits() == from.total_bits();
                    let fit = whole && kinds && simple && !element_reads(body, source.net);
                    fit.then_some((target.net, source.net))
                }
                _ => None,
            },
            _ => None,
        };
        let free = pair.filter(|(to, from)| {
            writes(body, *to) == 1
                && instances
                    .iter()
                    .any(|instance| instance.ports.contains(from))
        });
        match free {
            Some((to, from)) => {
                body.remove(position);
                for stmt in body.iter_mut() {
                    stmt.map_exprs(&mut |expr| substitute::net(expr, from, &Place::whole(to)));
                }
                for instance in instances.iter_mut() {
                    for port in &mut instance.ports {
                        if *port == from {
                            *port = to;
                        }
                    }
                }
            }
            None => position += 1,
        }
    }
}

/// How often a net is assigned.
fn writes(body: &[Stmt], net: NetId) -> usize {
    let mut count = 0;
    for stmt in body {
        stmt.targets(&mut |place| count += usize::from(place.net == net));
    }
    count
}

/// Whether somebody reads an element or a part of the net.
fn element_reads(body: &[Stmt], net: NetId) -> bool {
    let mut found = false;
    for stmt in body {
        stmt.exprs(&mut |expr| {
            expr.walk(&mut |expr| match &expr.kind {
                ExprKind::Read(read) => found |= read.net == net && !read.index.is_empty(),
                ExprKind::Lookup(array, _) => found |= *array == net,
                _ => {}
            });
        });
    }
    found
}

/// Whether an expression may stand in a port connection: names and constants, no logic.
fn connectable(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Variant { .. } => true,
        ExprKind::Index(_) => true,
        ExprKind::Read(place) => place.dynamic_offset().is_none(),
        ExprKind::Concat(pieces) => pieces.len() <= 4 && pieces.iter().all(connectable),
        ExprKind::Replicate(_, bit) => connectable(bit),
        _ => false,
    }
}

/// Inputs of children and `d`s of registers with a single assignment that reads final values.
pub(super) fn connect(
    netlist: &Netlist,
    body: &mut Vec<Stmt>,
    instances: &mut [Instance],
    registers: &mut [Register],
) {
    let flow = Flow::new(body);
    let settled = |net: NetId| {
        flow.write_count(net) == 1
            && flow
                .reads()
                .filter(|read| read.targets.contains(&net))
                .all(|read| flow.around(read) != (true, true))
    };
    let read: BTreeSet<NetId> = nets_read(body);
    let candidates: BTreeSet<NetId> = flow
        .written()
        .filter(|&net| {
            matches!(
                netlist.net(net).kind,
                NetKind::ChildInput | NetKind::RegisterD
            ) && settled(net)
                && !read.contains(&net)
        })
        .collect();
    // Ports of arrays of instances, which one loop connects.
    let arrays: BTreeSet<NetId> = instances
        .iter()
        .filter(|instance| !instance.dims.is_empty())
        .flat_map(|instance| {
            let dims = &instance.dims;
            let own = move |port: &&NetId| netlist.net(**port).dims == *dims;
            instance.ports.iter().filter(own).copied()
        })
        .collect();
    let mut taken: Vec<(NetId, Option<String>, Expr)> = vec![];
    body.retain_mut(|stmt| match stmt {
        Stmt::Assign(place, value) => {
            let net = netlist.net(place.net);
            let whole = *place == Place::whole(place.net)
                && (net.dims.is_empty() || net.kind == NetKind::ChildInput)
                && candidates.contains(&place.net)
                && !arrays.contains(&place.net);
            let simple = match netlist.net(place.net).kind {
                NetKind::RegisterD => matches!(
                    value.kind,
                    ExprKind::Read(_) | ExprKind::Literal(_) | ExprKind::Variant { .. }
                ),
                _ => connectable(value),
            };
            if whole && simple {
                taken.push((place.net, None, value.clone()));
            }
            !(whole && simple)
        }
        Stmt::For {
            var,
            from,
            to,
            body,
        } => {
            let mut own = BTreeSet::new();
            for stmt in body.iter() {
                stmt.targets(&mut |place| _ = own.insert(place.net));
            }
            body.retain(|stmt| {
                let Stmt::Assign(place, value) = stmt else {
                    return true;
                };
                let net = netlist.net(place.net);
                let full = place.index == [Index::Var(var.clone())]
                    && place.part.is_none()
                    && *from == 0
                    && net.dims == [*to as usize];
                // Those of the loop have a value in each round.
                let lets = {
                    let mut any = false;
                    value.reads(&mut |read| {
                        let is_let = netlist.net(read.net).kind == NetKind::Let;
                        any |= is_let && own.contains(&read.net);
                    });
                    any
                };
                let fits = full
                    && !lets
                    && arrays.contains(&place.net)
                    && candidates.contains(&place.net)
                    && connectable(value);
                if fits {
                    taken.push((place.net, Some(var.clone()), value.clone()));
                }
                !fits
            });
            !body.is_empty()
        }
        _ => true,
    });
    for (net, var, value) in taken {
        for register in registers.iter_mut().filter(|register| register.d == net) {
            register.alias = Some(value.clone());
        }
        for instance in instances.iter_mut() {
            if instance.ports.contains(&net) {
                instance
                    .connections
                    .insert(net, (var.clone(), value.clone()));
            }
        }
    }
}

/// Bits that connections and aliases read.
pub(super) fn connection_reads(
    netlist: &Netlist,
    instances: &[Instance],
    registers: &[Register],
    out: &mut coverage::BitMap,
) {
    use crate::ir::Bindings;
    for instance in instances {
        for (net, (var, expr)) in &instance.connections {
            match var {
                Some(var) => {
                    let count = netlist.net(*net).dims.first().copied().unwrap_or(1);
                    for value in 0..count as i64 {
                        let bindings = Bindings::from([(var.clone(), value)]);
                        coverage::read_by(netlist, expr, &bindings, out);
                    }
                }
                None => coverage::read_by(netlist, expr, &Bindings::new(), out),
            }
        }
    }
    for register in registers {
        if let Some(expr) = &register.alias {
            coverage::read_by(netlist, expr, &Bindings::new(), out);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::Logic;

    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_wires(include_str!("connect.rs"), |logic, body| {
            super::rename_child_outputs(&logic.netlist, body, &mut logic.instances);
            let Logic {
                netlist,
                instances,
                registers,
                ..
            } = logic;
            super::connect(netlist, body, instances, registers);
        });
    }
}
