//! Names that say nothing: a `let` that only renames a signal, a port net between a child and an
//! expression, the `d` of a register that only follows a signal.
//!
//! ```text
//! in a: 8, in b: 8, let t: 8, out x: 8
//! t = a;
//! x = t & b;
//! =>
//! x = a & b;
//! ```

use super::connect;
use super::flow::{nets_read, Flow};
use crate::ir::simplify;
use crate::ir::substitute;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Removes what can be removed; `body`, `instances` and `registers` refer to each other
/// afterwards without the detour.
///
/// Gives the local signals that are gone.
pub(super) fn remove(
    netlist: &Netlist,
    body: &mut Vec<Stmt>,
    instances: &mut [Instance],
    registers: &mut [Register],
) -> BTreeSet<NetId> {
    let gone = inline_names(netlist, body);
    connect::rename_child_outputs(netlist, body, instances);
    merge_lets(netlist, body);
    connect::connect(netlist, body, instances, registers);
    drop_unread_lets(netlist, body, instances, registers);
    gone
}

/// Whether a net's value is the same wherever it is read: nothing in `update` assigns it.
fn stable(kind: &NetKind) -> bool {
    matches!(
        kind,
        NetKind::Input | NetKind::RegisterQ | NetKind::ChildOutput | NetKind::Constant(_)
    )
}

/// `let x = self.x.val();`, at the top or in a loop, zero-extensions of such, and local signals
/// that only rename.
fn inline_names(netlist: &Netlist, body: &mut Vec<Stmt>) -> BTreeSet<NetId> {
    let flow = Flow::new(body);
    let may_go = |net: &Net| match net.kind {
        NetKind::Let => true,
        NetKind::Local => net.dims.is_empty(),
        _ => false,
    };
    let single: BTreeSet<NetId> = flow
        .written()
        .filter(|&net| may_go(netlist.net(net)) && flow.write_count(net) == 1)
        .collect();
    let mut gone = BTreeSet::new();
    loop {
        let values = find_inline(netlist, body, &single);
        if values.is_empty() {
            return gone;
        }
        remove_assignments(body, &values);
        for stmt in body.iter_mut() {
            stmt.map_exprs(&mut |mut expr| {
                for net in nets_of(&expr) {
                    if let Some(value) = values.get(&net) {
                        expr = put(expr, net, value);
                    }
                }
                expr
            });
        }
        gone.extend(values.into_keys());
    }
}

/// Names that only rename, or widen, something stable. None of them is in the value of another.
fn find_inline(
    netlist: &Netlist,
    body: &[Stmt],
    single: &BTreeSet<NetId>,
) -> BTreeMap<NetId, Expr> {
    fn visit<'a>(body: &'a [Stmt], out: &mut Vec<(&'a Place, &'a Expr)>) {
        for stmt in body {
            match stmt {
                Stmt::Assign(place, value) => out.push((place, value)),
                // A `let` under a condition stays: it is there for its name.
                Stmt::For { body, .. } => visit(body, out),
                _ => {}
            }
        }
    }
    let mut assignments = vec![];
    visit(body, &mut assignments);
    let reads = Reads::of(body);
    assignments
        .into_iter()
        .filter(|(place, _)| single.contains(&place.net) && place.part.is_none())
        .filter(|(place, value)| {
            if flag(value) && netlist.net(place.net).kind == NetKind::Let {
                return place.index.is_empty() && reads.compose(place.net, false, value);
            }
            let pieces: &[Expr] = match &value.kind {
                ExprKind::Read(_) => std::slice::from_ref(value),
                ExprKind::Concat(pieces) if pieces.len() == 2 && pieces[0].is_zero() => {
                    &pieces[1..]
                }
                _ => &[],
            };
            match pieces {
                [Expr {
                    kind: ExprKind::Read(source),
                    ..
                }] => {
                    let plain = source.index.is_empty() && source.part.is_none();
                    stable(&netlist.net(source.net).kind)
                        && source.dynamic_offset().is_none()
                        && reads.compose(place.net, plain && pieces.len() == 1, value)
                }
                _ => false,
            }
        })
        .map(|(place, value)| (place.net, value.clone()))
        .collect()
}

/// A condition that parameters have settled.
fn flag(value: &Expr) -> bool {
    value.width == 1 && matches!(value.kind, ExprKind::Literal(_))
}

/// By net, the parts of it that some expression reads.
struct Reads(BTreeMap<NetId, Vec<Part>>);

impl Reads {
    fn of(body: &[Stmt]) -> Self {
        let mut out: BTreeMap<NetId, Vec<Part>> = BTreeMap::new();
        for stmt in body {
            stmt.exprs(&mut |expr| {
                expr.reads(&mut |read| {
                    if let Some(part) = &read.part {
                        out.entry(read.net).or_default().push(part.clone());
                    }
                });
            });
        }
        Self(out)
    }

