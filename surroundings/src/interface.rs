//! A unit's ports as the harness sees them: word offsets in frames, and what is compared.
//!
//! Stimulus travels in rows of one cycle each: word 0 is 1 while reset is asserted, the unit's
//! input frame (see [`spec::ports`]) follows.

use spec::{AnyParameters, Compare, Port};
use std::ops::Range;

/// A port and its place in its frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The port.
    pub port: Port,
    /// Its first word in the frame.
    pub offset: usize,
}

impl Slot {
    /// The port's words in a frame.
    pub fn range(&self) -> Range<usize> {
        self.offset..self.offset + self.port.words
    }

    /// The port's value in `frame`, least significant word first.
    pub fn value<'f>(&self, frame: &'f [u32]) -> &'f [u32] {
        &frame[self.range()]
    }

    /// For each of the port's words, the bits that belong to it.
    pub fn masks(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.port.words).map(|word| self.port.mask(word))
    }
}

fn slots(ports: Vec<Port>) -> Vec<Slot> {
    let mut offset = 0;
    ports
        .into_iter()
        .map(|port| {
            let slot = Slot { port, offset };
            offset += slot.port.words;
            slot
        })
        .collect()
}

/// Outputs that are compared under the same condition.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Group {
    /// The word of the output frame whose bit 0 must be 1, if any.
    valid: Option<usize>,
    /// From the group's first word to its last.
    range: Range<usize>,
    /// For each word of `range`, the bits that are compared.
    masks: Vec<u32>,
}

/// All ports of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interface {
    inputs: Vec<Slot>,
    outputs: Vec<Slot>,
    groups: Vec<Group>,
    input_words: usize,
    output_words: usize,
}

impl Interface {
    /// From ports in frame order. An output that is compared `When` a name that is no output is
    /// compared always.
    pub fn new(inputs: Vec<Port>, outputs: Vec<Port>) -> Self {
        let (input_words, output_words) = (
            spec::ports::frame_words(&inputs),
            spec::ports::frame_words(&outputs),
        );
        let outputs = slots(outputs);
        Self {
            inputs: slots(inputs),
            groups: groups(&outputs),
            outputs,
            input_words,
            output_words,
        }
    }

    /// Of a unit with parameters.
    pub fn of(parameters: &AnyParameters) -> Self {
        Self::new(parameters.inputs(), parameters.outputs())
    }

    /// Input ports in frame order.
    pub fn inputs(&self) -> &[Slot] {
        &self.inputs
    }

    /// Output ports in frame order.
    pub fn outputs(&self) -> &[Slot] {
        &self.outputs
    }

    /// Words of one row of stimulus: reset, then the input frame.
    pub fn row_words(&self) -> usize {
        1 + self.input_words
    }

    /// Words of one output frame.
    pub fn output_words(&self) -> usize {
        self.output_words
    }

    /// Whether the contract lets the two output frames of one cycle out of reset differ as they
    /// do. The conditions are those of `golden`.
    #[inline]
    pub fn agree(&self, golden: &[u32], dut: &[u32]) -> bool {
        self.groups.iter().all(|group| {
            if group.valid.is_some_and(|word| golden[word] & 1 == 0) {
                return true;
            }
            let pairs = golden[group.range.clone()]
                .iter()
                .zip(&dut[group.range.clone()]);
            let difference = pairs
                .zip(&group.masks)
                .fold(0, |all, ((a, b), mask)| all | (a ^ b) & mask);
            difference == 0
        })
    }

    /// Whether the contract defines this output in a cycle in which golden gave `golden`.
    pub fn defined(&self, output: &Slot, golden: &[u32]) -> bool {
        match &output.port.compare {
            Compare::Always => true,
            Compare::When(name) => {
                let valid = self.outputs.iter().find(|slot| slot.port.name == *name);
                valid.is_none_or(|slot| golden[slot.offset] & 1 == 1)
            }
        }
    }

