//! Induction over words: all assertions of a unit at once, the ones that hold each other up.
//!
//! Of a set of assertions, those are taken out that fail within the first cycles after the start, and those
//! that some state of all others' keeping leads out of, until a set is left that no state leads out of: all
//! of it holds for ever. A [`Step`] that was shown is not asked again while all that it needs is left; what was
//! shown holds in the cycle in which others are asked for, too, and the order of steps keeps any two from
//! resting on each other in one cycle. A property of which a solver leaves an assertion open is taken out
//! too. A second solver repeats the answers that this rests on.

use super::checks::property_of;
use super::crew::at_once;
use super::repeated::{repeated, resting};
use super::step::{Answer, Induction, Step};
use super::turn;
use super::words::{Asked, Words};
use super::Solvers;
use crate::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Assertions, by their numbers.
type Set = BTreeSet<usize>;

/// What is left of a set of assertions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Those that hold for ever.
    pub assertions: Set,
    /// Those of them of which the second solver says the same.
    pub repeated: Set,
    /// Those that do not hold, or that nothing holds up.
    pub failed: Set,
    /// What could not be answered, and why.
    pub open: BTreeMap<usize, String>,
    /// The steps that show it.
    pub steps: Vec<Step>,
    /// Whether the campaign was stopped.
    pub stopped: bool,
}

/// Who is told how far it is.
pub type Told<'a> = dyn Fn(String) + Sync + 'a;

/// So many assertions of a property that are each a small question are one: most of their time is reading the unit.
const SOME: usize = 8;

impl Words {
    /// What of these assertions holds by induction over so many steps, of which some were found before.
    pub fn kept(
        &self,
        from: Set,
        (steps, found): (usize, &[Step]),
        solvers: &Solvers,
        first: &Asked<'_>,
        told: &Told<'_>,
    ) -> Result<Kept, Error> {
        // Repeating is worth more time than finding: it is of what holds.
        let second = solvers.again(first, 4 * first.limit);
        let induction = Induction::new(self, steps, &from);
        let mut kept = Kept {
            assertions: from,
            ..Kept::default()
        };
        let asks = (first, told);
        let begun = vec![];
        let mut starts = self.shown(
            &mut kept,
            asks,
            ("first cycles", begun),
            |goals, _, settled, asked| induction.start(goals, settled, asked),
        )?;
        let begun = self.still(found, asks, |step, asked| {
            induction.again(step, false, asked)
        })?;
        let steps = self.shown(
            &mut kept,
            asks,
            ("step", begun),
            |goals, set, settled, asked| induction.step(goals, set, settled, asked),
        )?;
        for start in &mut starts {
            start.goals.retain(|goal| kept.assertions.contains(goal));
        }
        starts.retain(|start| !start.goals.is_empty());
        let again = |shown: &[Step], start| {
            let answered = |step: &Step, _: &Answer, within: Duration| {
                told(format!("repeating: {}", self.last(&step.goals, within)));
            };
            repeated(&second, shown, &answered, |step, asked| {
                induction.again(step, start, asked)
            })
        };
        let started = again(&starts, true)?;
        let stepped = again(&steps, false)?;
        kept.repeated = resting(&kept.assertions, [&starts, &steps], [&started, &stepped]);
        kept.steps = steps;
        Ok(kept)
    }

