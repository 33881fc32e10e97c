//! The assertions of `--sva` hold on what the golden model does, and each of them can fail.
//!
//! A checker module only listens, so it can be a model of its own: it is fed the inputs and the
//! outputs of the golden model, as they are and with one output disturbed.

use spec::{Configuration, Preset, UnitId};
use std::collections::BTreeSet;

mod checker;
mod disturb;
use crate::selection;
mod trace;

use checker::Checker;
use disturb::Disturbance;
use trace::Trace;

/// Properties that a monitor of the ports cannot see, and who sees them.
const ELSEWHERE: &[(UnitId, &str)] = &[
    // It needs the compressor too: the round-trip oracle of cosimulation has it.
    (UnitId::BdiDecompressor, "RoundTripIsIdentity"),
    // Valid bits are not at the ports, and neighbours that lie may hold what they should not:
    // golden's tests look into both caches, in every cycle.
    (UnitId::AvcCache, "NoLaneIsHeldTwice"),
    // Entries are not at the ports: golden's tests and cosimulation's look at them.
    (UnitId::Regfile, "EntryIsNotReadAndWritten"),
    // Lines, their lists and the cache's tags are not at the ports: golden's tests have them.
    (UnitId::OsuBank, "LineIsOnOneList"),
    (UnitId::OsuBank, "RegisterIsInOneLine"),
    (UnitId::PatternCompressor, "OneStorageAccessPerCycle"),
    (UnitId::PatternCompressor, "LineIsHeldOnce"),
    // Of all registers at once: a test of `spec`.
    (UnitId::PatternCompressor, "MappingNeverAliases"),
    // Stack, counters and states are not at the ports: golden's tests and the watchers of lockstep.
    (UnitId::CapacityManager, "StackIsPermutationOfInactive"),
    (UnitId::CapacityManager, "LinesNeverExceedBank"),
    (UnitId::CapacityManager, "DrainWaitsForWrites"),
    (UnitId::CapacityManager, "SomeWarpStartsInTime"),
    // What registers hold, and what was granted when: the watchers of lockstep.
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
    (UnitId::Regless, "ShardsShareL1Fairly"),
];

/// The presets in which every assertion of a unit can fail.
fn presets(unit: UnitId) -> Vec<&'static Preset> {
    let names: &[&str] = match unit {
        // With all modes every range is one that the unit was built with.
        UnitId::BdiCompressor => &["fermi", "static-4-0"],
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
    for unit in UnitId::ALL {
        let mut unbroken: BTreeSet<&str> = unit.properties().iter().map(|p| p.name).collect();
        for &(of, property) in ELSEWHERE {
            if of == *unit {
                assert!(unbroken.remove(property), "{unit} has no {property}");
            }
        }
        for preset in presets(*unit) {
            let configuration = Configuration::of_preset(preset);
            let checker = Checker::of(&configuration);
            let trace = Trace::of(&configuration);
            let failed = checker.play(&trace.frames(&trace.outputs), None);
            assert_eq!(failed, None, "{configuration}");
            unbroken.retain(|property| !broken(&checker, &trace, property));
        }
        assert!(unbroken.is_empty(), "{unit}: nothing breaks {unbroken:?}");
        selection::say(&format!("assertions: all of {unit} hold, and can fail"));
    }
}

/// Whether some disturbance of the outputs makes an assertion fail.
fn broken(checker: &Checker, trace: &Trace, property: &str) -> bool {
    let named = checker.outputs_near(property, &trace.interface);
    Disturbance::ALL.iter().any(|disturbance| {
        named.iter().any(|&slot| {
            let outputs = disturbance.of(trace, slot);
            let failed = checker.play(&trace.frames(&outputs), Some(property));
            if let Some(line) = &failed {
                assert!(line.contains(property), "{property} alone listens: {line}");
            }
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
        let trace = Trace::of(&configuration);
        let failed = Checker::of(&configuration).play(&trace.frames(&trace.outputs), None);
        assert_eq!(failed, None, "{configuration}");
    }
}
