//! Programs that the toy warps of the environment run: straight lines of instructions, for which
//! the kind of every register's next access is known exactly, as the compiler of Slumber 4.1
//! knows it.

use crate::random::Random;

/// What becomes of an instruction's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A functional unit gives it after this many cycles.
    Compute {
        /// Cycles.
        latency: u16,
    },
    /// Memory gives it.
    Load,
}

/// An instruction; registers are numbered from 0 in each warp.
#[derive(Clone, Copy, Debug)]
pub struct Instruction {
    /// Up to three registers to read.
    pub sources: [Option<u16>; 3],
    /// The register to write.
    pub destination: Option<u16>,
    /// Lanes of the old value survive: divergent, predicated or masked.
    pub partial: bool,
    /// How the result is found.
    pub work: Work,
}

impl Instruction {
    /// Sources, then destination, by lane.
    pub fn operands(&self) -> [Option<u16>; 4] {
        let [a, b, c] = self.sources;
        [a, b, c, self.destination]
    }

    /// The kind of access to `register` after the sources have been read.
    fn write_of(&self, register: u16) -> Option<Access> {
        (self.destination == Some(register)).then_some(if self.partial {
            Access::Keeps
        } else {
            Access::Overwrites
        })
    }
}

/// What an access means for the value that was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A read, or a write that leaves lanes of it.
    Keeps,
    /// A full write.
    Overwrites,
}

/// A program and what its compiler knows.
#[derive(Clone, Debug)]
pub struct Program {
    registers: u16,
    instructions: Vec<Instruction>,
    /// For each instruction, and for the end, the next access to each register from there on.
    next: Vec<Vec<Option<Access>>>,
}

impl Program {
    /// A program of `length` instructions over `registers` registers.
    pub fn random(random: &mut Random, registers: u16, length: usize) -> Self {
        let instruction = |random: &mut Random| {
            let operand = |random: &mut Random, percent| {
                let register = random.within(0..u64::from(registers)) as u16;
                random.chance(percent).then_some(register)
            };
            let sources = [80, 50, 15].map(|percent| operand(random, percent));
            let load = random.chance(25);
            // 4.1: an integer multiplication takes 6 cycles, a division 153.
            let latencies = [1, 4, 5, 6, 7, 14, 15, 18, 22, 153];
            let latency = latencies[random.within(0..latencies.len() as u64) as usize];
            Instruction {
                sources,
                destination: operand(random, 85),
                partial: random.chance(20),
                work: if load {
                    Work::Load
                } else {
                    Work::Compute { latency }
                },
            }
        };
        let instructions = (0..length).map(|_| instruction(random)).collect();
        Self::new(registers, instructions)
    }

    /// Of given instructions, whose registers must be below `registers`.
    pub fn new(registers: u16, instructions: Vec<Instruction>) -> Self {
        let mut after = vec![None; usize::from(registers)];
        let mut next = vec![after.clone()];
        for instruction in instructions.iter().rev() {
            for (register, access) in (0..registers).zip(&mut after) {
                let read = instruction.sources.contains(&Some(register));
                let written = instruction.write_of(register);
                let first = read.then_some(Access::Keeps).or(written);
                *access = first.or(*access);
            }
            next.push(after.clone());
        }
        next.reverse();
        Self {
            registers,
            instructions,
            next,
        }
    }

    /// Registers of a warp that runs it.
    pub fn registers(&self) -> u16 {
        self.registers
    }

    /// The instruction at `index`, `None` at the end.
    pub fn instruction(&self, index: usize) -> Option<&Instruction> {
        self.instructions.get(index)
    }

    /// The next access to `register` when the instructions before `index` are over.
    pub fn next(&self, index: usize, register: u16) -> Option<Access> {
        let row = self.next.get(index)?;
        row.get(usize::from(register)).copied().flatten()
    }

    /// The next access to `register` when the instruction at `index` has read its sources.
    pub fn next_after_reads(&self, index: usize, register: u16) -> Option<Access> {
        let write = self.instruction(index)?.write_of(register);
        write.or_else(|| self.next(index + 1, register))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_access_is_the_compilers_flag() {
        let add = |sources, destination, partial| Instruction {
            sources,
            destination: Some(destination),
            partial,
            work: Work::Compute { latency: 6 },
        };
        let program = Program::new(
            3,
            vec![
                add([Some(0), Some(1), None], 0, false),
                add([Some(0), None, None], 1, true),
                add([None; 3], 1, false),
            ],
        );
        assert_eq!(program.next(0, 0), Some(Access::Keeps));
        assert_eq!(program.next_after_reads(0, 0), Some(Access::Overwrites));
        assert_eq!(program.next(1, 0), Some(Access::Keeps));
        assert_eq!(program.next_after_reads(1, 0), None);
        // A partial write counts as a read; the full one behind it does not.
        assert_eq!(program.next_after_reads(0, 1), Some(Access::Keeps));
        assert_eq!(program.next(2, 1), Some(Access::Overwrites));
        assert_eq!(program.next(0, 2), None);
        assert_eq!(program.next(9, 0), None);
    }
}
