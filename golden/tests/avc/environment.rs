//! The environment finds what a broken cache does: each fault ends in the violation that names it.

use crate::avc::play::small;
use golden::avc::AvcCache;
use spec::avc::{CacheInputs, CacheOutputs};
use spec::{UnitFault, UnitModel};
use surroundings::avc::environment::stimulus::{Mix, Stimulus};
use surroundings::avc::environment::{Environment, Timing, Violation};

/// A cache whose outputs pass through a fault.
struct Faulty<F> {
    cache: AvcCache,
    fault: F,
    cycle: u64,
}

impl<F: FnMut(u64, &mut CacheOutputs)> UnitModel<spec::avc::AvcCache> for Faulty<F> {
    fn reset(&mut self) {
        self.cache.reset();
    }

    fn cycle(&mut self, inputs: &CacheInputs) -> Result<CacheOutputs, UnitFault<CacheOutputs>> {
        let mut outputs = self.cache.cycle(inputs)?;
        (self.fault)(self.cycle, &mut outputs);
        self.cycle += 1;
        Ok(outputs)
    }
}

fn violation(fault: impl FnMut(u64, &mut CacheOutputs)) -> Option<Violation> {
    let cache = AvcCache::new(small()).expect("a tree is stated");
    let mut faulty = Faulty {
        cache,
        fault,
        cycle: 0,
    };
    let mut around = Environment::new(3, small(), Timing::BUSY).expect("a tree is stated");
    let mut stimulus = Stimulus::new(3, small(), Mix::default());
    for _ in 0..500 {
        around.ask(stimulus.transaction());
    }
    around.run(&mut faulty).err()
}

#[test]
fn a_sound_cache_violates_nothing() {
    assert_eq!(violation(|_, _| {}), None);
}

#[test]
fn faults_are_named() {
    let found = violation(|cycle, o| o.ans_data[3] ^= u32::from(cycle > 100));
    assert!(
        matches!(found, Some(Violation::WrongData { lane: 3, .. })),
        "{found:?}"
    );

    let found = violation(|_, o| o.ans_replay = 0);
    assert!(
        matches!(found, Some(Violation::BadLanes { .. })),
        "{found:?}"
    );

    let found = violation(|_, o| o.ans_data_valid &= o.ans_missed);
    assert!(
        matches!(found, Some(Violation::BadDataValid { .. })),
        "{found:?}"
    );

    let found = violation(|_, o| o.ans_miss = 0);
    assert!(
        matches!(found, Some(Violation::BadMiss { .. })),
        "{found:?}"
    );

    let found = violation(|_, o| o.mem_miss = 0);
    assert!(
        matches!(found, Some(Violation::SecondRead { .. })),
        "{found:?}"
    );

    let found = violation(|cycle, o| o.ans_valid |= cycle == 0);
    assert!(
        matches!(found, Some(Violation::UnaskedAnswer { .. })),
        "{found:?}"
    );

    let found = violation(|_, o| o.ans_valid = false);
    assert!(matches!(found, Some(Violation::Late { .. })), "{found:?}");

    // Changes what is refused: what stands for a second cycle.
    let mut stood = false;
    let found = violation(|_, o| {
        o.l1_command_mask ^= u32::from(stood && o.l1_command_valid);
        stood = o.l1_command_valid;
    });
    let expected = "the L1";
    assert!(
        matches!(found, Some(Violation::NotHeld { port, .. }) if port == expected),
        "{found:?}"
    );

    let mut stood = false;
    let found = violation(|_, o| {
        o.mem_address ^= u32::from(stood && o.mem_valid);
        stood = o.mem_valid;
    });
    let expected = "memory";
    assert!(
        matches!(found, Some(Violation::NotHeld { port, .. }) if port == expected),
        "{found:?}"
    );

    let found = violation(|_, o| {
        if o.l1_command_store && !o.l1_command_modified {
            o.l1_command_mask = !0;
        }
    });
    assert!(
        matches!(found, Some(Violation::FillOverwrites { .. })),
        "{found:?}"
    );

    let found = violation(|_, o| o.mem_valid |= o.ans_valid);
    assert!(found.is_some());

    let found = violation(|_, o| o.mem_response_ready = true);
    assert!(found.is_some());

    // Merging is lost, invalidation is lost: both show as data.
    let found = violation(|_, o| o.mem_mask &= 0xffff);
    assert!(
        matches!(found, Some(Violation::WrongData { .. })),
        "{found:?}"
    );
}

/// A cache that never accepts anything.
struct Dead;

impl UnitModel<spec::avc::AvcCache> for Dead {
    fn reset(&mut self) {}

    fn cycle(&mut self, _: &CacheInputs) -> Result<CacheOutputs, UnitFault<CacheOutputs>> {
        Ok(CacheOutputs::default())
    }
}

#[test]
fn a_cache_that_accepts_nothing_is_found_out() {
    let mut around = Environment::new(3, small(), Timing::BUSY).expect("a tree is stated");
    around.ask(crate::avc::play::read(0, 1));
    let found = around.run(&mut Dead);
    assert!(
        matches!(found, Err(Violation::Late { number: 0, .. })),
        "{found:?}"
    );
}

#[test]
fn violations_say_when_and_what() {
    let late = Violation::Late {
        cycle: 90,
        number: 4,
        deadline: 89,
    };
    assert_eq!(
        late.to_string(),
        "cycle 90: transaction 4 is not accepted or not answered, which was due in cycle 89"
    );
}
