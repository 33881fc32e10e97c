//! The gates of a netlist: what each wire is of the inputs and registers before it.

use crate::mutation::solver::aig::{not, Builder, Literal, FALSE, TRUE};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};

/// A wire's number, or the letter of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(untagged)]
pub(super) enum Wire {
    Number(u32),
    Constant(char),
}

/// What drives a wire.
pub(super) enum Driver<'f> {
    Literal(Literal),
    Not(&'f [Wire]),
    And(&'f [Wire], &'f [Wire]),
}

/// Gates as logic of ANDs and inverters, wire by wire.
pub(super) struct Logic<'r, 'f> {
    pub drivers: &'r HashMap<u32, Driver<'f>>,
    pub known: HashMap<u32, Literal>,
    pub builder: Builder,
}

impl Logic<'_, '_> {
    /// What a wire carries.
    pub fn literal(&mut self, wires: &[Wire]) -> Result<Literal, String> {
        let &[wire] = wires else {
            return Err(format!("{} bits where one is expected", wires.len()));
        };
        let first = match wire {
            Wire::Constant('0') => return Ok(FALSE),
            Wire::Constant('1') => return Ok(TRUE),
            Wire::Constant(other) => return Err(format!("a wire is {other}")),
            Wire::Number(number) => number,
        };
        // By hand: chains are longer than a stack is deep.
        let mut open = vec![first];
        let mut entered = BTreeSet::new();
        while let Some(&number) = open.last() {
            if self.known.contains_key(&number) {
                open.pop();
                continue;
            }
            let drivers = self.drivers;
            let driver = drivers.get(&number);
            let driver = driver.ok_or_else(|| format!("nothing drives wire {number}"))?;
            let pins: [&[Wire]; 2] = match driver {
                Driver::Literal(literal) => {
                    self.known.insert(number, *literal);
                    continue;
                }
                Driver::Not(a) => [a, &[]],
                Driver::And(a, b) => [a, b],
            };
            let before = open.len();
            for wire in pins.into_iter().flatten() {
                if let Wire::Number(from) = wire {
                    if !self.known.contains_key(from) {
                        open.push(*from);
                    }
                }
            }
            if open.len() > before {
                if !entered.insert(number) {
                    return Err(format!("wire {number} is in a loop"));
                }
                continue;
            }
            let value = match driver {
                Driver::Not(a) => not(self.ready(a)?),
                Driver::And(a, b) => {
                    let (a, b) = (self.ready(a)?, self.ready(b)?);
                    self.builder.and(a, b)
                }
                Driver::Literal(literal) => *literal,
            };
            self.known.insert(number, value);
        }
        self.known
            .get(&first)
            .copied()
            .ok_or_else(|| "lost".to_owned())
    }

    fn ready(&self, wires: &[Wire]) -> Result<Literal, String> {
        match wires {
            [Wire::Constant('0')] => Ok(FALSE),
            [Wire::Constant('1')] => Ok(TRUE),
            [Wire::Number(number)] => {
                let known = self.known.get(number).copied();
                known.ok_or_else(|| format!("wire {number} is not known"))
            }
            _ => Err("a gate has a pin that is neither wire nor constant".to_owned()),
        }
    }
}
