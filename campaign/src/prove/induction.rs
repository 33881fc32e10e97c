//! Induction over words: all assertions of a unit at once, the ones that hold each other up.
//!
//! Of a set of assertions, those are taken out that some state of all others' keeping leads out of, and
//! those that fail within the first cycles after the start, until a set is left that no state leads out
//! of: all of it holds for ever. What a solver does not answer of all it is asked of each alone, where
//! all others still are what is known; a property of which it leaves an assertion open is taken out too.
//! A second solver repeats the answers that this rests on.

use super::unroll::Unrolled;
use super::words::{property_of, Asked, Model, Words};
use super::Solvers;
use crate::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is left of a set of assertions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Those that hold for ever.
    pub assertions: BTreeSet<usize>,
    /// Whether the second solver says the same.
    pub repeated: bool,
    /// What could not be answered, and why.
    pub open: BTreeMap<usize, String>,
    /// Whether the campaign was stopped.
    pub stopped: bool,
}

/// The second solver.
const SECOND: &str = "yices-smt2";
/// Its smaller SAT solver has answers to wide words in seconds where the usual one has none in a minute.
const SECOND_OPTIONS: [&str; 1] = ["--delegate=y2sat"];
/// The part of its time that a solver has for several assertions at once.
const AT_ONCE: u32 = 12;
/// So many assertions of a property that are each a small question are one: most of their time is reading the unit.
const SOME: usize = 8;

enum Answer {
    Never,
    Some(BTreeSet<usize>),
    /// An assertion that nothing is known of.
    Open(usize, String),
    Stopped,
}

/// Which assertions could fail, what is known, and where.
struct Question<'a> {
    goals: &'a BTreeSet<usize>,
    known: &'a BTreeSet<usize>,
    start: bool,
    steps: usize,
}

impl Words {
    /// What of these assertions holds by induction over so many steps.
    pub fn kept(
        &self,
        from: BTreeSet<usize>,
        steps: usize,
        solvers: &Solvers,
        limit: Duration,
        folder: &Path,
        stop: &AtomicBool,
    ) -> Result<Kept, Error> {
        let mut kept = Kept {
            assertions: from,
            ..Kept::default()
        };
        let first = solvers.in_words(limit, folder, stop);
        let second = Asked {
            program: &solvers.second,
            name: SECOND,
            options: &SECOND_OPTIONS,
            // Repeating is worth more time than finding: it is of what holds.
            limit: 4 * limit,
            ..first
        };
        let mut at_once = true;
        while !kept.assertions.is_empty() {
            match self.induction(&first, &kept.assertions, steps, &mut at_once)? {
                Answer::Some(failed) => {
                    let before = kept.assertions.len();
                    kept.assertions.retain(|number| !failed.contains(number));
                    if kept.assertions.len() == before {
                        return Err(Error::new("bitwuzla's model breaks no assertion"));
                    }
                }
                Answer::Open(which, why) => {
                    let property = property_of(&self.assertions[which]);
                    let alike = |&number: &usize| property_of(&self.assertions[number]) == property;
                    for number in kept.assertions.iter().copied().filter(alike) {
                        kept.open.insert(number, why.clone());
                    }
                    kept.assertions.retain(|number| !alike(number));
                }
                Answer::Stopped => {
                    kept.stopped = true;
                    kept.assertions.clear();
                }
                Answer::Never => {
                    let set = &kept.assertions;
                    kept.repeated = match self.induction(&second, set, steps, &mut at_once)? {
                        Answer::Never => true,
                        Answer::Some(_) => {
                            return Err(Error::new("yices-smt2 refutes what bitwuzla proves"))
                        }
                        Answer::Open(..) | Answer::Stopped => false,
                    };
                    return Ok(kept);
                }
            }
        }
        Ok(kept)
    }

    /// Whether a step leads out of a set, or it does not hold at the start; all at once until that has
    /// taken too long.
    fn induction(
        &self,
        asked: &Asked<'_>,
        set: &BTreeSet<usize>,
        steps: usize,
        at_once: &mut bool,
    ) -> Result<Answer, Error> {
        *at_once |= set.len() == 1;
        for start in [false, true] {
            let question = Question {
                goals: set,
                known: set,
                start,
                steps,
            };
            let limit = match set.len() {
                1 => asked.limit,
                _ => asked.limit / AT_ONCE,
            };
            let mut answer = Answer::Never;
            if *at_once {
                answer = self.ask(asked, limit, &question)?;
                *at_once = set.len() == 1 || !matches!(answer, Answer::Open(..));
            }
            if !*at_once {
                answer = self.one_by_one(asked, limit, &question)?;
            }
            if !matches!(answer, Answer::Never) {
                return Ok(answer);
            }
        }
        Ok(Answer::Never)
    }

