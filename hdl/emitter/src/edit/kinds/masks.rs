//! A memory that writes all lanes, whatever its mask says.
//!
//! ```text
//! data.write_mask = lanes;   =>   data.write_mask = !0;
//! ```

use crate::edit::mutation::{Change, Edit};
use crate::ir::*;

/// The masks of the memories of a module; `is_memory` says it of a module's position.
pub fn masks(
    logic: &Logic,
    module: &str,
    is_memory: &dyn Fn(usize) -> bool,
) -> Vec<(String, Vec<Edit>)> {
    let mut out = vec![];
    let memories = { logic.instances.iter() }
        .filter(|instance| instance.modules.iter().all(|&m| is_memory(m)));
    for instance in memories {
        for &port in &instance.ports {
            let net = logic.netlist.net(port);
            let is_mask = net.kind == NetKind::ChildInput && net.path.ends_with("write_mask");
            if !is_mask {
                continue;
            }
            let singles = logic.netlist.singles.get(&port).copied().unwrap_or(0);
            let free = (0..net.dims.len()).map(|dim| format!("[{}]", ["k", "m", "n"][dim.min(2)]));
            let index = "[0]".repeat(singles) + &free.collect::<String>();
            let own = net.path.strip_prefix(&instance.path).unwrap_or(&net.path);
            let path = instance.path.replace('$', ".");
            let edit = Edit {
                at: format!("{module}.{path}{index}{}", own.replace('$', ".")),
                change: Change::Becomes("!0".to_owned()),
            };
            out.push(("mask ignored".to_owned(), vec![edit]));
        }
    }
    out
}
