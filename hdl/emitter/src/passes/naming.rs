//! Names for what is left when all other names are known: `let`s and variants of enums.
//!
//! ```text
//! in a: 8, out x: 8, let module: 8
//! module = a;
//! x = module;
//! =>
//! module = a;
//! x = module;
//! module: module_
//! ```

use crate::ir::*;
use crate::names;
use std::collections::{BTreeMap, BTreeSet};

/// Final names for the `let`s that are left.
pub(super) fn lets(logic: &mut Logic) {
    let mut live = BTreeSet::new();
    for process in &logic.processes {
        process.targets(&mut |net| _ = live.insert(net));
    }
    for id in live {
        let net = &mut logic.netlist.nets[id.0];
        if net.kind == NetKind::Let {
            net.name = logic.names.claim(&net.name);
        }
    }
}

/// Constants for the variants that the module names.
pub(super) fn variants(logic: &mut Logic) {
    let mut found: BTreeMap<String, (u64, usize)> = BTreeMap::new();
    let mut note = |expr: &Expr| {
        expr.walk(&mut |expr| {
            if let ExprKind::Variant { path, value } = &expr.kind {
                found.insert(path.clone(), (*value, expr.width));
            }
        });
    };
    for process in &logic.processes {
        visit_exprs(process, &mut note);
    }
    for instance in &logic.instances {
        instance.connections.values().for_each(|(_, e)| note(e));
    }
    for register in &logic.registers {
        register.alias.iter().for_each(&mut note);
        logic.reset_state(register).iter().for_each(&mut note);
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by(|(a, x), (b, y)| {
        let ty = |path: &str| path.split('$').next().unwrap_or("").to_owned();
        (ty(a), x).cmp(&(ty(b), y))
    });
    for (path, (value, width)) in found {
        let name = logic.names.claim(&names::camel_case(&path));
        logic.variants.insert(path, (name, value, width));
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::Process;

    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_wires(include_str!("naming.rs"), |logic, body| {
            logic.processes = vec![Process::Comb(body.clone())];
            super::lets(logic);
        });
    }
}
