//! The properties of `spec::slumber::MshrTracker`, each under its own name.

use crate::properties::assert_claims;
use crate::slumber::parameters::top;
use golden::slumber::MshrTracker;
use proptest::prelude::*;
use spec::slumber::{MemoryLatencies, TrackerInputs, TrackerOutputs};
use spec::UnitModel;

#[test]
fn every_property_has_a_test_of_its_name() {
    assert_claims!(spec::slumber::MshrTracker:
        QueryFindsLastReport by query_finds_last_report,
        LatencyFollowsOutcome by latency_follows_outcome,
        ClearIsHit by clear_is_hit,
    );
}

fn tracker() -> MshrTracker {
    MshrTracker::new(top("fermi").tracker())
}

/// Few warps, so that queries meet reports.
fn inputs() -> impl Strategy<Value = TrackerInputs> {
    (0..20_u8, any::<bool>(), 0..4_u8, 0..3_u8, 0..4_u8).prop_map(
        |(clear, report_valid, warp, report_outcome, query)| TrackerInputs {
            clear: clear == 0,
            report_valid,
            report_warp: 21 * warp,
            report_outcome,
            query_warp: 21 * query,
        },
    )
}

fn run(tracker: &mut MshrTracker, history: &[TrackerInputs]) -> Vec<TrackerOutputs> {
    let step = |inputs| tracker.cycle(inputs).expect("in contract");
    history.iter().map(step).collect()
}

/// The outcome by going back through the history, the clear of the cycle itself aside.
fn expected(history: &[TrackerInputs], cycle: usize) -> u8 {
    let warp = history[cycle].query_warp;
    for (age, inputs) in history[..=cycle].iter().rev().enumerate() {
        if age > 0 && inputs.clear {
            return 0;
        }
        if inputs.report_valid && inputs.report_warp == warp {
            return inputs.report_outcome;
        }
    }
    0
}

proptest! {
    #[test]
    fn query_finds_last_report(history in prop::collection::vec(inputs(), 1..100)) {
        for (cycle, outputs) in run(&mut tracker(), &history).into_iter().enumerate() {
            prop_assert_eq!(outputs.outcome, expected(&history, cycle));
        }
    }

    #[test]
    fn latency_follows_outcome(history in prop::collection::vec(inputs(), 1..100)) {
        let MemoryLatencies { l1, l2, dram } = MemoryLatencies::FERMI;
        for outputs in run(&mut tracker(), &history) {
            prop_assert_eq!(outputs.latency, [l1, l2, dram][usize::from(outputs.outcome)]);
        }
    }

    #[test]
    fn clear_is_hit(history in prop::collection::vec(inputs(), 1..50), reset in any::<bool>()) {
        let mut tracker = tracker();
        run(&mut tracker, &history);
        if reset {
            tracker.reset();
        } else {
            let clear = TrackerInputs { clear: true, ..Default::default() };
            run(&mut tracker, &[clear]);
        }
        for query_warp in 0..64 {
            let query = TrackerInputs { query_warp, ..Default::default() };
            prop_assert_eq!(run(&mut tracker, &[query])[0].outcome, 0);
        }
    }
}
