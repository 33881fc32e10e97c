//! Spilling: a register that lives in local memory and visits a register when it is used.

use crate::ir::{Access, Class, Instruction, Kernel, Op, Reg};
use crate::ptx::types::Width;
use crate::ptx::{Space, Type};
use std::collections::HashMap;

/// Where a spilled register lives.
struct Slot {
    address: u32,
    width: Width,
}

impl Slot {
    fn access(&self) -> Access {
        Access {
            space: Space::Local,
            ty: Type::Bits(self.width),
            count: 1,
            register: self.width,
        }
    }
}

/// Moves registers to local memory: a load before each read, a store after each write, both with
/// fresh registers.
pub fn spill(kernel: &mut Kernel, classes: &mut Vec<Class>, registers: &[u32]) {
    let mut slots = HashMap::new();
    for &register in registers {
        let width = match classes[register as usize] {
            Class::Pair => Width::W64,
            _ => Width::W32,
        };
        let address = kernel.local_bytes.next_multiple_of(width.bytes());
        kernel.local_bytes = address + width.bytes();
        slots.insert(register, Slot { address, width });
    }
    let old = std::mem::take(&mut kernel.code);
    // New index of each instruction: of the loads before it, where branches must arrive.
    let mut moved = Vec::with_capacity(old.len());
    let mut code = Vec::with_capacity(old.len() * 2);
    for mut instruction in old {
        moved.push(code.len() as u32);
        let mut loaded: Vec<(u32, Reg)> = Vec::new();
        let mut stored: Vec<(u32, Reg)> = Vec::new();
        let mut fresh = |reg: Reg, visits: &mut Vec<(u32, Reg)>| {
            if !slots.contains_key(&reg.index) || reg.class == Class::Predicate {
                return reg;
            }
            if let Some(visit) = visits.iter().find(|visit| visit.0 == reg.index) {
                return visit.1;
            }
            classes.push(reg.class);
            let visitor = Reg {
                class: reg.class,
                index: classes.len() as u32 - 1,
            };
            visits.push((reg.index, visitor));
            visitor
        };
        // One closure for reads and one for writes would borrow `classes` twice: two passes.
        instruction.rename(|reg| fresh(reg, &mut loaded), |reg| reg);
        instruction.rename(|reg| reg, |reg| fresh(reg, &mut stored));
        let line = instruction.line;
        for (register, visitor) in loaded {
            let slot = &slots[&register];
            let address = kernel.constant(u64::from(slot.address));
            let load = Instruction::new(Op::Ld(slot.access()), line);
            code.push(load.with_results([Some(visitor)]).with_operands([address]));
        }
        let guard = instruction.guard;
        code.push(instruction);
        for (register, visitor) in stored {
            let slot = &slots[&register];
            let address = kernel.constant(u64::from(slot.address));
            let value = crate::ir::Operand::Reg(visitor);
            let store = Instruction::new(Op::St(slot.access()), line);
            code.push(store.with_operands([address, value]).with_guard(guard));
        }
    }
    for instruction in &mut code {
        if let Op::Bra(target) = &mut instruction.op {
            *target = moved[*target as usize];
        }
    }
    for target in kernel.tables.iter_mut().flatten() {
        *target = moved[*target as usize];
    }
    kernel.code = code;
}
