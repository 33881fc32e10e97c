//! Which modules of a design are worth compiling once.

use std::collections::{BTreeMap, BTreeSet};
use tools::hardware::Hardware;
use tools::verilog;

/// Verilog of a module and all below it from which on crossing its border in simulation costs less
/// than compiling it for each place: RegLess' shard has twice as much, the largest bank a third.
const LARGE: usize = 60_000;

/// The large modules that some other module holds several times, and none within another.
pub(super) fn repeated(hardware: &Hardware) -> Vec<String> {
    let design = Design::of(hardware);
    let names = design.modules.keys().copied();
    let large = |name: &&str| design.is_held_often(name) && design.size(name) > LARGE;
    let large: Vec<&str> = names.filter(large).collect();
    let is_outermost = |name: &&&str| {
        let mut others = large.iter().filter(|other| *other != *name);
        !others.any(|other| design.within(other).contains(**name))
    };
    let outermost = large.iter().filter(is_outermost);
    outermost.map(|&name| name.to_owned()).collect()
}

/// A module as text: its length, the modules that it names, and whether it has a loop of instances.
struct Module<'h> {
    length: usize,
    held: Vec<&'h str>,
    loops: bool,
}

struct Design<'h> {
    modules: BTreeMap<&'h str, Module<'h>>,
}

impl<'h> Design<'h> {
    fn of(hardware: &'h Hardware) -> Self {
        let mut modules = BTreeMap::new();
        for file in &hardware.files {
            for module in verilog::modules(&file.text) {
                let text = &file.text[module.span];
                let mut held: Vec<&str> = { verilog::identifiers(text).into_iter() }
                    .map(|i| i.name)
                    .collect();
                // The emitter has no other use for a genvar.
                let loops = held.contains(&"genvar");
                held.retain(|&name| name != module.name);
                let length = text.len();
                modules.insert(
                    module.name,
                    Module {
                        length,
                        held,
                        loops,
                    },
                );
            }
        }
        let names: BTreeSet<&str> = modules.keys().copied().collect();
        for module in modules.values_mut() {
            module.held.retain(|name| names.contains(name));
        }
        Self { modules }
    }

    /// The module and all below it.
    fn within(&self, name: &'h str) -> BTreeSet<&'h str> {
        let mut all = BTreeSet::from([name]);
        let mut new = vec![name];
        while let Some(user) = new.pop() {
            let held = self.modules[user].held.iter().copied();
            new.extend(held.filter(|&name| all.insert(name)));
        }
        all
    }

    fn size(&self, name: &'h str) -> usize {
        let within = self.within(name);
        within.iter().map(|name| self.modules[name].length).sum()
    }

    /// Twice by name, or once in a loop.
    fn is_held_often(&self, name: &str) -> bool {
        self.modules.values().any(|user| {
            match user.held.iter().filter(|&&held| held == name).count() {
                0 => false,
                1 => user.loops,
                _ => true,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hdl::emit::{Dialect, Reset};
    use spec::{Configuration, UnitId};

    #[test]
    fn the_shards_are_compiled_once_and_banks_where_they_are() {
        let of = |unit: UnitId, preset| {
            let configuration = Configuration::of_preset(unit.preset(preset).unwrap());
            let hardware =
                crate::emitted::plain(&configuration, Dialect::Verilog2005, Reset::SyncHigh);
            repeated(&hardware.unwrap())
        };
        assert_eq!(of(UnitId::Regless, "maxwell"), ["regless_shard_l16_c16_f4"]);
        assert!(of(UnitId::Osu, "maxwell").is_empty());
    }
}