    /// Whether every read of `net` can read `value` instead.
    fn compose(&self, net: NetId, plain: bool, value: &Expr) -> bool {
        let widened = !matches!(value.kind, ExprKind::Read(_));
        let parts = self.0.get(&net).into_iter().flatten();
        parts.into_iter().all(|part| match &part.offset {
            Offset::Static(offset) => offset.constant().is_some() || !widened,
            Offset::Dynamic(_) => plain && !widened,
        })
    }
}

fn remove_assignments(body: &mut Vec<Stmt>, of: &BTreeMap<NetId, Expr>) {
    body.retain_mut(|stmt| match stmt {
        Stmt::Assign(place, _) => !of.contains_key(&place.net),
        Stmt::For { body, .. } => {
            remove_assignments(body, of);
            !body.is_empty()
        }
        _ => true,
    });
}

/// `expr` with reads of `net` replaced by `value`.
fn put(expr: Expr, net: NetId, value: &Expr) -> Expr {
    match &value.kind {
        ExprKind::Read(place) => substitute::net(expr, net, place),
        _ => expr.rewrite(&mut |expr| match &expr.kind {
            ExprKind::Read(read) if read.net == net => match &read.part {
                None => value.clone(),
                Some(Part {
                    offset: Offset::Static(Index::Const(offset)),
                    width,
                }) => simplify::select(value.clone(), *offset as usize, *width),
                // `compose` has excluded the rest.
                Some(_) => expr,
            },
            _ => settled(expr),
        }),
    }
}

/// `expr` again, now that an operand may have become a constant.
fn settled(expr: Expr) -> Expr {
    match expr.kind {
        ExprKind::Concat(pieces) => simplify::concat(pieces),
        ExprKind::Binary(op, a, b) => simplify::binary(op, *a, *b),
        _ => expr,
    }
}

/// `let ready = ..; self.ready.next = ready;` needs one name, not two.
fn merge_lets(netlist: &Netlist, body: &mut Vec<Stmt>) {
    let flow = Flow::new(body);
    let mut names: BTreeMap<NetId, NetId> = BTreeMap::new();
    body.retain(|stmt| {
        let pair = renaming(stmt).filter(|&(to, from)| {
            let (target, source) = (netlist.net(to), netlist.net(from));
            source.kind == NetKind::Let
                && matches!(target.kind, NetKind::Output | NetKind::Local)
                && target.dims.is_empty()
                && !names.contains_key(&from)
                && may_merge(&flow, to, from)
        });
        pair.map(|(to, from)| names.insert(from, to)).is_none()
    });
    for stmt in body.iter_mut() {
        stmt.map_exprs(&mut |mut expr| {
            for from in nets_of(&expr) {
                if let Some(&to) = names.get(&from) {
                    expr = substitute::net(expr, from, &Place::whole(to));
                }
            }
            expr
        });
        stmt.map_targets(&mut |place| {
            if let Some(&to) = names.get(&place.net) {
                place.net = to;
            }
        });
    }
}

/// The net that is assigned, and the other, of an assignment of one whole net to another.
fn renaming(stmt: &Stmt) -> Option<(NetId, NetId)> {
    match stmt {
        Stmt::Assign(target, value) if *target == Place::whole(target.net) => match &value.kind {
            ExprKind::Read(source) if *source == Place::whole(source.net) => {
                Some((target.net, source.net))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The nets that an expression reads.
fn nets_of(expr: &Expr) -> BTreeSet<NetId> {
    let mut out = BTreeSet::new();
    expr.reads(&mut |place| _ = out.insert(place.net));
    out
}

/// Whether `to` is assigned once, and what it is assigned from is read for it when it is settled.
fn may_merge(flow: &Flow, to: NetId, from: NetId) -> bool {
    let settled = flow
        .reads()
        .filter(|read| read.place.net == from && read.targets.contains(&to))
        .all(|read| flow.around(read) == (true, false));
    flow.write_count(to) == 1 && settled
}

/// A `let` whose only readers are gone.
fn drop_unread_lets(
    netlist: &Netlist,
    body: &mut Vec<Stmt>,
    instances: &[Instance],
    registers: &[Register],
) {
    loop {
        let mut used = nets_read(body);
        let mut note = |expr: &Expr| {
            expr.reads(&mut |place| {
                used.insert(place.net);
            });
        };
        for instance in instances {
            instance.connections.values().for_each(|(_, e)| note(e));
        }
        registers
            .iter()
            .filter_map(|r| r.alias.as_ref())
            .for_each(note);
        let keep: BTreeSet<NetId> = netlist
            .ids()
            .filter(|&net| netlist.net(net).kind != NetKind::Let || used.contains(&net))
            .collect();
        let mut dropped = false;
        for stmt in body.iter() {
            stmt.targets(&mut |place| dropped |= !keep.contains(&place.net));
        }
        if !dropped {
            return;
        }
        *body = super::flow::slice(body, &keep);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check(include_str!("alias.rs"), |logic, mut body| {
            super::remove(&logic.netlist, &mut body, &mut [], &mut []);
            body
        });
    }
}
