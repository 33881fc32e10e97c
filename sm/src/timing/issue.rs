//! Issue: schedulers pick, and an instruction begins its way.

use super::decode::Unit;
use super::error::TimingError;
use super::grid::Grid;
use super::operations::Operation;
use super::scheduler::{bits, View};
use super::stalls::Cause;
use crate::exec::Standing;
use crate::ir::Op;

/// What a scheduler has put at its port.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presented {
    pub warp: usize,
    pub operation: u8,
    /// It is the first part of its instruction.
    pub is_first: bool,
}

impl Grid<'_> {
    /// Warps of a set that can issue.
    pub fn candidates(&self, of: u64) -> u64 {
        let masks = &self.warps.masks;
        let mut ready = masks.ready & masks.staged & of & !masks.blocked & !masks.locked;
        for unit in [Unit::Alu, Unit::Special, Unit::Memory] {
            if !self.m.units.has_room(unit) {
                ready &= !masks.wants[unit as usize];
            }
        }
        ready
    }

    /// What a scheduler puts at its port, if anything. Instructions without registers are issued
    /// on the spot.
    pub(super) fn present(
        &mut self,
        scheduler: usize,
        shard: usize,
        port: usize,
        collectors: usize,
    ) -> Result<Option<Presented>, TimingError> {
        if let Some(operation) = self.turns[scheduler].lock {
            let warp = self.operations[operation].warp;
            // Who may put a MOV ahead of it must find a tag.
            let is_full = self.operations.is_full() && self.m.paths[shard].injects();
            let fits = self.shards[shard].inside < collectors && !is_full;
            let slot = Presented {
                warp,
                operation,
                is_first: false,
            };
            if fits {
                self.fill(shard, port, slot);
            }
            return Ok(fits.then_some(slot));
        }
        let mut ready = self.candidates(self.turns[scheduler].mine);
        if self.m.buffers_name {
            ready = self.awake(ready, shard);
        }
        if self.m.renamed.is_some() {
            ready = bits(ready)
                .filter(|&warp| self.has_places(warp, shard))
                .fold(0, |placed, warp| placed | 1 << warp);
        }
        if ready == 0 || self.operations.is_full() || self.shards[shard].inside >= collectors {
            return Ok(None);
        }
        let warp = self.m.schedulers[scheduler].pick(&View {
            ready,
            slots: self.turns[scheduler].mine,
            resident: self.turns[scheduler].mine & self.warps.masks.resident,
            waiting: self.warps.masks.waiting,
            ages: &self.warps.ages,
        });
        self.tell_future(scheduler);
        let Standing::At(pc) = self.warps.slots[warp].standing else {
            return Ok(None);
        };
        let instruction = &self.env.program.kernel.code[pc as usize];
        let slot = &self.warps.slots[warp];
        let mask = self.blocks.residents[slot.block].mask(slot.number, instruction);
        let is_branch = matches!(instruction.op, Op::Bra(_));
        let decoded = &self.code[pc];
        // Staged registers want to know of their last uses.
        let is_staged = self.code.is_staged() && decoded.parts > 0;
        if mask == 0 && !is_branch && !is_staged {
            self.m.counts.nullified += 1;
            self.m.counts.retired += 1;
            self.step(warp, None)?;
            return Ok(None);
        }
        if decoded.parts == 0 && decoded.unit == Unit::Control {
            self.m.counts.retired += 1;
            self.step(warp, None)?;
            return Ok(None);
        }
        let begun = self.operations.begin(Operation {
            warp,
            pc,
            unit: decoded.unit,
            mask,
            untaken: decoded.parts,
            unoffered: decoded.parts,
            unwritten: decoded.writes().len() as u8,
            used: true,
            ..Operation::FREE
        });
        let Some(operation) = begun else {
            return Ok(None);
        };
        let slot = Presented {
            warp,
            operation,
            is_first: true,
        };
        if decoded.parts == 0 {
            // Predicates only: it goes straight to its unit.
            let unit = decoded.unit;
            self.begin(slot);
            self.step(warp, Some(operation))?;
            self.m.units.arrived(unit, operation);
            return Ok(None);
        }
        self.fill(shard, port, slot);
        Ok(Some(slot))
    }

    /// An instruction begins its way.
    pub fn begin(&mut self, slot: Presented) {
        let operation = &self.operations[slot.operation];
        let decoded = &self.code[operation.pc];
        let warp = &mut self.warps.slots[slot.warp];
        for &register in decoded.writes() {
            warp.set_pending(register, true);
        }
        warp.pending[4] |= decoded.predicates;
        if decoded.takes_long() {
            warp.set_far(decoded, true);
        }
        warp.inside += 1;
        if decoded.unit == Unit::Memory {
            warp.loads += 1;
            self.warps.masks.waiting |= 1 << slot.warp;
        }
        self.m.units.issued(decoded.unit);
    }

    /// Executes a warp's instruction and sees where that leaves the warp.
    pub fn step(&mut self, warp: usize, operation: Option<u8>) -> Result<(), TimingError> {
        let Standing::At(pc) = self.warps.slots[warp].standing else {
            return Ok(());
        };
        if self.m.profile.is_some() {
            self.watch_issue(warp, pc);
        }
        let decoded = &self.code[pc];
        let (block, number) = (self.warps.slots[warp].block, self.warps.slots[warp].number);
        let resident = &mut self.blocks.residents[block];
        let reaches = |operation: &u8| self.operations[*operation].mask != 0;
        let operation_with_lanes = operation.filter(reaches);
        if let (Unit::Memory, Some(operation)) = (decoded.unit, operation_with_lanes) {
            let accesses = resident.accesses(&mut self.env, number);
            self.operations[operation].accesses = accesses.map(Box::new);
        }
        resident.step(&mut self.env, number)?;
        if let Some(operation) = operation.filter(|_| decoded.unit == Unit::Memory) {
            self.keep_private(block, number, operation);
        }
        self.slot_taken(warp, Cause::Issued);
        if let (Some(levels), Some(operation)) = (&mut self.m.levels, operation) {
            let behind = levels.issued(pc, self.operations[operation].mask);
            if let Some(watch) = &mut self.m.profile {
                watch.requested(self.m.now, behind);
            }
        }
        let decoded = &self.code[pc];
        let resident = &mut self.blocks.residents[block];
        self.m.counts.issued += 1;
        let slot = &mut self.warps.slots[warp];
        slot.buffer += 1;
        slot.buffered -= 1;
        slot.named = match decoded.moves {
            true => 0,
            false => slot.named.saturating_sub(1),
        };
        if slot.words.0 == pc {
            // The next time it comes here they are fetched again.
            slot.words = (pc, 0);
        }
        if decoded.moves {
            // A barrier may have opened, for this warp or by its end.
            let first = warp - number;
            for (place, other) in (first..first + resident.warps()).enumerate() {
                self.warps.slots[other].standing = self.blocks.residents[block].standing(place);
                self.refresh(other);
            }
            self.look_whether_finished(warp);
        } else {
            self.warps.slots[warp].standing = resident.standing(number);
            self.refresh(warp);
        }
        Ok(())
    }
}
