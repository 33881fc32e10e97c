//! The properties of `spec::avc::AvcCache`, each under its own name.

use crate::avc::cache_corrections::{
    affine_write_invalidates_l1, conflict_evicts_older_vector, fill_leaves_out_held_lanes,
    generic_write_clears_valid_bits,
};
use crate::avc::cache_timing;
use crate::avc::play::{in_program_order, play, read, write, Play};
use crate::properties::assert_claims;
use cache_timing::{every_transaction_is_answered_in_time, one_hit_per_cycle};
use golden::avc::{AvcCache, Transaction};
use proptest::prelude::*;
use spec::avc::{AvcCacheParameters, CacheInputs};
use spec::UnitModel;
use surroundings::avc::environment::{Environment, Ordering, Timing};

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::avc::AvcCache:
        LanesAreThoseOfFlatMemory by lanes_are_those_of_flat_memory,
        NoLaneIsHeldTwice by no_lane_is_held_twice,
        NoWriteIsLost by no_write_is_lost,
        EveryTransactionIsAnsweredInTime by every_transaction_is_answered_in_time,
        ServedAndReplayedMakeTheMask by served_and_replayed_make_the_mask,
        NonEmptyMaskIsServed by non_empty_mask_is_served,
        EmptyMaskAnswersEmpty by empty_mask_answers_empty,
        OneHitPerCycle by one_hit_per_cycle,
        RequestsAreHeld by requests_are_held,
        OneReadForAVector by one_read_for_a_vector,
        ConflictEvictsOlderVector by conflict_evicts_older_vector,
        GenericWriteClearsValidBits by generic_write_clears_valid_bits,
        AffineWriteInvalidatesL1 by affine_write_invalidates_l1,
        FillLeavesOutHeldLanes by fill_leaves_out_held_lanes,
        ResetEmptiesCache by reset_empties_cache,
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// The environment compares each answer with a flat memory played in the order of acceptance;
    /// here the lanes of whole transactions are compared with one played in program order.
    #[test]
    fn lanes_are_those_of_flat_memory((seed, parameters, mut timing, transactions) in play()) {
        timing.ordering = Ordering::Program;
        let mut play = Play::new(seed, parameters, timing);
        let expected = in_program_order(&transactions);
        transactions.iter().for_each(|&transaction| { play.ask(transaction); });
        let completed = play.finish();
        prop_assert_eq!(completed.len(), transactions.len());
        for one in completed {
            prop_assert_eq!(one.transaction, transactions[one.number]);
            prop_assert_eq!(one.data, expected[one.number], "transaction {}", one.number);
            // Some lanes from the AVC, some from the L1, the rest from memory; what other
            // transactions move between them meanwhile cannot take back a lane that was served.
            prop_assert!(one.answers <= 32);
        }
    }

    #[test]
    fn no_lane_is_held_twice((seed, parameters, timing, transactions) in play()) {
        let mut play = Play::new(seed, parameters, timing);
        transactions.iter().for_each(|&transaction| { play.ask(transaction); });
        while !play.around.is_idle() {
            play.cycle();
            prop_assert_eq!(play.lanes_held_twice(), None);
        }
    }

    /// Flushes of both caches, each followed by a reset, cut the play into parts.
    #[test]
    fn no_write_is_lost((seed, parameters, mut timing, transactions) in play(), part in 20..400_usize) {
        timing.ordering = Ordering::Program;
        let mut play = Play::new(seed, parameters, timing);
        let mut completed = Vec::new();
        for part in transactions.chunks(part) {
            part.iter().for_each(|&transaction| { play.ask(transaction); });
            completed.extend(play.finish());
            play.one(Transaction::Flush);
            prop_assert_eq!(play.cache.valid().count(), 0);
            play.around.flush_l1();
            prop_assert_eq!(play.around.unwritten(), Vec::<u32>::new());
            play.reset();
        }
        let expected = in_program_order(&play.asked);
        for one in completed {
            prop_assert_eq!(one.data, expected[one.number], "transaction {}", one.number);
        }
    }

    #[test]
    fn served_and_replayed_make_the_mask((seed, parameters, timing, transactions) in play()) {
        check_answers(seed, parameters, timing, &transactions, |part, lanes, replay| {
            let is_read = matches!(part, Transaction::Read { .. });
            lanes & replay == 0 && lanes | replay == part.mask() && (is_read || replay == 0)
        })?;
    }

    #[test]
    fn non_empty_mask_is_served((seed, parameters, timing, transactions) in play()) {
        check_answers(seed, parameters, timing, &transactions, |part, lanes, _| {
            (lanes != 0) == (part.mask() != 0)
        })?;
    }

    #[test]
    fn empty_mask_answers_empty(
        (seed, parameters, timing, transactions) in play(),
        address in any::<u32>(),
        is_write in any::<bool>(),
    ) {
        let mut play = Play::new(seed, parameters, timing);
        transactions.iter().for_each(|&transaction| { play.ask(transaction); });
        play.finish();
        play.settle();
        let before: Vec<_> = play.cache.valid().collect();
        let traffic = play.around.traffic();
        let empty = if is_write { write(address, 0, [5; 32]) } else { read(address, 0) };
        let one = play.one(empty);
        prop_assert_eq!((one.answers, one.data), (1, [0; 32]));
        prop_assert_eq!(play.cache.valid().collect::<Vec<_>>(), before);
        let mut expected = traffic;
        expected.answers += 1;
        prop_assert_eq!(play.around.traffic(), expected);
    }

    /// The environment checks it in every cycle; here nobody is ready before the last moment.
    #[test]
    fn requests_are_held((seed, parameters, mut timing, transactions) in play()) {
        timing.ready = 0;
        let mut play = Play::new(seed, parameters, timing);
        transactions.iter().for_each(|&transaction| { play.ask(transaction); });
        play.finish();
    }

    /// The environment refuses a read of what memory owes, and a register that is not free; here
    /// memory takes its time, and there are few vectors.
    #[test]
    fn one_read_for_a_vector((seed, parameters, mut timing, transactions) in play()) {
        timing.waits.response = 60;
        timing.ordering = Ordering::Acceptance;
        let mut play = Play::new(seed, parameters, timing);
        for transaction in transactions {
            play.ask(match transaction {
                Transaction::Read { address, mask } => read(address % 8 * 64, mask),
                other => other,
            });
        }
        let completed = play.finish();
        let reads = completed.iter().filter(|one| matches!(one.transaction, Transaction::Read { .. }));
        let answers: usize = reads.map(|one| one.answers).sum();
        prop_assert!(play.around.traffic().fills as usize <= answers);
    }

    /// A reset in any cycle: then nothing comes from before, and reads give what memory holds.
    #[test]
    fn reset_empties_cache(
        (seed, parameters, timing, transactions) in play(),
        cycles in prop::collection::vec(0..200_u16, 1..4),
    ) {
        let mut play = Play::new(seed, parameters, timing);
        for cycles in cycles {
            transactions.iter().for_each(|&transaction| { play.ask(transaction); });
            for _ in 0..cycles {
                play.cycle();
            }
            play.reset();
            prop_assert_eq!(play.cache.valid().count(), 0);
            let outputs = play.cache.clone().cycle(&CacheInputs::default()).expect("legal");
            prop_assert!(outputs.req_ready);
            prop_assert!(!outputs.ans_valid && !outputs.ans_data_valid && !outputs.l1_use_valid);
            prop_assert!(!outputs.l1_lookup_valid && !outputs.l1_command_valid && !outputs.mem_valid);
        }
        play.finish();
    }

    /// And in every bit as a new one does.
    #[test]
    fn after_reset_a_cache_answers_as_a_new_one(
        (seed, parameters, timing, transactions) in play(),
        cycles in 0..300_u16,
    ) {
        let mut play = Play::new(seed, parameters, timing);
        transactions.iter().for_each(|&transaction| { play.ask(transaction); });
        for _ in 0..cycles {
            play.cycle();
        }
        play.reset();
        let mut new = AvcCache::new(parameters).expect("a tree is stated");
        transactions.iter().for_each(|&transaction| { play.ask(transaction); });
        while !play.around.is_idle() {
            let (inputs, outputs) = play.cycle();
            prop_assert_eq!(outputs, new.cycle(&inputs).expect("legal"));
        }
    }
}

