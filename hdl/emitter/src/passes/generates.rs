//! Groups of assignments as generate loops.
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
//! }
//! generate i in 0..4 {
//!   assign t[i] = s[i] + s[i];
//! }
//! assign x = t;
//! ```

use super::flow;
use super::forms::*;
use super::temps;
use crate::ir::coverage;
use crate::ir::substitute::rename;
use crate::ir::*;
use std::collections::BTreeSet;
use std::ops::Range;

/// One loop whose iterations keep apart, as a generate loop.
pub(super) fn generate(
    netlist: &Netlist,
    slice: &[Stmt],
    group: &BTreeSet<NetId>,
    locals: &BTreeSet<NetId>,
) -> Option<Process> {
    let (var, from, to, body) = fuse(netlist, slice, group)?;
    let locals: Vec<NetId> = locals.iter().copied().collect();
    let mut apart = true;
    for stmt in &body {
        stmt.targets(&mut |place| {
            apart &= locals.contains(&place.net) || flow::separates(place, &var);
        });
    }
    // Each place of an array must be the same throughout: `x[i]`, not `x[i]` and `x[i + 1]`.
    let elements: BTreeSet<NetId> = group
        .iter()
        .copied()
        .filter(|n| !locals.contains(n))
        .collect();
    let mut places: Vec<Place> = vec![];
    let mut note = |place: &Place| {
        if elements.contains(&place.net) && !places.contains(place) {
            places.push(place.clone());
        }
    };
    for stmt in &body {
        stmt.targets(&mut note);
        stmt.exprs(&mut |expr| expr.reads(&mut note));
    }
    if !apart || !body_is_clean(netlist, &places) {
        return None;
    }
    let local_group: BTreeSet<NetId> = group.clone();
    let alone = at_once(netlist, &body, &var, from..to);
    let assigns = alone.then(|| lets_then_assigns(netlist, &body, &local_group));
    let inner = match assigns.flatten() {
        Some(assigns) => assigns,
        None => match single_mux(&body) {
            Some(assign) => vec![assign],
            // A vector's bits are best assigned in one block with a loop.
            None if elements
                .iter()
                .all(|&net| netlist.net(net).storage == Storage::Vector) =>
            {
                return None;
            }
            None => split_lets(netlist, body, group),
        },
    };
    Some(Process::Generate {
        var,
        from,
        to,
        locals,
        body: inner,
    })
}

/// The `let`s at the top of a loop's body as wires, the rest as one block.
fn split_lets(netlist: &Netlist, body: Vec<Stmt>, group: &BTreeSet<NetId>) -> Vec<Process> {
    let mut wires: BTreeSet<NetId> = BTreeSet::new();
    let mut out = vec![];
    let mut rest = vec![];
    let mut counts = std::collections::BTreeMap::<NetId, usize>::new();
    for stmt in &body {
        stmt.targets(&mut |place| *counts.entry(place.net).or_default() += 1);
    }
    for stmt in body {
        if let Stmt::Assign(place, value) = &stmt {
            let mut settled = true;
            value.reads(&mut |read| {
                settled &= !group.contains(&read.net) || wires.contains(&read.net);
            });
            let single = counts.get(&place.net) == Some(&1) && place.part.is_none();
            if settled && single && netlist.net(place.net).kind == NetKind::Let {
                wires.insert(place.net);
                out.push(Process::Assign(place.clone(), value.clone()));
                continue;
            }
        }
        rest.push(stmt);
    }
    let still: BTreeSet<NetId> = group.difference(&wires).copied().collect();
    out.push(Process::Comb(with_let_defaults(netlist, rest, &still)));
    out
}

/// Whether every two places of one net are the same or certainly apart.
fn body_is_clean(netlist: &Netlist, places: &[Place]) -> bool {
    places.iter().enumerate().all(|(position, a)| {
        places[..position].iter().all(|b| {
            if a.net != b.net {
                return true;
            }
            // Different parts of one element are fine, different elements are not.
            !netlist.net(a.net).dims.is_empty() && a.index == b.index
        })
    })
}

