//! A unit and its checker as one machine of ANDs, inverters and registers, read from what Yosys writes.
//!
//! Nothing is taken for granted that the text does not say: a register without an initial value starts
//! with any, and a bit that nothing drives is another one in every cycle.

use super::gates::{Driver, Logic, Wire};
use crate::mutation::solver::aig::{not, Aig, Builder, Literal, FALSE};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// A bit of a port or register.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bit {
    /// The port or register.
    pub name: String,
    /// Its place, from the lowest.
    pub at: usize,
}

/// A register of one bit.
#[derive(Clone, Debug)]
pub struct Register {
    /// What it is called.
    pub bit: Bit,
    /// What it takes on.
    pub next: Literal,
    /// What it starts with, or anything.
    pub init: Option<bool>,
}

/// What a check is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It is to be shown.
    Assert,
    /// It may be taken for granted.
    Assume,
    /// It is to be reached.
    Cover,
}

/// An assertion, an assumption or a premise, of one instance of it.
#[derive(Clone, Debug)]
pub struct Check {
    /// What it is for.
    pub kind: Kind,
    /// Its name with all scopes.
    pub path: String,
    /// Its property: the name without scopes and without `_A`, `_M` or `_C`.
    pub property: String,
    /// 1 where an assertion or assumption fails, or a premise holds.
    pub hit: Literal,
}

/// The machine: node 0 is false, then come inputs, registers and ANDs.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// Bits from outside: ports, and what nothing drives.
    pub inputs: Vec<Bit>,
    /// Its registers.
    pub registers: Vec<Register>,
    /// What is between them.
    pub logic: Aig,
    /// What is claimed of it.
    pub checks: Vec<Check>,
}

#[derive(Deserialize)]
struct File {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    ports: BTreeMap<String, Port>,
    cells: BTreeMap<String, Cell>,
    netnames: BTreeMap<String, Net>,
}

#[derive(Deserialize)]
struct Port {
    direction: String,
    bits: Vec<Wire>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    connections: BTreeMap<String, Vec<Wire>>,
}

#[derive(Deserialize)]
struct Net {
    bits: Vec<Wire>,
    #[serde(default)]
    hide_name: u8,
    #[serde(default)]
    attributes: BTreeMap<String, serde_json::Value>,
}

/// What wires are called.
type Names = HashMap<Wire, Bit>;
/// What registers start with.
type Inits = HashMap<Wire, bool>;

impl Machine {
    /// Reads a netlist of one module; what is wrong with it otherwise.
    pub fn parse(text: &[u8]) -> Result<Self, String> {
        let file: File = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        let mut modules = file.modules.values();
        let (Some(module), None) = (modules.next(), modules.next()) else {
            return Err("it is not one module".to_owned());
        };
        Reader::new(module)?.machine()
    }

    /// All checks of a kind and property.
    pub fn of<'m>(&'m self, kind: Kind, property: &'m str) -> impl Iterator<Item = &'m Check> + 'm {
        let checks = self.checks.iter();
        checks.filter(move |check| check.kind == kind && check.property == property)
    }

    /// The same with an input that always has this value.
    #[must_use]
    pub fn chosen(&self, input: &str, value: usize) -> Self {
        let mut builder = Builder::new(self.inputs_and_registers());
        let leaves = (1..=self.inputs_and_registers() as Literal).map(|at| 2 * at);
        let mut leaves: Vec<Literal> = leaves.collect();
        for (leaf, bit) in leaves.iter_mut().zip(&self.inputs) {
            if bit.name == input {
                *leaf = FALSE ^ (value >> bit.at & 1) as Literal;
            }
        }
        let mut circuit = self.logic.clone();
        circuit.outputs = self
            .registers
            .iter()
            .map(|register| register.next)
            .collect();
        circuit
            .outputs
            .extend(self.checks.iter().map(|check| check.hit));
        let out = builder.copy(&circuit, &leaves);
        let (next, hits) = out.split_at(self.registers.len());
        let mut machine = self.clone();
        machine.logic = builder.all();
        for (register, &next) in machine.registers.iter_mut().zip(next) {
            register.next = next;
        }
        for (check, &hit) in machine.checks.iter_mut().zip(hits) {
            check.hit = hit;
        }
        machine
    }

    /// How many inputs and registers there are.
    pub fn inputs_and_registers(&self) -> usize {
        self.inputs.len() + self.registers.len()
    }
}

