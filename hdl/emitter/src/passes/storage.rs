//! Vector or unpacked array: how each array of nets is stored.
//!
//! Unpacked arrays simulate several times faster and read better. Verilog-2005 cannot read them
//! in `always @*` (the sensitivity to single elements is not portable), so an array that a
//! combinational block reads there becomes a vector, or, when it is an array of registers, gets
//! a vector view of its own.
//!
//! ```text
//! in a: 8, in c: 1, q word_q: [8; 4], d word_d: [8; 4], out x: 8, out y: 8
//! x = a;
//! y = a;
//! if c {
//!   x = word_q[0];
//!   y = word_q[1];
//! } else {
//!   y = word_q[2] & x;
//! }
//! =>
//! generate i in 0..4 {
//!   assign word_q$view[i] = word_q[i];
//! }
//! always {
//!   x = a;
//!   if c {
//!     x = word_q$view[0];
//!     y = word_q$view[1];
//!   } else {
//!     y = word_q$view[2] & x;
//!   }
//! }
//! ```

use crate::ir::*;
use crate::options::Dialect;
use std::collections::BTreeSet;

/// Settles the storage of every array, now that the forms of its readers are known.
pub(super) fn settle(logic: &mut Logic, dialect: Dialect) {
    if dialect == Dialect::SystemVerilog {
        return;
    }
    let mut processes = std::mem::take(&mut logic.processes);
    for process in &mut processes {
        localize(logic, process);
    }
    let mut read = BTreeSet::new();
    for process in &processes {
        combinational_reads(process, &mut read);
    }
    let mut looked_up = BTreeSet::new();
    for process in &processes {
        visit_exprs(process, &mut |expr| {
            expr.walk(&mut |expr| {
                if let ExprKind::Lookup(net, _) = &expr.kind {
                    looked_up.insert(*net);
                }
            });
        });
    }
    let mut views = vec![];
    for id in read {
        let net = logic.netlist.net(id).clone();
        if net.storage != Storage::Unpacked {
            continue;
        }
        // Registers and what is chosen from by a signal keep the array beside the vector.
        if net.kind != NetKind::RegisterQ && !looked_up.contains(&id) {
            logic.netlist.nets[id.0].storage = Storage::Vector;
            continue;
        }
        let view = logic.netlist.add(Net {
            path: format!("{}$view", net.path),
            name: logic.names.claim(&format!("{}_flat", net.name)),
            kind: NetKind::Local,
            storage: Storage::Vector,
            ..net.clone()
        });
        for process in &mut processes {
            redirect(process, &mut |place| {
                if place.net == id {
                    place.net = view;
                }
            });
            redirect_lookups(process, id, view);
        }
        views.push((view, id, net.dims[0]));
    }
    for (view, id, length) in views {
        let var = "i".to_owned();
        let index = Index::Var(var.clone());
        let source = Expr::new(
            logic.netlist.net(id).width,
            ExprKind::Read(Place::element(id, index.clone())),
        );
        let generate = Process::Generate {
            var,
            from: 0,
            to: length as i64,
            locals: vec![],
            body: vec![Process::Assign(Place::element(view, index), source)],
        };
        processes.insert(0, generate);
    }
    logic.processes = processes;
}

/// Inside a generate loop the elements that a combinational block reads get wires of their own.
fn localize(logic: &mut Logic, process: &mut Process) {
    let Process::Generate {
        var, locals, body, ..
    } = process
    else {
        return;
    };
    let mut out = vec![];
    for process in std::mem::take(body) {
        let Process::Comb(mut stmts) = process else {
            out.push(process);
            continue;
        };
        let mut written = BTreeSet::new();
        let mut places: Vec<Place> = vec![];
        for stmt in &stmts {
            stmt.targets(&mut |place| {
                written.insert(place.net);
            });
            stmt.exprs(&mut |expr| {
                expr.reads(&mut |place| {
                    let bare = Place {
                        part: None,
                        ..place.clone()
                    };
                    let unpacked = logic.netlist.net(place.net).storage == Storage::Unpacked;
                    if unpacked && !bare.index.is_empty() && !places.contains(&bare) {
                        places.push(bare);
                    }
                });
            });
        }
        let mut after = vec![];
        for place in places {
            let net = logic.netlist.net(place.net).clone();
            // Another loop's index, or two elements of one array that is written: leave it to
            // the vector.
            let own = place.index.iter().all(|index| index.is_only(var));
            if !own {
                continue;
            }
            let local = logic.netlist.add(Net {
                path: format!("let${}_{var}_{}", net.name, logic.netlist.nets.len()),
                name: logic.names.claim(&format!("{}_{var}", net.name)),
                dims: vec![],
                kind: NetKind::Let,
                storage: Storage::Vector,
                ..net.clone()
            });
            locals.push(local);
            let mut redirect_place = |other: &mut Place| {
                if other.net == place.net && other.index == place.index {
                    other.net = local;
                    other.index.clear();
                }
            };
            for stmt in &mut stmts {
                redirect_stmt(stmt, &mut redirect_place);
                stmt.map_targets(&mut redirect_place);
            }
            if written.contains(&place.net) {
                let value = Expr::new(net.width, ExprKind::Read(Place::whole(local)));
                after.push(Process::Assign(place, value));
            } else {
                let value = Expr::new(net.width, ExprKind::Read(place));
                out.push(Process::Assign(Place::whole(local), value));
            }
        }
        out.push(Process::Comb(stmts));
        out.append(&mut after);
    }
    *body = out;
}

fn combinational_reads(process: &Process, out: &mut BTreeSet<NetId>) {
    match process {
        Process::Assign(..) => {}
        Process::Generate { body, .. } => body.iter().for_each(|p| combinational_reads(p, out)),
        Process::Comb(body) => out.extend(super::flow::nets_read(body)),
    }
}

/// Changes the places that combinational blocks read.
fn redirect(process: &mut Process, change: &mut dyn FnMut(&mut Place)) {
    match process {
        Process::Assign(..) => {}
        Process::Generate { body, .. } => body.iter_mut().for_each(|p| redirect(p, change)),
        Process::Comb(body) => body.iter_mut().for_each(|stmt| redirect_stmt(stmt, change)),
    }
}

/// Makes the lookups of combinational blocks use the view of an array.
fn redirect_lookups(process: &mut Process, from: NetId, to: NetId) {
    match process {
        Process::Assign(..) => {}
        Process::Generate { body, .. } => {
            body.iter_mut().for_each(|p| redirect_lookups(p, from, to));
        }
        Process::Comb(body) => {
            for stmt in body {
                stmt.map_exprs(&mut |expr| {
                    expr.rewrite(&mut |mut expr| {
                        match &mut expr.kind {
                            ExprKind::Lookup(net, _) if *net == from => *net = to,
                            _ => {}
                        }
                        expr
                    })
                });
            }
        }
    }
}

/// Changes the places that a statement reads.
pub(super) fn redirect_stmt(stmt: &mut Stmt, change: &mut dyn FnMut(&mut Place)) {
    stmt.map_exprs(&mut |expr| {
        expr.rewrite(&mut |mut expr| {
            if let ExprKind::Read(place) = &mut expr.kind {
                change(place);
            }
            expr
        })
    });
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_processes(include_str!("storage.rs"), |logic, body| {
            super::super::processes::divide(logic, &body, &[]);
            super::settle(logic, crate::options::Dialect::Verilog2005);
        });
    }
}
