//! Running a model through a stimulus, and what both units promise about time.

use proptest::prelude::*;
use spec::{Unit, UnitModel};

/// The outputs of all cycles of `stimulus` and of as many bubbles as drain the pipeline.
pub fn run<U: Unit>(
    model: &mut impl UnitModel<U>,
    stimulus: &[U::Inputs],
    latency: usize,
) -> Vec<U::Outputs>
where
    U::Inputs: Default,
{
    let bubbles = std::iter::repeat_with(Default::default).take(latency);
    let cycles = stimulus.iter().cloned().chain(bubbles);
    cycles
        .map(|inputs| model.cycle(&inputs).expect("stimulus is in contract"))
        .collect()
}

/// What answers the stimulus, after checking that nothing leaves before `latency` cycles.
pub fn delayed<O: Default + PartialEq + std::fmt::Debug>(
    outputs: &[O],
    latency: usize,
) -> Result<&[O], TestCaseError> {
    let (early, answers) = outputs.split_at(latency);
    for output in early {
        prop_assert_eq!(output, &O::default());
    }
    Ok(answers)
}

/// After one cycle of reset a model answers as `new` does, whatever it held.
pub fn reset_makes_new<U: Unit, M: UnitModel<U>>(
    used: &mut M,
    mut new: M,
    stimulus: &[U::Inputs],
) -> Result<(), TestCaseError> {
    for inputs in stimulus {
        used.cycle(inputs).expect("stimulus is in contract");
    }
    used.reset();
    for inputs in stimulus {
        prop_assert_eq!(used.cycle(inputs), new.cycle(inputs));
    }
    Ok(())
}
