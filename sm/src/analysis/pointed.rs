//! Which parameters of a kernel are addresses, and what lies there.
//!
//! A parameter that is moved, made generic or not, and added to, and then stands in the brackets of an access, is an
//! address. Products and shifts make indices of numbers, so what goes through them is none.

use crate::ir::{Int2, Int3, Kernel, Op, Operand, Registers};
use crate::ptx::{Space, Type};

/// What a kernel does at the address that a parameter holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointed {
    /// The space, as the first access says.
    pub space: Space,
    /// Type of what the first access moves.
    pub ty: Type,
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written.
    pub written: bool,
}

/// Parameters that are looked at.
const MOST: usize = 64;

/// For each parameter of a kernel over virtual registers, what lies at the address that it is, if it is one.
pub fn pointed(kernel: &Kernel) -> Vec<Option<Pointed>> {
    let registers = match &kernel.registers {
        Registers::Virtual(classes) => classes.len(),
        Registers::Physical { words, .. } => *words as usize,
    };
    // A bit for each parameter that a register may come from; grows until nothing changes.
    let mut from = vec![0u64; registers];
    loop {
        let before = from.clone();
        for instruction in &kernel.code {
            let of = |position: usize| match instruction.operands().get(position) {
                Some(Operand::Reg(reg)) => from.get(reg.index as usize).copied().unwrap_or(0),
                _ => 0,
            };
            let source = match instruction.op {
                Op::Ld(access) if access.space == Space::Param => {
                    let constant = match instruction.operand(0) {
                        Operand::Constant(index) => kernel.constants[index as usize],
                        _ => continue,
                    };
                    let at = constant.wrapping_add(instruction.offset as u64);
                    let holds = |p: &crate::ir::Parameter| u64::from(p.offset) == at;
                    let index = kernel.parameters.iter().take(MOST).position(holds);
                    index.map_or(0, |index| 1 << index)
                }
                Op::Mov(_) | Op::Cvta { .. } | Op::Cvt(_) => of(0),
                Op::Int2(Int2::Add | Int2::Sub, _) | Op::Selp(_) => of(0) | of(1),
                Op::Int3(Int3::MadLo, _) | Op::MadWide(_) => of(2),
                _ => 0,
            };
            for result in instruction.results() {
                if let Some(slot) = from.get_mut(result.index as usize) {
                    *slot |= source;
                }
            }
        }
        if from == before {
            break;
        }
    }
    let mut found: Vec<Option<Pointed>> = vec![None; kernel.parameters.len()];
    for instruction in &kernel.code {
        let (access, read, written) = match instruction.op {
            Op::Ld(access) => (access, true, false),
            Op::St(access) => (access, false, true),
            Op::Atom(_, access) => (access, true, true),
            _ => continue,
        };
        let Operand::Reg(address) = instruction.operand(0) else {
            continue;
        };
        let sources = from.get(address.index as usize).copied().unwrap_or(0);
        for (index, slot) in found.iter_mut().enumerate().take(MOST) {
            if sources >> index & 1 == 1 {
                let pointed = slot.get_or_insert(Pointed {
                    space: access.space,
                    ty: access.ty,
                    read: false,
                    written: false,
                });
                pointed.read |= read;
                pointed.written |= written;
            }
        }
    }
    found
}
