//! Two inputs of a block inside, of equal type, connected the other way round.
//!
//! ```text
//! u_arbiter.request = a; u_arbiter.mask = b;
//! =>
//! u_arbiter.request = b; u_arbiter.mask = a;
//! ```
//! Of an array of blocks all are.

use crate::edit::mutation::{Change, Edit, SELECT};
use crate::ir::*;

/// Swaps of inputs that follow each other among those of a type.
pub fn ports(logic: &Logic, module: &str) -> Vec<(String, Vec<Edit>)> {
    let netlist = &logic.netlist;
    let mut out = vec![];
    for instance in &logic.instances {
        let inputs = instance.ports.iter().copied().filter(|&id| {
            let net = netlist.net(id);
            net.kind == NetKind::ChildInput && !net.is_clock() && !net.path.ends_with(SELECT)
        });
        let inputs: Vec<NetId> = inputs.collect();
        for (at, &first) in inputs.iter().enumerate() {
            let (a, same) = (netlist.net(first), &inputs[at + 1..]);
            let alike = |id: &&NetId| {
                let b = netlist.net(**id);
                (&b.ty, &b.dims) == (&a.ty, &a.dims)
            };
            let Some(&second) = same.iter().find(alike) else {
                continue;
            };
            let [a, b] = [first, second].map(|id| place(netlist, &instance.path, id));
            let edit = |at: &str, becomes: &str| Edit {
                at: format!("{module}.{at}"),
                change: Change::Becomes(becomes.to_owned()),
            };
            let what = format!("swapped with {b}");
            out.push((what, vec![edit(&a, &b), edit(&b, &a)]));
        }
    }
    out
}

/// A port with its indices: those of the array of blocks behind the block's name.
fn place(netlist: &Netlist, instance: &str, port: NetId) -> String {
    let net = netlist.net(port);
    let own = net.path.strip_prefix(instance).unwrap_or(&net.path);
    let singles = netlist.singles.get(&port).copied().unwrap_or(0);
    let free = (0..net.dims.len()).map(|dim| format!("[{}]", ["k", "m", "n", "p"][dim.min(3)]));
    let index = "[0]".repeat(singles) + &free.collect::<String>();
    format!(
        "{}{index}{}",
        instance.replace('$', "."),
        own.replace('$', ".")
    )
}
