//! The executable form of a kernel: a flat list of instructions over registers.
//!
//! One form serves twice. Lowering gives it virtual registers, one for each that PTX declares;
//! register allocation rewrites it to physical ones. The interpreter runs both alike, which is
//! what lets a test demand that they leave the same memory.

mod access;
mod family;
mod half;
mod op;
mod source;
mod special;
mod surface;

pub use op::*;
pub use source::{Inlined, Place, SourceMap};
pub use special::Special;

use crate::ptx::types::Width;
use crate::ptx::Type;
use std::sync::Arc;

/// What kind of storage a register needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// One 32-bit register: values of 8 to 32 bits.
    Word,
    /// Two 32-bit registers, the first one even: values of 64 bits.
    Pair,
    /// One predicate, apart from the others.
    Predicate,
}

impl Class {
    /// The class that holds values of a type.
    pub fn of(ty: Type) -> Self {
        match ty.width() {
            None => Self::Predicate,
            Some(Width::W64) => Self::Pair,
            Some(_) => Self::Word,
        }
    }
}

/// A register. Over virtual registers the index counts registers of all classes; over physical
/// ones it counts 32-bit registers, or predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg {
    /// Its class.
    pub class: Class,
    /// Its index.
    pub index: u32,
}

impl Reg {
    /// The physical 32-bit registers that it takes; a predicate takes none.
    pub fn words(self) -> std::ops::Range<u32> {
        match self.class {
            Class::Word => self.index..self.index + 1,
            Class::Pair => self.index..self.index + 2,
            Class::Predicate => 0..0,
        }
    }
}

/// A source operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A register.
    Reg(Reg),
    /// A predicate, negated.
    Not(Reg),
    /// An entry of [`Kernel::constants`]; for a predicate, whether it is not zero.
    Constant(u32),
    /// A special register.
    Special(Special),
}

/// The predicate that lets an instruction through, thread by thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Guard {
    /// The predicate.
    pub predicate: Reg,
    /// `@!p`
    pub negated: bool,
}

/// Most results of an instruction: `ld.v4`.
pub const MOST_RESULTS: usize = 4;
/// Most operands of an instruction: `st.v4` and its address.
pub const MOST_OPERANDS: usize = 5;

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// Who does it.
    pub guard: Option<Guard>,
    results: [Option<Reg>; MOST_RESULTS],
    operands: [Operand; MOST_OPERANDS],
    operand_count: u8,
    result_count: u8,
    /// Bytes added to the address of a memory access.
    pub offset: i64,
    /// Line of the PTX text.
    pub line: u32,
}

impl Instruction {
    /// An instruction without results and operands.
    pub fn new(op: Op, line: u32) -> Self {
        Self {
            op,
            guard: None,
            results: [None; MOST_RESULTS],
            operands: [Operand::Constant(0); MOST_OPERANDS],
            operand_count: 0,
            result_count: 0,
            offset: 0,
            line,
        }
    }

    /// Adds operands; more than [`MOST_OPERANDS`] is a bug of the caller, and cut.
    #[must_use]
    pub fn with_operands(mut self, operands: impl IntoIterator<Item = Operand>) -> Self {
        for operand in operands {
            debug_assert!(usize::from(self.operand_count) < MOST_OPERANDS);
            if let Some(slot) = self.operands.get_mut(usize::from(self.operand_count)) {
                *slot = operand;
                self.operand_count += 1;
            }
        }
        self
    }

    /// Sets results, in order; `None` is PTX's `_`.
    #[must_use]
    pub fn with_results(mut self, results: impl IntoIterator<Item = Option<Reg>>) -> Self {
        self.result_count = 0;
        for (slot, result) in self.results.iter_mut().zip(results) {
            *slot = result;
            self.result_count += 1;
        }
        self
    }

    /// Sets the guard.
    #[must_use]
    pub fn with_guard(mut self, guard: Option<Guard>) -> Self {
        self.guard = guard;
        self
    }