    /// The first output, in declared order, that differs where the contract defines it.
    pub fn first_difference(&self, golden: &[u32], dut: &[u32]) -> Option<&Slot> {
        self.outputs
            .iter()
            .find(|slot| self.defined(slot, golden) && differs(slot, golden, dut))
    }
}

/// Whether the port's value differs, bits beyond its width left aside.
pub fn differs(slot: &Slot, golden: &[u32], dut: &[u32]) -> bool {
    let words = slot.value(golden).iter().zip(slot.value(dut));
    words
        .zip(slot.masks())
        .any(|((a, b), mask)| (a ^ b) & mask != 0)
}

fn groups(outputs: &[Slot]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for slot in outputs {
        let valid = match &slot.port.compare {
            Compare::Always => None,
            Compare::When(name) => outputs
                .iter()
                .find(|s| s.port.name == *name)
                .map(|s| s.offset),
        };
        let index = groups.iter().position(|g| g.valid == valid);
        let index = index.unwrap_or_else(|| {
            groups.push(Group {
                valid,
                range: slot.range(),
                masks: Vec::new(),
            });
            groups.len() - 1
        });
        let group = &mut groups[index];
        // Words between two ports of a group belong to another group: nothing of them counts.
        group.masks.resize(slot.offset - group.range.start, 0);
        group.masks.extend(slot.masks());
        group.range.end = slot.range().end;
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(name: &'static str, width: usize, compare: Compare) -> Port {
        Port {
            name: name.to_owned(),
            width,
            words: width.div_ceil(32) + usize::from(name == "data"),
            compare,
            meaning: String::new(),
        }
    }

    fn sample() -> Interface {
        Interface::new(
            vec![
                port("go", 1, Compare::Always),
                port("x", 40, Compare::Always),
            ],
            vec![
                port("valid", 1, Compare::Always),
                port("data", 40, Compare::When("valid".to_owned())),
                port("ready", 1, Compare::Always),
                port("tag", 3, Compare::When("valid".to_owned())),
            ],
        )
    }

    #[test]
    fn words_follow_declared_order() {
        let interface = sample();
        assert_eq!(interface.row_words(), 4);
        assert_eq!(interface.output_words(), 6);
        assert_eq!(interface.outputs()[2].range(), 4..5);
        let masks: Vec<u32> = interface.outputs()[1].masks().collect();
        assert_eq!(masks, [u32::MAX, 0xff, 0]);
    }

    #[test]
    fn only_what_the_contract_defines_is_compared() {
        let interface = sample();
        let golden = [1, 7, 8, 0, 1, 5];
        assert!(interface.agree(&golden, &golden));
        // Bits beyond a port's width do not count, nor words.
        assert!(interface.agree(&golden, &[3, 7, 0x108, 2, 9, 13]));
        for (dut, name) in [
            ([0, 7, 8, 0, 1, 5], "valid"),
            ([1, 6, 8, 0, 1, 5], "data"),
            ([1, 7, 9, 0, 1, 5], "data"),
            ([1, 7, 8, 0, 0, 5], "ready"),
            ([1, 7, 8, 0, 1, 4], "tag"),
        ] {
            assert!(!interface.agree(&golden, &dut));
            let first = interface.first_difference(&golden, &dut);
            assert_eq!(first.map(|s| s.port.name.as_str()), Some(name));
        }
        let idle = [0, 7, 8, 0, 1, 5];
        assert!(interface.agree(&idle, &[0, 1, 2, 0, 1, 3]));
        assert!(!interface.agree(&idle, &[0, 7, 8, 0, 0, 5]));
    }

    #[test]
    fn every_condition_in_spec_names_an_output_of_one_bit() {
        for preset in spec::PRESETS {
            let outputs = preset.parameters.outputs();
            for output in &outputs {
                if let Compare::When(name) = &output.compare {
                    let valid = outputs.iter().find(|p| p.name == *name);
                    assert_eq!(valid.map(|p| p.width), Some(1), "{}: {name}", preset.unit);
                }
            }
        }
    }
}
