//! Induction over words: all assertions of a unit at once, the ones that hold each other up.
//!
//! Of a set of assertions, those are taken out that some state of all others' keeping leads out of, and
//! those that fail within the first cycles after the start, until a set is left that no state leads out
//! of: all of it holds for ever. A second solver repeats the two answers that this rests on.

use super::process::{self, Said};
use super::Solvers;
use crate::error::write;
use crate::mutation::solver::Program;
use crate::Error;
use std::collections::BTreeSet;
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
    /// What could not be answered, if anything.
    pub open: Option<String>,
    /// Whether the campaign was stopped.
    pub stopped: bool,
}

/// The second solver.
const SECOND: &str = "yices-smt2";

enum Answer {
    Never,
    Some(BTreeSet<usize>),
    Open(String),
    Stopped,
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
        let ask = |program: &Program, name: &str, start: bool, set: &BTreeSet<usize>| {
            // Repeating is worth more time than finding: it is of what holds.
            let limit = if name == SECOND { 4 * limit } else { limit };
            self.ask(program, name, start, set, steps, limit, folder, stop)
        };
        while !kept.assertions.is_empty() {
            let mut next = ask(&solvers.words, "bitwuzla", false, &kept.assertions)?;
            if matches!(next, Answer::Never) {
                next = ask(&solvers.words, "bitwuzla", true, &kept.assertions)?;
            }
            match next {
                Answer::Some(failed) => {
                    let before = kept.assertions.len();
                    kept.assertions.retain(|number| !failed.contains(number));
                    if kept.assertions.len() == before {
                        return Err(Error::new("bitwuzla's model breaks no assertion"));
                    }
                }
                Answer::Open(why) => {
                    kept.open = Some(why);
                    kept.assertions.clear();
                }
                Answer::Stopped => {
                    kept.stopped = true;
                    kept.assertions.clear();
                }
                Answer::Never => {
                    let mut same = true;
                    for start in [false, true] {
                        same &= match ask(&solvers.second, SECOND, start, &kept.assertions)? {
                            Answer::Never => true,
                            Answer::Some(_) => {
                                return Err(Error::new("yices-smt2 refutes what bitwuzla proves"))
                            }
                            Answer::Open(_) | Answer::Stopped => false,
                        };
                    }
                    kept.repeated = same;
                    return Ok(kept);
                }
            }
        }
        Ok(kept)
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "a question is what is asked, of whom, and for how long"
    )]
    fn ask(
        &self,
        program: &Program,
        name: &str,
        start: bool,
        set: &BTreeSet<usize>,
        steps: usize,
        limit: Duration,
        folder: &Path,
        stop: &AtomicBool,
    ) -> Result<Answer, Error> {
        write(
            &folder.join("question.smt2"),
            &self.question(start, set, steps),
        )?;
        let mut command = program();
        let command = command.arg("question.smt2").current_dir(folder);
        let text = match process::run(name, command, limit, stop)? {
            Said::Text { text, .. } => text,
            Said::Late => {
                let what = if start {
                    "the first cycles"
                } else {
                    "the step"
                };
                let seconds = limit.as_secs();
                return Ok(Answer::Open(format!(
                    "no answer of {name} to {what} in {seconds} s"
                )));
            }
            Said::Stopped => return Ok(Answer::Stopped),
        };
        match text.lines().next().map(str::trim) {
            Some("unsat") => Ok(Answer::Never),
            Some("sat") => Ok(Answer::Some(failed(&text, set))),
            _ => {
                let line = text.lines().next().unwrap_or("nothing");
                Err(Error::new(format!("{name} does not answer: {line}")))
            }
        }
    }

    /// Whether some assertion fails within so many cycles of the start, or in the cycle after so many
    /// in which all hold.
    fn question(&self, start: bool, set: &BTreeSet<usize>, steps: usize) -> String {
        let top = &self.top;
        let mut text = format!(
            "(set-option :produce-models true)\n(set-logic QF_UFBV)\n{}",
            self.text
        );
        let cycles = if start { steps } else { steps + 1 };
        let fails = |cycle: usize| {
            let all = set
                .iter()
                .map(|number| format!("(|{top}_a {number}| s{cycle})"));
            format!("(not (and true {}))", all.collect::<Vec<_>>().join(" "))
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
            let any: Vec<String> = (0..cycles).map(fails).collect();
            let _ = writeln!(
                text,
                "(assert (|{top}_i| s0))\n(assert (or false {}))",
                any.join(" ")
            );
            looked = (0..cycles).collect();
        } else {
            for cycle in 0..steps {
                let _ = writeln!(text, "(assert (not {}))", fails(cycle));
            }
            let _ = writeln!(text, "(assert {})", fails(steps));
        }
        text.push_str("(check-sat)\n");
        for cycle in looked {
            for number in set {
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
        let question = words.question(false, &set, 2);
        assert_eq!(question.matches("declare-fun s").count(), 3);
        assert!(words.question(true, &set, 2).contains("(|m_i| s0)"));
    }
}
