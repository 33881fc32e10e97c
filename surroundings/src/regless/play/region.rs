//! A region as the compiler leaves it.

use golden::regless::metadata::{words_of_region, Marks, TooMuch, Use, Word};
use golden::regless::Instruction;
use spec::regless::{Operation, BANKS, SOURCES};

/// An instruction of a region, without its warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The registers of the sources that it has, a first.
    pub sources: [Option<u8>; SOURCES],
    /// Last uses at them.
    pub uses: [Use; SOURCES],
    /// The register that it writes.
    pub destination: Option<u8>,
    /// The lanes that it writes.
    pub mask: u32,
    /// The write is the last use.
    pub write_last: bool,
}

/// A region with its annotations.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// Lines of each bank, for warp 0.
    pub usage: [u8; BANKS],
    /// What is asked for before it starts.
    pub operations: Vec<(Operation, u8)>,
    /// Its instructions.
    pub steps: Vec<Step>,
}

impl Step {
    /// Its last uses as metadata carry them.
    pub fn marks(&self) -> Marks {
        Marks {
            sources: self.uses,
            destination: self.write_last,
        }
    }

    /// As it is issued for a warp.
    pub fn instruction(&self, warp: u8, tag: u8) -> Instruction {
        let bits = |holds: &dyn Fn(usize) -> bool| {
            (0..SOURCES)
                .filter(|s| holds(*s))
                .fold(0, |bits, s| bits | 1 << s)
        };
        Instruction {
            tag,
            warp,
            sources: bits(&|s| self.sources[s].is_some()),
            registers: self.sources.map(|s| s.unwrap_or(0)),
            last: bits(&|s| self.uses[s] != Use::Keep),
            erase: bits(&|s| self.uses[s] == Use::Erase),
            writes: self.destination.is_some(),
            destination: self.destination.unwrap_or(0),
            mask: self.mask,
            write_last: self.write_last,
        }
    }
}

impl Region {
    /// Its words in the instruction stream.
    pub fn words(&self) -> Result<Vec<Word>, TooMuch> {
        let marks: Vec<_> = self.steps.iter().map(Step::marks).collect();
        words_of_region(self.usage, &self.operations, &marks)
    }

    /// The most lines that each bank holds at once, for warp 0: inputs from the start, others from their
    /// first write, to their last use at a source or, if that is a write, to the end.
    pub fn lines_needed(&self) -> [u8; BANKS] {
        let bank = |register: u8| usize::from(register) % BANKS;
        let mut held: Vec<u8> = Vec::new();
        let mut now = [0u8; BANKS];
        let mut most = [0u8; BANKS];
        let mut hold = |register: u8, held: &mut Vec<u8>, now: &mut [u8; BANKS]| {
            if !held.contains(&register) {
                held.push(register);
                now[bank(register)] += 1;
                most[bank(register)] = most[bank(register)].max(now[bank(register)]);
            }
        };
        for &(operation, register) in &self.operations {
            if operation.is_preload() {
                hold(register, &mut held, &mut now);
            }
        }
        for step in &self.steps {
            for (source, last) in step.sources.iter().zip(step.uses) {
                if let (Some(register), true) = (source, last != Use::Keep) {
                    held.retain(|r| r != register);
                    now[bank(*register)] -= 1;
                }
            }
            if let Some(register) = step.destination {
                hold(register, &mut held, &mut now);
            }
        }
        most
    }
}
