//! A name for each value: a signal that `update` reads back and assigns again is two signals.
//!
//! ```text
//! in a: 8, in c: 1, out x: 8
//! x = a;
//! if c {
//!   x = {x[0 +: 4], x[4 +: 4]};
//! }
//! =>
//! x_before = a;
//! x = x_before;
//! if c {
//!   x = {x_before[0 +: 4], x_before[4 +: 4]};
//! }
//! ```
//!
//! Rust does not mind, and neither does synthesis, but a block that reads a variable which it
//! changes on the way can wake itself in an event-driven simulator, for ever.

use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Separates the values of every signal that is no array.
pub(super) fn separate(netlist: &mut Netlist, body: Vec<Stmt>) -> Vec<Stmt> {
    // How many statements assign it: one that does gives one value.
    let mut writers: BTreeMap<NetId, usize> = BTreeMap::new();
    for stmt in &body {
        let mut nets = BTreeSet::new();
        stmt.targets(&mut |place| {
            nets.insert(place.net);
        });
        for net in nets {
            *writers.entry(net).or_default() += 1;
        }
    }
    writers
        .into_iter()
        .filter(|&(_, writers)| writers > 1)
        .fold(body, |body, (net, _)| separate_net(netlist, body, net))
}

fn separate_net(netlist: &mut Netlist, mut body: Vec<Stmt>, net: NetId) -> Vec<Stmt> {
    if !netlist.net(net).dims.is_empty() {
        return body;
    }
    // A read above all assignments means the final value, whatever it is called.
    let first = body.iter().position(|stmt| writes(stmt, net));
    let early = first.is_some_and(|first| body[..=first].iter().any(|stmt| reads(stmt, net)));
    if early {
        return body;
    }
    // From the end backwards: what comes before the last separation is a net of its own, and
    // may itself have several values.
    let mut current = net;
    let mut position = body.len();
    while position > 0 {
        position -= 1;
        let (earlier, stmt) = (&body[..position], &body[position]);
        if !writes(stmt, current) {
            continue;
        }
        // Somebody has seen the value that this statement changes.
        let changes = earlier.iter().any(|stmt| reads(stmt, current));
        let separable = separable(stmt, current);
        let written_before = earlier.iter().any(|stmt| writes(stmt, current));
        if !written_before || !(changes || separable) {
            continue;
        }
        let before = fresh(netlist, net);
        let stmt = &mut body[position];
        if separable {
            rename_reads(stmt, current, before);
        }
        let overwritten =
            matches!(stmt, Stmt::Assign(place, _) if place.part.is_none()) && !reads(stmt, current);
        for earlier in &mut body[..position] {
            rename_reads(earlier, current, before);
            earlier.map_targets(&mut |place| {
                if place.net == current {
                    place.net = before;
                }
            });
        }
        if !overwritten {
            let width = netlist.net(net).width;
            let copy = Expr::new(width, ExprKind::Read(Place::whole(before)));
            body.insert(position, Stmt::Assign(Place::whole(current), copy));
        }
        current = before;
    }
    body
}

/// Whether the statement reads the net and afterwards assigns it, never the other way round.
fn separable(stmt: &Stmt, net: NetId) -> bool {
    let reads = !matches!(stmt, Stmt::For { .. }) && reads(stmt, net);
    reads && writes(stmt, net) && reads_first(std::slice::from_ref(stmt), net, false).is_some()
}

fn writes(stmt: &Stmt, net: NetId) -> bool {
    let mut found = false;
    stmt.targets(&mut |place| found |= place.net == net);
    found
}

fn reads(stmt: &Stmt, net: NetId) -> bool {
    let mut found = false;
    stmt.exprs(&mut |expr| expr.reads(&mut |place| found |= place.net == net));
    found
}

/// Whether the net may have been assigned after `body`; `None` if a read comes after that.
fn reads_first(body: &[Stmt], net: NetId, mut written: bool) -> Option<bool> {
    for stmt in body {
        let mut own = false;
        for expr in stmt.own_exprs() {
            expr.reads(&mut |place| own |= place.net == net);
        }
        if own && written {
            return None;
        }
        match stmt {
            Stmt::Assign(place, _) => written |= place.net == net,
            // A value that one iteration leaves to the next stays one value.
            Stmt::For { body, .. } => {
                let touches = body.iter().any(|s| writes(s, net));
                if body.iter().any(|s| reads(s, net)) && (touches || written) {
                    return None;
                }
                written |= touches;
            }
            Stmt::If { .. } | Stmt::Case { .. } => {
                let entry = written;
                for block in stmt.blocks() {
                    written |= reads_first(block, net, entry)?;
                }
            }
        }
    }
    Some(written)
}

fn rename_reads(stmt: &mut Stmt, from: NetId, to: NetId) {
    stmt.map_exprs(&mut |expr| {
        expr.rewrite(&mut |mut expr| {
            if let ExprKind::Read(place) = &mut expr.kind {
                if place.net == from {
                    place.net = to;
                }
            }
            expr
        })
    });
}

fn fresh(netlist: &mut Netlist, net: NetId) -> NetId {
    let base = netlist.net(net).path.clone();
    let base = base.trim_start_matches("let$").replace('$', "_");
    let width = netlist.net(net).width;
    let before = netlist.declare_temporary(&format!("{base}_before"), width);
    netlist.made_for.insert(before, net);
    before
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check(include_str!("versions.rs"), |logic, body| {
            super::separate(&mut logic.netlist, body)
        });
    }
}
