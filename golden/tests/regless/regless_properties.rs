//! Properties of `regless_shard` and `regless`.

use crate::regless::support::{
    assert_done, manner, parameters, play_regless, play_shard, End, CAPACITIES,
};
use golden::regless::{Regless, ReglessShard, WarpState};
use spec::ports::frame_words;
use spec::regless::{MetadataWord, ReglessParameters, ReglessShardInputs, ReglessShardOutputs};
use spec::{Compare, Ports, UnitModel};
use surroundings::regless::play::{Break, Manner, ReglessAround, ShardAround};

#[test]
fn shard_read_is_last_write() {
    for capacity in CAPACITIES {
        let mut offered = 0;
        for seed in 0..8 {
            let p = parameters(capacity);
            let mut around = ShardAround::new(p, seed, manner(seed));
            let mut model = ReglessShard::new(p);
            let end = play_shard(&mut model, &mut around, 6_000, |_| {});
            assert_done(end, &format!("{capacity:?}, seed {seed}"));
            offered += around.play.offered;
        }
        assert!(offered > 4_000, "{capacity:?}: only {offered} instructions");
    }
}

#[test]
fn all_reads_are_last_writes() {
    for capacity in [(16, 16), (4, 16), (2, 2)] {
        for seed in 0..4 {
            let p = parameters(capacity);
            let mut around = ReglessAround::new(p, seed, manner(100 + seed));
            let mut model = Regless::new(p);
            let end = play_regless(&mut model, &mut around, 3_000);
            assert_done(end, &format!("{capacity:?}, seed {seed}"));
        }
    }
}

#[test]
fn broken_regions_are_out_of_contract_and_never_hang() {
    for how in Break::ALL {
        let mut refused = 0;
        for seed in 0..12 {
            let p = parameters(CAPACITIES[seed as usize % CAPACITIES.len()]);
            let mut around = ShardAround::new(p, seed, Manner::BUSY);
            around.play = around.play.clone().breaking(how, 20);
            let mut model = ReglessShard::new(p);
            match play_shard(&mut model, &mut around, 20_000, |_| {}) {
                End::OutOfContract(_) => refused += 1,
                // A region that states too few lines may find them all the same.
                End::Done if how == Break::UsageTooSmall => {}
                end => panic!("{how:?}, seed {seed}: {end}"),
            }
        }
        assert!(refused > 0, "{how:?} is never found");
    }
}

#[test]
fn inputs_are_present() {
    for seed in 0..6 {
        let p = parameters(CAPACITIES[seed as usize % CAPACITIES.len()]);
        let mut around = ShardAround::new(p, seed, manner(200 + seed));
        let mut model = ReglessShard::new(p);
        let lines = p.lines() as u8;
        // Lines that are promised are there: what is in use is never more than what is promised.
        let end = play_shard(&mut model, &mut around, 5_000, |model| {
            let warps = model.manager().warps();
            for (bank, of_bank) in model.osu().banks().iter().enumerate() {
                let promised: u8 = warps
                    .iter()
                    .map(|w| match w.state {
                        WarpState::Preloading | WarpState::Active => w.promised[bank],
                        WarpState::Draining => w.pending[bank],
                        WarpState::Inactive | WarpState::Failed => 0,
                    })
                    .sum();
                let in_use = of_bank
                    .lines()
                    .iter()
                    .filter(|l| l.status == golden::regless::Status::InUse)
                    .count();
                assert!(in_use <= usize::from(promised) && promised <= lines);
                assert_eq!(promised + model.manager().free()[bank], lines);
            }
        });
        assert_done(end, &format!("seed {seed}"));
    }
}

#[test]
fn bad_metadata_is_reported() {
    // Warp 2 gets a word that does not decode, or operations that no region awaits; warp 1 goes on.
    for (format, word) in [(2, 63), (0, 1 << 53), (1, 0x41)] {
        let mut model = ReglessShard::new(parameters((4, 4)));
        let mut active = 0;
        for cycle in 0..20 {
            let inputs = ReglessShardInputs {
                meta: MetadataWord {
                    valid: cycle < 2,
                    warp: 2 - cycle.min(1),
                    format: if cycle == 0 { format } else { 3 },
                    word: if cycle == 0 { word } else { 1 },
                },
                ..Default::default()
            };
            let o = model.cycle(&inputs).expect("in contract");
            assert_eq!(o.metadata_error, cycle >= 2, "cycle {cycle}");
            assert!(!o.metadata_error || o.metadata_error_warp == 2);
            active |= o.active;
        }
        assert_eq!(active, 1 << 1);
    }
}

#[test]
fn reset_forgets_shard() {
    for seed in 0..4 {
        let p = parameters((6, 3));
        let mut model = ReglessShard::new(p);
        let mut around = ShardAround::new(p, seed, Manner::BUSY);
        let cycles = 500 + 37 * seed as usize;
        assert_done(
            play_shard(&mut model, &mut around, cycles, |_| {}),
            "before",
        );
        model.reset();
        let mut fresh = ReglessShard::new(p);
        let mut around = ShardAround::new(p, seed + 50, Manner::BUSY);
        for cycle in 0..1_500 {
            let inputs = around.inputs();
            let outputs = model.cycle(&inputs).expect("in contract");
            let other = fresh.cycle(&inputs).expect("in contract");
            assert_eq!(defined(&outputs, &p), defined(&other, &p), "cycle {cycle}");
            assert_eq!(around.observe(&inputs, &outputs), Ok(()));
        }
    }
}

/// The ports that the contract defines in this cycle, and their words.
fn defined(outputs: &ReglessShardOutputs, p: &ReglessParameters) -> Vec<(String, Vec<u32>)> {
    let ports = ReglessShardOutputs::ports(p);
    let mut frame = vec![0; frame_words(&ports)];
    outputs.pack(&mut frame);
    let mut at = 0;
    let mut all = Vec::new();
    for port in &ports {
        all.push((port.name.clone(), frame[at..at + port.words].to_vec()));
        at += port.words;
    }
    let is_one = |name: &str| all.iter().any(|(n, words)| *n == name && words[0] == 1);
    let mut kept = all.clone();
    kept.retain(|(name, _)| {
        let port = ports.iter().find(|p| p.name == *name);
        port.is_some_and(|p| match &p.compare {
            Compare::Always => true,
            Compare::When(valid) => is_one(valid),
        })
    });
    kept
}