struct Reader<'f> {
    module: &'f Module,
    machine: Machine,
    drivers: HashMap<u32, Driver<'f>>,
    registers: Vec<(&'f [Wire], Wire)>,
}

impl<'f> Reader<'f> {
    fn new(module: &'f Module) -> Result<Self, String> {
        let mut reader = Self {
            module,
            machine: Machine::default(),
            drivers: HashMap::new(),
            registers: vec![],
        };
        for (name, port) in &module.ports {
            if port.direction == "input" {
                for (at, &wire) in port.bits.iter().enumerate() {
                    reader.input(name, at, wire);
                }
            }
        }
        for (name, cell) in &module.cells {
            let pin = |pin: &str| cell.connections.get(pin).map_or(&[][..], Vec::as_slice);
            match cell.kind.as_str() {
                "$anyseq" => {
                    for (at, &wire) in pin("Y").iter().enumerate() {
                        reader.input(name, at, wire);
                    }
                }
                "$_NOT_" => reader.drive(pin("Y"), Driver::Not(pin("A"))),
                "$_AND_" => reader.drive(pin("Y"), Driver::And(pin("A"), pin("B"))),
                "$_DFF_P_" | "$assert" | "$assume" | "$cover" => {}
                "$scopeinfo" => {}
                kind => return Err(format!("{name} is of kind {kind}")),
            }
        }
        // Registers follow the inputs.
        for cell in module.cells.values().filter(|cell| cell.kind == "$_DFF_P_") {
            let (Some([data]), Some(&[Wire::Number(output)])) = (
                cell.connections.get("D").map(Vec::as_slice),
                cell.connections.get("Q").map(Vec::as_slice),
            ) else {
                return Err("a register drives no wire".to_owned());
            };
            let place = reader.machine.inputs.len() + reader.registers.len();
            let own = Driver::Literal(2 * (1 + place) as Literal);
            reader.drivers.insert(output, own);
            let data = std::slice::from_ref(data);
            reader.registers.push((data, Wire::Number(output)));
        }
        Ok(reader)
    }

    fn input(&mut self, name: &str, at: usize, wire: Wire) {
        let name = name.to_owned();
        self.machine.inputs.push(Bit { name, at });
        let own = Driver::Literal(2 * self.machine.inputs.len() as Literal);
        if let Wire::Number(number) = wire {
            self.drivers.insert(number, own);
        }
    }

    fn drive(&mut self, output: &[Wire], driver: Driver<'f>) {
        if let [Wire::Number(number)] = output {
            self.drivers.insert(*number, driver);
        }
    }

    fn machine(mut self) -> Result<Machine, String> {
        let count = self.machine.inputs.len() + self.registers.len();
        let mut logic = Logic {
            drivers: &self.drivers,
            known: HashMap::new(),
            builder: Builder::new(count),
        };
        let (names, inits) = self.names()?;
        for &(data, output) in &self.registers {
            let name = names.get(&output).cloned();
            let bit = name.unwrap_or(Bit {
                name: format!("{output:?}"),
                at: 0,
            });
            let next = logic.literal(data)?;
            self.machine.registers.push(Register {
                bit,
                next,
                init: inits.get(&output).copied(),
            });
        }
        for (path, cell) in &self.module.cells {
            let kind = match cell.kind.as_str() {
                "$assert" => Kind::Assert,
                "$assume" => Kind::Assume,
                "$cover" => Kind::Cover,
                _ => continue,
            };
            let mut pin = |pin: &str| match cell.connections.get(pin) {
                Some(wires) => logic.literal(wires),
                None => Err(format!("{path} has no {pin}")),
            };
            let (holds, enabled) = (pin("A")?, pin("EN")?);
            let wanted = if kind == Kind::Cover {
                holds
            } else {
                not(holds)
            };
            let name = path.rsplit('.').next().unwrap_or(path);
            let property = ["_A", "_M", "_C"]
                .iter()
                .find_map(|end| name.strip_suffix(end));
            let property = property.ok_or_else(|| format!("a check has no name: {path}"))?;
            self.machine.checks.push(Check {
                kind,
                path: path.clone(),
                property: property.to_owned(),
                hit: logic.builder.and(enabled, wanted),
            });
        }
        self.machine.logic = logic.builder.all();
        Ok(self.machine)
    }

