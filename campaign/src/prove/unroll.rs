//! A unit cycle by cycle: what Yosys writes as functions of a state, written once for each cycle that a question
//! is about, and of it no more than the question needs.
//!
//! A register is, from the second cycle on, what it takes on in the cycle before: so a solver sees through it and
//! has no equation to make use of first.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What a unit's nets are of its state, in an order in which each needs only those before it.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    all: Vec<Definition>,
    by_name: BTreeMap<String, usize>,
}

#[derive(Clone, Debug)]
struct Definition {
    name: String,
    sort: String,
    value: Value,
    /// The nets that stand in its value.
    uses: Vec<usize>,
}

#[derive(Clone, Debug)]
enum Value {
    /// What comes in, or is free in every cycle.
    Free,
    /// A register, and what it takes on.
    Register(String),
    /// What follows from others of the cycle.
    Net(String),
}

/// What a net depends on within a cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cone {
    /// Registers, and what comes in or is free.
    pub leaves: BTreeSet<usize>,
    /// All nets together.
    pub size: usize,
}

/// So many cycles, and what of them is looked at.
pub struct Unrolled<'a> {
    definitions: &'a Definitions,
    looked_at: BTreeSet<(usize, usize)>,
    constant: Option<(usize, String)>,
    asserted: String,
}

impl Definitions {
    /// Reads what Yosys writes with the whole state as one word.
    pub fn new(text: &str, top: &str) -> Result<Self, String> {
        let mut definitions = Self::default();
        let mut next: BTreeMap<String, String> = BTreeMap::new();
        for part in text.split("(define-fun |").skip(1) {
            let lost = || format!("a definition is not understood: {:.80}", part);
            let (name, rest) = part.split_once("| ((state |").ok_or_else(lost)?;
            let (_, rest) = rest.split_once("|)").ok_or_else(lost)?;
            if name == format!("{top}_t") {
                next.extend(rest.lines().filter_map(taken_on));
                continue;
            }
            let body = without_comments(rest);
            let body = body.trim().strip_prefix(')').ok_or_else(lost)?.trim();
            let body = body.strip_suffix(')').ok_or_else(lost)?.trim();
            let (sort, body) = match body.strip_prefix("(_ BitVec ") {
                Some(rest) => {
                    let (width, body) = rest.split_once(')').ok_or_else(lost)?;
                    (format!("(_ BitVec {width})"), body)
                }
                None => (
                    "Bool".to_owned(),
                    body.strip_prefix("Bool").ok_or_else(lost)?,
                ),
            };
            // A part of the state itself.
            let value = match body.contains(" state)") && !body.contains("| state)") {
                true => Value::Free,
                false => Value::Net(body.trim().to_owned()),
            };
            let at = definitions.all.len();
            definitions.by_name.insert(name.to_owned(), at);
            definitions.all.push(Definition {
                name: name.to_owned(),
                sort,
                uses: definitions.used(match &value {
                    Value::Net(body) => body,
                    _ => "",
                }),
                value,
            });
        }
        for (name, value) in next {
            let uses = definitions.used(&value);
            let register = definitions.by_name.get(&name).copied();
            let register = register.map(|at| &mut definitions.all[at]);
            match register {
                Some(known) if matches!(known.value, Value::Free) => {
                    known.value = Value::Register(value);
                    known.uses = uses;
                }
                _ => return Err(format!("{name} takes on a value and is no register")),
            }
        }
        Ok(definitions)
    }

    /// The nets that a body names.
    fn used(&self, body: &str) -> Vec<usize> {
        let names = body.split("(|").skip(1);
        let names = names.filter_map(|rest| Some(rest.split_once("| state)")?.0));
        let places = names.filter_map(|name| self.by_name.get(name).copied());
        places.collect()
    }

    /// What a net depends on within a cycle.
    pub fn cone(&self, name: &str) -> Cone {
        let mut open: Vec<usize> = self.by_name.get(name).copied().into_iter().collect();
        let mut seen: BTreeSet<usize> = open.iter().copied().collect();
        while let Some(at) = open.pop() {
            if matches!(self.all[at].value, Value::Net(_)) {
                let uses = self.all[at].uses.iter().copied();
                open.extend(uses.filter(|&one| seen.insert(one)));
            }
        }
        let size = seen.len();
        seen.retain(|&at| !matches!(self.all[at].value, Value::Net(_)));
        Cone { leaves: seen, size }
    }

