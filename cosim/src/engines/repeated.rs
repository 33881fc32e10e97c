//! Which modules of a design are worth compiling once.

use crate::hardware::Hardware;
use crate::verilog;
use std::collections::{BTreeMap, BTreeSet};

/// Verilog of a module and all below it from which on crossing its border in simulation costs less
/// than compiling it for each place: RegLess' shard has twice as much, the largest bank a third.
const LARGE: usize = 60_000;

/// The large modules that some other module holds several times, and none within another.
pub(super) fn repeated(hardware: &Hardware) -> Vec<String> {
    let mut texts = BTreeMap::new();
    for file in &hardware.files {
        for module in verilog::modules(&file.text) {
            texts.insert(module.name, &file.text[module.span]);
        }
    }
    let mut below: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (&name, &text) in &texts {
        let named = verilog::identifiers(text).into_iter().map(|i| i.name);
        let held = named.filter(|&held| held != name && texts.contains_key(held));
        below.insert(name, held.collect());
    }
    let within = |name| -> BTreeSet<&str> {
        let mut all = BTreeSet::from([name]);
        let mut new = vec![name];
        while let Some(user) = new.pop() {
            new.extend(below[user].iter().copied().filter(|&held| all.insert(held)));
        }
        all
    };
    let often = |name: &str| {
        let times = |held: &Vec<&str>| held.iter().filter(|&&held| held == name).count();
        below.values().any(|held| times(held) > 1)
    };
    let size = |name| {
        within(name)
            .iter()
            .map(|&held| texts[held].len())
            .sum::<usize>()
    };
    let names = texts.keys().copied();
    let large: Vec<&str> = names
        .filter(|&name| often(name) && size(name) > LARGE)
        .collect();
    let outermost = large.iter().filter(|&&name| {
        let mut others = large.iter().filter(|&&other| other != name);
        !others.any(|&other| within(other).contains(name))
    });
    outermost.map(|&name| name.to_owned()).collect()
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
            let hardware = Hardware::emitted(&configuration, Dialect::Verilog2005, Reset::SyncHigh);
            repeated(&hardware.unwrap())
        };
        assert_eq!(of(UnitId::Regless, "maxwell"), ["regless_shard_l16_c16"]);
        assert!(of(UnitId::Osu, "maxwell").is_empty());
    }
}
