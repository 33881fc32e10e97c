//! A program that runs from top to bottom as processes that run side by side.
//!
//! ```text
//! in a: 8, in b: 8, in c: 1, local s: 8, out x: 8, out y: [8; 4]
//! s = a & b;
//! x = a;
//! if c {
//!   x = s;
//! }
//! for i in 0..4 {
//!   y[i] = s;
//!   if c {
//!     y[i][0 +: 4] = b[4 +: 4];
//!   }
//! }
//! =>
//! assign s = a & b;
//! assign x = c ? s : a;
//! always {
//!   for i in 0..4 {
//!     y[i] = s;
//!     if c {
//!       y[i][0 +: 4] = b[4 +: 4];
//!     }
//!   }
//! }
//! ```

use super::constants;
use super::flow::{self, Flow};
use super::forms;
use super::generates;
use super::groups;
use super::storage;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Makes the processes; `edges` are paths that the statements do not show. Gives the statements of
/// all processes.
pub(super) fn divide(logic: &mut Logic, body: &[Stmt], edges: &[(NetId, NetId)]) -> Vec<Stmt> {
    let netlist = &logic.netlist;
    let flow = Flow::new(body);
    let groups = groups::group(netlist, body, &flow, edges);
    let mut processes = vec![];
    let mut slices = vec![];
    let mut taken = BTreeSet::new();
    for own in in_order(body, groups.sets()) {
        let (mut slice, mut group) = groups.slice(body, &own);
        own_lets(&mut logic.netlist, &mut slice, &mut group, &mut taken);
        let locals = group.difference(&own).copied().collect();
        let netlist = &logic.netlist;
        processes.extend(form(netlist, slice.clone(), &group, &locals));
        slices.extend(slice);
    }
    logic.processes = processes;
    slices
}

/// Chooses the form of one group's slice of the program. `locals` are the nets of the group that
/// live within one iteration of a loop.
fn form(
    netlist: &Netlist,
    slice: Vec<Stmt>,
    group: &BTreeSet<NetId>,
    locals: &BTreeSet<NetId>,
) -> Vec<Process> {
    let slice = forms::drop_dead_stores(netlist, forms::collapse(slice), group);
    let slice = forms::drop_covered_defaults(netlist, slice);
    if let Some(assigns) = forms::plain_assigns(netlist, &slice, group) {
        return assigns;
    }
    if let Some(value) = forms::single_mux(&slice) {
        return vec![value];
    }
    if let Some(generate) = generates::generate(netlist, &slice, group, locals) {
        if !reads_nothing(&slice) || !has_block(&generate) {
            return vec![generate];
        }
    }
    if reads_nothing(&slice) {
        if let Some(assigns) = constants::fold(netlist, &slice) {
            return assigns;
        }
    }
    vec![Process::Comb(forms::with_let_defaults(
        netlist, slice, group,
    ))]
}

fn reads_nothing(slice: &[Stmt]) -> bool {
    flow::nets_read(slice).is_empty()
}

fn has_block(process: &Process) -> bool {
    match process {
        Process::Assign(..) => false,
        Process::Comb(_) => true,
        Process::Generate { body, .. } => body.iter().any(has_block),
    }
}

/// Gives a process its own copy of every loop `let` that another process has already.
fn own_lets(
    netlist: &mut Netlist,
    slice: &mut [Stmt],
    group: &mut BTreeSet<NetId>,
    taken: &mut BTreeSet<NetId>,
) {
    for net in group.clone() {
        if netlist.net(net).kind != NetKind::Let || taken.insert(net) {
            continue;
        }
        let mut path = netlist.net(net).path.clone();
        while netlist.by_path.contains_key(&path) {
            path.push_str("_2");
        }
        let width = netlist.net(net).width;
        let copy = netlist.declare_let(path, width);
        netlist.nets[copy.0].name = netlist.net(net).name.clone();
        taken.insert(copy);
        group.remove(&net);
        group.insert(copy);
        let mut change = |place: &mut Place| {
            if place.net == net {
                place.net = copy;
            }
        };
        for stmt in slice.iter_mut() {
            storage::redirect_stmt(stmt, &mut change);
            stmt.map_targets(&mut change);
        }
    }
}

/// Groups in the order in which the program finishes them: defaults come early, and the reader
/// looks for the logic.
fn in_order(body: &[Stmt], sets: Vec<BTreeSet<NetId>>) -> Vec<BTreeSet<NetId>> {
    let mut position: BTreeMap<NetId, usize> = BTreeMap::new();
    let mut count = 0;
    for stmt in body {
        stmt.targets(&mut |place| {
            count += 1;
            position.insert(place.net, count);
        });
    }
    let mut keyed: Vec<(usize, BTreeSet<NetId>)> = sets
        .into_iter()
        .map(|set| {
            let last = set.iter().filter_map(|net| position.get(net)).max();
            (last.copied().unwrap_or(usize::MAX), set)
        })
        .collect();
    keyed.sort();
    keyed.into_iter().map(|(_, set)| set).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_processes(include_str!("processes.rs"), |logic, body| {
            super::divide(logic, &body, &[]);
        });
    }
}