    /// Those steps that were found before and still are some.
    fn still(
        &self,
        found: &[Step],
        (asked, told): (&Asked<'_>, &Told<'_>),
        ask: impl Fn(&Step, &Asked<'_>) -> Result<Answer, Error> + Sync,
    ) -> Result<Vec<Step>, Error> {
        let asks = AtomicUsize::new(0);
        let answered = |step: &Step, _: &Answer, within: Duration| {
            let (now, all) = (asks.fetch_add(1, Ordering::Relaxed) + 1, found.len());
            let last = self.last(&step.goals, within);
            told(format!("{now} of {all} steps that are known asked; {last}"));
        };
        let answers = at_once(found, asked, &answered, ask)?;
        let holds = |answer| match answer {
            Answer::Holds(step) => Some(step),
            Answer::Fails(_) | Answer::Open(..) | Answer::Stopped => None,
        };
        Ok(answers.into_iter().filter_map(holds).collect())
    }

    /// Takes out of a set until all that is left is shown. What fails, or is late, may hold once more is settled.
    fn shown(
        &self,
        kept: &mut Kept,
        (asked, told): (&Asked<'_>, &Told<'_>),
        (what, mut shown): (&str, Vec<Step>),
        ask: impl Fn(&Set, &Set, &Set, &Asked<'_>) -> Result<Answer, Error> + Sync,
    ) -> Result<Vec<Step>, Error> {
        // Those that were too much together.
        let mut alone = Set::new();
        // What failed or was late since something was settled last.
        let mut failed = Set::new();
        let mut late: BTreeMap<usize, String> = BTreeMap::new();
        loop {
            let settled = settled(&mut shown, &kept.assertions);
            let open: Set = { kept.assertions.difference(&settled) }
                .filter(|number| !failed.contains(number) && !late.contains_key(number))
                .copied()
                .collect();
            if open.is_empty() {
                if failed.is_empty() && late.is_empty() {
                    return Ok(shown);
                }
                kept.assertions.retain(|number| !failed.contains(number));
                kept.failed.append(&mut failed);
                for (number, why) in std::mem::take(&mut late) {
                    self.left_open(kept, number, &why);
                }
                continue;
            }
            let set = kept.assertions.clone();
            let groups = self.groups(&self.in_turn(&open), &alone);
            let holding = AtomicUsize::new(settled.len());
            let answered = |goals: &Set, answer: &Answer, within: Duration| {
                let more = if matches!(answer, Answer::Holds(_)) {
                    goals.len()
                } else {
                    0
                };
                let now = holding.fetch_add(more, Ordering::Relaxed) + more;
                let (all, last) = (set.len(), self.last(goals, within));
                told(format!("{what}: {now} of {all} assertions shown; {last}"));
            };
            let answers = at_once(&groups, asked, &answered, |goals, asked| {
                ask(goals, &set, &settled, asked)
            })?;
            let mut new = vec![];
            for answer in answers {
                match answer {
                    Answer::Holds(step) => new.push(step),
                    Answer::Fails(those) if those.is_disjoint(&set) => {
                        return Err(Error::new("bitwuzla's model breaks no assertion"));
                    }
                    Answer::Fails(those) => failed.extend(those.intersection(&set)),
                    Answer::Open(goals, _) if goals.len() > 1 => alone.extend(goals),
                    Answer::Open(goals, why) => {
                        late.extend(goals.into_iter().map(|goal| (goal, why.clone())));
                    }
                    Answer::Stopped => {
                        kept.stopped = true;
                        kept.assertions.clear();
                    }
                }
            }
            if !new.is_empty() {
                failed.clear();
                late.clear();
            }
            shown.extend(new);
        }
    }

    /// What was asked last, and how long it took.
    fn last(&self, goals: &Set, within: Duration) -> String {
        let name = goals
            .first()
            .map_or("", |&number| property_of(&self.assertions[number]));
        format!("last {name}, {:.0} s", within.as_secs_f64())
    }

    /// Takes out all assertions of this one's property.
    fn left_open(&self, kept: &mut Kept, number: usize, why: &str) {
        let property = |number: &usize| property_of(&self.assertions[*number]);
        let name = property(&number);
        let (open, rest): (Set, Set) =
            { kept.assertions.iter().copied() }.partition(|number| property(number) == name);
        kept.assertions = rest;
        kept.open
            .extend(open.into_iter().map(|number| (number, why.to_owned())));
    }

    /// Those of these whose turn it is.
    fn in_turn(&self, open: &Set) -> Set {
        let rests_on = |&number: &usize| {
            let reasons = self.reasons.of(number, &self.assertions);
            let reasons = reasons.unwrap_or_default();
            (number, reasons.intersection(open).copied().collect())
        };
        turn::first(&open.iter().map(rests_on).collect())
    }

    /// Some of a property together, and some alone: what was too much together, and what is said to rest on little.
    fn groups(&self, open: &Set, alone: &Set) -> Vec<Set> {
        let mut of_property: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let mut groups = vec![];
        for &number in open {
            let is_said = self.reasons.of(number, &self.assertions).is_some();
            match is_said || alone.contains(&number) {
                true => groups.push(BTreeSet::from([number])),
                false => {
                    let property = property_of(&self.assertions[number]);
                    of_property.entry(property).or_default().push(number);
                }
            }
        }
        let chunks = of_property.values().flat_map(|all| all.chunks(SOME));
        groups.extend(chunks.map(|some| some.iter().copied().collect()));
        groups
    }
}

/// Drops the steps that need what is left no more; what the others show.
fn settled(shown: &mut Vec<Step>, left: &Set) -> Set {
    let mut settled = Set::new();
    shown.retain_mut(|step| {
        step.goals.retain(|goal| left.contains(goal));
        // A step needs of its own cycle no more than what stands before it.
        let stays = step.known.is_subset(left) && step.settled.is_subset(&settled);
        if stays {
            settled.extend(&step.goals);
        }
        stays && !step.goals.is_empty()
    });
    settled
}

#[cfg(test)]
mod tests {
    use super::super::words::tests::TEXT;
    use super::*;
    use crate::mutation::solver::Program;
    use std::sync::atomic::AtomicBool;

    fn set<const N: usize>(numbers: [usize; N]) -> Set {
        BTreeSet::from(numbers)
    }

    /// A solver that is not asked.
    struct Nobody {
        folder: tempfile::TempDir,
        program: Program,
        stop: AtomicBool,
    }

    impl Nobody {
        fn new() -> Self {
            Self {
                folder: tempfile::tempdir().unwrap(),
                program: Box::new(|| std::process::Command::new("true")),
                stop: AtomicBool::new(false),
            }
        }

        fn asked(&self) -> Asked<'_> {
            Asked {
                program: &self.program,
                name: "none",
                options: &[],
                limit: Duration::from_secs(1),
                folder: self.folder.path(),
                stop: &self.stop,
            }
        }
    }

    #[test]
    fn steps_rest_in_their_own_cycle_on_those_before_them_alone() {
        let step = |goals, known, settled| Step {
            goals,
            known,
            settled,
            at_once: false,
        };
        let steps = [
            step(set([0]), set([0]), set([])),
            step(set([1]), set([0, 1]), set([0])),
            step(set([2]), set([1, 2]), set([1])),
            step(set([3]), set([3]), set([])),
        ];
        let mut shown = steps.to_vec();
        assert_eq!(settled(&mut shown, &set([0, 1, 2, 3])), set([0, 1, 2, 3]));
        // Without the first the next two have nothing to rest on.
        let mut shown = steps.to_vec();
        assert_eq!(settled(&mut shown, &set([1, 2, 3])), set([3]));
        let [first, second, ..] = steps;
        let mut shown = vec![second, first];
        assert_eq!(settled(&mut shown, &set([0, 1])), set([0]), "out of turn");
    }

    #[test]
    fn what_fails_takes_with_it_what_needs_it() {
        let words = Words::new(TEXT, "m").unwrap();
        let nobody = Nobody::new();
        let asked = nobody.asked();
        // 0 holds while 1 does, which fails by itself.
        let ask = |goals: &Set, known: &Set, _: &Set, _: &Asked<'_>| {
            Ok(match (goals.contains(&0), known.contains(&1)) {
                (true, true) => Answer::Holds(Step {
                    goals: goals.clone(),
                    known: set([1]),
                    ..Step::default()
                }),
                _ => Answer::Fails(goals.clone()),
            })
        };
        let mut kept = Kept {
            assertions: set([0, 1]),
            ..Kept::default()
        };
        let shown = words
            .shown(&mut kept, (&asked, &|_| ()), ("step", vec![]), ask)
            .unwrap();
        assert_eq!((shown.len(), kept.assertions.len()), (0, 0));
        assert_eq!(kept.failed, set([0, 1]));
        let mut kept = Kept {
            assertions: set([0, 1]),
            ..Kept::default()
        };
        let open = |goals: &Set, _: &Set, _: &Set, _: &Asked<'_>| {
            Ok(Answer::Open(goals.clone(), "late".to_owned()))
        };
        words
            .shown(&mut kept, (&asked, &|_| ()), ("step", vec![]), open)
            .unwrap();
        assert_eq!(kept.open.len(), 2, "none is left that nothing is known of");
    }
    #[test]
    fn of_steps_that_are_known_those_that_still_hold_are_taken() {
        let words = Words::new(TEXT, "m").unwrap();
        let nobody = Nobody::new();
        let asked = nobody.asked();
        let step = |goal| Step {
            goals: set([goal]),
            ..Step::default()
        };
        let known = [step(0), step(1)];
        let ask = |step: &Step, _: &Asked<'_>| {
            Ok(match step.goals.contains(&0) {
                true => Answer::Holds(step.clone()),
                false => Answer::Fails(step.goals.clone()),
            })
        };
        let begun = words.still(&known, (&asked, &|_| ()), ask).unwrap();
        assert_eq!(begun, [step(0)]);
        let mut kept = Kept {
            assertions: set([0, 1]),
            ..Kept::default()
        };
        let search = |goals: &Set, _: &Set, settled: &Set, _: &Asked<'_>| {
            assert_eq!((goals, settled), (&set([1]), &set([0])), "0 is shown");
            Ok(Answer::Holds(step(1)))
        };
        let shown = words.shown(&mut kept, (&asked, &|_| ()), ("step", begun), search);
        assert_eq!(shown.unwrap(), known);
    }
}
