//! Every preset, in one table: a file for each family.

mod avc;
mod bdi;
mod preset;
mod regfile;
mod regless;
mod slumber;

pub use preset::Preset;

use crate::choice::UnknownName;
use crate::registry::UnitId;

/// All presets: the one table that `warploom list` prints and regressions run.
pub const PRESETS: &[Preset] = &joined::<{ total(FAMILIES) }>(FAMILIES);

/// The presets of each family.
const FAMILIES: &[&[Preset]] = &[
    bdi::PRESETS,
    avc::PRESETS,
    slumber::PRESETS,
    regfile::PRESETS,
    regless::PRESETS,
];

const fn total(families: &[&[Preset]]) -> usize {
    let mut total = 0;
    let mut family = 0;
    while family < families.len() {
        total += families[family].len();
        family += 1;
    }
    total
}

/// The families' presets one after the other; iterators are not `const` yet.
const fn joined<const TOTAL: usize>(families: &[&[Preset]]) -> [Preset; TOTAL] {
    let mut presets = [families[0][0]; TOTAL];
    let mut place = 0;
    let mut family = 0;
    while family < families.len() {
        let mut row = 0;
        while row < families[family].len() {
            presets[place] = families[family][row];
            place += 1;
            row += 1;
        }
        family += 1;
    }
    presets
}

impl UnitId {
    /// Its presets, the default first.
    pub fn presets(self) -> impl Iterator<Item = &'static Preset> {
        PRESETS.iter().filter(move |p| p.unit == self)
    }

    /// The preset called `name`.
    pub fn preset(self, name: &str) -> Result<&'static Preset, UnknownName> {
        self.presets()
            .find(|p| p.name == name)
            .ok_or_else(|| UnknownName::new("preset", name, self.presets().map(|p| p.name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_unit_has_a_default_preset_and_no_name_twice() {
        let mut seen = BTreeSet::new();
        for preset in PRESETS {
            assert_eq!(preset.unit, preset.parameters.unit());
            assert!(seen.insert((preset.unit, preset.name)), "{preset:?}");
        }
        for unit in UnitId::ALL {
            assert!(unit.presets().next().is_some(), "{unit} has no preset");
        }
    }
}