/// Runs a play and checks every answer against the part of a transaction that it answers.
fn check_answers(
    seed: u64,
    parameters: AvcCacheParameters,
    timing: Timing,
    transactions: &[Transaction],
    holds: impl Fn(Transaction, u32, u32) -> bool,
) -> Result<(), TestCaseError> {
    let mut cache = AvcCache::new(parameters).expect("a tree is stated");
    let mut around = Environment::new(seed, parameters, timing).expect("a tree is stated");
    transactions.iter().for_each(|&transaction| {
        around.ask(transaction);
    });
    let mut accepted = std::collections::VecDeque::new();
    let mut missed = [(); 16].map(|()| None);
    while !around.is_idle() {
        let inputs = around.inputs();
        let outputs = cache.cycle(&inputs).expect("legal");
        if outputs.ans_valid {
            let register = &mut missed[outputs.ans_miss as usize];
            let part = match outputs.ans_missed && outputs.ans_data_valid {
                true => register.take(),
                false => accepted.pop_front(),
            };
            let part = part.expect("an answer to something");
            if outputs.ans_missed && !outputs.ans_data_valid {
                *register = Some(part);
            } else {
                prop_assert!(
                    holds(part, outputs.ans_lanes, outputs.ans_replay),
                    "{part:?}"
                );
            }
        }
        if inputs.req_valid && outputs.req_ready {
            let (address, mask, data) = (inputs.req_address, inputs.req_mask, inputs.req_data);
            accepted.push_back(match (inputs.req_flush, inputs.req_write) {
                (true, _) => Transaction::Flush,
                (false, true) => write(address, mask, data),
                (false, false) => read(address, mask),
            });
        }
        around
            .observe(&inputs, &outputs)
            .map_err(|violation| TestCaseError::fail(violation.to_string()))?;
    }
    Ok(())
}
