//! Circuits of ANDs and inverters, as solvers take them.

use std::collections::HashMap;
use std::fmt::Write;

/// A node, or its inverse: twice the node's number, and one more for the inverse.
pub type Literal = u32;

/// The node that is always 0.
pub const FALSE: Literal = 0;
/// Its inverse.
pub const TRUE: Literal = 1;

/// A circuit: node 0 is false, then come the inputs, then the ANDs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aig {
    /// How many inputs there are.
    pub inputs: usize,
    /// What each AND takes: literals of nodes before it.
    pub ands: Vec<[Literal; 2]>,
    /// What is given out.
    pub outputs: Vec<Literal>,
}

/// The inverse.
pub fn not(literal: Literal) -> Literal {
    literal ^ 1
}

impl Aig {
    /// Reads a file of format `aig` without latches.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let mut line = || {
            let end = rest.iter().position(|&byte| byte == b'\n')?;
            let text = std::str::from_utf8(&rest[..end]).ok()?;
            rest = &rest[end + 1..];
            Some(text)
        };
        let header: Vec<&str> = line()?.split(' ').collect();
        let ["aig", _, inputs, "0", outputs, ands] = header[..] else {
            return None;
        };
        let outputs = outputs.parse().ok()?;
        let outputs: Option<Vec<Literal>> = (0..outputs).map(|_| line()?.parse().ok()).collect();
        let mut aig = Self {
            inputs: inputs.parse().ok()?,
            ands: vec![],
            outputs: outputs?,
        };
        let mut bytes = rest.iter();
        let mut number = || {
            let (mut value, mut shift) = (0, 0);
            loop {
                let byte = *bytes.next()?;
                value |= u32::from(byte & 0x7f).checked_shl(shift)?;
                shift += 7;
                if byte & 0x80 == 0 {
                    return Some(value);
                }
            }
        };
        for at in 0..ands.parse::<usize>().ok()? {
            let own = 2 * (1 + aig.inputs + at) as Literal;
            let first = own.checked_sub(number()?)?;
            aig.ands.push([first.checked_sub(number()?)?, first]);
        }
        Some(aig)
    }

    /// The file of this circuit.
    pub fn document(&self) -> Vec<u8> {
        let (inputs, ands) = (self.inputs, self.ands.len());
        let all = inputs + ands;
        let mut text = format!("aig {all} {inputs} 0 {} {ands}\n", self.outputs.len());
        for output in &self.outputs {
            let _ = writeln!(text, "{output}");
        }
        let mut bytes = text.into_bytes();
        for (at, &[a, b]) in self.ands.iter().enumerate() {
            let own = 2 * (1 + inputs + at) as Literal;
            let (high, low) = (a.max(b), a.min(b));
            for mut delta in [own - high, high - low] {
                while delta > 0x7f {
                    bytes.push(delta as u8 & 0x7f | 0x80);
                    delta >>= 7;
                }
                bytes.push(delta as u8);
            }
        }
        bytes
    }

    /// What the first output is when these inputs are 1.
    pub fn value(&self, inputs: &[bool]) -> bool {
        let mut values = Vec::with_capacity(1 + self.inputs + self.ands.len());
        values.push(false);
        values.extend_from_slice(inputs);
        let of = |values: &[bool], literal: Literal| {
            values[(literal >> 1) as usize] != (literal & 1 == 1)
        };
        for &[a, b] in &self.ands {
            let and = of(&values, a) && of(&values, b);
            values.push(and);
        }
        self.outputs
            .first()
            .is_some_and(|&output| of(&values, output))
    }
}

/// A circuit in the making: what is there already is not made again.
#[derive(Default)]
pub struct Builder {
    aig: Aig,
    known: HashMap<[Literal; 2], Literal>,
}

impl Builder {
    /// With so many inputs, which are literals 2, 4, 6 and so on.
    pub fn new(inputs: usize) -> Self {
        Self {
            aig: Aig {
                inputs,
                ..Aig::default()
            },
            known: HashMap::new(),
        }
    }

