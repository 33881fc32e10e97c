//! Structs that cannot be split: a part of them is chosen by a signal, or their array is moved as one
//! vector; and what is connected to those.

use super::super::Settled;
use super::parts::{leaves, one_of, static_offset, Leaf, Loops};
use crate::ir::*;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The structs of each module that stay vectors. Children stand before their parents.
pub(super) fn find(design: &[Settled]) -> Vec<BTreeSet<NetId>> {
    let mut odd: Vec<BTreeSet<NetId>> = design
        .iter()
        .map(|settled| match &settled.module.body {
            Body::Logic(logic) => in_module(logic, &settled.body),
            Body::Memory(_) => BTreeSet::new(),
        })
        .collect();
    if let (Some(top), Some(odd)) = (design.last(), odd.last_mut()) {
        odd.extend(
            top.module
                .ports
                .iter()
                .filter_map(|port| net_of(&top.module, &port.path)),
        );
    }
    // What connects two nets spreads it both ways.
    loop {
        let before: usize = odd.iter().map(BTreeSet::len).sum();
        for (parent, settled) in design.iter().enumerate() {
            let Body::Logic(logic) = &settled.module.body else {
                continue;
            };
            for register in &logic.registers {
                let pair = [register.q, register.d];
                if pair.iter().any(|net| odd[parent].contains(net)) {
                    odd[parent].extend(pair);
                }
            }
            for instance in &logic.instances {
                for &child in &instance.modules {
                    let module = &design[child].module;
                    for (&outer, port) in instance.ports.iter().zip(&module.ports) {
                        let inner = net_of(module, &port.path);
                        let whole = inner.is_none_or(|inner| odd[child].contains(&inner));
                        if whole {
                            odd[parent].insert(outer);
                        } else if odd[parent].contains(&outer) {
                            odd[child].extend(inner);
                        }
                    }
                }
            }
        }
        if odd.iter().map(BTreeSet::len).sum::<usize>() == before {
            return odd;
        }
    }
}

fn net_of(module: &ModuleIr, path: &str) -> Option<NetId> {
    match &module.body {
        Body::Logic(logic) => logic.netlist.by_path.get(path).copied(),
        Body::Memory(_) => None,
    }
}

/// Those that the module itself uses so.
pub(super) fn in_module(logic: &Logic, body: &[Stmt]) -> BTreeSet<NetId> {
    let mut odd = BTreeSet::new();
    visit(&logic.netlist, body, &mut vec![], &mut odd);
    odd
}

fn visit(netlist: &Netlist, body: &[Stmt], loops: &mut Loops, odd: &mut BTreeSet<NetId>) {
    for stmt in body {
        let mut note = |place: &Place| {
            let net = netlist.net(place.net);
            if net.ty.is_struct() && !is_clear(net, place, loops) {
                odd.insert(place.net);
            }
        };
        if let Stmt::Assign(place, _) = stmt {
            note(place);
        }
        for expr in stmt.own_exprs() {
            expr.walk(&mut |expr| {
                if let ExprKind::Read(place) = &expr.kind {
                    note(place);
                }
            });
        }
        if let Stmt::For { var, from, to, .. } = stmt {
            loops.push((var.clone(), *from, *to - 1));
        }
        for block in stmt.blocks() {
            visit(netlist, block, loops, odd);
        }
        if matches!(stmt, Stmt::For { .. }) {
            loops.pop();
        }
    }
}

/// Whether it is clear which fields a place of a struct means.
fn is_clear(net: &Net, place: &Place, loops: &Loops) -> bool {
    if place.index.len() != net.dims.len() {
        return false;
    }
    let Some(part) = &place.part else {
        return true;
    };
    match static_offset(part) {
        Some(offset) => offset + part.width <= net.width,
        None => {
            let leaf = |(_, low, ty): (String, usize, Rc<Type>)| Leaf {
                net: place.net,
                low,
                width: ty.width,
            };
            let leaves: Vec<Leaf> = leaves(&net.ty).into_iter().map(leaf).collect();
            one_of(&leaves, part, loops).is_some()
        }
    }
}
