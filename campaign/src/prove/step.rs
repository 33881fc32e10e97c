//! A step of an induction: whether some assertions hold after others did. It is asked first of what the checker
//! says that they rest on, or of what their own property knows; what else has to be known is taken from the
//! traces that a solver finds, for the fewer are known the less it has to look at. What has been shown before holds
//! in the same cycle too, and where that is enough the question is of one cycle alone.

use super::checks::property_of;
use super::unroll::{Cone, Unrolled};
use super::words::{self, Asked, Model, Words};
use crate::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;
use std::time::Duration;

/// Some assertions that hold where others do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// These,
    pub goals: BTreeSet<usize>,
    /// after so many cycles in which those do; in the first cycles of all where there is nothing to be known;
    pub known: BTreeSet<usize>,
    /// and in which these, which were shown before, hold in their own cycle too.
    pub settled: BTreeSet<usize>,
    /// Whether that is enough, of any state at all.
    pub at_once: bool,
}

impl Step {
    /// Of these goals from what is known, of which some is settled.
    pub fn new(
        goals: &BTreeSet<usize>,
        known: &BTreeSet<usize>,
        settled: &BTreeSet<usize>,
        at_once: bool,
    ) -> Self {
        Self {
            goals: goals.clone(),
            known: known.clone(),
            settled: known.intersection(settled).copied().collect(),
            at_once,
        }
    }
}

/// What a solver says of a step.
pub enum Answer {
    /// It is one, and needs no more than this.
    Holds(Step),
    /// These fail though all else holds.
    Fails(BTreeSet<usize>),
    /// There is no answer, and why.
    Open(BTreeSet<usize>, String),
    /// The campaign was stopped.
    Stopped,
}

/// An induction over so many steps.
pub struct Induction<'a> {
    /// A unit.
    pub words: &'a Words,
    /// So many steps.
    pub steps: usize,
    /// Of each assertion what it depends on within a cycle.
    pub cones: BTreeMap<usize, Cone>,
}

/// The part of its time that a solver has for several assertions at once, or for one of which not all is known.
const PART: u32 = 6;
/// What a solver is to do.
pub const CHECK: &str = "(check-sat)\n";
/// Nets of which a trace may tell at least, beside those of the question.
const ROOM: usize = 2_000;
/// So many broken assertions are taken up from a trace.
const TAKEN: usize = 4;

impl<'a> Induction<'a> {
    /// Of these assertions.
    pub fn new(words: &'a Words, steps: usize, set: &BTreeSet<usize>) -> Self {
        let of = |&number: &usize| (number, words.cone(number));
        Self {
            words,
            steps,
            cones: set.iter().map(of).collect(),
        }
    }

    /// Whether these hold in the first cycles, in which what they rest on of what is settled does.
    pub fn start(
        &self,
        goals: &BTreeSet<usize>,
        settled: &BTreeSet<usize>,
        asked: &Asked<'_>,
    ) -> Result<Answer, Error> {
        let said = self.said(goals).unwrap_or_default();
        let step = Step {
            goals: goals.clone(),
            settled: said.intersection(settled).copied().collect(),
            ..Step::default()
        };
        let limit = self.limit(asked, goals, true);
        self.begun(&step, &Asked { limit, ..*asked })
    }

    fn begun(&self, step: &Step, asked: &Asked<'_>) -> Result<Answer, Error> {
        let mut question = self.begins(step)?;
        let own: Vec<usize> = step.goals.iter().copied().collect();
        let told = self.told(&mut question, &own, 0..self.steps)?;
        let text = question.text() + CHECK + &told;
        Ok(match asked.ask(&text, asked.limit)? {
            Model::None(_) => Answer::Holds(step.clone()),
            Model::Found(text) => Answer::Fails(broken(&text)),
            Model::Late => {
                let why = late(asked, "the first cycles", asked.limit);
                Answer::Open(step.goals.clone(), why)
            }
            Model::Stopped => Answer::Stopped,
        })
    }

