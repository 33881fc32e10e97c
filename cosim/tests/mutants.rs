//! Mutants: which live, and that the unit beside them is sound.

use crate::common;

use common::{cache, fermi, toolchain};
use cosim::lockstep::Watch;
use cosim::mutants::{Fate, Mutants};
use spec::UnitId;

/// The mutants of a unit that some cycles of stimulus do not kill.
fn alive(unit: UnitId, cycles: u64) -> Vec<String> {
    let configuration = fermi(unit);
    let mutations = hdl::units::mutations(&configuration).unwrap();
    let count = mutations.len();
    let mutants = Mutants::build((toolchain(), cache()), &configuration, mutations).unwrap();
    let watch = Watch::default();
    let sound = mutants.unmutated(1, cycles, &watch).unwrap();
    assert_eq!(sound, Fate::Alive { cycles }, "{unit}");
    let lives = |&at: &usize| matches!(mutants.run(at, 1, cycles, &watch), Ok(Fate::Alive { .. }));
    let alive = (0..count).filter(lives);
    alive
        .map(|at| mutants.mutations()[at].name.clone())
        .collect()
}

#[test]
fn stimulus_kills_what_makes_a_difference() {
    assert!(alive(UnitId::BdiDecompressor, 20_000).is_empty());
    assert!(alive(UnitId::MshrTracker, 20_000).is_empty());
    assert!(alive(UnitId::BankGate, 20_000).is_empty());
    assert!(alive(UnitId::BankGate, 4).len() > 10);
}
