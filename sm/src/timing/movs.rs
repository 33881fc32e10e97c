//! Dummy MOVs that go through the pipeline (Warped-Compression 5.2): the register file takes one in the place of a
//! divergent instruction whose destination is stored compressed. It takes the issue slot, a collector, an ALU and a
//! write port; its destination is pending until it is written, and then the instruction asks again.

use super::decode::Unit;
use super::grid::Grid;
use super::issue::Presented;
use super::operations::{Mov, Operation};
use super::stalls::Cause;

impl Grid<'_> {
    /// In the place of a part of an instruction the register file has taken a MOV of its destination.
    pub fn injected(&mut self, shard: usize, slot: Presented) {
        let operation = &self.operations[slot.operation];
        let decoded = &self.code[operation.pc];
        let (_, destination) = decoded.part(decoded.parts - operation.untaken);
        let Some(register) = destination else {
            return;
        };
        let mov = Operation {
            warp: slot.warp,
            pc: operation.pc,
            unit: Unit::Alu,
            mask: u32::MAX,
            unoffered: 1,
            unwritten: 1,
            used: true,
            mov: Some(Mov {
                register,
                is_first: slot.is_first,
            }),
            ..Operation::FREE
        };
        let warp = &mut self.warps.slots[slot.warp];
        warp.inside += 1;
        if slot.is_first {
            // The instruction has not begun: it gets another tag when it asks again.
            warp.set_pending(register, true);
            self.operations[slot.operation] = mov;
        } else {
            self.operations[slot.operation].ahead = self.operations.begin(mov);
        }
        self.shards[shard].inside += 1;
        self.m.units.issued(Unit::Alu);
        self.slot_taken(slot.warp, Cause::Mov);
        self.refresh(slot.warp);
    }

    /// Whose part it is that the register file gives back: a MOV has the tag of the instruction that it goes ahead of, and
    /// comes when all parts have been given back that were taken before it.
    pub fn owner(&mut self, tag: u8) -> u8 {
        let operation = &mut self.operations[tag];
        let is_mov = operation.unoffered == operation.untaken;
        operation.ahead.take_if(|_| is_mov).unwrap_or(tag)
    }
}
