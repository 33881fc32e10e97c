//! Accesses of each level of a register file hierarchy.
//!
//! The main file serves its conflicts and its time as the baseline's: RegLess has the hierarchy as fast as its
//! scheduler (6.4). What is counted is what energy asks for.

use super::decode::{Decoded, Unit};
use super::registers::banks_of;
use crate::ir::{Instruction, Kernel, Op};
use crate::passes::verify::{self, Broken};
use crate::passes::{levels, Level, Nature, Placed};
use serde::Serialize;
use spec::warp::BANKS_PER_REGISTER;
use std::collections::btree_map::{BTreeMap, Entry};
use std::rc::Rc;

/// Banks that are read and written in a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Accesses {
    /// Banks read.
    pub reads: u64,
    /// Banks written.
    pub writes: u64,
}

/// Accesses of all levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LevelCounts {
    /// Instructions with which strands begin.
    pub strands: u64,
    /// The main register file.
    pub main: Accesses,
    /// The operand register file.
    pub operand: Accesses,
    /// The last-result file.
    pub last: Accesses,
}

/// Who counts.
pub(crate) struct Levels {
    entries: u8,
    known: BTreeMap<String, Rc<Vec<Placed>>>,
    here: Rc<Vec<Placed>>,
    pub counts: LevelCounts,
}

impl Levels {
    pub fn new(entries: u32) -> Self {
        Self {
            entries: entries as u8,
            known: BTreeMap::new(),
            here: Rc::default(),
            counts: LevelCounts::default(),
        }
    }

    /// A launch of a kernel begins.
    pub fn begin(&mut self, kernel: &Kernel, code: &[Decoded]) -> Result<(), Broken> {
        let known = match self.known.entry(kernel.name.clone()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => {
                let natures: Vec<Nature> = kernel.code.iter().zip(code).map(nature).collect();
                let placed = levels(kernel, &natures, self.entries);
                verify::placed(kernel, &placed)?;
                unknown.insert(Rc::new(placed))
            }
        };
        self.here = Rc::clone(known);
        Ok(())
    }

    /// An instruction is issued that some lanes execute. How many of its registers it accesses in the main file.
    pub fn issued(&mut self, pc: u32, mask: u32) -> u32 {
        let placed = &self.here[pc as usize];
        let counts = &mut self.counts;
        counts.strands += u64::from(placed.begins_strand);
        for &(_, level) in &placed.reads {
            counts.of(level).reads += BANKS_PER_REGISTER as u64;
        }
        let written = placed.copies.iter().chain(&placed.writes);
        for &(_, level) in written {
            counts.of(level).writes += banks_of(mask);
        }
        let accessed = placed.reads.iter().chain(&placed.writes);
        accessed.filter(|access| access.1 == Level::Main).count() as u32
    }
}

fn nature((instruction, decoded): (&Instruction, &Decoded)) -> Nature {
    let fetches = matches!(instruction.op, Op::Tex(_) | Op::Surface(_));
    Nature {
        is_slow: decoded.may_miss || fetches,
        is_shared: decoded.unit != Unit::Alu,
    }
}

impl LevelCounts {
    fn of(&mut self, level: Level) -> &mut Accesses {
        match level {
            Level::Main => &mut self.main,
            Level::Operand(_) => &mut self.operand,
            Level::Last => &mut self.last,
        }
    }
}
