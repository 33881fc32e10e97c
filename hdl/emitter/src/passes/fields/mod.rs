//! A net a field: what the source keeps in a struct has the names of the struct's fields, as a signal,
//! as a register and as a port between blocks.
//!
//! ```text
//! in take: 1, in new: {tag: 4; last: 1}, q held_q: {tag: 4; last: 1}, d held_d: {tag: 4; last: 1}, out x: 4, out y: 5
//! held_d = held_q;
//! if take {
//!   held_d = new;
//! }
//! x = held_q[0 +: 4];
//! y = held_q;
//! =>
//! held_d$tag = held_q$tag;
//! held_d$last = held_q$last;
//! if take {
//!   held_d$tag = new$tag;
//!   held_d$last = new$last;
//! }
//! x = held_q$tag;
//! y = {held_q$last, held_q$tag};
//! ```
//!
//! A struct of which a part is chosen by a signal, or whose array is moved as one vector, stays a vector,
//! and so does every port that it is connected to: `odd`.

mod lets;
mod odd;
mod parts;
mod rewrite;

use super::Settled;
use crate::ir::*;
use parts::{leaves, Leaf, Parts};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Splits the structs of a whole design, children before parents.
pub(super) fn split(design: &mut [Settled]) {
    for settled in design.iter_mut() {
        if let Body::Logic(logic) = &mut settled.module.body {
            lets::infer(&mut logic.netlist, &settled.body);
        }
    }
    let odd = odd::find(design);
    for (settled, odd) in design.iter_mut().zip(&odd) {
        let Body::Logic(logic) = &mut settled.module.body else {
            continue;
        };
        let parts = split_nets(&mut logic.netlist, &mut logic.names, odd);
        let ports = std::mem::take(&mut settled.module.ports);
        settled.module.ports = split_ports(&logic.netlist, &parts, ports);
        let body = std::mem::take(&mut settled.body);
        settled.body = in_module(logic, &parts, body);
    }
}

/// Everything in a module that names nets.
fn in_module(logic: &mut Logic, parts: &Parts, body: Vec<Stmt>) -> Vec<Stmt> {
    let body = rewrite::block(&mut logic.netlist, parts, body);
    for instance in &mut logic.instances {
        let ports = instance.ports.iter();
        instance.ports = ports.flat_map(|&port| parts.of(port)).collect();
    }
    split_registers(logic, parts);
    for comment in &mut logic.netlist.comments {
        let before = comment.before.iter();
        comment.before = before.flat_map(|&net| parts.of(net)).collect();
    }
    for (whole, leaves) in &parts.0 {
        let Some(first) = leaves.first() else {
            continue;
        };
        if let Some(meaning) = logic.netlist.meanings.remove(whole) {
            logic.netlist.meanings.insert(first.net, meaning);
        }
    }
    for whole in logic.netlist.made_for.values_mut() {
        *whole = parts.of(*whole)[0];
    }
    without_unread(logic, parts, body)
}

/// A struct's port as those of its fields, under the names of their nets.
fn split_ports(netlist: &Netlist, parts: &Parts, ports: Vec<PortShape>) -> Vec<PortShape> {
    let mut out = vec![];
    for port in ports {
        let leaves = netlist
            .by_path
            .get(&port.path)
            .and_then(|net| parts.0.get(net));
        let Some(leaves) = leaves else {
            out.push(port);
            continue;
        };
        let mut meaning = port.meaning.clone();
        for leaf in leaves {
            let net = netlist.net(leaf.net);
            out.push(PortShape {
                path: net.path.clone(),
                name: net.name.clone(),
                width: net.width,
                ty: Rc::clone(&net.ty),
                // What is said of the struct stands over its first field.
                meaning: std::mem::take(&mut meaning),
                ..port.clone()
            });
        }
    }
    out
}

