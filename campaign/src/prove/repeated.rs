//! What a second solver says of the steps of an induction.

use super::crew::at_once;
use super::step::{Answer, Step};
use super::words::Asked;
use crate::Error;
use std::collections::BTreeSet;
use std::time::Duration;

/// Assertions, by their numbers.
type Set = BTreeSet<usize>;

/// The steps of which the second solver says the same, goal by goal where it does not answer of several.
pub fn repeated(
    asked: &Asked<'_>,
    shown: &[Step],
    answered: &(dyn Fn(&Step, &Answer, Duration) + Sync),
    ask: impl Fn(&Step, &Asked<'_>) -> Result<Answer, Error> + Sync,
) -> Result<Set, Error> {
    let mut all = BTreeSet::new();
    let mut open: Vec<Step> = shown.to_vec();
    while !open.is_empty() {
        let mut left = vec![];
        for (step, answer) in open.iter().zip(at_once(&open, asked, answered, &ask)?) {
            match answer {
                Answer::Holds(step) => all.extend(step.goals),
                Answer::Fails(_) => {
                    return Err(Error::new("yices-smt2 refutes what bitwuzla proves"))
                }
                Answer::Open(goals, _) if goals.len() > 1 => {
                    left.extend(goals.into_iter().map(|goal| Step {
                        goals: Set::from([goal]),
                        ..step.clone()
                    }));
                }
                Answer::Open(..) | Answer::Stopped => {}
            }
        }
        open = left;
    }
    Ok(all)
}

/// Of what is kept, that which rests on nothing but what was repeated, in the first cycles and after.
pub fn resting(kept: &Set, steps: [&[Step]; 2], [started, stepped]: [&Set; 2]) -> Set {
    let both: Set = started.intersection(stepped).copied().collect();
    let mut left: Set = kept.intersection(&both).copied().collect();
    loop {
        let before = left.len();
        for step in steps.into_iter().flatten() {
            if !(step.known.is_subset(&left) && step.settled.is_subset(&left)) {
                left.retain(|number| !step.goals.contains(number));
            }
        }
        if left.len() == before {
            return left;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<const N: usize>(numbers: [usize; N]) -> Set {
        BTreeSet::from(numbers)
    }

    #[test]
    fn what_rests_on_something_that_was_not_repeated_is_not_repeated_either() {
        let step = |goals, known| Step {
            goals,
            known,
            ..Step::default()
        };
        let steps = [
            step(set([0]), set([0, 1])),
            step(set([1]), set([2])),
            step(set([2]), set([2])),
            step(set([3, 4]), set([3])),
        ];
        let starts = [Step {
            goals: set([3]),
            settled: set([4]),
            ..Step::default()
        }];
        let kept = set([0, 1, 2, 3, 4]);
        let rest =
            |started: Set, stepped: Set| resting(&kept, [&starts, &steps], [&started, &stepped]);
        assert_eq!(rest(set([0, 1, 2, 3, 4]), set([0, 1, 3, 4])), set([3, 4]));
        assert_eq!(
            rest(set([0, 1, 2, 4]), set([0, 1, 2, 3, 4])),
            set([0, 1, 2])
        );
        let but_the_last = set([0, 1, 2, 3]);
        assert_eq!(rest(but_the_last.clone(), but_the_last), set([0, 1, 2]));
    }
}