    /// The same of some assertions of a property after the other, and of each where those are too many.
    fn one_by_one(
        &self,
        asked: &Asked<'_>,
        limit: Duration,
        question: &Question<'_>,
    ) -> Result<Answer, Error> {
        let mut of_property: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for &number in question.goals {
            let numbers = of_property
                .entry(property_of(&self.assertions[number]))
                .or_default();
            numbers.insert(number);
        }
        for own in of_property.values() {
            let ask = |goals: &[usize], long| {
                let goals = &goals.iter().copied().collect();
                let question = Question { goals, ..*question };
                // What a property knows of itself is less to look at, and often enough.
                if !question.start && own.len() < question.known.len() {
                    let alone = Question {
                        known: own,
                        ..question
                    };
                    let answer = self.ask(asked, limit, &alone)?;
                    if matches!(answer, Answer::Never | Answer::Stopped) {
                        return Ok(answer);
                    }
                }
                self.ask(asked, long, &question)
            };
            let mut is_slow = own.len() == 1;
            let numbers: Vec<usize> = own.iter().copied().collect();
            for some in numbers.chunks(SOME) {
                if !is_slow {
                    match ask(some, limit)? {
                        Answer::Never => continue,
                        Answer::Open(..) => is_slow = true,
                        answer => return Ok(answer),
                    }
                }
                for &number in some {
                    match ask(&[number], asked.limit)? {
                        Answer::Never => {}
                        answer => return Ok(answer),
                    }
                }
            }
        }
        Ok(Answer::Never)
    }

    fn ask(
        &self,
        asked: &Asked<'_>,
        limit: Duration,
        question: &Question<'_>,
    ) -> Result<Answer, Error> {
        match asked.ask(&self.question(question)?, limit)? {
            Model::None => Ok(Answer::Never),
            Model::Found(text) => Ok(Answer::Some(failed(&text, question.known))),
            Model::Late => {
                let what = if question.start {
                    "the first cycles"
                } else {
                    "the step"
                };
                let (name, seconds) = (asked.name, limit.as_secs());
                let which = question.goals.first().copied().unwrap_or_default();
                let why = format!("no answer of {name} to {what} in {seconds} s");
                Ok(Answer::Open(which, why))
            }
            Model::Stopped => Ok(Answer::Stopped),
        }
    }

    /// Whether a goal fails within so many cycles of the start, or in the cycle after so many in which
    /// all that is known holds.
    fn question(&self, question: &Question<'_>) -> Result<String, Error> {
        let Question {
            goals,
            known,
            start,
            steps,
        } = *question;
        let cycles = if start { steps } else { steps + 1 };
        let mut unrolled = self.unrolled(cycles)?;
        let holds = |unrolled: &mut Unrolled<'_>, set: &BTreeSet<usize>, cycle| {
            let nets = set
                .iter()
                .map(|number| self.net(unrolled, &format!("a {number}"), cycle));
            let nets: Result<Vec<String>, Error> = nets.collect();
            Ok::<_, Error>(format!("(and true {})", nets?.join(" ")))
        };
        let mut looked = vec![cycles.saturating_sub(1)];
        if start {
            self.begin(&mut unrolled)?;
            let all: Result<Vec<String>, Error> = (0..cycles)
                .map(|cycle| holds(&mut unrolled, goals, cycle))
                .collect();
            unrolled.assert(&format!("(not (and true {}))", all?.join(" ")));
            looked = (0..cycles).collect();
        } else {
            for cycle in 0..steps {
                let known = holds(&mut unrolled, known, cycle)?;
                unrolled.assert(&known);
            }
            let goals = holds(&mut unrolled, goals, steps)?;
            unrolled.assert(&format!("(not {goals})"));
        }
        let mut values = String::new();
        for cycle in looked {
            for number in known {
                let net = self.net(&mut unrolled, &format!("a {number}"), cycle)?;
                let _ = writeln!(values, "(get-value ({net}))");
            }
        }
        Ok(unrolled.text() + "(check-sat)\n" + &values)
    }
}

/// The assertions that a model breaks.
fn failed(text: &str, set: &BTreeSet<usize>) -> BTreeSet<usize> {
    let answers = text.lines().skip(1).filter(|line| line.contains("_a "));
    let numbers: Vec<usize> = set.iter().copied().collect();
    let broken = answers
        .enumerate()
        .filter(|(_, line)| line.trim_end().ends_with("false))"));
    broken.map(|(at, _)| numbers[at % numbers.len()]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::words::tests::TEXT;
    use super::*;

    #[test]
    fn models_tell_what_fails() {
        let words = Words::new(TEXT, "m").unwrap();
        let set = BTreeSet::from([0, 1]);
        let model = "sat\n((|m_a 0@1| true))\n((|m_a 1@1| false))\n";
        assert_eq!(failed(model, &set), BTreeSet::from([1]));
        let twice = "sat\n((x_a 0 true))\n((x_a 1 true))\n((x_a 0 false))\n((x_a 1 true))\n";
        assert_eq!(failed(twice, &set), BTreeSet::from([0]));
        let goals = BTreeSet::from([0]);
        let question = |start| {
            let question = Question {
                goals: &goals,
                known: &set,
                start,
                steps: 2,
            };
            words.question(&question).unwrap()
        };
        let step = question(false);
        assert_eq!(step.matches("|m_u@2|").count(), 2, "three cycles");
        assert!(step.contains("(assert (and true |m_a 0@1| |m_a 1@1|))"));
        assert!(step.contains("(assert (not (and true |m_a 0@2|)))"));
        assert!(question(true).contains("(assert |m_i@0|)"));
    }
}