/// Nets for the fields of every struct that is not odd.
fn split_nets(
    netlist: &mut Netlist,
    names: &mut crate::names::Names,
    odd: &BTreeSet<NetId>,
) -> Parts {
    let mut parts = BTreeMap::new();
    for id in netlist.ids().collect::<Vec<_>>() {
        let net = netlist.net(id).clone();
        if !net.ty.is_struct() || odd.contains(&id) {
            continue;
        }
        let suffix = match net.kind {
            NetKind::RegisterQ => "_q",
            NetKind::RegisterD => "_d",
            _ => "",
        };
        let stem = net.name.strip_suffix(suffix).unwrap_or(&net.name);
        let mut own = vec![];
        for (field, low, ty) in leaves(&net.ty) {
            let wish = format!("{stem}_{field}{suffix}");
            own.push(Leaf {
                low,
                width: ty.width,
                net: netlist.add(Net {
                    path: format!("{}${field}", net.path),
                    name: match net.kind {
                        // Settled when all others are known.
                        NetKind::Let => wish,
                        _ => names.claim(&wish),
                    },
                    width: ty.width,
                    ty,
                    ..net.clone()
                }),
            });
        }
        // As of now it is as if nobody had declared it.
        netlist.nets[id.0].kind = NetKind::Let;
        parts.insert(id, own);
    }
    Parts(parts)
}

fn split_registers(logic: &mut Logic, parts: &Parts) {
    let mut out = vec![];
    for register in std::mem::take(&mut logic.registers) {
        let (Some(q), Some(d)) = (parts.0.get(&register.q), parts.0.get(&register.d)) else {
            out.push(register);
            continue;
        };
        for (q, d) in q.iter().zip(d) {
            let of_field = |value: &num_bigint::BigUint| {
                (value >> q.low) % (num_bigint::BigUint::from(1u8) << q.width)
            };
            out.push(Register {
                q: q.net,
                d: d.net,
                reset: register
                    .reset
                    .as_ref()
                    .map(|values| values.iter().map(of_field).collect()),
                ..register.clone()
            });
        }
    }
    logic.registers = out;
}

/// Fields that nobody reads of structs that somebody reads are no mistake. Inside a module they vanish;
/// an input's goes to the sink.
fn without_unread(logic: &mut Logic, parts: &Parts, mut body: Vec<Stmt>) -> Vec<Stmt> {
    let inner = |kind: &NetKind| {
        matches!(
            kind,
            NetKind::Let | NetKind::Local | NetKind::RegisterQ | NetKind::RegisterD
        )
    };
    loop {
        let mut read = super::flow::nets_read(&body);
        for register in &logic.registers {
            if read.contains(&register.q) {
                read.insert(register.d);
            }
        }
        let mut gone = BTreeSet::new();
        for leaves in parts.0.values() {
            let is_read = |leaf: &&Leaf| read.contains(&leaf.net);
            if !leaves.iter().any(|leaf| is_read(&leaf)) {
                continue;
            }
            let unread = leaves.iter().filter(|leaf| !is_read(leaf));
            gone.extend(
                unread
                    .map(|leaf| leaf.net)
                    .filter(|&net| inner(&logic.netlist.net(net).kind)),
            );
        }
        let instances = logic.instances.iter().flat_map(|instance| &instance.ports);
        for net in instances {
            gone.remove(net);
        }
        let assigned = |stmt: &Stmt| {
            let mut found = false;
            stmt.targets(&mut |place| found |= gone.contains(&place.net));
            found
        };
        logic
            .registers
            .retain(|register| !gone.contains(&register.q));
        let settled = !body.iter().any(assigned);
        for &net in &gone {
            // As if nobody had declared it.
            logic.netlist.nets[net.0].kind = NetKind::Let;
        }
        if settled {
            break;
        }
        body = rewrite::without(body, &gone);
    }
    for leaves in parts.0.values() {
        for leaf in leaves {
            let siblings = leaves.iter().map(|leaf| leaf.net).collect::<Rc<[NetId]>>();
            logic.netlist.siblings.insert(leaf.net, siblings);
        }
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check(include_str!("mod.rs"), |logic, body| {
            let odd = odd::in_module(logic, &body);
            let parts = split_nets(&mut logic.netlist, &mut logic.names, &odd);
            in_module(logic, &parts, body)
        });
    }
}