    /// A question in which nothing is asserted yet.
    pub fn unrolled(&self) -> Unrolled<'_> {
        Unrolled {
            definitions: self,
            looked_at: BTreeSet::new(),
            constant: None,
            asserted: String::new(),
        }
    }
}

/// What a register takes on, from a line of the way from one state to the next.
fn taken_on(line: &str) -> Option<(String, String)> {
    let (equation, _) = line
        .trim()
        .strip_prefix("(= ")?
        .split_once("| next_state))")?;
    let (value, name) = equation.rsplit_once(" (|")?;
    Some((name.to_owned(), value.to_owned()))
}

/// The same without what stands behind semicolons.
fn without_comments(text: &str) -> String {
    let line = |line: &str| {
        let mut quoted = false;
        let end = line.find(|c| {
            quoted ^= c == '|';
            c == ';' && !quoted
        });
        line[..end.unwrap_or(line.len())].to_owned()
    };
    let lines: Vec<String> = text.lines().map(line).collect();
    lines.join("\n")
}

/// What a net is called in a cycle.
fn called(name: &str, cycle: usize) -> String {
    format!("|{name}@{cycle}|")
}

impl Unrolled<'_> {
    /// A net in a cycle.
    pub fn net(&mut self, name: &str, cycle: usize) -> Result<String, String> {
        let at = self.definitions.by_name.get(name);
        let at = at.ok_or_else(|| format!("there is no {name}"))?;
        self.looked_at.insert((cycle, *at));
        Ok(called(name, cycle))
    }

    /// That what comes in by a name has this value in every cycle.
    pub fn fixed(&mut self, top: &str, name: &str, value: usize) -> Result<(), String> {
        let lost = || format!("{top} has no input {name}");
        let all = &self.definitions.all;
        let known = self.definitions.by_name.get(&format!("{top}_n {name}"));
        let mut at = *known.ok_or_else(lost)?;
        while let Value::Net(body) = &all[at].value {
            let (_, inside) = body.split_once("(|").ok_or_else(lost)?;
            let (name, _) = inside.split_once("| state)").ok_or_else(lost)?;
            at = *self.definitions.by_name.get(name).ok_or_else(lost)?;
        }
        let width = all[at].sort.trim_start_matches("(_ BitVec ");
        let value = match width.trim_end_matches(')').parse::<usize>() {
            Ok(width) => format!("#b{value:0width$b}"),
            Err(_) => (value & 1 == 1).to_string(),
        };
        self.constant = Some((at, value));
        Ok(())
    }

    /// Asserts that.
    pub fn assert(&mut self, what: &str) {
        let _ = writeln!(self.asserted, "(assert {what})");
    }

    /// All of it, as a solver reads it.
    pub fn text(&self) -> String {
        let mut text = "(set-option :produce-models true)\n(set-logic QF_BV)\n".to_owned();
        for (cycle, at) in self.needed() {
            let Definition {
                name, sort, value, ..
            } = &self.definitions.all[at];
            let name = called(name, cycle);
            let constant = self.constant.as_ref().filter(|(one, _)| *one == at);
            let _ = match (value, cycle, constant) {
                (_, _, Some((_, value))) => writeln!(text, "(define-fun {name} () {sort} {value})"),
                (Value::Free, ..) | (Value::Register(_), 0, _) => {
                    writeln!(text, "(declare-fun {name} () {sort})")
                }
                (Value::Register(body), ..) => {
                    writeln!(
                        text,
                        "(define-fun {name} () {sort} {})",
                        of(body, cycle - 1)
                    )
                }
                (Value::Net(body), ..) => {
                    writeln!(text, "(define-fun {name} () {sort} {})", of(body, cycle))
                }
            };
        }
        text + &self.asserted
    }

    /// What all that is looked at depends on.
    pub fn cone(&self) -> Cone {
        let needed = self.needed();
        let is_leaf = |&(cycle, at): &(usize, usize)| match self.definitions.all[at].value {
            Value::Net(_) => false,
            Value::Register(_) => cycle == 0,
            Value::Free => true,
        };
        let leaves = needed.iter().filter(|one| is_leaf(one));
        Cone {
            leaves: leaves.map(|&(_, at)| at).collect(),
            size: needed.len(),
        }
    }

    /// What is looked at, and all that it needs.
    fn needed(&self) -> BTreeSet<(usize, usize)> {
        let mut needed = self.looked_at.clone();
        let mut open: Vec<(usize, usize)> = needed.iter().copied().collect();
        while let Some((cycle, at)) = open.pop() {
            let definition = &self.definitions.all[at];
            let cycle = match (&definition.value, cycle) {
                (Value::Free, _) | (Value::Register(_), 0) => continue,
                (Value::Register(_), _) => cycle - 1,
                (Value::Net(_), _) => cycle,
            };
            let uses = definition.uses.iter().map(|&at| (cycle, at));
            open.extend(uses.filter(|one| needed.insert(*one)));
        }
        needed
    }
}