    /// Whether these hold after a set does, of which the less is taken the better; of what is settled it is known
    /// that it holds in their own cycle too.
    pub fn step(
        &self,
        goals: &BTreeSet<usize>,
        set: &BTreeSet<usize>,
        settled: &BTreeSet<usize>,
        asked: &Asked<'_>,
    ) -> Result<Answer, Error> {
        let property = |number: &usize| property_of(&self.words.assertions[*number]);
        let names: BTreeSet<&str> = goals.iter().map(property).collect();
        let alike = |number: &usize| names.contains(property(number));
        let said = self.said(goals);
        let is_said = said.is_some();
        let mut known: BTreeSet<usize> = match said {
            Some(said) => said.intersection(set).copied().collect(),
            None => set.iter().copied().filter(alike).collect(),
        };
        let own: Vec<usize> = goals.iter().copied().collect();
        let step = Step::new(goals, &known, settled, true);
        if is_said && !step.settled.is_empty() {
            let limit = self.limit(asked, goals, false);
            if let Answer::Holds(step) = self.again(&step, false, &Asked { limit, ..*asked })? {
                return Ok(Answer::Holds(step));
            }
        }
        let mut properties = BTreeSet::new();
        let mut far = false;
        loop {
            let all = known.len() == set.len();
            let limit = self.limit(asked, goals, all || is_said);
            let last = self.steps..self.steps + 1;
            let step = Step::new(goals, &known, settled, false);
            let mut question = self.leads(&step)?;
            let mut others: Vec<usize> = set.difference(&known).copied().collect();
            self.sort(&mut others, &question.cone(), far);
            let now: Vec<usize> = { others.iter().copied() }
                .filter(|number| settled.contains(number))
                .collect();
            let told = self.told(&mut question, &others, 0..self.steps)?
                + &self.told(&mut question, &now, last.clone())?
                + &self.told(&mut question, &own, last)?;
            match asked.ask(&(question.text() + CHECK + &told), limit)? {
                Model::None(_) => return Ok(Answer::Holds(self.less(step, asked)?)),
                Model::Found(text) => {
                    let broken = broken(&text);
                    if broken.is_subset(goals) {
                        if far || known.len() + others.len() == set.len() {
                            return Ok(Answer::Fails(broken));
                        }
                        far = true;
                        continue;
                    }
                    far = false;
                    others.retain(|number| broken.contains(number));
                    for &number in others.iter().take(TAKEN) {
                        let name = property(&number);
                        match properties.insert(name) {
                            true => known.extend([number]),
                            // One more of them: it may need any.
                            false => known.extend(set.iter().filter(|one| property(one) == name)),
                        }
                    }
                }
                Model::Late if all || goals.len() > 1 => {
                    return Ok(Answer::Open(goals.clone(), late(asked, "the step", limit)))
                }
                Model::Late => known = set.clone(),
                Model::Stopped => return Ok(Answer::Stopped),
            }
        }
    }

    /// These, and what the checker says that they rest on, where it does of each.
    fn said(&self, goals: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        let (reasons, paths) = (&self.words.reasons, &self.words.assertions);
        let mut all = goals.clone();
        for &goal in goals {
            all.extend(reasons.of(goal, paths)?);
        }
        Some(all)
    }

    /// The same of what is known already, and no more than that: for another solver, and in one cycle.
    pub fn again(&self, step: &Step, start: bool, asked: &Asked<'_>) -> Result<Answer, Error> {
        if start {
            return self.begun(step, asked);
        }
        let text = self.leads(step)?.text() + CHECK;
        Ok(match asked.ask(&text, asked.limit)? {
            Model::None(_) => Answer::Holds(step.clone()),
            Model::Found(_) => Answer::Fails(step.goals.clone()),
            Model::Late => {
                let why = late(asked, "the step", asked.limit);
                Answer::Open(step.goals.clone(), why)
            }
            Model::Stopped => Answer::Stopped,
        })
    }

    /// First what brings in least that a question does not look at yet; what has nothing in common with it
    /// cannot help. Unless it is to be `far`, no more than makes the question not much longer.
    fn sort(&self, others: &mut Vec<usize>, question: &Cone, far: bool) {
        others.sort_by_cached_key(|number| {
            let leaves = &self.cones[number].leaves;
            let seen = leaves.intersection(&question.leaves).count();
            (seen == 0, leaves.len() - seen)
        });
        let mut left = ROOM + question.size;
        others.retain(|number| {
            let size = self.cones[number].size;
            let fits = far || size <= left;
            left = left.saturating_sub(if fits { size } else { 0 });
            fits
        });
    }

    fn limit(&self, asked: &Asked<'_>, goals: &BTreeSet<usize>, long: bool) -> Duration {
        match long && goals.len() == 1 {
            true => asked.limit,
            false => asked.limit / PART,
        }
    }

