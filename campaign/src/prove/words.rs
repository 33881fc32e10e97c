//! A unit and its checker over words, as Yosys writes them for solvers.

use super::checks::property_of;
use super::process::{self, Said};
use super::reasons::Reasons;
use super::unroll::{Cone, Definitions, Unrolled};
use crate::error::write;
use crate::mutation::solver::Program;
use crate::Error;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What any module is called in questions, of which a long name would be most.
pub const TOP: &str = "m";

/// A unit as Yosys writes it for solvers.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Its nets.
    pub definitions: Definitions,
    /// The path of each assertion, in the order of its number.
    pub assertions: Vec<String>,
    /// And of each premise, and of what is assumed.
    pub covers: Vec<String>,
    /// See above.
    pub assumptions: Vec<String>,
    /// What assertions are said to rest on.
    pub reasons: Reasons,
    /// Bits of registers and of what comes in or is free.
    pub bits: usize,
}

/// A solver with its name, and how long it may think.
pub struct Asked<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its name.
    pub name: &'a str,
    /// What it is told besides.
    pub options: &'a [&'a str],
    /// How long it may think.
    pub limit: Duration,
    /// A folder for its question.
    pub folder: &'a Path,
    /// Whether the campaign was stopped.
    pub stop: &'a AtomicBool,
}

/// What a solver says to some words.
pub enum Model {
    /// They cannot be, and what it says besides.
    None(String),
    /// They can: its model, line by line.
    Found(String),
    /// Its time was up.
    Late,
    /// The campaign was stopped.
    Stopped,
}

impl Asked<'_> {
    /// Asks that.
    pub fn ask(&self, question: &str, limit: Duration) -> Result<Model, Error> {
        let name = self.name;
        write(&self.folder.join("question.smt2"), question)?;
        let mut command = (self.program)();
        let command = command.args(self.options).arg("question.smt2");
        let command = command.current_dir(self.folder);
        let text = match process::run(name, command, limit, self.stop)? {
            Said::Text { text, .. } => text,
            Said::Late => return Ok(Model::Late),
            Said::Stopped => return Ok(Model::Stopped),
        };
        // A SAT solver's remarks come before its answer.
        let mut lines = text.lines().map(str::trim);
        let answer = lines.find(|line| !line.starts_with("c "));
        match answer.map(str::to_owned).as_deref() {
            Some("unsat") => Ok(Model::None(text)),
            Some("sat") => Ok(Model::Found(text)),
            _ => {
                // What went wrong comes last.
                let line = text.lines().last().unwrap_or("nothing");
                Err(Error::new(format!("{name} does not answer: {line}")))
            }
        }
    }
}

impl Words {
    /// Reads Yosys' file.
    pub fn new(text: &str, module: &str) -> Result<Self, Error> {
        let (top, text) = (TOP, text.replace(&format!("|{module}"), &format!("|{TOP}")));
        let checks = |letter: char| {
            let head = format!("(define-fun |{top}_{letter} ");
            let check = |line: &str| {
                let number = line.strip_prefix(&head)?.split('|').next()?.parse().ok()?;
                let (_, path) = line.rsplit_once(" ; ")?;
                Some((number, path.trim().to_owned()))
            };
            let mut checks: Vec<(usize, String)> = text.lines().filter_map(check).collect();
            checks.sort();
            checks.into_iter().map(|(_, path)| path).collect()
        };
        let definitions = Definitions::new(&text, top);
        let definitions = definitions.map_err(|error| Error::new(format!("{module}: {error}")))?;
        let widths = text.lines().filter_map(|line| {
            let mut all = line.strip_prefix("; yosys-smt2-")?.split(' ');
            let (kind, _, width) = (all.next()?, all.next()?, all.next()?);
            let is_free = matches!(kind, "input" | "register" | "anyseq");
            width.parse::<usize>().ok().filter(|_| is_free)
        });
        Ok(Self {
            definitions,
            assertions: checks('a'),
            covers: checks('c'),
            assumptions: checks('u'),
            reasons: Reasons::default(),
            bits: widths.sum(),
        })
    }

