//! A block beside its mutant for two steps.

use super::aig::{not, Aig, Builder, Literal, FALSE, TRUE};
use std::collections::BTreeMap;

/// The input that chooses the mutant; 0 is the block as it is.
const SELECT: &str = hdl::emit::edit::SELECT;
/// What the steps are called.
const STEPS: [&str; 2] = ["first", "then"];

/// A block without registers and instances: what they give is an input, what they take an output.
pub struct Open {
    circuit: Aig,
    inputs: Vec<Bit>,
    outputs: Vec<Bit>,
}

/// A bit of a port.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Bit {
    port: String,
    at: usize,
}

impl Bit {
    /// The register that it is held by, or taken on by, or clocked by.
    fn register(&self, what: &str) -> Option<Bit> {
        let port = self.port.strip_suffix(what)?;
        Some(Bit {
            port: port.to_owned(),
            at: self.at,
        })
    }
}

impl Open {
    /// From a circuit and the map of its bits: `input 3 0 name` is bit 0 of a port.
    pub fn of(circuit: Aig, map: &str) -> Option<Self> {
        let no_bit = Bit {
            port: String::new(),
            at: 0,
        };
        let mut inputs = vec![no_bit.clone(); circuit.inputs];
        let mut outputs = vec![no_bit; circuit.outputs.len()];
        for line in map.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [kind, number, at, port] = words[..] else {
                continue;
            };
            let bit = Bit {
                port: port.to_owned(),
                at: at.parse().ok()?,
            };
            let number: usize = number.parse().ok()?;
            match kind {
                "input" => *inputs.get_mut(number)? = bit,
                "output" => *outputs.get_mut(number)? = bit,
                _ => {}
            }
        }
        Some(Self {
            circuit,
            inputs,
            outputs,
        })
    }

    /// The circuit that gives 1 when the mutant shows itself, and its inputs by name.
    pub fn pair(&self, choice: usize) -> Pair {
        let register = |bit: &Bit| bit.register(".q");
        let held: Vec<Bit> = self.inputs.iter().filter_map(register).collect();
        let free = |bit: &&Bit| register(bit).is_none() && bit.port != SELECT;
        let free: Vec<Bit> = self.inputs.iter().filter(free).cloned().collect();
        let mut names = vec![];
        for (step, bits) in [(0, &held), (0, &free), (1, &free)] {
            names.extend(bits.iter().map(|bit| (step, bit.clone())));
        }
        let mut builder = Builder::new(names.len());
        let literal = |at: usize| 2 * (at + 1) as Literal;
        let places = held
            .iter()
            .enumerate()
            .map(|(at, bit)| (bit.clone(), literal(at)));
        let mut state: BTreeMap<Bit, Literal> = places.collect();
        let mut bad = FALSE;
        let mut stayed = TRUE;
        for step in [0, 1] {
            let first = held.len() + step * free.len();
            let free: BTreeMap<&Bit, Literal> = { free.iter().enumerate() }
                .map(|(at, bit)| (bit, literal(first + at)))
                .collect();
            let mut sides = [0, choice].map(|choice| {
                let input = |bit: &Bit| match (register(bit), bit.port == SELECT) {
                    (Some(register), _) => state[&register],
                    (_, true) => Literal::from(choice >> bit.at & 1 == 1),
                    _ => free[bit],
                };
                let inputs: Vec<Literal> = self.inputs.iter().map(input).collect();
                builder.copy(&self.circuit, &inputs)
            });
            let (mut shown, mut moved) = (FALSE, FALSE);
            for (at, bit) in self.outputs.iter().enumerate() {
                let differs = builder.differ(sides[0][at], sides[1][at]);
                let taken = bit.register(".d").filter(|bit| state.contains_key(bit));
                let clock = bit
                    .register(".c")
                    .is_some_and(|bit| state.contains_key(&bit));
                // The choice that goes on to an instance makes no difference by itself.
                let choice = bit.port.ends_with(&format!(".{SELECT}"));
                if taken.is_some() {
                    moved = builder.or(moved, differs);
                } else if !clock && !choice {
                    shown = builder.or(shown, differs);
                }
            }
            let reset = free.iter().find(|(bit, _)| bit.port == "reset");
            let now = match step {
                0 => builder.and(*reset.map_or(&FALSE, |(_, literal)| literal), moved),
                _ => {
                    let either = builder.or(shown, moved);
                    builder.and(stayed, either)
                }
            };
            bad = builder.or(bad, now);
            stayed = builder.and(stayed, not(moved));
            for (bit, taken) in self.outputs.iter().zip(sides[0].drain(..)) {
                if let Some(held) = bit.register(".d").and_then(|bit| state.get_mut(&bit)) {
                    *held = taken;
                }
            }
        }
        Pair {
            circuit: builder.finish(bad),
            names,
        }
    }
}

