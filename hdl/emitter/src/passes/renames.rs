//! Wires whose driver is one other wire: what they stand for can be read, or connected, itself.
//!
//! ```text
//! in a: 8, in b: 8, let sum: 8, local lower: 8, out x: 8, out y: 8
//! sum = a + b;
//! lower = sum;
//! x = lower & b;
//! y = sum;
//! =>
//! assign sum = a + b;
//! assign x = sum & b;
//! assign y = sum;
//! ```
//!
//! Ports and the next states of registers keep their names, so the last wire before one of them stays.

use crate::ir::*;

/// Removes what only renames. Which name stays is a matter of meaning: that of the driver, unless the
/// emitter has made it up.
pub(super) fn remove(logic: &mut Logic) {
    while let Some((position, gone, stays)) = find(logic) {
        logic.processes.remove(position);
        replace(logic, gone, stays);
    }
}

/// The next rename: the process that is one, the net that goes, and the one that stays.
fn find(logic: &Logic) -> Option<(usize, NetId, NetId)> {
    let mut processes = logic.processes.iter().enumerate();
    processes.find_map(|(position, process)| {
        let (target, source) = rename(&logic.netlist, process)?;
        let wishes: &[(NetId, NetId)] = match made_up(&logic.netlist, source) {
            true => &[(source, target), (target, source)],
            false => &[(target, source)],
        };
        let mut wishes = wishes.iter().copied();
        let (gone, stays) = wishes.find(|&(gone, stays)| may_go(logic, position, gone, stays))?;
        Some((position, gone, stays))
    })
}

/// The two nets of a process that only renames.
fn rename(netlist: &Netlist, process: &Process) -> Option<(NetId, NetId)> {
    let Process::Assign(target, value) = process else {
        return None;
    };
    let ExprKind::Read(source) = &value.kind else {
        return None;
    };
    let both = is_whole(netlist, target) && is_whole(netlist, source);
    both.then_some((target.net, source.net))
}

/// Whether a place is all of its net, which may be an array of one element.
fn is_whole(netlist: &Netlist, place: &Place) -> bool {
    let all_bits = match &place.part {
        None => true,
        Some(Part { offset, width }) => {
            let from_zero =
                matches!(offset, Offset::Static(offset) if offset.constant() == Some(0));
            from_zero && *width == netlist.net(place.net).width
        }
    };
    all_bits && !is_element(netlist, place)
}

/// Whether a place is one element of several, or a part of that.
fn is_element(netlist: &Netlist, place: &Place) -> bool {
    !place.index.is_empty() && netlist.net(place.net).elements() > 1
}

/// Whether the emitter has named the net, for a part or an earlier value of another.
fn made_up(netlist: &Netlist, net: NetId) -> bool {
    netlist.net(net).kind == NetKind::Let && netlist.made_for.contains_key(&net)
}

/// Whether `stays` can stand wherever `gone` does, once the process at `position` is no more.
fn may_go(logic: &Logic, position: usize, gone: NetId, stays: NetId) -> bool {
    let (net, other) = (logic.netlist.net(gone), logic.netlist.net(stays));
    let inner = matches!(
        net.kind,
        NetKind::Local | NetKind::Let | NetKind::ChildInput
    );
    // What nothing reads of the other would have to be found anew.
    let all_read = logic.unused.iter().all(|(net, _)| *net != gone);
    let same = net.dims == other.dims && net.width == other.width && net.storage == other.storage;
    let vector = other.elements() == 1
        && net.storage == Storage::Vector
        && other.storage == Storage::Vector
        && net.total_bits() == other.total_bits()
        && !has_elements(logic, gone);
    // A process that assigns one and reads the other would read what it has not finished.
    let mut others = logic.processes.iter().enumerate();
    let apart = others.all(|(number, process)| {
        number == position
            || !(assigns(process, stays) && reads(process, gone)
                || assigns(process, gone) && reads(process, stays))
    });
    inner && !net.is_clock() && all_read && (same || vector) && apart
}

fn assigns(process: &Process, net: NetId) -> bool {
    let mut found = false;
    process.targets(&mut |target| found |= target == net);
    found
}

fn reads(process: &Process, net: NetId) -> bool {
    let mut found = false;
    visit_exprs(process, &mut |expr| {
        expr.reads(&mut |place| found |= place.net == net);
    });
    found
}

/// Whether a single element of the net is read or assigned.
fn has_elements(logic: &Logic, net: NetId) -> bool {
    let mut found = false;
    let mut note = |place: &Place| found |= place.net == net && is_element(&logic.netlist, place);
    for process in &logic.processes {
        visit_exprs(process, &mut |expr| expr.reads(&mut note));
        process.places(&mut note);
    }
    for clocked in &logic.clocked {
        for stmt in &clocked.body {
            stmt.exprs(&mut |expr| expr.reads(&mut note));
            stmt.targets(&mut |place| note(place));
        }
    }
    found
}

fn replace(logic: &mut Logic, gone: NetId, stays: NetId) {
    let same = logic.netlist.net(gone).dims == logic.netlist.net(stays).dims;
    let put = |place: &mut Place| {
        if place.net == gone {
            place.net = stays;
            if !same {
                place.index.clear();
            }
        }
    };
    for process in &mut logic.processes {
        in_process(process, &put);
    }
    for clocked in &mut logic.clocked {
        in_statements(&mut clocked.body, &put);
    }
    for register in &mut logic.registers {
        register.alias = register.alias.take().map(|expr| in_expr(expr, &put));
    }
    for instance in &mut logic.instances {
        for port in instance.ports.iter_mut().filter(|port| **port == gone) {
            *port = stays;
        }
        for (_, expr) in instance.connections.values_mut() {
            *expr = in_expr(expr.clone(), &put);
        }
    }
    if let Some(meaning) = logic.netlist.meanings.remove(&gone) {
        logic.netlist.meanings.entry(stays).or_insert(meaning);
    }
    // As of now it is as if nobody had declared it.
    logic.netlist.nets[gone.0].kind = NetKind::Let;
}

fn in_process(process: &mut Process, put: &impl Fn(&mut Place)) {
    match process {
        Process::Assign(place, value) => {
            put(place);
            *value = in_expr(value.clone(), put);
        }
        Process::Generate { body, .. } => body.iter_mut().for_each(|p| in_process(p, put)),
        Process::Comb(body) => in_statements(body, put),
    }
}

fn in_statements(body: &mut [Stmt], put: &impl Fn(&mut Place)) {
    for stmt in body {
        stmt.map_exprs(&mut |expr| in_expr(expr, put));
        stmt.map_targets(&mut |place| put(place));
    }
}

fn in_expr(expr: Expr, put: &impl Fn(&mut Place)) -> Expr {
    expr.rewrite(&mut |mut expr| {
        match &mut expr.kind {
            ExprKind::Read(place) => put(place),
            ExprKind::Lookup(net, _) => {
                let mut array = Place::whole(*net);
                put(&mut array);
                *net = array.net;
            }
            _ => {}
        }
        expr
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_processes(include_str!("renames.rs"), |logic, body| {
            super::super::processes::divide(logic, &body, &[]);
            super::remove(logic);
        });
    }
}