    /// That some goal fails in the first cycles, though what is settled holds.
    fn begins(&self, step: &Step) -> Result<Unrolled<'_>, Error> {
        let mut unrolled = self.words.unrolled(self.steps)?;
        self.words.begin(&mut unrolled)?;
        if !step.settled.is_empty() {
            for cycle in 0..self.steps {
                let settled = self.holds(&mut unrolled, &step.settled, cycle)?;
                unrolled.assert(&settled);
            }
        }
        let holds: Result<Vec<String>, Error> = (0..self.steps)
            .map(|cycle| self.holds(&mut unrolled, &step.goals, cycle))
            .collect();
        unrolled.assert(&format!("(not (and true {}))", holds?.join(" ")));
        Ok(unrolled)
    }

    /// That some goal fails in the cycle after those in which what is known holds, though what is settled does.
    fn leads(&self, step: &Step) -> Result<Unrolled<'_>, Error> {
        let last = if step.at_once { 0 } else { self.steps };
        let mut unrolled = self.words.unrolled(last + 1)?;
        let cycles = if step.known.is_empty() { 0 } else { last };
        for cycle in 0..cycles {
            let known = self.holds(&mut unrolled, &step.known, cycle)?;
            unrolled.assert(&known);
        }
        if !step.settled.is_empty() {
            let settled = self.holds(&mut unrolled, &step.settled, last)?;
            unrolled.assert(&settled);
        }
        let goals = self.holds(&mut unrolled, &step.goals, last)?;
        unrolled.assert(&format!("(not {goals})"));
        Ok(unrolled)
    }

    /// That all of a set hold in a cycle.
    pub fn holds(
        &self,
        unrolled: &mut Unrolled<'_>,
        set: &BTreeSet<usize>,
        cycle: usize,
    ) -> Result<String, Error> {
        let of = |number: &usize| self.words.net(unrolled, &format!("a {number}"), cycle);
        let nets: Result<Vec<String>, Error> = set.iter().map(of).collect();
        Ok(format!("(and true {})", nets?.join(" ")))
    }

    /// What a trace is asked to tell of a set in some cycles, each value behind its number.
    fn told(
        &self,
        unrolled: &mut Unrolled<'_>,
        set: &[usize],
        cycles: Range<usize>,
    ) -> Result<String, Error> {
        let mut values = String::new();
        for cycle in cycles {
            for number in set {
                let net = (self.words).net(unrolled, &format!("a {number}"), cycle)?;
                let _ = writeln!(values, "(echo \"{number}\")\n(get-value ({net}))");
            }
        }
        Ok(values)
    }
}

/// What a trace breaks of what it tells of.
fn broken(text: &str) -> BTreeSet<usize> {
    words::told(text, " false))")
}

fn late(asked: &Asked<'_>, what: &str, limit: Duration) -> String {
    let (name, seconds) = (asked.name, limit.as_secs());
    format!("no answer of {name} to {what} in {seconds} s")
}

#[cfg(test)]
mod tests {
    use super::super::words::tests::TEXT;
    use super::*;

    #[test]
    fn a_step_asks_of_the_last_cycle_and_the_start_of_each() {
        let words = Words::new(TEXT, "m").unwrap();
        let set = BTreeSet::from([0, 1]);
        let induction = Induction::new(&words, 2, &set);
        let goals = BTreeSet::from([0]);
        let settled = BTreeSet::from([1, 2]);
        let wanted = Step::new(&goals, &set, &settled, false);
        let mut step = induction.leads(&wanted).unwrap();
        let told = induction.told(&mut step, &[1], 1..2).unwrap();
        assert_eq!(told, "(echo \"1\")\n(get-value (|m_a 1@1|))\n");
        let step = step.text();
        assert_eq!(step.matches("|m_u@2|").count(), 2, "three cycles");
        assert!(step.contains("(assert (and true |m_a 0@1| |m_a 1@1|))"));
        assert!(step.contains("(assert (and true |m_a 1@2|))"));
        assert!(step.contains("(assert (not (and true |m_a 0@2|)))"));
        let at_once = Step::new(&goals, &set, &settled, true);
        let at_once = induction.leads(&at_once).unwrap().text();
        assert!(at_once.contains("(assert (and true |m_a 1@0|))"));
        assert!(!at_once.contains("@1|"), "one cycle");
        let of_nothing = Step::new(&goals, &BTreeSet::new(), &settled, false);
        let of_nothing = induction.leads(&of_nothing).unwrap().text();
        assert!(
            !of_nothing.contains("(and true )"),
            "no solver knows an `and` of one"
        );
        let start = induction.begins(&wanted).unwrap().text();
        assert!(start.contains("(assert |m_i@0|)"));
        assert!(start.contains("(assert (and true |m_a 1@1|))"));
        assert!(start.contains("(not (and true (and true |m_a 0@0|) (and true |m_a 0@1|)))"));
    }

    #[test]
    fn what_is_near_brings_in_least() {
        let words = Words::new(TEXT, "m").unwrap();
        let mut induction = Induction::new(&words, 1, &BTreeSet::new());
        let cone = |leaves: Vec<usize>, size| Cone {
            leaves: leaves.into_iter().collect(),
            size,
        };
        let cones = [vec![2], vec![1, 3], vec![1], vec![1, 4, 5]];
        let sizes = [1, 2, 3, 2 * ROOM].into_iter();
        let cones = cones.into_iter().zip(sizes).enumerate();
        induction.cones = cones
            .map(|(at, (one, size))| (at, cone(one, size)))
            .collect();
        let question = cone(vec![1], 9);
        let sorted = |far| {
            let mut others = vec![0, 1, 2, 3];
            induction.sort(&mut others, &question, far);
            others
        };
        assert_eq!(sorted(true), [2, 1, 3, 0]);
        assert_eq!(sorted(false), [2, 1, 0], "one is too long");
    }
}
