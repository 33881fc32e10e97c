//! Cycles that are skipped leave what cycles that are run leave.

use crate::slumber::parameters::top;
use golden::slumber::SlumberTop;
use spec::slumber::TopInputs;
use spec::UnitModel;
use surroundings::slumber::environment::stream;

/// Busy stretches of a stream with pauses between, in which registers come to rest.
#[test]
fn skipping_is_running() {
    let parameters = top("fermi-256");
    let idle = TopInputs::default();
    let mut quiet = 0;
    for seed in 0..4 {
        let mut model = SlumberTop::new(parameters);
        let events = stream(parameters, seed, 4000).expect("in contract");
        for (cycle, inputs) in events.iter().enumerate() {
            // Without what the pauses have made illegal: events are dropped, not changed.
            let _ = model.cycle(inputs);
            if cycle % 50 != 0 {
                continue;
            }
            for _ in 0..40 {
                let most = model.quiescent_until();
                if most == 0 {
                    model.cycle(&idle).expect("idle");
                    continue;
                }
                quiet += 1;
                let before = model.clone().cycle(&idle).expect("idle");
                for cycles in [1, most.min(7), most.min(2000)] {
                    let (mut run, mut skipped) = (model.clone(), model.clone());
                    for _ in 0..cycles {
                        let now = run.cycle(&idle).expect("idle");
                        assert_eq!(now, before, "seed {seed}: an output changes");
                    }
                    skipped.skip(&idle, cycles).expect("idle");
                    assert_eq!(run.total_residency(), skipped.total_residency());
                    for _ in 0..40 {
                        let [one, other] =
                            [&mut run, &mut skipped].map(|m| m.cycle(&idle).expect("idle"));
                        assert_eq!(one, other, "seed {seed}, {cycles} cycles");
                    }
                }
                model.cycle(&idle).expect("idle");
            }
        }
    }
    assert!(quiet > 1000, "hardly ever quiet: {quiet}");
}
