//! A unit and its checker over words, as Yosys writes them for solvers.

use super::process::{self, Said};
use crate::error::write;
use crate::mutation::solver::Program;
use crate::Error;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A unit as Yosys writes it for solvers.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Definitions.
    pub text: String,
    /// The module.
    pub top: String,
    /// The path of each assertion, in the order of its number.
    pub assertions: Vec<String>,
    /// And of each premise, and of what is assumed.
    pub covers: Vec<String>,
    /// See above.
    pub assumptions: Vec<String>,
    /// Bits of registers and of what comes in or is free.
    pub bits: usize,
    /// How wide is what comes in, by name.
    inputs: BTreeMap<String, usize>,
}

/// A solver with its name, and how long it may think.
pub struct Asked<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its name.
    pub name: &'a str,
    /// How long it may think.
    pub limit: Duration,
    /// A folder for its question.
    pub folder: &'a Path,
    /// Whether the campaign was stopped.
    pub stop: &'a AtomicBool,
}

/// What a solver says to some words.
pub enum Model {
    /// They cannot be.
    None,
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
        let command = command.arg("question.smt2").current_dir(self.folder);
        let text = match process::run(name, command, limit, self.stop)? {
            Said::Text { text, .. } => text,
            Said::Late => return Ok(Model::Late),
            Said::Stopped => return Ok(Model::Stopped),
        };
        match text.lines().next().map(str::trim) {
            Some("unsat") => Ok(Model::None),
            Some("sat") => Ok(Model::Found(text)),
            line => {
                let line = line.unwrap_or("nothing");
                Err(Error::new(format!("{name} does not answer: {line}")))
            }
        }
    }
}

impl Words {
    /// Reads Yosys' file.
    pub fn new(text: String, top: &str) -> Self {
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
        let mut words = Self {
            top: top.to_owned(),
            assertions: checks('a'),
            covers: checks('c'),
            assumptions: checks('u'),
            ..Self::default()
        };
        for line in text.lines() {
            let mut all = line.strip_prefix("; yosys-smt2-").unwrap_or("").split(' ');
            let (Some(kind), Some(name), Some(width)) = (all.next(), all.next(), all.next()) else {
                continue;
            };
            let Ok(width) = width.parse() else { continue };
            match kind {
                "input" => {
                    words.inputs.insert(name.to_owned(), width);
                }
                "register" | "anyseq" => {}
                _ => continue,
            }
            words.bits += width;
        }
        words.text = text;
        words
    }

    /// The numbers of a property's checks among those with such paths.
    pub fn of(paths: &[String], property: &str) -> BTreeSet<usize> {
        let mine = paths.iter().enumerate();
        let mine = mine.filter(|(_, path)| property_of(path) == property);
        mine.map(|(number, _)| number).collect()
    }

    /// The definitions, and so many cycles `s0`, `s1` that follow each other, in which all holds that is assumed.
    pub fn unrolled(&self, cycles: usize) -> String {
        let (top, definitions) = (&self.top, &self.text);
        let mut text =
            format!("(set-option :produce-models true)\n(set-logic QF_UFBV)\n{definitions}");
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
        text
    }

    /// That what comes in by that name has this value in so many cycles; nothing comes in by another name.
    pub fn fixed(&self, name: &str, value: usize, cycles: usize) -> Option<String> {
        let (top, mut text) = (&self.top, String::new());
        let &width = self.inputs.get(name)?;
        for cycle in 0..cycles {
            let net = format!("(|{top}_n {name}| s{cycle})");
            let _ = match width {
                1 => writeln!(text, "(assert (= {net} {}))", value & 1 == 1),
                _ => writeln!(text, "(assert (= {net} #b{value:0width$b}))"),
            };
        }
        Some(text)
    }
}

/// The property of a check: the name without scopes and without `_A`, `_M` or `_C`.
pub fn property_of(path: &str) -> &str {
    let name = path.rsplit('.').next().unwrap_or(path);
    let ends = ["_A", "_M", "_C"];
    let name_of = |end: &&str| name.strip_suffix(*end);
    ends.iter().find_map(name_of).unwrap_or(name)
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Two assertions, a premise and a rule.
    pub const TEXT: &str = "; yosys-smt2-input choose 2
; yosys-smt2-register r_q 5
; yosys-smt2-anyseq m#1 7 $auto$3
; yosys-smt2-output out 9
(define-fun |m_a 1| ((state |m_s|)) Bool true) ; c.Second_A
(define-fun |m_a 0| ((state |m_s|)) Bool true) ; c.First_A
(define-fun |m_c 0| ((state |m_s|)) Bool true) ; c.gen[3].First_C
(define-fun |m_u 0| ((state |m_s|)) Bool true) ; c.Rule_M
(define-fun |m_a| ((state |m_s|)) Bool (and
";

    #[test]
    fn checks_and_bits_are_read() {
        let words = Words::new(TEXT.to_owned(), "m");
        assert_eq!(words.assertions, ["c.First_A", "c.Second_A"]);
        assert_eq!(words.covers, ["c.gen[3].First_C"]);
        assert_eq!(words.assumptions, ["c.Rule_M"]);
        assert_eq!(words.bits, 14, "what goes out is none");
        assert_eq!(Words::of(&words.assertions, "Second"), BTreeSet::from([1]));
        assert_eq!(Words::of(&words.covers, "First"), BTreeSet::from([0]));
        assert_eq!(words.unrolled(3).matches("_t| s").count(), 2);
        let fixed = words.fixed("choose", 2, 1);
        assert_eq!(
            fixed.as_deref(),
            Some("(assert (= (|m_n choose| s0) #b10))\n")
        );
        assert_eq!(words.fixed("other", 2, 1), None);
    }
}
