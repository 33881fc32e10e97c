//! Which signals share a process.
//!
//! Intermediate reads leave no choice. Beyond that, what one `if` or `case` assigns stays
//! together, because a person would write it so, unless that makes a circle of processes.

use super::flow::{nets_read, slice, Flow};
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The `let`s that live inside one iteration of a loop: assigned once, at the top of the loop's
/// body, and read there only. They belong to no process of their own; every process that needs
/// one has it.
pub(super) fn loop_lets(netlist: &Netlist, body: &[Stmt]) -> BTreeSet<NetId> {
    let mut counts: BTreeMap<NetId, usize> = BTreeMap::new();
    let mut top: BTreeSet<NetId> = BTreeSet::new();
    fn visit(
        body: &[Stmt],
        in_loop: bool,
        counts: &mut BTreeMap<NetId, usize>,
        top: &mut BTreeSet<NetId>,
    ) {
        for stmt in body {
            match stmt {
                Stmt::Assign(place, _) => {
                    *counts.entry(place.net).or_default() += 1;
                    if in_loop && place.part.is_none() {
                        top.insert(place.net);
                    }
                }
                Stmt::For { body, .. } => visit(body, true, counts, top),
                _ => {
                    for block in stmt.blocks() {
                        visit(block, false, counts, top);
                    }
                }
            }
        }
    }
    visit(body, false, &mut counts, &mut top);
    top.retain(|net| netlist.net(*net).kind == NetKind::Let && counts.get(net) == Some(&1));
    // Values of one that others read must be settled before: it may read inputs, or nets that
    // the loop leaves alone, or its own kind.
    let flow = Flow::new(body);
    let mut out = top.clone();
    for read in flow.reads() {
        let own = top.contains(&read.place.net);
        let intermediate = flow.around(read) == (true, true);
        for target in read.targets.iter() {
            if top.contains(target) && !own && intermediate {
                out.remove(target);
            }
        }
    }
    // One that is read outside of its loop carries the last iteration's value.
    let loop_of: BTreeMap<NetId, Option<usize>> = flow
        .accesses
        .iter()
        .filter(|access| access.write && top.contains(&access.place.net))
        .map(|access| (access.place.net, access.loops.last().map(|(id, _)| *id)))
        .collect();
    for read in flow.reads() {
        if let Some(home) = loop_of.get(&read.place.net) {
            let inside = home.is_some_and(|home| read.loops.iter().any(|(id, _)| *id == home));
            if !inside {
                out.remove(&read.place.net);
            }
        }
    }
    // Whoever reads one that had to go, goes too.
    loop {
        let before = out.len();
        for read in flow.reads() {
            let net = read.place.net;
            if top.contains(&net) && !out.contains(&net) {
                for target in read.targets.iter() {
                    out.remove(target);
                }
            }
        }
        if out.len() == before {
            return out;
        }
    }
}

/// Which nets share a process.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    parent: BTreeMap<NetId, NetId>,
    lets: BTreeSet<NetId>,
}

/// What the loop `let`s finally feed.
struct Users {
    feeds: BTreeMap<NetId, BTreeSet<NetId>>,
    lets: BTreeSet<NetId>,
}

impl Users {
    fn new(flow: &Flow, lets: &BTreeSet<NetId>) -> Self {
        let mut feeds: BTreeMap<NetId, BTreeSet<NetId>> = BTreeMap::new();
        for read in flow.reads().filter(|read| lets.contains(&read.place.net)) {
            feeds
                .entry(read.place.net)
                .or_default()
                .extend(read.targets.iter());
        }
        Users {
            feeds,
            lets: lets.clone(),
        }
    }

    /// `targets` with every loop `let` replaced by what reads it.
    fn of(&self, targets: &BTreeSet<NetId>) -> BTreeSet<NetId> {
        let mut out = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut stack: Vec<NetId> = targets.iter().copied().collect();
        while let Some(net) = stack.pop() {
            if !self.lets.contains(&net) {
                out.insert(net);
            } else if seen.insert(net) {
                stack.extend(self.feeds.get(&net).into_iter().flatten());
            }
        }
        out
    }
}

impl Groups {
    pub fn find(&self, net: NetId) -> NetId {
        let mut at = net;
        while let Some(&up) = self.parent.get(&at) {
            if up == at {
                break;
            }
            at = up;
        }
        at
    }

    fn unite(&mut self, a: NetId, b: NetId) {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parent.insert(high, low);
    }