    /// The numbers of a property's checks among those with such paths.
    pub fn of(paths: &[String], property: &str) -> BTreeSet<usize> {
        let mine = paths.iter().enumerate();
        let mine = mine.filter(|(_, path)| property_of(path) == property);
        mine.map(|(number, _)| number).collect()
    }

    /// So many cycles that follow each other, in which all holds that is assumed.
    pub fn unrolled(&self, cycles: usize) -> Result<Unrolled<'_>, Error> {
        let mut unrolled = self.definitions.unrolled();
        for cycle in 0..cycles {
            for letter in ["u", "h"] {
                let holds = self.net(&mut unrolled, letter, cycle)?;
                unrolled.assert(&holds);
            }
        }
        Ok(unrolled)
    }

    /// That the first cycle is one after the start.
    pub fn begin(&self, unrolled: &mut Unrolled<'_>) -> Result<(), Error> {
        let begins = self.net(unrolled, "i", 0)?;
        unrolled.assert(&begins);
        Ok(())
    }

    /// What an assertion depends on within a cycle.
    pub fn cone(&self, assertion: usize) -> Cone {
        let name = format!("{}_a {assertion}", TOP);
        self.definitions.cone(&name)
    }

    /// A check, or all of a kind, in a cycle, by Yosys' letter and its number.
    pub fn net(
        &self,
        unrolled: &mut Unrolled<'_>,
        check: &str,
        cycle: usize,
    ) -> Result<String, Error> {
        let name = format!("{}_{check}", TOP);
        unrolled.net(&name, cycle).map_err(Error::new)
    }
}

/// The numbers that a model tells a value behind which ends so.
pub fn told(text: &str, end: &str) -> BTreeSet<usize> {
    let lines = text.lines().map(str::trim);
    let pairs = lines.clone().zip(lines.skip(1));
    let are = pairs.filter(|(_, value)| value.ends_with(end));
    are.filter_map(|(number, _)| number.trim_matches('"').parse().ok())
        .collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Two assertions, a premise and a rule, over a register that takes on what comes in.
    pub const TEXT: &str = "; yosys-smt2-input choose 2
; yosys-smt2-register r_q 5
; yosys-smt2-anyseq m#1 7 $auto$3
; yosys-smt2-output out 9
(define-fun |m#0| ((state |m_s|)) (_ BitVec 2) ((_ extract 1 0) state)) ; \\choose
(define-fun |m_n choose| ((state |m_s|)) (_ BitVec 2) (|m#0| state))
(define-fun |m#1| ((state |m_s|)) (_ BitVec 2) ((_ extract 3 2) state)) ; \\r_q
(define-fun |m#2| ((state |m_s|)) Bool (= (|m#1| state) #b00)) ; $1
(define-fun |m_a 1| ((state |m_s|)) Bool true) ; c.Second_A
(define-fun |m_a 0| ((state |m_s|)) Bool (|m#2| state)) ; c.First_A
(define-fun |m_c 0| ((state |m_s|)) Bool true) ; c.gen[3].First_C
(define-fun |m_u 0| ((state |m_s|)) Bool true) ; c.Rule_M
(define-fun |m_u| ((state |m_s|)) Bool
  (|m_u 0| state)
)
(define-fun |m_i| ((state |m_s|)) Bool true)
(define-fun |m_h| ((state |m_s|)) Bool true)
(define-fun |m_t| ((state |m_s|) (next_state |m_s|)) Bool (and
  (= (|m#0| state) (|m#1| next_state)) ; $driver \\r_q
)) ; end of module m
";

    #[test]
    fn checks_and_bits_are_read() {
        let words = Words::new(TEXT, "m").unwrap();
        assert_eq!(words.assertions, ["c.First_A", "c.Second_A"]);
        assert_eq!(words.covers, ["c.gen[3].First_C"]);
        assert_eq!(words.assumptions, ["c.Rule_M"]);
        assert_eq!(words.bits, 14, "what goes out is none");
        assert_eq!(Words::of(&words.assertions, "Second"), BTreeSet::from([1]));
        assert_eq!(Words::of(&words.covers, "First"), BTreeSet::from([0]));
        let text = words.unrolled(3).unwrap().text();
        assert_eq!(text.matches("(assert |m_u@").count(), 3);
    }
}
