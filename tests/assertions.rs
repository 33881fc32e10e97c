//! The assertions of `--sva` hold on what the golden model does, and each of them can fail.
//!
//! A checker module only listens, so it can be a model of its own: it is fed the inputs and the
//! outputs of the golden model, as they are and with one output disturbed.

use spec::{Configuration, Preset, UnitId};
use std::collections::BTreeSet;

mod assumptions;
mod checker;
mod disturb;
mod inside;
use crate::selection;
mod trace;

use checker::{Checker, Feed};
use disturb::Disturbance;
use progress::parallel;
use trace::Trace;

/// Properties that a monitor of the ports cannot see, and who sees them.
const ELSEWHERE: &[(UnitId, &str)] = &[
    // It needs the compressor too: the round-trip oracle of cosimulation has it.
    (UnitId::BdiDecompressor, "RoundTripIsIdentity"),
    // Valid bits are not at the ports, and neighbours that lie may hold what they should not:
    // golden's tests look into both caches, in every cycle, and a proof of a lane in both.
    (UnitId::AvcCache, "NoLaneIsHeldTwice"),
    // Entries are not at the ports: golden's tests and cosimulation's look at them.
    (UnitId::Regfile, "EntryIsNotReadAndWritten"),
    // Lines, their lists and the cache's tags are not at the ports: golden's tests have them, and a proof
    // of the lines has all three.
    (UnitId::OsuBank, "LineIsOnOneList"),
    (UnitId::OsuBank, "RegisterIsInOneLine"),
    (UnitId::OsuBank, "ReadyIsAsAllowed"),
    // Nor whether a fetch will hit: golden's tests have all three, and the checker for proofs.
    (UnitId::PatternCompressor, "OneStorageAccessPerCycle"),
    (UnitId::PatternCompressor, "LineIsHeldOnce"),
    (UnitId::PatternCompressor, "HitsPassMisses"),
    // Stack, counters and states are not at the ports: golden's tests and the watchers of lockstep.
    (UnitId::CapacityManager, "StackIsPermutationOfInactive"),
    (UnitId::CapacityManager, "LinesNeverExceedBank"),
    (UnitId::CapacityManager, "DrainWaitsForWrites"),
    (UnitId::CapacityManager, "SomeWarpStartsInTime"),
    // What registers hold, and what was granted when: the watchers of lockstep, and of the second a proof.
    (UnitId::Osu, "OperandsAreLastWritten"),
    (UnitId::Osu, "OlderFirstInBank"),
    (UnitId::Osu, "TwoInstructionsPerCycle"),
    // What programs have written: the watchers of lockstep know the programs.
    (UnitId::ReglessShard, "ShardReadIsLastWrite"),
    (UnitId::ReglessShard, "InputsArePresent"),
    (UnitId::ReglessShard, "NothingDeadIsWritten"),
    (UnitId::ReglessShard, "HeldWarpHoldsNothing"),
    (UnitId::ReglessShard, "SomeWarpActivatesInTime"),
    (UnitId::Regless, "AllReadsAreLastWrites"),
    // Of the arbiter inside: a proof has it.
    (UnitId::Regless, "ShardsShareL1Fairly"),
];

/// The presets in which every assertion of a unit can fail.
fn presets(unit: UnitId) -> Vec<&'static Preset> {
    let names: &[&str] = match unit {
        // With all modes every range is one that the unit was built with.
        UnitId::BdiCompressor | UnitId::BdiDecompressor => &["fermi", "static-4-0"],
        // Fewer registers, the same rules.
        UnitId::PowerArray | UnitId::SlumberTop => &["fermi-256"],
        UnitId::AvcCache | UnitId::Regfile => &["small"],
        UnitId::MetadataDecoder => &["maxwell"],
        UnitId::OsuBank
        | UnitId::PatternCompressor
        | UnitId::CapacityManager
        | UnitId::Osu
        | UnitId::ReglessL1Arbiter
        | UnitId::ReglessShard
        | UnitId::Regless => &["small"],
        _ => &["fermi"],
    };
    let preset = |name: &&str| unit.preset(name).expect("the preset exists");
    names.iter().map(preset).collect()
}

#[test]
fn assertions_hold_on_what_golden_does_and_each_can_fail() {
    let wrong = parallel::map(UnitId::ALL, &|unit| holds_and_can_fail(*unit));
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert_eq!(wrong, Vec::<String>::new());
}

/// What is wrong with a unit's assertions.
fn holds_and_can_fail(unit: UnitId) -> Option<String> {
    let mut unbroken: BTreeSet<&str> = unit.properties().iter().map(|p| p.name).collect();
    for &(of, property) in ELSEWHERE {
        if of == unit {
            assert!(unbroken.remove(property), "{unit} has no {property}");
        }
    }
    for preset in presets(unit) {
        let configuration = Configuration::of_preset(preset);
        let checker = Checker::of(&configuration);
        let clean = checker.feed(&Trace::of(&configuration));
        let mut feed = clean.clone();
        if let Some(failed) = checker.play(&mut feed, None) {
            return Some(format!("{configuration}: {failed}"));
        }
        unbroken.retain(|property| !can_fail(&checker, &clean, &mut feed, property));
    }
    selection::say(&format!("assertions: all of {unit} hold, and can fail"));
    (!unbroken.is_empty()).then(|| format!("{unit}: nothing breaks {unbroken:?}"))
}

/// Whether some disturbance of the outputs makes an assertion fail.
fn can_fail(checker: &Checker, clean: &Feed, feed: &mut Feed, property: &str) -> bool {
    let named = checker.outputs_near(property);
    Disturbance::ALL.iter().any(|disturbance| {
        named.iter().any(|output| {
            disturbance.put(clean, feed, output);
            let failed = checker.play(feed, Some(property));
            Disturbance::undo(clean, feed, output);
            assert!(
                failed.is_none_or(|failed| failed == property),
                "{property} alone listens"
            );
            failed.is_some()
        })
    })
}

#[test]
fn assertions_hold_in_every_preset() {
    if !selection::full() {
        return;
    }
    for preset in selection::presets("assertions") {
        let configuration = Configuration::of_preset(preset);
        let checker = Checker::of(&configuration);
        let mut feed = checker.feed(&Trace::of(&configuration));
        let failed = checker.play(&mut feed, None);
        assert_eq!(failed, None, "{configuration}");
    }
}