/// Whether no iteration assigns a bit twice: wires have one driver.
fn at_once(netlist: &Netlist, body: &[Stmt], var: &str, range: Range<i64>) -> bool {
    range.into_iter().all(|value| {
        let bindings = Bindings::from([(var.to_owned(), value)]);
        let mut assigned = coverage::BitMap::new();
        let mut once = true;
        for stmt in body {
            stmt.targets(&mut |place| {
                let (first, end) = coverage::touched(netlist, place, &bindings);
                let mut bits = coverage::Bits::default();
                bits.insert(first, end);
                let known = assigned.entry(place.net).or_default();
                once &= known.intersection(&bits).is_empty();
                known.insert(first, end);
            });
        }
        once
    })
}

/// The body of a generate loop as assignments only.
fn lets_then_assigns(
    netlist: &Netlist,
    body: &[Stmt],
    group: &BTreeSet<NetId>,
) -> Option<Vec<Process>> {
    let mut out = vec![];
    let mut seen: Vec<&Place> = vec![];
    for stmt in body {
        let Stmt::Assign(place, value) = stmt else {
            return None;
        };
        let mut stale = false;
        value.reads(&mut |read| {
            stale |= group.contains(&read.net)
                && !(netlist.net(read.net).kind == NetKind::Let
                    && seen.iter().any(|earlier| earlier.net == read.net));
        });
        if stale || place.dynamic_offset().is_some() {
            return None;
        }
        seen.push(place);
        out.push(Process::Assign(place.clone(), value.clone()));
    }
    Some(out)
}

/// Index, range and body of one loop.
type Fused = (String, i64, i64, Vec<Stmt>);

/// Makes one loop of several over the same range, and moves conditions into it:
/// `for i { d[i] = q[i] } if w { for i { ... } }` becomes `for i { d[i] = q[i]; if w { ... } }`.
fn fuse(netlist: &Netlist, slice: &[Stmt], group: &BTreeSet<NetId>) -> Option<Fused> {
    let (mut var, mut range) = (None, None);
    find_loop(slice, &mut var, &mut range)?;
    let (var, (from, to)) = (var?, range?);
    // Inside a fused loop every element must see only itself.
    let mut clean = true;
    for stmt in slice {
        stmt.exprs(&mut |expr| {
            expr.reads(&mut |place| {
                clean &= !group.contains(&place.net)
                    || !netlist.net(place.net).dims.is_empty()
                    || place.part.is_some()
                    || netlist.net(place.net).kind == NetKind::Let;
            });
        });
    }
    if !clean {
        return None;
    }
    let body = temps::hoist_lets(netlist, collapse(pull(slice, &var)?));
    Some((var, from, to, body))
}

/// The first loop and its range; `None` if a second one has another range.
fn find_loop(
    slice: &[Stmt],
    var: &mut Option<String>,
    range: &mut Option<(i64, i64)>,
) -> Option<()> {
    for stmt in slice {
        match stmt {
            Stmt::For {
                var: name,
                from,
                to,
                ..
            } => {
                if range.is_some_and(|range| range != (*from, *to)) {
                    return None;
                }
                var.get_or_insert_with(|| name.clone());
                *range = Some((*from, *to));
            }
            Stmt::Assign(..) => {}
            _ => {
                for block in stmt.blocks() {
                    find_loop(block, var, range)?;
                }
            }
        }
    }
    Some(())
}

/// `slice` as the body of the loop; every assignment in it must have been inside one.
fn pull(slice: &[Stmt], var: &str) -> Option<Vec<Stmt>> {
    let mut out = vec![];
    for stmt in slice {
        match stmt {
            Stmt::Assign(..) => return None,
            Stmt::For {
                var: name, body, ..
            } => {
                if name == var {
                    out.extend(body.iter().cloned());
                } else {
                    out.extend(rename(body, name, &Index::Var(var.to_owned())));
                }
            }
            Stmt::If {
                test,
                then,
                otherwise,
            } => out.push(Stmt::If {
                test: test.clone(),
                then: pull(then, var)?,
                otherwise: pull(otherwise, var)?,
            }),
            Stmt::Case {
                subject,
                arms,
                default,
            } => out.push(Stmt::Case {
                subject: subject.clone(),
                arms: arms
                    .iter()
                    .map(|arm| {
                        Some(Arm {
                            labels: arm.labels.clone(),
                            body: pull(&arm.body, var)?,
                        })
                    })
                    .collect::<Option<_>>()?,
                default: match default {
                    Some(block) => Some(pull(block, var)?),
                    None => None,
                },
            }),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_processes(include_str!("generates.rs"), |logic, body| {
            super::super::processes::divide(logic, &body, &[]);
        });
    }
}