/// A body in a cycle.
fn of(body: &str, cycle: usize) -> String {
    body.replace("(|", "|")
        .replace("| state)", &format!("@{cycle}|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A register that takes on what came in where an input says so, and an output that nobody looks at.
    pub const TEXT: &str = "(define-sort |m_s| () (_ BitVec 16))
(define-fun |m#0| ((state |m_s|)) (_ BitVec 4) ((_ extract 4 1) state)) ; \\q
(define-fun |m#1| ((state |m_s|)) Bool (= ((_ extract 5 5) state) #b1)) ; \\enable
(define-fun |m_n enable| ((state |m_s|)) Bool (|m#1| state))
(define-fun |m#2| ((state |m_s|)) (_ BitVec 4) ((_ extract 9 6) state)) ; \\d; (
(define-fun |m#3| ((state |m_s|)) (_ BitVec 4) (ite (|m#1| state) (|m#2| state) (|m#0| state))) ; $1
(define-fun |m_n out| ((state |m_s|)) (_ BitVec 4) (bvnot (|m#0| state)))
(define-fun |m_i| ((state |m_s|)) Bool (and
  (= (|m#0| state) #b0000) ; q
))
(define-fun |m_t| ((state |m_s|) (next_state |m_s|)) Bool (and
  (= (|m#3| state) (|m#0| next_state)) ; $driver$q \\q
)) ; end of module m
";

    #[test]
    fn registers_are_what_they_took_on() {
        let definitions = Definitions::new(TEXT, "m").unwrap();
        let mut unrolled = definitions.unrolled();
        let start = unrolled.net("m_i", 0).unwrap();
        let end = unrolled.net("m#0", 1).unwrap();
        assert!(unrolled.net("m#9", 1).is_err());
        unrolled.assert(&start);
        unrolled.assert(&format!("(= {end} #b0001)"));
        let cone = unrolled.cone();
        assert_eq!((cone.leaves, cone.size), (BTreeSet::from([0, 1, 3]), 6));
        let text = unrolled.text();
        let lines: Vec<&str> = text.lines().skip(2).collect();
        let wanted = [
            "(declare-fun |m#0@0| () (_ BitVec 4))",
            "(declare-fun |m#1@0| () Bool)",
            "(declare-fun |m#2@0| () (_ BitVec 4))",
            "(define-fun |m#3@0| () (_ BitVec 4) (ite |m#1@0| |m#2@0| |m#0@0|))",
            "(define-fun |m_i@0| () Bool (and",
            "  (= |m#0@0| #b0000) ",
            "))",
            "(define-fun |m#0@1| () (_ BitVec 4) |m#3@0|)",
            "(assert |m_i@0|)",
            "(assert (= |m#0@1| #b0001))",
        ];
        assert_eq!(lines, wanted);
    }

    #[test]
    fn a_net_depends_on_registers_and_inputs_of_its_cycle() {
        let definitions = Definitions::new(TEXT, "m").unwrap();
        let out = definitions.cone("m_n out");
        assert_eq!((out.leaves, out.size), (BTreeSet::from([0]), 2));
        let next = definitions.cone("m#3");
        assert_eq!(next.leaves, BTreeSet::from([0, 1, 3]));
    }

    #[test]
    fn an_input_may_be_a_constant() {
        let definitions = Definitions::new(TEXT, "m").unwrap();
        let mut unrolled = definitions.unrolled();
        unrolled.fixed("m", "enable", 1).unwrap();
        assert!(unrolled.fixed("m", "other", 1).is_err());
        unrolled.net("m#3", 0).unwrap();
        assert!(unrolled
            .text()
            .contains("(define-fun |m#1@0| () Bool true)"));
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        let broken = TEXT.replace("(|m#0| next_state)", "(|m#3| next_state)");
        assert!(Definitions::new(&broken, "m").is_err());
        let broken = TEXT.replace("Bool (|m#1|", "Real (|m#1|");
        assert!(Definitions::new(&broken, "m").is_err());
    }
}
