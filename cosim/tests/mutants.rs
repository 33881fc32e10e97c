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
fn what_lockstep_kills_breaks_assertions_in_simulation_and_the_unit_itself_none() {
    let configuration = fermi(UnitId::BankGate);
    let mutations = hdl::units::mutations(&configuration).unwrap();
    let tools = || (toolchain(), cache());
    let plain = Mutants::build(tools(), &configuration, mutations.clone()).unwrap();
    let asserted = Mutants::asserted(tools(), &configuration, mutations).unwrap();
    let watch = Watch::default();
    let names = UnitId::BankGate.properties().iter().map(|p| p.name);
    let names: Vec<&str> = names.collect();
    let mut noticed = 0;
    for at in 0..plain.mutations().len() {
        let Ok(Fate::Killed { cycle, .. }) = plain.run(at, 1, 5_000, &watch) else {
            panic!("{}", plain.mutations()[at].name);
        };
        if let Some((within, property)) = asserted.broken(at, 1, cycle + 1, &watch).unwrap() {
            assert!(within <= cycle + 1 && names.contains(&property.as_str()));
            noticed += 1;
        }
    }
    assert!(noticed > 10, "{noticed} are noticed");
    let sound = asserted.unmutated(1, 5_000, &watch).unwrap();
    assert_eq!(sound, Fate::Alive { cycles: 5_000 });
}

#[test]
fn a_premise_that_the_stimulus_brings_about_is_found_and_named() {
    let configuration = fermi(UnitId::BankGate);
    let awaiting =
        |property: &str| Mutants::awaiting((toolchain(), cache()), &configuration, property);
    let idle = awaiting("EmptyBankIsGated").unwrap().unwrap();
    let watch = Watch::default();
    let (cycle, property) = idle.broken(0, 1, 5_000, &watch).unwrap().unwrap();
    assert_eq!(property, "EmptyBankIsGatedComes");
    assert_eq!(idle.broken(0, 1, cycle - 1, &watch).unwrap(), None);
    assert!(awaiting("IsolatedUnlessAwake").unwrap().is_none());
}

#[test]
fn stimulus_kills_what_makes_a_difference() {
    // It loads what nobody looks at.
    let loads = "bdi_decompressor_d012_l1.result_tag.d 1 condition: stuck at 1";
    assert_eq!(alive(UnitId::BdiDecompressor, 20_000), [loads]);
    assert!(alive(UnitId::MshrTracker, 20_000).is_empty());
    assert!(alive(UnitId::BankGate, 20_000).is_empty());
    assert!(alive(UnitId::BankGate, 4).len() > 10);
}
