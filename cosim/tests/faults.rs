//! The harness tested with faults of known kinds: each is found, shrunk to almost nothing, saved,
//! and found again from the file.

use crate::common;

use common::{expect_text, faulty, fermi, Fault};
use cosim::failure::{Failure, Pair};
use cosim::lockstep::{Mismatch, Verdict, Watch};
use cosim::replay::{Recipe, Replay};
use cosim::shrink::Limits;
use cosim::target::Target;
use spec::{Configuration, UnitId};
use std::sync::Arc;
use surroundings::engine::Bench;
use surroundings::interface::Interface;
use surroundings::kit::{kit, Kit};

/// Offsets in the compressor's frames.
const VALID: usize = 0;
const IN_TAG: usize = 1;
const IN_DATA: usize = 3;
const OUT_TAG: usize = 1;
const OUT_BANKS: usize = 4;

struct Setup {
    configuration: Configuration,
    interface: Interface,
    kit: Box<dyn Kit>,
    golden: Arc<dyn Bench>,
    dut: Arc<dyn Bench>,
}

fn setup(unit: UnitId, fault: fn() -> Fault) -> Setup {
    let configuration = fermi(unit);
    let interface = Interface::of(&configuration.parameters);
    let kit = kit(&configuration.parameters);
    Setup {
        golden: kit.golden().into(),
        dut: faulty(&interface, &*kit, fault),
        configuration,
        interface,
        kit,
    }
}

impl Setup {
    fn pair(&self, seed: u64) -> Pair<'_> {
        Pair {
            interface: &self.interface,
            kit: &*self.kit,
            golden: &*self.golden,
            dut: &*self.dut,
            seed,
        }
    }

    fn find(&self, seed: u64) -> Mismatch {
        let pair = self.pair(seed);
        let mut generator = self.kit.generator(&self.interface, seed);
        let mut lockstep = pair.lockstep().unwrap();
        match lockstep.run(&mut *generator, 1_000_000, &Watch::default()) {
            Ok(Verdict::Mismatch(mismatch)) => mismatch,
            other => panic!("not found: {other:?}"),
        }
    }

    /// Finds, shrinks, saves, loads and finds again.
    fn follow(&self, seed: u64) -> Failure {
        let found = self.find(seed);
        let pair = self.pair(seed);
        let failure = pair
            .investigate(&found, Limits::default(), &mut |_| {})
            .unwrap();
        assert!(!failure.cut_short, "took {} trials", failure.trials);

        let target = Target::new(self.configuration.clone());
        let replay = failure.replay(&self.interface, &target, None, seed);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("failure.json");
        replay.save(&path).unwrap();
        let loaded = Replay::load(&path).unwrap();
        assert_eq!(loaded, replay);
        match pair.run_recipe(&loaded.recipe, &Watch::default()).unwrap() {
            Verdict::Mismatch(again) => {
                assert_eq!(again, failure.mismatch);
                assert!(loaded.expectation.is_like(&again));
            }
            other => panic!("not found again: {other:?}"),
        }
        failure
    }
}

fn cycles(failure: &Failure) -> usize {
    match &failure.recipe {
        Recipe::Cycles(stimulus) => stimulus.len(),
        Recipe::Generated { .. } => panic!("not shrunk"),
    }
}

/// Bits that are 1 in the stimulus, resets left aside.
fn ones(failure: &Failure) -> u32 {
    let Recipe::Cycles(stimulus) = &failure.recipe else {
        panic!("not shrunk");
    };
    let frames = (0..stimulus.len()).flat_map(|cycle| stimulus.inputs(cycle));
    frames.map(|word| word.count_ones()).sum()
}

#[test]
fn a_wrong_bit_is_found_and_shrunk_to_one_register() {
    let setup = setup(UnitId::BdiCompressor, || {
        Box::new(|cycle| {
            if cycle.outputs[VALID] == 1 {
                cycle.outputs[OUT_BANKS + 7] ^= 1 << 13;
            }
        })
    });
    let failure = setup.follow(1);
    // Reset, one register, and the latency of two.
    assert_eq!(cycles(&failure), 4);
    assert_eq!(ones(&failure), 1);
    assert_eq!(failure.mismatch.subject.name(), "out_banks");
}

#[test]
fn a_corner_is_found_and_shrunk_to_what_makes_it() {
    let setup = setup(UnitId::BdiCompressor, || {
        // Only when lane 9 is 128 above the base and the tag is odd; noticed at the output.
        let mut pending = [false; 2];
        Box::new(move |cycle| {
            let data = &cycle.inputs[IN_DATA..IN_DATA + 32];
            let hit = cycle.inputs[VALID] == 1
                && cycle.inputs[IN_TAG] & 1 == 1
                && data[9].wrapping_sub(data[0]) == 128;
            if pending[0] && cycle.outputs[VALID] == 1 {
                cycle.outputs[2] ^= 1;
            }
            pending = [pending[1], hit];
        })
    });
    let failure = setup.follow(1);
    assert_eq!(cycles(&failure), 4);
    // valid, the lowest bit of the tag, and 128 in lane 9.
    assert_eq!(ones(&failure), 3);
    assert_eq!(failure.mismatch.subject.name(), "out_range");
}

