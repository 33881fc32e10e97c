//! The model against the contract's table, written a second time.

use crate::slumber::events::{controller, histories, step};
use crate::slumber::parameters::delays;
use proptest::prelude::*;
use spec::slumber::Delays;
use surroundings::slumber::table::{next, outputs, RESET};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn model_is_oracle(delays in delays(), history in histories()) {
        let mut model = controller(delays);
        let mut state = RESET;
        for inputs in &history {
            prop_assert_eq!(step(&mut model, inputs), outputs(state));
            state = next(state, inputs, &delays);
        }
    }
}

/// Random histories reach every pair of state and next state that the contract knows.
#[test]
fn histories_reach_every_transition() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut seen = [[0_u32; 6]; 6];
    for _ in 0..500 {
        let history = histories()
            .new_tree(&mut runner)
            .expect("a history")
            .current();
        let mut state = RESET;
        for inputs in &history {
            let after = next(state, inputs, &Delays::FERMI);
            seen[state.s as usize][after.s as usize] += 1;
            state = after;
        }
    }
    // Rows ON, SS, DS, OFF, waking, lifting. There is no way up but through waking and lifting.
    let possible = [
        [1, 1, 1, 1, 0, 0],
        [0, 1, 1, 1, 1, 0],
        [0, 0, 1, 1, 1, 1],
        [0, 0, 0, 1, 1, 1],
        [1, 1, 1, 1, 1, 0],
        [0, 1, 1, 1, 1, 1],
    ];
    assert_eq!(
        seen.map(|row| row.map(|n| u32::from(n > 0))),
        possible,
        "{seen:?}"
    );
}
