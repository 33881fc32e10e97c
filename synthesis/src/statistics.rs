//! What Yosys counts in a design, module by module.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What Yosys counts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Count {
    pub cells: u64,
    pub flip_flops: u64,
    /// Of mapped cells, in square micrometres.
    pub area: f64,
    /// Of which flip-flops.
    pub sequential_area: f64,
    pub by_type: BTreeMap<String, u64>,
}

impl Count {
    /// How often a module stands in it that is a black box.
    pub fn instances(&self, module: &str) -> u64 {
        let escaped = format!("\\{module}");
        let count = self.by_type.get(module).or(self.by_type.get(&escaped));
        count.copied().unwrap_or(0)
    }
}

/// A module's share: instances and the cells in all of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    pub module: String,
    pub cells: u64,
}

/// What `stat -json` writes.
#[derive(Deserialize)]
pub struct Statistics {
    modules: BTreeMap<String, Module>,
    /// All instances of all modules together.
    design: Module,
}

#[derive(Deserialize)]
struct Module {
    num_cells: u64,
    #[serde(default)]
    area: f64,
    #[serde(default)]
    sequential_area: f64,
    num_cells_by_type: BTreeMap<String, u64>,
}

/// The most generic cells that are mapped together.
const TOGETHER: u64 = 250_000;
/// The fewest and the most generic cells of a piece of what is more.
const PIECE: (u64, u64) = (500, 20_000);

/// Whether a generic cell of Yosys is a flip-flop.
pub fn is_flip_flop(name: &str) -> bool {
    name.starts_with("$_") && name.contains("DFF")
}

impl Statistics {
    fn module(&self, name: &str) -> Option<&Module> {
        let escaped = format!("\\{name}");
        self.modules
            .get(&escaped)
            .or_else(|| self.modules.get(name))
    }

    /// All together.
    pub fn count(&self, is_flip_flop: &dyn Fn(&str) -> bool) -> Count {
        let design = &self.design;
        let flip_flops = design.num_cells_by_type.iter();
        Count {
            cells: design.num_cells,
            flip_flops: flip_flops
                .filter(|(name, _)| is_flip_flop(name))
                .map(|(_, count)| count)
                .sum(),
            area: design.area,
            sequential_area: design.sequential_area,
            by_type: design.num_cells_by_type.clone(),
        }
    }

    /// Cells of a module and all that is in it.
    fn size(&self, name: &str) -> u64 {
        self.size_without(name, &[])
    }

    /// Cells of a module and of what is in it, but for what is mapped apart.
    fn size_without(&self, name: &str, apart: &[String]) -> u64 {
        let Some(module) = self.module(name) else {
            return 0;
        };
        let kinds = module.num_cells_by_type.iter();
        kinds
            .filter(|(kind, _)| {
                !apart
                    .iter()
                    .any(|other| other == kind.trim_start_matches('\\'))
            })
            .map(|(kind, count)| match self.module(kind) {
                Some(_) => count * self.size_without(kind, apart),
                None => u64::from(kind.starts_with('$')) * count,
            })
            .sum()
    }

    /// Whether a module has registers, itself or in what is in it.
    fn has_registers(&self, name: &str) -> bool {
        let kinds = self
            .module(name)
            .map(|module| module.num_cells_by_type.keys());
        let mut kinds = kinds.into_iter().flatten();
        kinds.any(|kind| is_flip_flop(kind) || self.has_registers(kind))
    }

    /// Modules that do not dissolve: what is there several times and a fifth of the design or more, and of what is still
    /// too large by then its parts. All else is mapped together, for a piece does not see what is late before or behind it.
    pub fn apart(&self, top: &str) -> Vec<String> {
        let least = self.size(top) / 5;
        let instances = self.instances(top).into_iter();
        let repeated = instances.filter(|(kind, count)| {
            *count > 1 && count * self.size(kind) >= least && self.has_registers(kind)
        });
        let mut out: Vec<String> = repeated.map(|(kind, _)| kind).collect();
        let frames = [&[top.to_owned()], out.as_slice()].concat();
        for frame in frames {
            if self.size_without(&frame, &out) > TOGETHER {
                out.extend(self.parts(&frame));
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    /// What does not dissolve of what is in a module that is too large for a piece. A module without registers does.
    fn parts(&self, frame: &str) -> Vec<String> {
        let mut out = vec![];
        let Some(module) = self.module(frame) else {
            return out;
        };
        for kind in module.num_cells_by_type.keys() {
            let size = self.size(kind);
            if size < PIECE.0 || !self.has_registers(kind) {
                continue;
            }
            out.push(kind.trim_start_matches('\\').to_owned());
            if size > PIECE.1 {
                out.extend(self.parts(kind));
            }
        }
        out
    }

    /// Cells of each module's own in all its instances, most first.
    pub fn shares(&self, top: &str) -> Vec<Share> {
        let own = |name: &str| -> u64 {
            let kinds = self.module(name).map(|module| &module.num_cells_by_type);
            let kinds = kinds.into_iter().flatten();
            let cells =
                kinds.filter(|(kind, _)| self.module(kind).is_none() && kind.starts_with('$'));
            cells.map(|(_, count)| count).sum()
        };
        let instances = self.instances(top).into_iter();
        let mut shares: Vec<Share> = instances
            .map(|(module, count)| Share {
                cells: count * own(&module),
                module,
            })
            .collect();
        shares.sort_by_key(|share| std::cmp::Reverse(share.cells));
        shares
    }

    /// The modules of a design, and how often each is there.
    fn instances(&self, top: &str) -> BTreeMap<String, u64> {
        let mut out = BTreeMap::new();
        self.add(top, 1, &mut out);
        out
    }

    fn add(&self, name: &str, instances: u64, out: &mut BTreeMap<String, u64>) {
        let Some(module) = self.module(name) else {
            return;
        };
        *out.entry(name.to_owned()).or_default() += instances;
        for (kind, count) in &module.num_cells_by_type {
            self.add(kind.trim_start_matches('\\'), instances * count, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A top with two of a large module and four of a small one, and with `rest` cells of its own and of a part of it.
    fn design(rest: u64) -> Statistics {
        let module =
            |cells: serde_json::Value| json!({ "num_cells": 0, "num_cells_by_type": cells });
        let registers = |cells: u64| module(json!({ "$_AND_": cells, "$_DFF_P_": 1 }));
        let statistics = json!({
            "modules": {
                "\\top": module(json!({ "large": 2, "small": 4, "part": 1, "logic": 1, "$_AND_": 9 })),
                "\\large": module(json!({ "small": 1, "$_AND_": 8_000 })),
                "\\small": registers(PIECE.0),
                "\\part": registers(rest),
                "\\logic": module(json!({ "$_AND_": PIECE.0 })),
            },
            "design": module(json!({})),
        });
        serde_json::from_value(statistics).expect("statistics")
    }

    #[test]
    fn what_is_large_and_there_twice_is_apart() {
        assert_eq!(design(1_000).apart("top"), ["large"]);
    }

    #[test]
    fn what_is_too_large_together_falls_into_parts() {
        assert_eq!(design(TOGETHER).apart("top"), ["large", "part", "small"]);
    }
}
