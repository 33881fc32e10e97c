//! Throughput, latency and bounds.

use crate::avc::lanes::strided;
use crate::avc::play::{read, small, write, Play};
use golden::avc::{AvcCache, Transaction};
use spec::avc::{AvcCacheParameters, Waits};
use spec::UnitModel;
use surroundings::avc::environment::{Ordering, Timing};

/// Answers come 5 cycles after the transactions that are accepted one per cycle.
fn assert_full_rate(play: &mut Play, transactions: &[Transaction]) {
    let mut answers = Vec::new();
    for cycle in 0..transactions.len() + 5 {
        let mut inputs = transactions
            .get(cycle)
            .map_or_else(Default::default, Transaction::request);
        inputs.l1_command_ready = true;
        let outputs = play.cache.cycle(&inputs).expect("legal");
        assert!(outputs.req_ready, "cycle {cycle}");
        answers.push(outputs.ans_valid);
    }
    let expected: Vec<_> = (0..answers.len()).map(|cycle| cycle >= 5).collect();
    assert_eq!(answers, expected);
}

/// A cache that holds lines 0 and 1 wholly.
fn warm() -> Play {
    let mut play = Play::new(0, small(), Timing::IMMEDIATE);
    for address in 0..32 {
        play.one(write(address, !0, strided((0, 4))));
    }
    play
}

#[test]
pub fn one_hit_per_cycle() {
    let reads: Vec<_> = (0..64).map(|i| read(i * 7 % 32, !0)).collect();
    assert_full_rate(&mut warm(), &reads);
    let same: Vec<_> = (0..64).map(|_| read(5, !0)).collect();
    assert_full_rate(&mut warm(), &same);
    let writes: Vec<_> = (0..64)
        .map(|i| write(i % 32, !0, strided((i, 1))))
        .collect();
    assert_full_rate(&mut warm(), &writes);
    let mut generic = strided((0, 1));
    generic[9] = 0;
    let generic: Vec<_> = (0..64).map(|i| write(i % 32, !0, generic)).collect();
    assert_full_rate(&mut warm(), &generic);
    // A read of what was written 4 cycles before is not too near.
    let mixed: Vec<_> = (0..64)
        .map(|i| match i % 8 {
            0..4 => write(i % 4, !0, strided((i, 1))),
            _ => read(i % 4, !0),
        })
        .collect();
    assert_full_rate(&mut warm(), &mixed);
}

/// At 1, 2 and 3 cycles behind a write to its vector a lookup begins anew, at 4 it does not.
#[test]
fn a_lookup_behind_a_write_begins_anew() {
    for (distance, latency) in [(1, 8), (2, 7), (3, 6), (4, 5), (5, 5)] {
        let mut cache = warm().cache;
        let mut answers = Vec::new();
        for cycle in 0..20 {
            let mut inputs = match cycle {
                0 => write(3, 0xff, strided((0, 4))).request(),
                _ if cycle == distance => read(3, !0).request(),
                _ => Default::default(),
            };
            inputs.l1_command_ready = true;
            if cache.cycle(&inputs).expect("legal").ans_valid {
                answers.push(cycle);
            }
        }
        assert_eq!(answers, [5, distance + latency], "distance {distance}");
    }
}

/// The bound of an eviction is reached: nobody is ready before the last moment, and a read whose data
/// are affine evicts a line of 16 vectors that are dirty. Random plays are held to all bounds by the
/// environment.
#[test]
pub fn every_transaction_is_answered_in_time() {
    let waits = Waits {
        refused: 3,
        response: 1,
    };
    let timing = Timing {
        waits,
        requests: 100,
        ready: 0,
        ordering: Ordering::Acceptance,
    };
    let parameters = AvcCacheParameters::new(256, 1).expect("legal");
    let mut play = Play::new(1, parameters, timing);
    let mut generic = strided((0, 1));
    generic[30] = 0;
    for vector in 0..16 {
        play.one(write(vector, 0x00ff, strided((0, 4))));
    }
    // The L1 is as small; it keeps the modified lanes of few vectors, so memory alone waits.
    play.one(write(15, 0xff00_0000, generic));
    let is_affine = |a: &u32| golden::avc::encode(&play.around.oracle().read(*a), !0).is_some();
    let address = (2..)
        .map(|line| line * 32)
        .find(is_affine)
        .expect("some are affine");
    play.ask(read(address, !0));
    // It waits until the fill is done.
    play.ask(write(address, !0, [9; 32]));
    let completed = play.finish();
    let times: Vec<u64> = completed.iter().map(|one| one.cycle).collect();
    // The read is answered in the fill's second cycle in X; then 16 vectors, the commit, the write's
    // lookup, X and its answer.
    let eviction = AvcCacheParameters::line_eviction_bound(waits);
    assert_eq!(times[1] - times[0], (eviction + 1 + 3 + 1) as u64);
}

#[test]
fn a_flush_stays_within_its_bound() {
    let waits = Waits {
        refused: 2,
        response: 1,
    };
    let timing = Timing {
        waits,
        requests: 100,
        ready: 0,
        ordering: Ordering::Program,
    };
    let mut play = Play::new(1, small(), timing);
    for address in 0..64 {
        play.one(write(address, !0, strided((0, 4))));
    }
    let asked = play.around.cycle();
    let flush = play.one(Transaction::Flush);
    // Accepted in the cycle asked; three of lookup, execution, and the answer.
    assert_eq!(
        flush.cycle - asked,
        (1 + 3 + small().flush_bound(waits)) as u64
    );
}

#[test]
fn a_new_cache_is_ready_in_its_first_cycle() {
    let mut cache = AvcCache::new(small()).expect("a tree is stated");
    assert!(cache.cycle(&Default::default()).expect("legal").req_ready);
}
