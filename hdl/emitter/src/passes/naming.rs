//! Names for what is left when all other names are known: `let`s, variants of enums, and numbers that
//! the source calls by a name.
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

/// Constants for the variants and the numbers that the module names.
pub(super) fn constants(logic: &mut Logic) {
    let mut found: BTreeMap<String, (u64, usize)> = BTreeMap::new();
    let mut numbers = BTreeSet::new();
    let mut note = |expr: &Expr| {
        expr.walk(&mut |expr| {
            if let ExprKind::Variant { path, value } = &expr.kind {
                found.insert(path.clone(), (*value, expr.width));
            }
            numbers.extend(expr.named_number());
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
    for number in numbers {
        let name = logic.names.claim(&names::constant(&number.0));
        logic.constants.insert(number, name);
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::*;

    #[test]
    fn a_number_has_one_name_a_value_and_width() {
        let mut logic = Logic::default();
        logic.names.claim("OffWake");
        let place = |logic: &mut Logic, name: &str, width| {
            Place::whole(logic.netlist.declare_let(name.to_owned(), width))
        };
        let (x, y) = (place(&mut logic, "x", 10), place(&mut logic, "y", 5));
        let number = |width: usize| Expr::literal(width, 16u8).called("OFF_WAKE");
        let sum = Expr::binary(BinaryOp::Add, number(10), number(10));
        logic.processes = vec![Process::Assign(x, sum), Process::Assign(y, number(5))];
        super::constants(&mut logic);
        let names: Vec<&str> = logic.constants.values().map(String::as_str).collect();
        // By width; the name itself was taken.
        assert_eq!(names, ["OffWake_2", "OffWake_3"]);
    }

    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_wires(include_str!("naming.rs"), |logic, body| {
            logic.processes = vec![Process::Comb(body.clone())];
            super::lets(logic);
        });
    }
}
