//! A register that starts elsewhere, is not reset, is left out, or comes a cycle late.
//!
//! | before | after |
//! |---|---|
//! | `count` is 0 after reset | 1, the top bit, or what it was |
//! | `count.q` | what `count.d` is: no register |
//! | `count.q` | what `count.q` was a cycle before: two registers |
//!
//! Of an array of registers the first and the last element stand for all.

use crate::edit::mutation::{Change, Edit, NewRegister};
use crate::ir::*;
use num_bigint::BigUint;

/// Edits of the registers of a module, with what they do; `circles` says whether a register's input
/// hangs on its output.
pub fn registers(
    logic: &Logic,
    module: &str,
    circles: &dyn Fn(&Register) -> bool,
) -> Vec<(String, Vec<Edit>, Vec<NewRegister>)> {
    let mut out = vec![];
    let before = free_name(&logic.netlist, "value_before");
    for register in &logic.registers {
        let net = logic.netlist.net(register.q);
        let name = net.path.trim_end_matches("$q").replace('$', ".");
        for element in elements(logic, register.q) {
            let at = |end: &str| format!("{module}.{}{end}", with(&name, &element));
            let mut add = |what: &str, place: String, change: Change, own: Vec<NewRegister>| {
                let edit = Edit { at: place, change };
                out.push((what.to_owned(), vec![edit], own));
            };
            if let Some(values) = &register.reset {
                let old = values.first().cloned().unwrap_or_default();
                let size = BigUint::from(1_u8) << net.width;
                let top = &old ^ (BigUint::from(1_u8) << (net.width - 1));
                let mut new = vec![(&old + 1_u8) % &size, top];
                new.dedup();
                for value in new {
                    let value = value.to_string();
                    add(
                        &format!("reset {old} -> {value}"),
                        at(""),
                        Change::Reset(value),
                        vec![],
                    );
                }
                add(
                    "not reset",
                    at(""),
                    Change::Reset("none".to_owned()),
                    vec![],
                );
            }
            if !circles(register) {
                let input = Change::Becomes(format!("{}.d", with(&name, &element)));
                add("left out", at(".q"), input, vec![]);
            }
            let again = NewRegister {
                name: before.clone(),
                width: net.width,
                reset: 0,
                next: "it".to_owned(),
            };
            add(
                "a cycle late",
                at(".q"),
                Change::Becomes(before.clone()),
                vec![again],
            );
        }
    }
    out
}

/// The name, or with as many underscores behind it as it takes that no signal has it.
fn free_name(netlist: &Netlist, name: &str) -> String {
    let is_taken = |name: &str| {
        let mut paths = netlist.ids().map(|id| netlist.net(id).path.as_str());
        paths.any(|path| path.trim_start_matches("let$") == name)
    };
    let mut name = name.to_owned();
    while is_taken(&name) {
        name.push('_');
    }
    name
}

/// Indices of the first and of the last element of a net; those of arrays of one are written, too.
fn elements(logic: &Logic, net: NetId) -> Vec<String> {
    let singles = logic.netlist.singles.get(&net).copied().unwrap_or(0);
    let before = "[0]".repeat(singles);
    let dims = &logic.netlist.net(net).dims;
    let first: String = dims.iter().map(|_| "[0]".to_owned()).collect();
    let last: String = dims.iter().map(|n| format!("[{}]", n - 1)).collect();
    let mut out = vec![format!("{before}{first}")];
    if last != first {
        out.push(format!("{before}{last}"));
    }
    out
}

/// A name with the index of an element.
fn with(name: &str, element: &str) -> String {
    format!("{name}{element}")
}
