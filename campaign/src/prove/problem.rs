//! A question about a machine as model checkers take it: can this one output ever be 1? All registers
//! start with 0.
//!
//! - A register that starts with anything shows an input of its own until the first clock edge.
//! - A register that starts with 1 is kept inverted.
//! - What is assumed is no output: once it was broken, the output stays 0.
//! - Only what the output depends on is kept.

use super::machine::{Check, Kind, Machine};
use crate::mutation::solver::aig::{not, Aig, Builder, Literal, FALSE, TRUE};

/// An input of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// That input of the machine.
    Input(usize),
    /// What that register starts with.
    Start(usize),
}

/// The question.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its inputs.
    pub inputs: Vec<Origin>,
    /// How many registers it has.
    pub registers: usize,
    /// Inputs, then registers; out come the answer and what registers take on.
    pub logic: Aig,
    /// Of each check, where in the logic it is 1 that it is hit.
    hits: Vec<Literal>,
}

impl Problem {
    /// Whether one of these checks can be hit while what the machine assumes holds.
    pub fn new<'m>(machine: &'m Machine, checks: impl Iterator<Item = &'m Check>) -> Self {
        let all = machine.checks.iter();
        let assumed = all.filter(|check| check.kind == Kind::Assume);
        Self::assuming(machine, checks, assumed)
    }

    /// Whether one of them can be hit whatever comes: where it cannot, no rule is needed, nor what rules
    /// look at.
    pub fn free<'m>(machine: &Machine, checks: impl Iterator<Item = &'m Check>) -> Self {
        Self::assuming(machine, checks, std::iter::empty())
    }

    fn assuming<'m>(
        machine: &Machine,
        checks: impl Iterator<Item = &'m Check>,
        assumed: impl Iterator<Item = &'m Check>,
    ) -> Self {
        let hits: Vec<Literal> = checks.map(|check| check.hit).collect();
        let broken: Vec<Literal> = assumed.map(|check| check.hit).collect();
        let (inputs, registers) = cone(machine, hits.iter().chain(&broken));
        let mut origins: Vec<Origin> = inputs.iter().map(|&at| Origin::Input(at)).collect();
        let starts = registers
            .iter()
            .filter(|&&at| machine.registers[at].init.is_none());
        origins.extend(starts.map(|&at| Origin::Start(at)));
        // Two registers more: whether there was an edge, and whether an assumption was broken.
        let count = origins.len() + registers.len() + 2;
        let mut builder = Builder::new(count);
        let literal = |place: usize| 2 * (1 + place) as Literal;
        let own = |place: usize| literal(origins.len() + place);
        let (started, was_broken) = (own(registers.len()), own(registers.len() + 1));
        let mut values = vec![FALSE; machine.inputs_and_registers()];
        for (place, origin) in origins.iter().enumerate() {
            if let Origin::Input(at) = origin {
                values[*at] = literal(place);
            }
        }
        // Starts follow the inputs, in the order of the registers.
        let mut starting = inputs.len();
        for (place, &at) in registers.iter().enumerate() {
            let value = match machine.registers[at].init {
                Some(init) => own(place) ^ Literal::from(init),
                None => {
                    let start = literal(starting);
                    starting += 1;
                    let kept = builder.and(started, own(place));
                    let fresh = builder.and(not(started), start);
                    builder.or(kept, fresh)
                }
            };
            values[machine.inputs.len() + at] = value;
        }
        let mut circuit = machine.logic.clone();
        circuit.outputs = registers
            .iter()
            .map(|&at| machine.registers[at].next)
            .collect();
        circuit.outputs.extend(hits.iter().chain(&broken));
        let out = builder.copy(&circuit, &values);
        let (next, checked) = out.split_at(registers.len());
        let (hits, broken) = checked.split_at(hits.len());
        let any = |builder: &mut Builder, all: &[Literal]| {
            { all.iter() }.fold(FALSE, |sum, &one| builder.or(sum, one))
        };
        let hit = any(&mut builder, hits);
        let hits = hits.to_vec();
        let breaks = any(&mut builder, broken);
        let broken = builder.or(was_broken, breaks);
        let mut outputs = vec![builder.and(hit, not(broken))];
        for (&at, &next) in registers.iter().zip(next) {
            let inverted = machine.registers[at].init == Some(true);
            outputs.push(next ^ Literal::from(inverted));
        }
        outputs.extend([TRUE, broken]);
        let mut logic = builder.all();
        logic.outputs = outputs;
        Self {
            inputs: origins,
            registers: registers.len() + 2,
            logic,
            hits,
        }
    }

    /// The file of format `aig`.
    pub fn document(&self) -> Vec<u8> {
        let (inputs, registers, ands) = (self.inputs.len(), self.registers, self.logic.ands.len());
        let all = inputs + registers + ands;
        let mut text = format!("aig {all} {inputs} {registers} 1 {ands}\n");
        let (bad, next) = (&self.logic.outputs[..1], &self.logic.outputs[1..]);
        for literal in next.iter().chain(bad) {
            text.push_str(&format!("{literal}\n"));
        }
        // The ANDs stand as in a file without registers, which counts these as inputs.
        let plain = self.logic.document();
        let lines = 1 + self.logic.outputs.len();
        let ends = plain.iter().enumerate().filter(|(_, &byte)| byte == b'\n');
        let from = ends
            .map(|(at, _)| at + 1)
            .nth(lines - 1)
            .unwrap_or(plain.len());
        [text.as_bytes(), &plain[from..]].concat()
    }

    /// The first cycle in which the output is 1 when these are the inputs, cycle by cycle.
    pub fn played(&self, cycles: &[Vec<bool>]) -> Option<usize> {
        self.hit(cycles).map(|(cycle, _)| cycle)
    }

    /// That cycle, and which of the checks are hit in it.
    pub fn hit(&self, cycles: &[Vec<bool>]) -> Option<(usize, Vec<usize>)> {
        let mut state = vec![false; self.registers];
        for (cycle, inputs) in cycles.iter().enumerate() {
            let values = self.values(inputs, &state);
            let of = |literal: &Literal| values[(literal >> 1) as usize] != (literal & 1 == 1);
            if of(&self.logic.outputs[0]) {
                let hits = self.hits.iter().enumerate();
                let hits = hits.filter(|(_, literal)| of(literal));
                return Some((cycle, hits.map(|(at, _)| at).collect()));
            }
            state = self.logic.outputs[1..].iter().map(of).collect();
        }
        None
    }

    fn values(&self, inputs: &[bool], state: &[bool]) -> Vec<bool> {
        let mut values = Vec::with_capacity(1 + self.logic.inputs + self.logic.ands.len());
        values.push(false);
        values.extend_from_slice(inputs);
        values.extend_from_slice(state);
        for &[a, b] in &self.logic.ands {
            let of = |literal: Literal| values[(literal >> 1) as usize] != (literal & 1 == 1);
            let and = of(a) && of(b);
            values.push(and);
        }
        values
    }
}

