//! What the pipeline shows to who watches registers.

use super::grid::Grid;
use super::profile::Access;

impl Grid<'_> {
    /// A warp's registers are given to it, or taken.
    pub(super) fn watch_range(&mut self, warp: usize, begins: bool) {
        let (words, now) = (self.env.program.words as u16, self.m.now);
        let shard = self.shard(warp);
        let base = self.warps.slots[warp].base;
        let Some(watch) = &mut self.m.profile else {
            return;
        };
        if begins {
            watch.give(warp, shard, base..base + words, now);
        } else {
            watch.give_back(warp, shard, base..base + words, now);
        }
    }

    /// The next part of an instruction is taken by the register file.
    pub(super) fn watch_reads(&mut self, shard: usize, number: u8) {
        let operation = &self.operations[number];
        let decoded = &self.code[operation.pc];
        let warp = operation.warp;
        let base = self.warps.slots[warp].base;
        // Where a region ends in what reads nothing there are more parts than registers.
        let part = decoded.parts - operation.untaken;
        let (sources, _) = decoded.part(part);
        let Some(watch) = &mut self.m.profile else {
            return;
        };
        for register in sources.into_iter().flatten() {
            watch.access(
                warp,
                shard,
                base + u16::from(register),
                Access::Read,
                self.m.now,
            );
        }
    }

    /// A result is taken by the register file.
    pub(super) fn watch_write(&mut self, shard: usize, number: u8, register: u8) {
        let operation = &self.operations[number];
        let (warp, mask) = (operation.warp, operation.mask);
        let slot = &self.warps.slots[warp];
        let resident = &self.blocks.residents[slot.block];
        let is_whole = operation.mov.is_none() && mask == resident.launched(slot.number);
        let data = resident.word(slot.number, register.into());
        let Some(watch) = &mut self.m.profile else {
            return;
        };
        let register = slot.base + u16::from(register);
        let access = match is_whole {
            true => Access::Overwrite,
            false => Access::Write,
        };
        watch.access(warp, shard, register, access, self.m.now);
        watch.holds(shard, register, data, is_whole);
    }

    /// A warp's instruction is issued.
    pub(super) fn watch_issue(&mut self, warp: usize, pc: u32) {
        let slot = &self.warps.slots[warp];
        let resident = &self.blocks.residents[slot.block];
        let instruction = &self.env.program.kernel.code[pc as usize];
        let mask = resident.mask(slot.number, instruction);
        let is_divergent = mask != resident.launched(slot.number);
        if let Some(watch) = &mut self.m.profile {
            watch.issued(is_divergent);
        }
    }
}
