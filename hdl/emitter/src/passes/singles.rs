//! Arrays of one element and loops of one round: what parameters leave of an array that can also
//! be longer. They are printed as the scalars that they are.
//!
//! ```text
//! in a: 8, local s: [8; 1], out x: 8
//! for i in 0..1 {
//!   s[i] = a;
//! }
//! x = s[0];
//! =>
//! s = a;
//! x = s;
//! ```

use crate::ir::substitute;
use crate::ir::*;
use std::collections::BTreeSet;

/// Makes scalars of arrays of registers, local signals and blocks that have one element, and
/// straight code of loops that run once.
pub(super) fn scalars(logic: &mut Logic, body: &mut Vec<Stmt>) {
    *body = unroll(std::mem::take(body));
    let mut looked_up = BTreeSet::new();
    for stmt in body.iter() {
        stmt.exprs(&mut |expr| {
            expr.walk(&mut |expr| {
                if let ExprKind::Lookup(net, _) = &expr.kind {
                    looked_up.insert(*net);
                }
            });
        });
    }
    let mut changed = BTreeSet::new();
    for id in logic.netlist.ids().collect::<Vec<_>>() {
        let net = &mut logic.netlist.nets[id.0];
        let inner = matches!(
            net.kind,
            NetKind::Local | NetKind::RegisterD | NetKind::RegisterQ
        );
        let single = !net.dims.is_empty() && net.elements() == 1;
        if inner && single && !looked_up.contains(&id) {
            let lost = std::mem::take(&mut net.dims).len();
            net.storage = Storage::initial(&net.kind, net.width, &[]);
            changed.insert(id);
            logic.netlist.singles.insert(id, lost);
        }
    }
    let ports = single_blocks(logic);
    let fix = |place: &mut Place| {
        if changed.contains(&place.net) {
            place.index.clear();
        } else if ports.contains(&place.net) {
            place.index.remove(0);
        }
    };
    for stmt in body.iter_mut() {
        stmt.map_targets(&mut |place| fix(place));
        stmt.map_exprs(&mut |expr| {
            expr.rewrite(&mut |mut expr| {
                if let ExprKind::Read(place) = &mut expr.kind {
                    fix(place);
                }
                expr
            })
        });
    }
}

/// Makes single blocks of arrays of one block; gives the ports that have lost their first index.
fn single_blocks(logic: &mut Logic) -> BTreeSet<NetId> {
    let mut ports: BTreeSet<NetId> = BTreeSet::new();
    for instance in &mut logic.instances {
        if instance.dims == [1] {
            instance.dims.clear();
            ports.extend(&instance.ports);
        }
    }
    // The clock's net is the parent's own by now.
    ports.retain(|id| {
        let kind = &logic.netlist.net(*id).kind;
        matches!(kind, NetKind::ChildInput | NetKind::ChildOutput)
    });
    for id in &ports {
        let net = &mut logic.netlist.nets[id.0];
        net.dims.remove(0);
        // An array of ports is one vector at the port.
        if net.dims.is_empty() {
            net.storage = Storage::initial(&net.kind, net.width, &[]);
        }
        logic.netlist.singles.insert(*id, 1);
    }
    ports
}

/// Loops of one round as their body.
fn unroll(body: Vec<Stmt>) -> Vec<Stmt> {
    let mut out = vec![];
    for mut stmt in body {
        for block in stmt.blocks_mut() {
            *block = unroll(std::mem::take(block));
        }
        match stmt {
            Stmt::For {
                var,
                from,
                to,
                body,
            } if to - from == 1 => {
                let by = Index::Const(from);
                for mut stmt in body {
                    stmt.map_exprs(&mut |expr| substitute::at(expr, &var, &by));
                    stmt.map_targets(&mut |place| *place = place.clone().substitute(&var, &by));
                    out.push(stmt);
                }
                out = settled(out);
            }
            other => out.push(other),
        }
    }
    out
}

/// Branches whose condition is known by now.
fn settled(body: Vec<Stmt>) -> Vec<Stmt> {
    let mut out = vec![];
    for stmt in body {
        match stmt {
            Stmt::If {
                test,
                then,
                otherwise,
            } => match test.constant() {
                Some(_) if test.is_zero() => out.extend(settled(otherwise)),
                Some(_) => out.extend(settled(then)),
                None => out.push(Stmt::If {
                    test,
                    then: settled(then),
                    otherwise: settled(otherwise),
                }),
            },
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check(include_str!("singles.rs"), |logic, mut body| {
            super::scalars(logic, &mut body);
            body
        });
    }
}