    /// The slice of a group: its assignments, and those of the loop `let`s that they need.
    pub fn slice(&self, body: &[Stmt], group: &BTreeSet<NetId>) -> (Vec<Stmt>, BTreeSet<NetId>) {
        let mut nets = group.clone();
        loop {
            let out = slice(body, &nets);
            let needed: BTreeSet<NetId> = nets_read(&out)
                .into_iter()
                .filter(|net| self.lets.contains(net) && !nets.contains(net))
                .collect();
            if needed.is_empty() {
                return (out, nets);
            }
            nets.extend(needed);
        }
    }

    /// The groups, each with its nets in order.
    pub fn sets(&self) -> Vec<BTreeSet<NetId>> {
        let mut sets: BTreeMap<NetId, BTreeSet<NetId>> = BTreeMap::new();
        for &net in self.parent.keys() {
            sets.entry(self.find(net)).or_default().insert(net);
        }
        sets.into_values().collect()
    }
}

/// Divides the written nets into groups. `paths` are combinational paths through children.
pub(super) fn group(
    netlist: &Netlist,
    body: &[Stmt],
    flow: &Flow,
    paths: &[(NetId, NetId)],
) -> Groups {
    let lets = loop_lets(netlist, body);
    let users = Users::new(flow, &lets);
    let mut groups = Groups {
        parent: flow
            .written()
            .filter(|net| !lets.contains(net))
            .map(|net| (net, net))
            .collect(),
        lets: lets.clone(),
    };
    // Final reads, as edges; intermediate ones unite.
    let mut edges: BTreeSet<(NetId, NetId)> = paths.iter().copied().collect();
    for read in flow.reads() {
        let net = read.place.net;
        if lets.contains(&net) {
            continue;
        }
        let (before, after) = flow.around(read);
        for target in users.of(&read.targets) {
            if before && after {
                groups.unite(net, target);
            } else if net != target {
                edges.insert((net, target));
            }
        }
    }
    // Reads that come before the write they wait for must not share its process.
    let early: BTreeSet<(NetId, NetId)> = flow
        .reads()
        .filter(|read| !lets.contains(&read.place.net) && flow.around(read) == (false, true))
        .flat_map(|read| {
            let net = read.place.net;
            users
                .of(&read.targets)
                .into_iter()
                .map(move |target| (net, target))
        })
        .collect();
    let mut wishes = vec![];
    companions(netlist, body, &mut wishes);
    for mut wish in wishes {
        wish.retain(|net| !lets.contains(net));
        let mut trial = groups.clone();
        for pair in wish.windows(2) {
            trial.unite(pair[0], pair[1]);
        }
        let Some(&first) = wish.first() else {
            continue;
        };
        let root = trial.find(first);
        let clash = early
            .iter()
            .any(|&(net, target)| trial.find(net) == root && trial.find(target) == root);
        if !clash && !on_cycle(&trial, &edges, root) {
            groups = trial;
        }
    }
    groups
}

/// Nets that one `if` or `case` assigns belong together, for the reader's sake. Arrays stay
/// among arrays of their own length: those make generate loops.
fn companions(netlist: &Netlist, body: &[Stmt], out: &mut Vec<Vec<NetId>>) {
    for stmt in body {
        match stmt {
            Stmt::Assign(..) => {}
            Stmt::For { body, .. } => companions(netlist, body, out),
            Stmt::If { .. } | Stmt::Case { .. } => {
                let mut shapes: BTreeMap<&[usize], BTreeSet<NetId>> = BTreeMap::new();
                let plain = !branches(stmt);
                stmt.targets(&mut |place| {
                    let dims = netlist.net(place.net).dims.as_slice();
                    // Arrays under a plain condition each make an assignment of their own.
                    if dims.is_empty() || !plain {
                        shapes.entry(dims).or_default().insert(place.net);
                    }
                });
                out.extend(shapes.into_values().map(|nets| nets.into_iter().collect()));
            }
        }
    }
}

/// Whether a statement chooses between several things to do.
fn branches(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Case { .. } => true,
        Stmt::If { otherwise, .. } if !otherwise.is_empty() => true,
        _ => stmt
            .blocks()
            .into_iter()
            .any(|block| block.iter().any(branches)),
    }
}

/// Whether the group can reach itself through other groups.
fn on_cycle(groups: &Groups, edges: &BTreeSet<(NetId, NetId)>, root: NetId) -> bool {
    let mut next: BTreeMap<NetId, BTreeSet<NetId>> = BTreeMap::new();
    for &(from, to) in edges {
        let (from, to) = (groups.find(from), groups.find(to));
        if from != to {
            next.entry(from).or_default().insert(to);
        }
    }
    let mut seen = BTreeSet::new();
    let mut stack = vec![root];
    while let Some(at) = stack.pop() {
        for &to in next.get(&at).into_iter().flatten() {
            if to == root {
                return true;
            }
            if seen.insert(to) {
                stack.push(to);
            }
        }
    }
    false
}
