//! Induction over words: all assertions of a unit at once, the ones that hold each other up.
//!
//! Of a set of assertions, those are taken out that some state of all others' keeping leads out of, and
//! those that fail within the first cycles after the start, until a set is left that no state leads out
//! of: all of it holds for ever. What a solver does not answer of all it is asked of each alone, where
//! all others still are what is known; a property of which it leaves an assertion open is taken out too.
//! A second solver repeats the answers that this rests on.

use super::process::{self, Said};
use super::Solvers;
use crate::error::write;
use crate::mutation::solver::Program;
use crate::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A unit as Yosys writes it for solvers.
#[derive(Clone, Debug)]
pub struct Words {
    /// Definitions.
    pub text: String,
    /// The module.
    pub top: String,
    /// The path of each assertion, in the order of its number.
    pub assertions: Vec<String>,
}

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

/// A solver with its name, and how long it may think.
struct Asked<'a> {
    program: &'a Program,
    name: &'a str,
    limit: Duration,
    folder: &'a Path,
    stop: &'a AtomicBool,
}

/// Which assertions could fail, what is known, and where.
struct Question<'a> {
    goals: &'a BTreeSet<usize>,
    known: &'a BTreeSet<usize>,
    start: bool,
    steps: usize,
}

impl Words {
    /// Reads Yosys' file.
    pub fn new(text: String, top: &str) -> Self {
        let mut assertions: Vec<(usize, String)> = vec![];
        let head = format!("(define-fun |{top}_a ");
        for line in text.lines() {
            let Some(rest) = line.strip_prefix(&head) else {
                continue;
            };
            let number = rest
                .split('|')
                .next()
                .and_then(|number| number.parse().ok());
            let path = line.rsplit(" ; ").next();
            if let (Some(number), Some(path)) = (number, path) {
                assertions.push((number, path.trim().to_owned()));
            }
        }
        assertions.sort();
        Self {
            top: top.to_owned(),
            assertions: assertions.into_iter().map(|(_, path)| path).collect(),
            text,
        }
    }

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
        let first = Asked {
            program: &solvers.words,
            name: "bitwuzla",
            limit,
            folder,
            stop,
        };
        let second = Asked {
            program: &solvers.second,
            name: SECOND,
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
                    let property = self.property(which);
                    let alike = |&number: &usize| self.property(number) == property;
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

    /// The property of an assertion: its path without the number of its instance.
    fn property(&self, number: usize) -> &str {
        let path = &self.assertions[number];
        path.rsplit('.').next().unwrap_or(path)
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
        let mut of_property: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for &number in question.goals {
            let numbers = of_property.entry(self.property(number)).or_default();
            numbers.push(number);
        }
        for numbers in of_property.values() {
            let ask = |goals: &[usize], limit| {
                let goals = &goals.iter().copied().collect();
                self.ask(asked, limit, &Question { goals, ..*question })
            };
            let mut is_slow = numbers.len() == 1;
            for some in numbers.chunks(SOME) {
                if !is_slow {
                    match ask(some, limit)? {
                        Answer::Never => continue,
                        Answer::Open(..) => is_slow = true,
                        answer => return Ok(answer),
                    }
                }
                for number in some {
                    match ask(&[*number], asked.limit)? {
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
        let name = asked.name;
        write(
            &asked.folder.join("question.smt2"),
            &self.question(question),
        )?;
        let mut command = (asked.program)();
        let command = command.arg("question.smt2").current_dir(asked.folder);
        let text = match process::run(name, command, limit, asked.stop)? {
            Said::Text { text, .. } => text,
            Said::Late => {
                let what = if question.start {
                    "the first cycles"
                } else {
                    "the step"
                };
                let seconds = limit.as_secs();
                let which = question.goals.first().copied().unwrap_or_default();
                let why = format!("no answer of {name} to {what} in {seconds} s");
                return Ok(Answer::Open(which, why));
            }
            Said::Stopped => return Ok(Answer::Stopped),
        };
        match text.lines().next().map(str::trim) {
            Some("unsat") => Ok(Answer::Never),
            Some("sat") => Ok(Answer::Some(failed(&text, question.known))),
            _ => {
                let line = text.lines().next().unwrap_or("nothing");
                Err(Error::new(format!("{name} does not answer: {line}")))
            }
        }
    }

    /// Whether a goal fails within so many cycles of the start, or in the cycle after so many in which
    /// all that is known holds.
    fn question(&self, question: &Question<'_>) -> String {
        let Question {
            goals,
            known,
            start,
            steps,
        } = *question;
        let top = &self.top;
        let mut text = format!(
            "(set-option :produce-models true)\n(set-logic QF_UFBV)\n{}",
            self.text
        );
        let cycles = if start { steps } else { steps + 1 };
        let holds = |set: &BTreeSet<usize>, cycle: usize| {
            let all = set
                .iter()
                .map(|number| format!("(|{top}_a {number}| s{cycle})"));
            format!("(and true {})", all.collect::<Vec<_>>().join(" "))
        };
        for cycle in 0..cycles {
            let _ = writeln!(text, "(declare-fun s{cycle} () |{top}_s|)");
            let _ = writeln!(
                text,
                "(assert (|{top}_u| s{cycle}))\n(assert (|{top}_h| s{cycle}))"
            );
        }
        for cycle in 1..cycles {
            let _ = writeln!(text, "(assert (|{top}_t| s{} s{cycle}))", cycle - 1);
        }
        let mut looked = vec![cycles.saturating_sub(1)];
        if start {
            let all: Vec<String> = (0..cycles).map(|cycle| holds(goals, cycle)).collect();
            let _ = writeln!(
                text,
                "(assert (|{top}_i| s0))\n(assert (not (and true {})))",
                all.join(" ")
            );
            looked = (0..cycles).collect();
        } else {
            for cycle in 0..steps {
                let _ = writeln!(text, "(assert {})", holds(known, cycle));
            }
            let _ = writeln!(text, "(assert (not {}))", holds(goals, steps));
        }
        text.push_str("(check-sat)\n");
        for cycle in looked {
            for number in known {
                let _ = writeln!(text, "(get-value ((|{top}_a {number}| s{cycle})))");
            }
        }
        text
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
    use super::*;

    #[test]
    fn assertions_are_read_and_models_tell_what_fails() {
        let text = "(define-fun |m_a 1| ((state |m_s|)) Bool true) ; c.Second_A\n\
                    (define-fun |m_a 0| ((state |m_s|)) Bool true) ; c.First_A\n\
                    (define-fun |m_a| ((state |m_s|)) Bool (and\n";
        let words = Words::new(text.to_owned(), "m");
        assert_eq!(words.assertions, ["c.First_A", "c.Second_A"]);
        let set = BTreeSet::from([0, 1]);
        let model = "sat\n(((|m_a 0| s1) true))\n(((|m_a 1| s1) false))\n";
        assert_eq!(failed(model, &set), BTreeSet::from([1]));
        let twice = "sat\n((x_a 0 true))\n((x_a 1 true))\n((x_a 0 false))\n((x_a 1 true))\n";
        assert_eq!(failed(twice, &set), BTreeSet::from([0]));
        let goals = BTreeSet::from([1]);
        let question = |start| {
            words.question(&Question {
                goals: &goals,
                known: &set,
                start,
                steps: 2,
            })
        };
        let step = question(false);
        assert_eq!(step.matches("declare-fun s").count(), 3);
        assert!(step.contains("(assert (and true (|m_a 0| s1) (|m_a 1| s1)))"));
        assert!(step.contains("(assert (not (and true (|m_a 1| s2))))"));
        assert!(question(true).contains("(|m_i| s0)"));
    }
}
