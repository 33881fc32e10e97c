//! Spilling: what lives in memory is loaded before each read and stored after each write, and nothing else
//! has changed.
//!
//! ```text
//! before                          after, %r1 spilled
//! @%p add.s32 %r1, %r1, %r2       ld.local.b32 %r8, [16]
//!                                 @%p add.s32 %r9, %r8, %r2
//!                                 @%p st.local.b32 [16], %r9      without the guard the verifier objects
//! ```

use super::{Broken, Scene};
use crate::ir::{Guard, Kernel, Op, Operand, Reg};
use crate::ptx::Space;
use std::collections::BTreeMap;

/// A kernel over virtual registers before and after some of them, not predicates, were spilled; registers from
/// `visitors` on are new.
pub fn spilled(
    before: &Kernel,
    after: &Kernel,
    registers: &[u32],
    visitors: usize,
) -> Result<(), Broken> {
    let scene = Scene {
        pass: "spilling",
        kernel: after,
    };
    let lives_in_memory = |reg: &Reg| registers.contains(&reg.index);
    let mut slots: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    // Where the code of each instruction begins.
    let mut begins = Vec::with_capacity(before.code.len());
    let mut at = 0;
    for old in &before.code {
        begins.push(at as u32);
        let reads = distinct(old.reads().filter(lives_in_memory));
        let writes = distinct(old.results().filter(lives_in_memory));
        let own = at + reads.len();
        let end = own + 1 + writes.len();
        scene.must(end <= after.code.len(), at, || "code is missing".to_owned())?;
        // The new registers that stand for spilled ones.
        let mut standing: [BTreeMap<u32, Reg>; 2] = Default::default();
        let visits = (at..own).zip(&reads).chain((own + 1..end).zip(&writes));
        for (index, of) in visits {
            let visit = visit(after, index, index < own, old.guard);
            let Some((visitor, slot)) = visit.filter(|(reg, _)| reg.index as usize >= visitors)
            else {
                let what = format!("register {} is not brought or not put back", of.index);
                return Err(scene.broken(index, what));
            };
            let known = *slots.entry(of.index).or_insert(slot);
            scene.must(known == slot && visitor.class == of.class, index, || {
                format!("register {} lives in {known:?}, not in {slot:?}", of.index)
            })?;
            standing[usize::from(index > own)].insert(of.index, visitor);
        }
        let mut expected = *old;
        let [brought, taken] = standing;
        expected.rename(
            |reg| brought.get(&reg.index).copied().unwrap_or(reg),
            |reg| taken.get(&reg.index).copied().unwrap_or(reg),
        );
        // Where branches go is looked at below.
        if let (Op::Bra(_), Op::Bra(_)) = (old.op, after.code[own].op) {
            expected.op = after.code[own].op;
        }
        scene.must(after.code[own] == expected, own, || {
            "more than spilled registers has changed".to_owned()
        })?;
        at = end;
    }
    scene.must(at == after.code.len(), at, || {
        "code from nowhere".to_owned()
    })?;
    targets(&scene, before, &begins)?;
    apart(&scene, before, &slots)
}

fn distinct(registers: impl Iterator<Item = Reg>) -> Vec<Reg> {
    let mut found: Vec<Reg> = Vec::new();
    for register in registers {
        if !found.contains(&register) {
            found.push(register);
        }
    }
    found
}

/// The register of a load before an instruction, or of a store behind it under its guard, and the slot:
/// address and bytes.
fn visit(
    kernel: &Kernel,
    index: usize,
    is_load: bool,
    guard: Option<Guard>,
) -> Option<(Reg, (u64, u64))> {
    let instruction = &kernel.code[index];
    let (access, value, guard) = match (instruction.op, instruction.operands()) {
        (Op::Ld(access), [_]) if is_load => (access, instruction.result(0)?, None),
        (Op::St(access), [_, Operand::Reg(value)]) if !is_load => (access, *value, guard),
        _ => return None,
    };
    let Operand::Constant(address) = instruction.operand(0) else {
        return None;
    };
    let address = *kernel.constants.get(address as usize)?;
    let plain = access.space == Space::Local && access.count == 1 && instruction.offset == 0;
    let slot = (address, u64::from(access.ty.bytes()));
    (plain && instruction.guard == guard).then_some((value, slot))
}

/// Branches go where they went: to what is loaded for their target.
fn targets(scene: &Scene<'_>, before: &Kernel, begins: &[u32]) -> Result<(), Broken> {
    let branches = |kernel: &Kernel| -> Vec<u32> {
        let direct = kernel.code.iter().filter_map(|i| match i.op {
            Op::Bra(target) => Some(target),
            _ => None,
        });
        let tables = kernel.tables.iter().flatten().copied();
        direct.chain(tables).collect()
    };
    let moved = branches(before).into_iter();
    let moved = moved.map(|target| begins[target as usize]);
    scene.must(moved.eq(branches(scene.kernel)), None, || {
        "a branch goes elsewhere".to_owned()
    })
}

/// Slots lie behind the kernel's own local memory, within what it has now, and apart.
fn apart(
    scene: &Scene<'_>,
    before: &Kernel,
    slots: &BTreeMap<u32, (u64, u64)>,
) -> Result<(), Broken> {
    let mut taken: Vec<(u64, u64)> = slots.values().copied().collect();
    taken.sort_unstable();
    let mut free = u64::from(before.local_bytes);
    for (address, bytes) in taken {
        let fits = address >= free && address % bytes == 0;
        scene.must(fits, None, || {
            format!("a slot at {address}, where {free} is the first byte that is free")
        })?;
        free = address + bytes;
    }
    let has = scene.kernel.local_bytes;
    scene.must(free <= u64::from(has), None, || {
        format!("slots up to {free}, local memory has {has} bytes")
    })
}
