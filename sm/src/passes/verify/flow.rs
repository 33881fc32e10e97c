//! Allocation: every use reads the register that its definition wrote.
//!
//! ```text
//! virtual                         physical                the verifier
//! mov.u32 %r1, 1                  mov.u32 r0, 1
//! mov.u32 %r2, 2                  mov.u32 r0, 2           r0 holds %r2 now, %r1 is stale
//! add.s32 %r3, %r1, %r2           add.s32 r1, r0, r0      %r1 is read from r0, which is not its own any more
//! ```
//!
//! A forward walk over all paths: a value is stale where, on some path, it was written and its place has since been
//! written for another. Reading what no path has written is PTX's undefined, and may give anything.

use super::{name, overlap, physical, side_by_side, Broken, Scene};
use crate::analysis::{begins_life, Cfg, Set};
use crate::ir::{Instruction, Kernel, Op, Operand, Reg};
use std::collections::{BTreeMap, BTreeSet};

const PASS: &str = "allocation";

/// What is known before an instruction, of each virtual register.
#[derive(Clone)]
struct State {
    /// Written on some path.
    written: Set,
    /// Written on some path, and its place lost.
    stale: Set,
}

impl State {
    fn join(&mut self, other: &Self) -> bool {
        let grown = self.written.union(&other.written);
        self.stale.union(&other.stale) || grown
    }
}

struct Flow<'a> {
    before: &'a Kernel,
    /// Physical register of each virtual one that the code names.
    places: Vec<Option<Reg>>,
    /// For each register of the machine that some value has, the values that share a word with it.
    sharing: BTreeMap<Reg, Set>,
    /// Values from here on are what spilling made.
    visitors: usize,
}

/// A kernel over virtual registers, after spilling, and the same over physical ones.
pub fn allocated(before: &Kernel, after: &Kernel, cap: u32, visitors: usize) -> Result<(), Broken> {
    physical(PASS, after, cap)?;
    let scene = Scene {
        pass: PASS,
        kernel: after,
    };
    let mut places: Vec<Option<Reg>> = Vec::new();
    for (index, old, new) in side_by_side(&scene, before)? {
        let value = old.index as usize;
        places.resize(places.len().max(value + 1), None);
        let known = *places[value].get_or_insert(new);
        scene.must(known == new, index, || {
            format!("one value is in {} and in {}", name(known), name(new))
        })?;
    }
    let taken: BTreeSet<Reg> = places.iter().copied().flatten().collect();
    let sharing = taken.into_iter().map(|reg| {
        let mut values = Set::new(places.len());
        for (value, place) in (0..).zip(&places) {
            values.set(value, place.is_some_and(|place| overlap(place, reg)));
        }
        (reg, values)
    });
    let flow = Flow {
        before,
        sharing: sharing.collect(),
        places,
        visitors,
    };
    flow.check(&scene)
}

impl Flow<'_> {
    fn check(&self, scene: &Scene<'_>) -> Result<(), Broken> {
        let cfg = Cfg::new(self.before);
        let nothing = State {
            written: Set::new(self.places.len()),
            stale: Set::new(self.places.len()),
        };
        let mut entry = vec![nothing; cfg.blocks.len()];
        let mut waiting = vec![true; cfg.blocks.len()];
        let mut work: Vec<usize> = (0..cfg.blocks.len()).rev().collect();
        while let Some(block) = work.pop() {
            waiting[block] = false;
            let mut state = entry[block].clone();
            for index in cfg.blocks[block].code.clone() {
                self.step(&self.before.code[index], &mut state);
            }
            for &successor in &cfg.blocks[block].successors {
                if entry[successor].join(&state)
                    && !std::mem::replace(&mut waiting[successor], true)
                {
                    work.push(successor);
                }
            }
        }
        for (block, mut state) in cfg.blocks.iter().zip(entry) {
            for index in block.code.clone() {
                let instruction = &self.before.code[index];
                let mut reads = instruction.reads();
                let lost = reads.find(|value| state.stale.contains(value.index));
                scene.must(lost.is_none(), index, || {
                    let place = lost.and_then(|value| self.place(value)).map(name);
                    let place = place.unwrap_or_default();
                    format!("{place} is read, but has been written for another value")
                })?;
                self.step(instruction, &mut state);
            }
        }
        Ok(())
    }

    fn place(&self, value: Reg) -> Option<Reg> {
        self.places[value.index as usize]
    }

    fn step(&self, instruction: &Instruction, state: &mut State) {
        // Source and result of a copy hold the same, and may share a place.
        let copied = match (instruction.op, instruction.operands()) {
            (Op::Mov(_), [Operand::Reg(source)]) => Some(*source),
            _ => None,
        };
        for result in instruction.results() {
            let place = self.place(result);
            let Some(sharing) = place.and_then(|place| self.sharing.get(&place)) else {
                continue;
            };
            let twin = copied.filter(|source| self.place(*source) == place);
            let kept = [Some(result), twin]
                .map(|value| value.map(|value| (value.index, state.stale.contains(value.index))));
            state.stale.union_of_common(sharing, &state.written);
            for (value, was_stale) in kept.into_iter().flatten() {
                state.stale.set(value, was_stale);
            }
        }
        for result in instruction.results() {
            if begins_life(instruction, result, self.visitors) {
                state.stale.remove(result.index);
            }
            state.written.insert(result.index);
        }
    }
}
