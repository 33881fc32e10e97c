//! How instructions, warps and blocks end, and what takes their place.

use super::decode::Unit;
use super::event::Event;
use super::grid::Grid;
use crate::exec::Standing;

impl Grid<'_> {
    /// The next block takes a place.
    pub fn dispatch(&mut self, place: usize) {
        let Some(slots) = self.blocks.begin(place) else {
            return;
        };
        self.m.counts.blocks += 1;
        for slot in slots {
            self.warps.begin(slot);
            self.tell_range(slot, true);
            self.watch_range(slot, true);
            self.forget_private(slot);
            self.refresh(slot);
        }
    }

    /// An instruction has its result.
    pub fn done(&mut self, number: u8) {
        let operation = &self.operations[number];
        let (warp, pc) = (operation.warp, operation.pc);
        if let Some(mov) = operation.mov {
            let shard = self.shard(warp);
            self.shards[shard].results.push_back((number, mov.register));
            return;
        }
        let decoded = &self.code[pc];
        let slot = &mut self.warps.slots[warp];
        if decoded.moves && !decoded.writes().is_empty() && slot.standing == Standing::Waits {
            // `bar.red` has its result when the barrier opens.
            self.agenda.at(self.m.now + 1, Event::Done(number));
            return;
        }
        slot.pending[4] &= !decoded.predicates;
        if decoded.writes().is_empty() {
            self.retire(number);
        } else {
            let shard = self.shard(warp);
            let results = decoded.writes().iter().map(|&register| (number, register));
            self.shards[shard].results.extend(results);
        }
        self.refresh(warp);
    }

    /// An instruction is over.
    pub fn retire(&mut self, number: u8) {
        let operation = &self.operations[number];
        let warp = operation.warp;
        let is_memory = operation.unit == Unit::Memory;
        // A dummy MOV is none of the kernel's instructions.
        self.m.counts.retired += u64::from(operation.mov.is_none());
        self.operations.end(number);
        let slot = &mut self.warps.slots[warp];
        slot.inside -= 1;
        if is_memory {
            slot.loads -= 1;
            if slot.loads == 0 {
                self.warps.masks.waiting &= !(1 << warp);
            }
        }
        self.look_whether_finished(warp);
    }

    /// Whether a warp's registers can be given back.
    pub fn look_whether_finished(&mut self, warp: usize) {
        let slot = &mut self.warps.slots[warp];
        if slot.standing != Standing::Done || slot.inside > 0 || slot.released {
            return;
        }
        slot.released = true;
        let (block, base) = (slot.block, slot.base);
        self.tell_range(warp, false);
        self.watch_range(warp, false);
        self.warps.masks.resident &= !(1 << warp);
        let shard = self.shard(warp);
        if { self.m.paths.get(shard) }.is_some_and(|path| path.wants_releases()) {
            let registers = base..base + self.env.program.words as u16;
            self.blocks.owes(block, registers.len());
            let releases = registers.map(|register| (register, block));
            self.shards[shard].releases.extend(releases);
        }
        self.finished(block);
    }

    /// A warp or a register of a block is done with.
    pub fn finished(&mut self, block: usize) {
        if self.blocks.finished(block) {
            self.dispatch(block);
        }
    }
}
