//! Loops that only move bits: `for i { y[i] = x[i]; }` over all of both is `y = x`.
//!
//! ```text
//! in a: [8; 4], out x: [8; 4]
//! for i in 0..4 {
//!   x[i] = a[i];
//! }
//! =>
//! x = a;
//! ```

use super::flow::Flow;
use crate::ir::*;
use std::collections::BTreeSet;

/// Replaces copies element by element with copies of the whole. An array of a child's output
/// that is copied so becomes a vector, which the children can then drive directly.
pub(super) fn restore(netlist: &mut Netlist, body: &mut Vec<Stmt>) {
    let flow = Flow::new(body);
    let settled: BTreeSet<NetId> = flow
        .written()
        .filter(|&net| {
            flow.reads()
                .filter(|read| read.place.net == net)
                .all(|read| flow.around(read) == (true, false))
        })
        .collect();
    let mut found: Vec<(NetId, NetId)> = vec![];
    for stmt in body.iter() {
        let Stmt::For {
            var,
            from: 0,
            to,
            body,
        } = stmt
        else {
            continue;
        };
        for inner in body {
            let Stmt::Assign(place, value) = inner else {
                continue;
            };
            let ExprKind::Read(source) = &value.kind else {
                continue;
            };
            let (target, origin) = (netlist.net(place.net), netlist.net(source.net));
            let whole = target.total_bits() == *to as usize * value.width
                && origin.total_bits() == target.total_bits();
            let movable = origin.storage == Storage::Vector || origin.kind == NetKind::ChildOutput;
            if whole
                && movable
                && target.storage == Storage::Vector
                && origin.dims.len() <= 1
                && matches!(
                    target.kind,
                    NetKind::Output | NetKind::Local | NetKind::ChildInput
                )
                && settled.contains(&place.net)
                && steps(netlist, place, var, value.width)
                && steps(netlist, source, var, value.width)
                && covers_alone(&flow, place.net, value.width, *to)
            {
                found.push((place.net, source.net));
            }
        }
    }
    for (target, source) in found {
        if flow.write_count(source) > 0 && !settled.contains(&source) {
            continue;
        }
        replace(netlist, body, target, source);
    }
}

/// Whether the place moves by its own width from one iteration to the next, from zero on.
fn steps(netlist: &Netlist, place: &Place, var: &str, width: usize) -> bool {
    let net = netlist.net(place.net);
    let own = Index::Var(var.to_owned());
    match (&place.part, place.index.as_slice()) {
        (None, [index]) => *index == own && net.width == width,
        (
            Some(Part {
                offset: Offset::Static(offset),
                width: taken,
            }),
            [],
        ) => {
            let stride = own.mul(Index::Const(width as i64));
            let flipped = Index::Const(width as i64).mul(Index::Var(var.to_owned()));
            *taken == width && (*offset == stride || *offset == flipped)
        }
        _ => false,
    }
}

/// Whether nothing but a default and this loop assigns the net.
fn covers_alone(flow: &Flow, net: NetId, width: usize, count: i64) -> bool {
    let writes: Vec<&Place> = flow
        .accesses
        .iter()
        .filter(|access| access.write && access.place.net == net)
        .map(|access| &access.place)
        .collect();
    let parts = writes.iter().filter(|place| place.part.is_some()).count();
    let elements = writes
        .iter()
        .filter(|place| !place.index.is_empty())
        .count();
    let last_moves = writes
        .last()
        .is_some_and(|place| place.part.is_some() || !place.index.is_empty());
    writes.len() <= 2 && parts + elements <= 1 && (last_moves || count == 1 && width > 0)
}

/// Takes the old assignments out and puts the copy where the loop was.
fn replace(netlist: &mut Netlist, body: &mut Vec<Stmt>, target: NetId, source: NetId) {
    if netlist.net(source).kind == NetKind::ChildOutput {
        netlist.nets[source.0].storage = Storage::Vector;
    }
    let total = netlist.net(target).total_bits();
    let copy = Stmt::Assign(
        Place::whole(target),
        Expr::new(total, ExprKind::Read(Place::whole(source))),
    );
    let mut out = vec![];
    for mut stmt in std::mem::take(body) {
        match &mut stmt {
            Stmt::Assign(place, _) if place.net == target => continue,
            Stmt::For { body, .. } => {
                let before = body.len();
                body.retain(|stmt| !matches!(stmt, Stmt::Assign(place, _) if place.net == target));
                let moved = body.len() < before;
                if !body.is_empty() {
                    out.push(stmt);
                }
                if moved {
                    out.push(copy.clone());
                }
                continue;
            }
            _ => {}
        }
        out.push(stmt);
    }
    *body = out;
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check(include_str!("copies.rs"), |logic, mut body| {
            super::restore(&mut logic.netlist, &mut body);
            body
        });
    }
}