    /// What wires are called, and what registers start with.
    fn names(&self) -> Result<(Names, Inits), String> {
        let (mut names, mut inits) = (HashMap::new(), HashMap::new());
        for (name, net) in &self.module.netnames {
            for (at, &wire) in net.bits.iter().enumerate() {
                if net.hide_name == 0 {
                    let bit = Bit {
                        name: name.clone(),
                        at,
                    };
                    names.entry(wire).or_insert(bit);
                }
            }
            let Some(init) = net.attributes.get("init") else {
                continue;
            };
            let text = init.as_str().ok_or("an initial value is no text")?;
            for (&wire, value) in net.bits.iter().zip(text.trim().chars().rev()) {
                let known = matches!(value, '0' | '1');
                if known && inits.insert(wire, value == '1') == Some(value != '1') {
                    return Err(format!("{name} starts with two values"));
                }
            }
        }
        Ok((names, inits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A register without an initial value beside one with, and an assertion that both agree.
    const TEXT: &str = r#"{"modules": {"m": {
        "ports": {"d": {"direction": "input", "bits": [2]}},
        "cells": {
          "r": {"type": "$_DFF_P_", "connections": {"C": [9], "D": [2], "Q": [3]}},
          "s": {"type": "$_DFF_P_", "connections": {"C": [9], "D": [3], "Q": [4]}},
          "n": {"type": "$_NOT_", "connections": {"A": [4], "Y": [5]}},
          "a": {"type": "$_AND_", "connections": {"A": [3], "B": [5], "Y": [6]}},
          "n2": {"type": "$_NOT_", "connections": {"A": [6], "Y": [7]}},
          "x.Agree_A": {"type": "$assert", "connections": {"A": [7], "EN": ["1"]}}},
        "netnames": {"r_q": {"bits": [3], "attributes": {}},
          "s_q": {"bits": [4], "attributes": {"init": "1"}}}}}}"#;

    #[test]
    fn a_machine_is_what_its_text_says() {
        let machine = Machine::parse(TEXT.as_bytes()).unwrap();
        assert_eq!((machine.inputs.len(), machine.registers.len()), (1, 2));
        let inits: Vec<_> = machine
            .registers
            .iter()
            .map(|r| (&*r.bit.name, r.init))
            .collect();
        assert_eq!(inits, [("r_q", None), ("s_q", Some(true))]);
        assert_eq!(machine.checks[0].property, "Agree");
        // It fails where r is 1 and s is 0.
        let mut builder = Builder::new(3);
        let mut circuit = machine.logic.clone();
        circuit.outputs = vec![machine.checks[0].hit];
        let hit = builder.copy(&circuit, &[2, 4, 6]);
        let aig = builder.finish(hit[0]);
        assert!(aig.value(&[false, true, false]));
        assert!(!aig.value(&[false, true, true]));
    }

    #[test]
    fn loops_and_open_wires_are_refused() {
        let looped = TEXT.replace(r#""A": [4], "Y": [5]"#, r#""A": [6], "Y": [5]"#);
        assert!(Machine::parse(looped.as_bytes())
            .unwrap_err()
            .contains("loop"));
        let open = TEXT.replace(r#""A": [4], "Y": [5]"#, r#""A": [99], "Y": [5]"#);
        assert!(Machine::parse(open.as_bytes())
            .unwrap_err()
            .contains("nothing drives"));
        let unknown = TEXT.replace("$_NOT_", "$_XOR_");
        assert!(Machine::parse(unknown.as_bytes())
            .unwrap_err()
            .contains("$_XOR_"));
    }
}