    /// The result at a position.
    pub fn result(&self, position: usize) -> Option<Reg> {
        self.results[position]
    }

    /// Positions of results, those that PTX leaves out with `_` included.
    pub fn result_count(&self) -> u32 {
        u32::from(self.result_count)
    }

    /// The results that are written.
    pub fn results(&self) -> impl Iterator<Item = Reg> + '_ {
        self.results.iter().flatten().copied()
    }

    /// The operand at a position.
    pub fn operand(&self, position: usize) -> Operand {
        self.operands[position]
    }

    /// The operands.
    pub fn operands(&self) -> &[Operand] {
        &self.operands[..usize::from(self.operand_count)]
    }

    /// The registers that are read, the guard's among them.
    pub fn reads(&self) -> impl Iterator<Item = Reg> + '_ {
        let operands = self.operands().iter().filter_map(|operand| match operand {
            Operand::Reg(reg) | Operand::Not(reg) => Some(*reg),
            Operand::Constant(_) | Operand::Special(_) => None,
        });
        operands.chain(self.guard.map(|guard| guard.predicate))
    }

    /// Replaces registers: reads by one function, writes by another.
    pub fn rename(&mut self, mut read: impl FnMut(Reg) -> Reg, mut write: impl FnMut(Reg) -> Reg) {
        let count = usize::from(self.operand_count);
        for operand in &mut self.operands[..count] {
            if let Operand::Reg(reg) | Operand::Not(reg) = operand {
                *reg = read(*reg);
            }
        }
        if let Some(guard) = &mut self.guard {
            guard.predicate = read(guard.predicate);
        }
        for result in self.results.iter_mut().flatten() {
            *result = write(*result);
        }
    }

    /// Whether threads that come here never go on to the next instruction.
    pub fn ends_block(&self) -> bool {
        let ends = matches!(self.op, Op::Bra(_) | Op::Brx(_) | Op::Exit) || self.op.stops();
        ends && self.guard.is_none()
    }
}

/// A kernel's parameter, in the bytes of its argument block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Element type.
    pub ty: Type,
    /// Offset into the argument block.
    pub offset: u32,
    /// Bytes; more than the type's for a struct.
    pub bytes: u32,
}

/// What executing a kernel takes besides its registers.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    /// Name of the `.entry`.
    pub name: String,
    /// Bits of an address.
    pub address_bits: u32,
    /// Instructions; the last one is always an unguarded `exit`.
    pub code: Vec<Instruction>,
    /// Values of constant operands; 64 bits, narrower ones zero-extended.
    pub constants: Vec<u64>,
    /// Targets of `brx.idx`.
    pub tables: Vec<Vec<u32>>,
    /// Virtual registers, or all physical ones, by class.
    pub registers: Registers,
    /// Parameters in order.
    pub parameters: Vec<Parameter>,
    /// Bytes of the argument block.
    pub parameter_bytes: u32,
    /// Bytes of `.shared` variables of known size; `.extern` arrays begin here.
    pub shared_bytes: u32,
    /// Bytes of `.local` variables of one thread; spilled registers come on top.
    pub local_bytes: u32,
    /// The module's texture and surface variables; the index is the number of their handle.
    pub textures: Vec<String>,
    /// Where the PTX comes from.
    pub source: Arc<SourceMap>,
    /// Threads of a block that `.reqntid` demands.
    pub required_block: Option<[u32; 3]>,
    /// Threads of a block that `.maxntid` allows.
    pub largest_block: Option<[u32; 3]>,
}

/// Registers of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registers {
    /// The class of each virtual register.
    Virtual(Vec<Class>),
    /// Numbers of 32-bit registers and of predicates.
    Physical {
        /// 32-bit registers.
        words: u32,
        /// Predicates.
        predicates: u32,
    },
}

impl Kernel {
    /// Index of a constant in the pool, added if it is new.
    pub fn constant(&mut self, value: u64) -> Operand {
        let known = self.constants.iter().rposition(|&c| c == value);
        let index = known.unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        });
        Operand::Constant(index as u32)
    }
}