#[test]
fn a_late_valid_is_found() {
    let setup = setup(UnitId::BdiDecompressor, || {
        let mut before = 0;
        Box::new(move |cycle| {
            std::mem::swap(&mut before, &mut cycle.outputs[VALID]);
        })
    });
    let failure = setup.follow(2);
    assert_eq!(cycles(&failure), 3);
    assert_eq!(ones(&failure), 1);
    assert_eq!(failure.mismatch.subject.name(), "out_valid");
}

#[test]
fn state_that_survives_reset_is_found() {
    let setup = setup(UnitId::BdiCompressor, || {
        // A register that is one cycle before the output when reset comes leaves after it.
        let mut last_valid = false;
        let mut stuck = 0;
        Box::new(move |cycle| {
            if cycle.reset {
                if last_valid {
                    stuck = 1;
                }
                last_valid = false;
                return;
            }
            cycle.outputs[VALID] |= stuck;
            stuck = 0;
            last_valid = cycle.inputs[VALID] == 1;
        })
    });
    let failure = setup.follow(3);
    // Reset, a register, reset, and the register that should be gone.
    assert_eq!(cycles(&failure), 4);
    assert_eq!(ones(&failure), 1);
    let Recipe::Cycles(stimulus) = &failure.recipe else {
        panic!("not shrunk");
    };
    let resets: Vec<bool> = (0..4).map(|cycle| stimulus.reset(cycle)).collect();
    assert_eq!(resets, [true, false, true, false]);
}

#[test]
fn a_fault_that_needs_a_history_keeps_what_it_needs() {
    let setup = setup(UnitId::BdiCompressor, || {
        // The 40th register since power-up loses its tag.
        let mut count = 0;
        Box::new(move |cycle| {
            if !cycle.reset && cycle.outputs[VALID] == 1 {
                count += 1;
                if count == 40 {
                    cycle.outputs[OUT_TAG] ^= 0x200;
                }
            }
        })
    });
    let failure = setup.follow(1);
    // Reset, forty registers, and the latency of two.
    assert_eq!(cycles(&failure), 43);
}

#[test]
fn what_golden_and_dut_have_wrong_alike_breaks_a_property() {
    let fault: fn() -> Fault = || {
        Box::new(|cycle| {
            if cycle.outputs[VALID] == 1 && cycle.outputs[OUT_BANKS] == 0 {
                cycle.outputs[OUT_BANKS + 31] ^= 1;
            }
        })
    };
    let mut setup = setup(UnitId::BdiCompressor, fault);
    setup.golden = faulty(&setup.interface, &*setup.kit, fault);
    let failure = setup.follow(1);
    assert_eq!(failure.mismatch.subject.name(), "DisabledBanksAreZero");
    assert_eq!(cycles(&failure), 4);
}

#[test]
fn each_property_name_belongs_to_the_unit() {
    // Names are strings on both sides; this holds them together.
    let named = |unit: UnitId, name: &str| {
        assert!(unit.properties().iter().any(|p| p.name == name), "{name}");
    };
    for name in [
        "BankEnableIsLowMask",
        "DisabledBanksAreZero",
        "UnfilledBytesAreZero",
        "BypassIsUncompressed",
        "EqualLanesTakeOneBank",
        "RangeIsEnabledMode",
        "SmallestFormIsTaken",
        "LatencyIsExact",
        "ResetEmptiesPipeline",
    ] {
        named(UnitId::BdiCompressor, name);
    }
    for name in [
        "RoundTripIsIdentity",
        "LaneZeroIsBase",
        "LatencyIsExact",
        "ResetEmptiesPipeline",
    ] {
        named(UnitId::BdiDecompressor, name);
    }
}

#[test]
fn the_text_shows_golden_and_dut_with_marks_under_what_differs() {
    let setup = setup(UnitId::BdiCompressor, || {
        Box::new(|cycle| {
            if cycle.outputs[VALID] == 1 && cycle.outputs[2] == 3 {
                cycle.outputs[OUT_BANKS + 9] ^= 0x30_0000;
                cycle.outputs[2] = 2;
            }
        })
    });
    let failure = setup.follow(1);
    let target = Target::new(setup.configuration.clone());
    let text = failure.text(&setup.interface, &target, 1);
    expect_text("golden/difference.txt", &text);
}
