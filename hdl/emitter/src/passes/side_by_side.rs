//! Generate loops side by side as one.
//!
//! ```text
//! in a: [8; 4], local s: [8; 4], local t: [8; 4], out x: [8; 4]
//! for i in 0..4 {
//!   s[i] = a[i];
//! }
//! for i in 0..4 {
//!   t[i] = s[i] + s[i];
//! }
//! x = t;
//! =>
//! generate i in 0..4 {
//!   assign s[i] = a[i];
//!   assign t[i] = s[i] + s[i];
//! }
//! assign x = t;
//! ```

use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// `expr` with some nets replaced by others.
fn redirect(expr: Expr, by: &BTreeMap<NetId, NetId>) -> Expr {
    expr.rewrite(&mut |mut expr| {
        if let ExprKind::Read(place) = &mut expr.kind {
            if let Some(&other) = by.get(&place.net) {
                place.net = other;
            }
        }
        expr
    })
}

/// What a generate loop is about: a child, or what the names of its signals begin with; `None` where that
/// is several things.
fn thing(netlist: &Netlist, body: &[Process], locals: &[NetId]) -> Option<String> {
    let mut things = BTreeSet::new();
    for process in body {
        process.targets(&mut |id| {
            let net = netlist.net(id);
            if !locals.contains(&id) {
                let name = match net.kind {
                    NetKind::ChildInput => net.path.split('$').next(),
                    _ => net.name.split('_').next(),
                };
                things.insert(name.unwrap_or_default().to_owned());
            }
        });
    }
    match things.len() {
        1 => things.pop_first(),
        _ => None,
    }
}

/// Whether one reads what the other makes.
fn feeds(one: &[Process], other: &[Process]) -> bool {
    let mut made = BTreeSet::new();
    one.iter()
        .for_each(|process| process.targets(&mut |net| _ = made.insert(net)));
    let mut read = false;
    for process in other {
        visit_exprs(process, &mut |expr| {
            expr.reads(&mut |place| read |= made.contains(&place.net))
        });
    }
    read
}

/// Puts generate loops over the same range into one that are about one thing, that need the same value
/// of each round, or of which one makes what the other reads.
pub(super) fn merge_generates(netlist: &Netlist, processes: Vec<Process>) -> Vec<Process> {
    let mut out: Vec<Process> = vec![];
    for process in processes {
        let Process::Generate {
            var,
            from,
            to,
            locals,
            body,
        } = process
        else {
            out.push(process);
            continue;
        };
        let own = thing(netlist, &body, &locals);
        // Copies of one inner `let` have its name.
        let origin = |net: &NetId| netlist.net(*net).path.trim_end_matches("_2").to_owned();
        let origins =
            |locals: &[NetId]| -> BTreeSet<String> { locals.iter().map(origin).collect() };
        let needs = origins(&locals);
        let simple = |body: &[Process]| body.iter().all(|p| matches!(p, Process::Assign(..)));
        let partner = out.iter_mut().find_map(|earlier| match earlier {
            Process::Generate {
                var: name,
                from: first,
                to: last,
                locals,
                body: target,
            } if (*first, *last) == (from, to) && simple(target) && simple(&body) => {
                let theirs = thing(netlist, target, locals);
                let about_one = theirs.is_some() && theirs == own;
                let together =
                    about_one || feeds(target, &body) || !needs.is_disjoint(&origins(locals));
                together.then(|| (name.clone(), locals, target))
            }
            _ => None,
        });
        match partner {
            Some((name, their_locals, target)) => {
                let by = Index::Var(name);
                // Groups that need the same inner `let` bring a copy of it each: one will do.
                let mut same: BTreeMap<NetId, NetId> = BTreeMap::new();
                for process in body {
                    let Process::Assign(place, value) = process else {
                        target.push(process);
                        continue;
                    };
                    let place = place.substitute(&var, &by);
                    let value = redirect(substitute(value, &var, &by), &same);
                    let known = target.iter().find_map(|known| match known {
                        Process::Assign(Place { net, .. }, v)
                            if their_locals.contains(net) && *v == value =>
                        {
                            Some(*net)
                        }
                        _ => None,
                    });
                    match known.filter(|_| locals.contains(&place.net)) {
                        Some(known) => {
                            same.insert(place.net, known);
                        }
                        None => target.push(Process::Assign(place, value)),
                    }
                }
                their_locals.extend(locals.into_iter().filter(|net| !same.contains_key(net)));
            }
            None => out.push(Process::Generate {
                var,
                from,
                to,
                locals,
                body,
            }),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_processes(include_str!("side_by_side.rs"), |logic, body| {
            super::super::processes::divide(logic, &body, &[]);
            let processes = std::mem::take(&mut logic.processes);
            logic.processes = super::merge_generates(&logic.netlist, processes);
        });
    }
}
