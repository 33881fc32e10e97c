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
use std::collections::BTreeMap;

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
    /// Physical register of each virtual one.
    places: BTreeMap<u32, Reg>,
    /// For each register of the machine that some value has, the values that share a word with it.
    sharing: BTreeMap<Reg, Vec<u32>>,
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
    let mut places = BTreeMap::new();
    for (index, old, new) in side_by_side(&scene, before)? {
        let known = *places.entry(old.index).or_insert(new);
        scene.must(known == new, index, || {
            format!("one value is in {} and in {}", name(known), name(new))
        })?;
    }
    let mut sharing: BTreeMap<Reg, Vec<u32>> = BTreeMap::new();
    let taken: std::collections::BTreeSet<Reg> = places.values().copied().collect();
    for reg in taken {
        let shares = places.iter().filter(|(_, place)| overlap(**place, reg));
        sharing.insert(reg, shares.map(|(value, _)| *value).collect());
    }
    let flow = Flow {
        before,
        places,
        sharing,
        visitors,
    };
    flow.check(&scene)
}

impl Flow<'_> {
    fn check(&self, scene: &Scene<'_>) -> Result<(), Broken> {
        let cfg = Cfg::new(self.before);
        let size = self
            .places
            .keys()
            .last()
            .map_or(0, |&last| last as usize + 1);
        let nothing = State {
            written: Set::new(size),
            stale: Set::new(size),
        };
        let mut entry = vec![nothing; cfg.blocks.len()];
        let mut work: Vec<usize> = (0..cfg.blocks.len()).rev().collect();
        while let Some(block) = work.pop() {
            let mut state = entry[block].clone();
            for index in cfg.blocks[block].code.clone() {
                self.step(&self.before.code[index], &mut state);
            }
            for &successor in &cfg.blocks[block].successors {
                if entry[successor].join(&state) && !work.contains(&successor) {
                    work.push(successor);
                }
            }
        }
        for (block, mut state) in cfg.blocks.iter().zip(entry) {
            for index in block.code.clone() {
                let instruction = &self.before.code[index];
                for value in instruction.reads() {
                    let held = !state.stale.contains(value.index);
                    scene.must(held, index, || {
                        let place = name(self.places[&value.index]);
                        format!("{place} is read, but has been written for another value")
                    })?;
                }
                self.step(instruction, &mut state);
            }
        }
        Ok(())
    }

    fn step(&self, instruction: &Instruction, state: &mut State) {
        // Source and result of a copy hold the same, and may share a place.
        let copied = match (instruction.op, instruction.operands()) {
            (Op::Mov(_), [Operand::Reg(source)]) => Some(source.index),
            _ => None,
        };
        for result in instruction.results() {
            let place = self.places[&result.index];
            for &other in &self.sharing[&place] {
                let twin = Some(other) == copied && self.places[&other] == place;
                if other != result.index && !twin && state.written.contains(other) {
                    state.stale.insert(other);
                }
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