/// A circuit that gives 1 when a mutant shows itself.
pub struct Pair {
    /// The circuit.
    pub circuit: Aig,
    /// The step and the bit that each input is.
    names: Vec<(usize, Bit)>,
}

impl Pair {
    /// A pattern of inputs, with what it does not need taken out; `None` if it does not show the mutant.
    pub fn reduced(&self, mut pattern: Vec<bool>) -> Option<Vec<bool>> {
        if pattern.len() != self.names.len() || !self.circuit.value(&pattern) {
            return None;
        }
        let mut ports: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
        for (at, (step, bit)) in self.names.iter().enumerate() {
            ports.entry((*step, &bit.port)).or_default().push(at);
        }
        // Whole ports first, then what is left of them bit by bit.
        let ports: Vec<Vec<usize>> = ports.into_values().collect();
        let mut drop = |bits: &[usize]| {
            if bits.iter().any(|&at| pattern[at]) {
                let mut without = pattern.clone();
                bits.iter().for_each(|&at| without[at] = false);
                if self.circuit.value(&without) {
                    pattern = without;
                }
            }
        };
        ports.iter().for_each(|port| drop(port));
        for port in ports.iter().filter(|port| port.len() <= NARROW) {
            port.iter().for_each(|&at| drop(&[at]));
        }
        Some(pattern)
    }

    /// A pattern in words: what is not 0.
    pub fn words(&self, pattern: &[bool]) -> String {
        let mut said = vec![];
        for (step, name) in STEPS.iter().enumerate() {
            let mut ports: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
            for ((at, bit), _) in self.names.iter().zip(pattern).filter(|(_, &one)| one) {
                if *at == step {
                    ports.entry(&bit.port).or_default().push(bit.at);
                }
            }
            let values: Vec<String> = ports
                .iter()
                .map(|(port, bits)| format!("{port} = 0x{}", hexadecimal(bits)))
                .collect();
            said.push(match values.is_empty() {
                true => format!("{name}: all 0"),
                false => format!("{name}: {}", values.join(", ")),
            });
        }
        said.join("; ")
    }
}

/// Wider ports are not looked at bit by bit.
const NARROW: usize = 64;

/// The number that has these bits.
fn hexadecimal(bits: &[usize]) -> String {
    let digits = bits.iter().max().map_or(1, |high| high / 4 + 1);
    let digit = |place: usize| {
        let own = bits.iter().filter(|&&bit| bit / 4 == place);
        let value: u32 = own.map(|bit| 1 << (bit % 4)).sum();
        format!("{value:x}")
    };
    (0..digits).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A block `x = in & state`, whose state takes on `in` unless it is reset, and whose mutants are:
    /// 1 `x = in & !in`, 2 `x = in & (state | state & select)`, 3 state takes on 1 in reset.
    fn block() -> Open {
        let [select_0, select_1, reset, input, state] = [2, 4, 6, 8, 10];
        let mut builder = Builder::new(5);
        let one = builder.and(select_0, not(select_1));
        let two = builder.and(select_1, not(select_0));
        let three = builder.and(select_0, select_1);
        let also = builder.and(state, two);
        let state = builder.or(state, also);
        let kept = builder.and(not(one), state);
        let wrong = builder.and(one, not(input));
        let by = builder.or(kept, wrong);
        let x = builder.and(input, by);
        let after = builder.and(input, not(reset));
        let reset_to = builder.and(reset, three);
        let after = builder.or(after, reset_to);
        let circuit = Aig {
            outputs: vec![x, after],
            ..builder.all()
        };
        let map =
            "input 0 0 mutant_select\ninput 1 1 mutant_select\ninput 2 0 reset\ninput 3 0 in\n\
                   input 4 0 state.q\noutput 0 0 x\noutput 1 0 state.d\n";
        Open::of(circuit, map).unwrap()
    }

    #[test]
    fn a_mutant_is_seen_in_what_it_gives_out_and_in_what_it_holds() {
        let block = block();
        let shown = block.pair(1);
        assert_eq!(block.pair(2).circuit.outputs, [FALSE]);
        assert!(block.pair(3).circuit.outputs != [FALSE]);
        let all = vec![true; shown.names.len()];
        // After a step in reset the state is 0; the mutant shows without one.
        let pattern = shown.reduced(all.clone());
        assert_eq!(pattern, None);
        let mut pattern = all;
        pattern[1] = false;
        let pattern = shown.reduced(pattern).unwrap();
        assert_eq!(shown.words(&pattern), "first: in = 0x1; then: in = 0x1");
    }

    #[test]
    fn numbers_have_the_bits_that_are_set() {
        assert_eq!(hexadecimal(&[0, 5, 64]), "10000000000000021");
    }
}