/// The inputs and registers that these depend on, in order.
fn cone<'l>(
    machine: &Machine,
    roots: impl Iterator<Item = &'l Literal>,
) -> (Vec<usize>, Vec<usize>) {
    let (inputs, leaves) = (machine.inputs.len(), machine.inputs_and_registers());
    let mut seen = vec![false; 1 + leaves + machine.logic.ands.len()];
    let mut open: Vec<usize> = roots.map(|literal| (literal >> 1) as usize).collect();
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut seen[node], true) || node == 0 {
            continue;
        }
        if node > leaves {
            let pins = machine.logic.ands[node - 1 - leaves];
            open.extend(pins.map(|literal| (literal >> 1) as usize));
        } else if node > inputs {
            open.push((machine.registers[node - 1 - inputs].next >> 1) as usize);
        }
    }
    let of = |from: usize, count: usize| (0..count).filter(|at| seen[1 + from + at]).collect();
    (of(0, inputs), of(inputs, leaves - inputs))
}

#[cfg(test)]
pub mod tests {
    use super::super::machine::{Bit, Register};
    use super::*;

    /// An input that is kept for two cycles, in registers that start with 1 and with anything, and a
    /// check that the last is 0; where `assume` says so, the input is always 0.
    pub fn machine(assume: bool) -> Machine {
        let bit = |name: &str| Bit {
            name: name.to_owned(),
            at: 0,
        };
        let register = |name, next, init| Register {
            bit: bit(name),
            next,
            init,
        };
        let check = |kind, hit| Check {
            kind,
            path: "p".to_owned(),
            property: "p".to_owned(),
            hit,
        };
        let mut machine = Machine {
            inputs: vec![bit("unused"), bit("d")],
            registers: vec![register("a", 4, Some(false)), register("b", 6, None)],
            logic: Builder::new(4).all(),
            checks: vec![check(Kind::Assert, 8)],
        };
        if assume {
            machine.checks.push(check(Kind::Assume, 4));
        }
        machine
    }

    #[test]
    fn a_question_has_what_its_checks_need_and_starts_with_anything() {
        let machine = machine(false);
        let problem = Problem::new(&machine, machine.of(Kind::Assert, "p"));
        assert_eq!(problem.inputs, [Origin::Input(1), Origin::Start(1)]);
        assert_eq!(problem.registers, 4);
        let no = vec![false, false];
        assert_eq!(
            problem.played(&[vec![false, true]]),
            Some(0),
            "b starts with 1"
        );
        let later = [vec![true, false], no.clone(), no.clone()];
        assert_eq!(problem.played(&later), Some(2));
        assert_eq!(problem.played(&[no.clone(), vec![false, true], no]), None);
    }

    #[test]
    fn what_was_assumed_and_broken_shows_nothing_any_more() {
        let machine = machine(true);
        let problem = Problem::new(&machine, machine.of(Kind::Assert, "p"));
        let no = vec![false, false];
        let later = [vec![true, false], no.clone(), no];
        assert_eq!(problem.played(&later), None);
        assert_eq!(problem.played(&[vec![false, true]]), Some(0));
        let free = Problem::free(&machine, machine.of(Kind::Assert, "p"));
        assert_eq!(free.hit(&later), Some((2, vec![0])));
    }
}
