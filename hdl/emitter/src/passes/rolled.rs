//! Loops that simulators can keep: a generate loop is 1,024 copies to Verilator, a loop inside
//! one block is one.
//!
//! The next state of an array of registers moves into the clocked loop, where Verilog-2005 can
//! read arrays too (in `always @*` it cannot). Arrays that are no registers are assigned by a
//! loop in `always_comb` in SystemVerilog, and stay generate loops in Verilog-2005.
//!
//! ```text
//! in a: 8, in hit: [1; 100], q word_q: [8; 100], d word_d: [8; 100]
//! for i in 0..100 {
//!   word_d[i] = word_q[i];
//!   if hit[i] {
//!     word_d[i] = a;
//!   }
//! }
//! =>
//! clocked i in 0..100 {
//!   if hit[i] {
//!     word_q[i] = a;
//!   }
//! }
//! ```

use super::alike;
use super::clocked;
use super::flow::nets_read;
use crate::ir::*;
use crate::options::Dialect;
use std::collections::BTreeSet;

/// Generate loops up to this length stay as they are where only vectors are concerned: they
/// read well and cost simulators little.
const SHORT: i64 = 64;

/// Rolls up what can be rolled up.
pub(super) fn roll(logic: &mut Logic, dialect: Dialect) {
    let processes = logic.processes.clone();
    let mut out = vec![];
    for process in processes {
        if let Some(clocked) = clocked::block(logic, &process) {
            logic.clocked.push(clocked);
            continue;
        }
        match dialect {
            Dialect::Verilog2005 => {
                if let Some(clocked) = clocked_loop(logic, &process) {
                    logic.clocked.push(clocked);
                } else if long(&process) && !reads_unpacked(&logic.netlist, &process) {
                    out.push(comb_loop(process));
                } else {
                    out.push(process);
                }
            }
            Dialect::SystemVerilog => {
                let clocked = clocked_loop(logic, &process).and_then(without_locals);
                if let Some(clocked) = clocked {
                    logic.clocked.push(clocked);
                    continue;
                }
                let array = targets(&process)
                    .iter()
                    .any(|&net| logic.netlist.net(net).storage == Storage::Unpacked);
                out.push(if array || long(&process) {
                    comb_loop(process)
                } else {
                    process
                });
            }
        }
    }
    logic.processes = out;
    clocked::merge_shifts(logic);
    alike::merge(logic);
}

fn long(process: &Process) -> bool {
    matches!(process, Process::Generate { from, to, .. } if to - from > SHORT)
}

fn targets(process: &Process) -> BTreeSet<NetId> {
    let mut out = BTreeSet::new();
    for stmt in statements(process).iter().flatten() {
        stmt.targets(&mut |place| {
            out.insert(place.net);
        });
    }
    out
}

fn reads_unpacked(netlist: &Netlist, process: &Process) -> bool {
    statements(process).iter().any(|body| {
        nets_read(body)
            .iter()
            .any(|&net| netlist.net(net).storage == Storage::Unpacked)
    })
}

/// The body of a generate loop as statements; `None` for other processes.
fn statements(process: &Process) -> Option<Vec<Stmt>> {
    let Process::Generate { body, .. } = process else {
        return None;
    };
    let mut out = vec![];
    for process in body {
        match process {
            Process::Assign(place, value) => {
                out.push(Stmt::Assign(place.clone(), value.clone()));
            }
            Process::Comb(body) => out.extend(body.iter().cloned()),
            Process::Generate { .. } => return None,
        }
    }
    Some(out)
}

/// A generate loop as one combinational block.
fn comb_loop(process: Process) -> Process {
    match (statements(&process), process) {
        (Some(statements), Process::Generate { var, from, to, .. }) => {
            Process::Comb(vec![Stmt::For {
                var,
                from,
                to,
                body: statements,
            }])
        }
        (_, process) => process,
    }
}

