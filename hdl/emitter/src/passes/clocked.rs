//! Next states of arrays of registers that stand in the clocked block itself: there Verilog-2005
//! can read arrays, an element is written by its index, and a register that keeps its value needs
//! no statement.
//!
//! ```text
//! in a: 8, q stage_q: [8; 4], d stage_d: [8; 4]
//! stage_d[0] = a;
//! for i in 1..4 {
//!   stage_d[i] = stage_q[i - 1];
//! }
//! =>
//! clocked {
//!   stage_q[0] = a;
//!   for i in 1..4 {
//!     stage_q[i] = stage_q[i - 1];
//!   }
//! }
//! ```

use super::flow::nets_read;
use crate::ir::substitute::rename;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// The next state of arrays of registers as statements of their clocked block; `None` where that
/// cannot be done.
pub(super) fn block(logic: &Logic, process: &Process) -> Option<ClockedLoop> {
    let Process::Comb(body) = process else {
        return None;
    };
    let mut nets = BTreeSet::new();
    for stmt in body {
        stmt.targets(&mut |place| {
            nets.insert(place.net);
        });
    }
    let registers: Vec<usize> = (0..logic.registers.len())
        .filter(|&position| nets.contains(&logic.registers[position].d))
        .collect();
    let first = logic.registers.get(*registers.first()?)?;
    let [length] = logic.netlist.net(first.q).dims[..] else {
        return None;
    };
    let alike = registers.iter().all(|&position| {
        let register = &logic.registers[position];
        let q = logic.netlist.net(register.q);
        register.clock == first.clock
            && register.reset.is_some() == first.reset.is_some()
            && q.dims == [length]
            && q.storage == Storage::Unpacked
    });
    let read = nets_read(body);
    let own = nets.iter().all(|net| !read.contains(net));
    let elsewhere = logic.read_elsewhere(process);
    if registers.len() != nets.len() || !alike || !own || !nets.is_disjoint(&elsewhere) {
        return None;
    }
    let body = into_registers(logic, &registers, body.clone());
    Some(ClockedLoop {
        registers,
        each: false,
        var: "i".to_owned(),
        to: length as i64,
        locals: vec![],
        body: without_holds(body),
    })
}

/// The statements with the registers themselves in place of their next states.
pub(super) fn into_registers(logic: &Logic, registers: &[usize], mut body: Vec<Stmt>) -> Vec<Stmt> {
    for &position in registers {
        let register = &logic.registers[position];
        for stmt in &mut body {
            stmt.map_targets(&mut |place| {
                if place.net == register.d {
                    place.net = register.q;
                }
            });
        }
    }
    body
}

/// Puts shift chains of one length side by side, and their loops into one.
pub(super) fn merge_shifts(logic: &mut Logic) {
    let mut out: Vec<ClockedLoop> = vec![];
    for clocked in std::mem::take(&mut logic.clocked) {
        let partner = out.iter_mut().find(|other| {
            let (one, two) = (
                &logic.registers[other.registers[0]],
                &logic.registers[clocked.registers[0]],
            );
            is_shift(other)
                && is_shift(&clocked)
                && other.to == clocked.to
                && one.clock == two.clock
                && one.reset.is_some() == two.reset.is_some()
        });
        match partner {
            Some(partner) => {
                partner.registers.extend(clocked.registers);
                for stmt in clocked.body {
                    join(&mut partner.body, stmt);
                }
            }
            None => out.push(clocked),
        }
    }
    logic.clocked = out;
}

/// Whether the body is single assignments and loops of such, in which order is without meaning
/// between different registers.
fn is_shift(clocked: &ClockedLoop) -> bool {
    let single = |stmt: &Stmt| matches!(stmt, Stmt::Assign(..));
    !clocked.each
        && clocked.body.iter().all(|stmt| match stmt {
            Stmt::For { body, .. } => body.iter().all(single),
            stmt => single(stmt),
        })
}

/// Adds a statement about other registers than those of `body`: single ones stand before the
/// loops, and a loop joins one over the same range.
fn join(body: &mut Vec<Stmt>, stmt: Stmt) {
    let Stmt::For {
        var,
        from,
        to,
        body: inner,
    } = stmt
    else {
        let loops = body
            .iter()
            .position(|stmt| matches!(stmt, Stmt::For { .. }));
        body.insert(loops.unwrap_or(body.len()), stmt);
        return;
    };
    for other in body.iter_mut() {
        if let Stmt::For {
            var: their_var,
            from: their_from,
            to: their_to,
            body: their_body,
        } = other
        {
            if (*their_from, *their_to) == (from, to) {
                their_body.extend(rename(&inner, &var, &Index::Var(their_var.clone())));
                return;
            }
        }
    }
    body.push(Stmt::For {
        var,
        from,
        to,
        body: inner,
    });
}

/// A register keeps its value by itself: `q <= q` goes, and `q <= c ? x : q` is
/// `if (c) q <= x`, as long as nothing has assigned `q` before.
pub(super) fn without_holds(body: Vec<Stmt>) -> Vec<Stmt> {
    let mut assigned = BTreeSet::new();
    let mut out = vec![];
    for stmt in body {
        let mut nets = BTreeSet::new();
        stmt.targets(&mut |place| {
            nets.insert(place.net);
        });
        let fresh = nets.is_disjoint(&assigned);
        assigned.extend(nets);
        if fresh {
            out.extend(without_hold(stmt));
        } else {
            out.push(stmt);
        }
    }
    out
}

/// Whether no iteration touches what another one does.
fn one_element_each(body: &[Stmt]) -> bool {
    let mut places: BTreeMap<NetId, Vec<Index>> = BTreeMap::new();
    let mut alike = true;
    for stmt in body {
        stmt.targets(&mut |place| {
            let index = places.entry(place.net).or_insert(place.index.clone());
            alike &= *index == place.index;
        });
    }
    alike
}

fn without_hold(stmt: Stmt) -> Option<Stmt> {
    let (place, value) = match stmt {
        Stmt::Assign(place, value) => (place, value),
        Stmt::For {
            var,
            from,
            to,
            body,
        } if one_element_each(&body) => {
            let body = without_holds(body);
            return (!body.is_empty()).then_some(Stmt::For {
                var,
                from,
                to,
                body,
            });
        }
        other => return Some(other),
    };
    let own = ExprKind::Read(place.clone());
    if value.kind == own {
        return None;
    }
    Some(match value.kind {
        ExprKind::Mux(test, a, b) if b.kind == own => Stmt::If {
            test: *test,
            then: vec![Stmt::Assign(place, *a)],
            otherwise: vec![],
        },
        ExprKind::Mux(test, a, b) if a.kind == own => Stmt::If {
            test: simplify::not(*test),
            then: vec![Stmt::Assign(place, *b)],
            otherwise: vec![],
        },
        kind => Stmt::Assign(place, Expr::new(value.width, kind)),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_processes(include_str!("clocked.rs"), |logic, body| {
            super::super::processes::divide(logic, &body, &[]);
            let processes = std::mem::take(&mut logic.processes);
            let clocked = processes
                .iter()
                .filter_map(|process| super::block(logic, process));
            logic.clocked = clocked.collect();
        });
    }
}