    /// The AND of two.
    pub fn and(&mut self, a: Literal, b: Literal) -> Literal {
        let (a, b) = (a.min(b), a.max(b));
        if a == FALSE || a == not(b) {
            return FALSE;
        }
        if a == TRUE || a == b {
            return b;
        }
        let next = 2 * (1 + self.aig.inputs + self.aig.ands.len()) as Literal;
        let found = *self.known.entry([a, b]).or_insert(next);
        if found == next {
            self.aig.ands.push([a, b]);
        }
        found
    }

    /// The OR of two.
    pub fn or(&mut self, a: Literal, b: Literal) -> Literal {
        not(self.and(not(a), not(b)))
    }

    /// Whether two differ.
    pub fn differ(&mut self, a: Literal, b: Literal) -> Literal {
        let (both, neither) = (self.and(a, b), self.and(not(a), not(b)));
        self.and(not(both), not(neither))
    }

    /// A circuit once more, with these for its inputs: what its outputs are.
    pub fn copy(&mut self, circuit: &Aig, inputs: &[Literal]) -> Vec<Literal> {
        let mut nodes = Vec::with_capacity(1 + inputs.len() + circuit.ands.len());
        nodes.push(FALSE);
        nodes.extend_from_slice(inputs);
        let of =
            |nodes: &[Literal], literal: Literal| nodes[(literal >> 1) as usize] ^ (literal & 1);
        for &[a, b] in &circuit.ands {
            let and = self.and(of(&nodes, a), of(&nodes, b));
            nodes.push(and);
        }
        let outputs = circuit.outputs.iter();
        outputs.map(|&output| of(&nodes, output)).collect()
    }

    /// The circuit with all that was made, which gives out nothing yet.
    pub fn all(self) -> Aig {
        self.aig
    }

    /// The circuit that gives out one literal, of what it needs only.
    pub fn finish(self, output: Literal) -> Aig {
        let first = 1 + self.aig.inputs;
        let mut needed = vec![false; first + self.aig.ands.len()];
        needed[(output >> 1) as usize] = true;
        for (at, and) in self.aig.ands.iter().enumerate().rev() {
            if needed[first + at] {
                and.iter()
                    .for_each(|literal| needed[(literal >> 1) as usize] = true);
            }
        }
        let mut small = Builder::new(self.aig.inputs);
        let mut nodes: Vec<Literal> = (0..first as Literal).map(|node| 2 * node).collect();
        let of =
            |nodes: &[Literal], literal: Literal| nodes[(literal >> 1) as usize] ^ (literal & 1);
        for (at, &[a, b]) in self.aig.ands.iter().enumerate() {
            let kept = match needed[first + at] {
                true => small.and(of(&nodes, a), of(&nodes, b)),
                false => FALSE,
            };
            nodes.push(kept);
        }
        small.aig.outputs = vec![of(&nodes, output)];
        small.aig
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a sum of two bits and a carry has a carry.
    fn majority() -> Aig {
        let mut builder = Builder::new(3);
        let [ab, ac, bc] = [[2, 4], [2, 6], [4, 6]].map(|[a, b]| builder.and(a, b));
        let two = builder.or(ab, ac);
        let output = builder.or(two, bc);
        builder.differ(ab, 6);
        builder.finish(output)
    }

    #[test]
    fn a_circuit_is_what_its_file_says() {
        let aig = majority();
        for number in 0..8 {
            let inputs = [0, 1, 2].map(|bit| number >> bit & 1 == 1);
            assert_eq!(aig.value(&inputs), u32::count_ones(number) > 1, "{number}");
        }
        assert_eq!(Aig::parse(&aig.document()), Some(aig.clone()));
        assert_eq!(aig.ands.len(), 5, "what nobody needs is left out");
        assert_eq!(Aig::parse(b"aig 1 1 0 1"), None);
    }

    #[test]
    fn what_is_equal_is_seen_without_a_solver() {
        let mut builder = Builder::new(3);
        let circuit = majority();
        let one = builder.copy(&circuit, &[2, 4, 6]);
        let same = builder.copy(&circuit, &[2, 4, 6]);
        let other = builder.copy(&circuit, &[2, TRUE, 6]);
        assert_eq!(builder.differ(one[0], same[0]), FALSE);
        assert!(builder.differ(one[0], other[0]) > TRUE);
    }
}