/// The next state of arrays of registers as a clocked loop; `None` where that cannot be done.
fn clocked_loop(logic: &Logic, process: &Process) -> Option<ClockedLoop> {
    let Process::Generate {
        var,
        from: 0,
        to,
        locals,
        ..
    } = process
    else {
        return None;
    };
    let body = statements(process)?;
    let outside: BTreeSet<NetId> = targets(process)
        .into_iter()
        .filter(|net| !locals.contains(net))
        .collect();
    let unpacked = outside
        .iter()
        .any(|&net| logic.netlist.net(net).storage == Storage::Unpacked);
    let registers: Vec<usize> = (0..logic.registers.len())
        .filter(|&position| outside.contains(&logic.registers[position].d))
        .collect();
    // All of them registers, of this length, in one clock and reset; and nobody else reads `d`.
    let first = logic.registers.get(*registers.first()?)?;
    let alike = registers.iter().all(|&position| {
        let register = &logic.registers[position];
        register.clock == first.clock
            && register.reset.is_some() == first.reset.is_some()
            && logic.netlist.net(register.q).dims == [*to as usize]
            && (register.uniform() || logic.netlist.net(register.q).storage == Storage::Unpacked)
    });
    let read = nets_read(&body);
    let own = registers
        .iter()
        .all(|&position| !read.contains(&logic.registers[position].d));
    let elsewhere = logic.read_elsewhere(process);
    let private = outside.iter().all(|net| !elsewhere.contains(net));
    let whole = body_targets_elements(&body, &outside, var);
    // A sink for unused bits has no place among statements.
    let used = !logic.unused.iter().any(|(net, _)| locals.contains(net));
    if !used
        || !unpacked
        || registers.len() != outside.len()
        || !alike
        || !own
        || !private
        || !whole
    {
        return None;
    }
    let body = clocked::into_registers(logic, &registers, body);
    Some(ClockedLoop {
        registers,
        each: true,
        var: var.clone(),
        to: *to,
        locals: locals.clone(),
        body: clocked::without_holds(body),
    })
}

/// Largest value of a local that is written out where it is used.
const INLINE_SIZE: usize = 8;

/// The loop with its locals written out. Style rules for SystemVerilog allow no blocking
/// assignment in `always_ff`, so a loop that needs its locals stays apart from the registers.
fn without_locals(mut clocked: ClockedLoop) -> Option<ClockedLoop> {
    while let Some((position, net, value)) =
        clocked.body.iter().enumerate().find_map(|(p, s)| match s {
            Stmt::Assign(place, value) if clocked.locals.contains(&place.net) => {
                Some((p, place.net, value.clone()))
            }
            _ => None,
        })
    {
        let mut size = 0;
        value.walk(&mut |_| size += 1);
        clocked.body.remove(position);
        clocked.locals.retain(|local| *local != net);
        let mut whole = true;
        for stmt in &clocked.body {
            stmt.exprs(&mut |expr| {
                expr.reads(&mut |place| whole &= place.net != net || place.part.is_none());
            });
            stmt.targets(&mut |place| whole &= place.net != net);
        }
        if size > INLINE_SIZE || !whole {
            return None;
        }
        for stmt in &mut clocked.body {
            stmt.map_exprs(&mut |expr| {
                expr.rewrite(&mut |expr| match &expr.kind {
                    ExprKind::Read(place) if place.net == net => value.clone(),
                    _ => expr,
                })
            });
        }
    }
    clocked.locals.is_empty().then_some(clocked)
}

fn body_targets_elements(body: &[Stmt], outside: &BTreeSet<NetId>, var: &str) -> bool {
    let own = [Index::Var(var.to_owned())];
    let mut whole = true;
    for stmt in body {
        stmt.targets(&mut |place| {
            whole &= !outside.contains(&place.net) || place.index == own;
        });
    }
    whole
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_processes(include_str!("rolled.rs"), |logic, body| {
            super::super::processes::divide(logic, &body, &[]);
            super::roll(logic, crate::options::Dialect::Verilog2005);
        });
    }
}
