//! Which parameters of a kernel are addresses, and what lies there.
//!
//! A parameter that is moved, made generic or not, and added to, and then stands in the brackets of an access, is an
//! address. Products and shifts make indices of numbers, so what goes through them is none. Compilers that do not
//! optimise keep parameters in local memory, at addresses that are numbers: they are followed through it.

use crate::ir::{Instruction, Int2, Int3, Kernel, Op, Operand, Parameter, Registers};
use crate::ptx::{Space, Type};
use std::collections::BTreeMap;

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
    let from = Origins::of(kernel).registers;
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

/// The number that a register always holds.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    Unwritten,
    Is(u64),
    Several,
}

/// Where values come from: a bit for each parameter.
struct Origins<'k> {
    kernel: &'k Kernel,
    registers: Vec<u64>,
    numbers: Vec<Number>,
    /// Of what is stored at an address that is a number.
    stored: BTreeMap<u64, u64>,
}

impl<'k> Origins<'k> {
    /// Grows until nothing changes.
    fn of(kernel: &'k Kernel) -> Self {
        let registers = match &kernel.registers {
            Registers::Virtual(classes) => classes.len(),
            Registers::Physical { words, .. } => *words as usize,
        };
        let mut origins = Self {
            kernel,
            registers: vec![0; registers],
            numbers: vec![Number::Unwritten; registers],
            stored: BTreeMap::new(),
        };
        let mut changed = true;
        while changed {
            changed = false;
            for instruction in &kernel.code {
                changed |= origins.follow(instruction);
            }
        }
        origins
    }

    /// Adds what an instruction says; whether that is new.
    fn follow(&mut self, instruction: &Instruction) -> bool {
        let mut changed = false;
        if let (Op::St(access), Some(at)) = (instruction.op, self.address(instruction)) {
            let bytes = u64::from(access.ty.bytes());
            for element in 0..u64::from(access.count) {
                let origin = self.origin(instruction, 1 + element as usize);
                let slot = self.stored.entry(at + element * bytes).or_default();
                changed |= origin & !*slot != 0;
                *slot |= origin;
            }
        }
        let number = self.result_number(instruction);
        for (element, result) in instruction.results().enumerate() {
            let origin = self.result_origin(instruction, element);
            let index = result.index as usize;
            if let (Some(slot), Some(known)) =
                (self.registers.get_mut(index), self.numbers.get_mut(index))
            {
                let joined = match *known {
                    Number::Unwritten => number,
                    Number::Is(_) if number == Number::Unwritten || *known == number => *known,
                    _ => Number::Several,
                };
                changed |= origin & !*slot != 0 || joined != *known;
                *slot |= origin;
                *known = joined;
            }
        }
        changed
    }

    /// The parameters that an operand comes from.
    fn origin(&self, instruction: &Instruction, position: usize) -> u64 {
        match instruction.operands().get(position) {
            Some(Operand::Reg(reg)) => self.registers.get(reg.index as usize).copied().unwrap_or(0),
            _ => 0,
        }
    }

    fn result_origin(&self, instruction: &Instruction, element: usize) -> u64 {
        let of = |position| self.origin(instruction, position);
        match instruction.op {
            Op::Ld(access) => {
                let Some(at) = self.address(instruction) else {
                    return 0;
                };
                let at = at + element as u64 * u64::from(access.ty.bytes());
                if access.space != Space::Param {
                    return self.stored.get(&at).copied().unwrap_or(0);
                }
                let holds = |p: &Parameter| u64::from(p.offset) == at;
                let index = self.kernel.parameters.iter().take(MOST).position(holds);
                index.map_or(0, |index| 1 << index)
            }
            Op::Mov(_) | Op::Cvta { .. } | Op::Cvt(_) => of(0),
            Op::Int2(Int2::Add | Int2::Sub, _) | Op::Selp(_) => of(0) | of(1),
            Op::Int3(Int3::MadLo, _) | Op::MadWide(_) => of(2),
            _ => 0,
        }
    }

    fn number(&self, operand: Option<&Operand>) -> Number {
        match operand {
            Some(Operand::Constant(index)) => Number::Is(self.kernel.constants[*index as usize]),
            Some(Operand::Reg(reg)) => *self
                .numbers
                .get(reg.index as usize)
                .unwrap_or(&Number::Several),
            _ => Number::Several,
        }
    }

    /// What a result always is. A stack's address is the same number, generic or not.
    fn result_number(&self, instruction: &Instruction) -> Number {
        let of = |position| self.number(instruction.operands().get(position));
        match instruction.op {
            Op::Mov(_) | Op::Cvta { .. } => of(0),
            Op::Int2(Int2::Add, _) => match (of(0), of(1)) {
                (Number::Is(a), Number::Is(b)) => Number::Is(a.wrapping_add(b)),
                (Number::Unwritten, _) | (_, Number::Unwritten) => Number::Unwritten,
                _ => Number::Several,
            },
            _ => Number::Several,
        }
    }

    /// Where an access goes, if that is a number.
    fn address(&self, instruction: &Instruction) -> Option<u64> {
        match self.number(instruction.operands().first()) {
            Number::Is(base) => Some(base.wrapping_add(instruction.offset as u64)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::Module;

    /// As clang -O0 writes it: parameters go through the stack, which `%SP` and `%SPL` are.
    const STACKED: &str = "
.version 6.0
.target sm_50
.address_size 64
.entry f(.param .u64 to, .param .u64 from, .param .u32 n) {
    .local .align 8 .b8 depot[24];
    .reg .b64 %SP, %SPL, %a<9>;
    .reg .b32 %r<4>;
    .reg .f64 %d<2>;
    mov.u64 %SPL, depot;
    cvta.local.u64 %SP, %SPL;
    ld.param.u32 %r1, [n];
    ld.param.u64 %a2, [from];
    ld.param.u64 %a1, [to];
    cvta.to.global.u64 %a3, %a1;
    cvta.global.u64 %a4, %a3;
    st.u64 [%SP+0], %a4;
    st.u64 [%SP+8], %a2;
    st.u32 [%SP+16], %r1;
    ld.u64 %a5, [%SP+8];
    ld.s32 %a6, [%SP+16];
    shl.b64 %a7, %a6, 3;
    add.s64 %a5, %a5, %a7;
    ld.f64 %d0, [%a5];
    ld.local.u64 %a8, [%SPL+0];
    st.f64 [%a8+8], %d0;
    ret;
}";

    #[test]
    fn a_parameter_is_followed_through_the_stack() {
        let module = Module::load("stacked.ptx", STACKED).expect("it is PTX");
        let found = pointed(&module.kernels[0]);
        let is = |at: usize| found[at].map(|p| (p.ty, p.read, p.written));
        let double = Type::Float(crate::ptx::types::Width::W64);
        assert_eq!(is(0), Some((double, false, true)));
        assert_eq!(is(1), Some((double, true, false)));
        assert_eq!(is(2), None);
    }
}
