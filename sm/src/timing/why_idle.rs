//! Why nothing is issued.

use super::decode::{Decoded, Unit};
use super::grid::Grid;
use super::operations::Operation;
use super::scheduler::bits;
use super::stalls::Cause;
use crate::exec::Standing;

impl Grid<'_> {
    /// The issue slots of a cycle that is over.
    pub fn account_slots(&mut self) {
        let Some(mut stalls) = self.m.stalls.take() else {
            return;
        };
        for scheduler in 0..self.turns.len() {
            let taken = stalls.take(scheduler);
            let cause = taken.unwrap_or_else(|| self.why_idle(scheduler, &stalls.refused));
            stalls.slots.add(cause, 1);
        }
        self.m.stalls = Some(stalls);
    }

    /// The issue slots of cycles in which nothing happens.
    pub fn account_skipped(&mut self, cycles: u64) {
        let Some(mut stalls) = self.m.stalls.take() else {
            return;
        };
        for scheduler in 0..self.turns.len() {
            let cause = self.why_idle(scheduler, &stalls.refused);
            stalls.slots.add(cause, cycles);
        }
        self.m.stalls = Some(stalls);
    }

    /// A warp's scheduler has used its slot.
    pub fn slot_taken(&mut self, warp: usize, cause: Cause) {
        if let Some(stalls) = &mut self.m.stalls {
            stalls.took(self.warps.slots[warp].scheduler, cause);
        }
    }

    /// What keeps a scheduler's warps from issuing: of the warp that is nearest to it.
    fn why_idle(&self, scheduler: usize, refused: &[Cause; 64]) -> Cause {
        if self.turns[scheduler].lock.is_some() {
            return Cause::Collectors;
        }
        let warps = bits(self.turns[scheduler].mine & self.warps.masks.resident);
        let causes = warps.map(|warp| self.why_waits(warp, refused[warp]));
        causes.min().unwrap_or(Cause::NoWarp)
    }

    fn why_waits(&self, warp: usize, refused: Cause) -> Cause {
        let slot = &self.warps.slots[warp];
        let pc = match slot.standing {
            Standing::At(pc) => pc,
            Standing::Waits => return Cause::Barrier,
            Standing::Done => return Cause::NoWarp,
        };
        if slot.buffered == 0 {
            return Cause::Fetch;
        }
        let decoded = &self.code[pc];
        if !slot.is_clear(decoded) {
            return self.why_pending(warp, decoded);
        }
        if self.warps.masks.blocked >> warp & 1 == 1 {
            return refused;
        }
        if self.warps.masks.staged >> warp & 1 == 0 {
            let staging = self.m.staging.as_ref();
            return staging.map_or(Cause::RegionDecode, |s| s.why_inactive(warp, pc));
        }
        if !self.m.units.has_room(decoded.unit) {
            return Cause::Unit;
        }
        let (shard, p) = (self.shard(warp), &self.m.settings.parameters);
        if self.operations.is_full() || self.shards[shard].inside >= p.collectors as usize {
            return Cause::Collectors;
        }
        if let Some(asleep) = self.why_passed_over(warp, pc, shard) {
            return asleep;
        }
        // Another scheduler opened its barrier after its own had had its turn.
        Cause::Barrier
    }

    /// What a warp waits for whose next instruction names what is pending.
    fn why_pending(&self, warp: usize, decoded: &Decoded) -> Cause {
        let slot = &self.warps.slots[warp];
        let mut needed = slot.pending;
        for (needed, uses) in needed.iter_mut().zip(&decoded.uses) {
            *needed &= uses;
        }
        let needs = |operation: &Operation| {
            let written = &self.code[operation.pc];
            let named =
                |&register: &u8| needed[usize::from(register) / 64] >> (register % 64) & 1 == 1;
            needed[4] & written.predicates != 0 || written.writes().iter().any(named)
        };
        let waits = { self.operations.under_way() }
            .filter(|(_, operation)| operation.warp == warp && needs(operation))
            .map(|(number, operation)| self.why_unfinished(number, operation));
        // Nothing is found of a register that is on its way into the file.
        waits
            .min_by_key(|&cause| longest_first(cause))
            .unwrap_or(Cause::Scoreboard)
    }

    fn why_unfinished(&self, number: u8, operation: &Operation) -> Cause {
        let shard = self.shard(operation.warp);
        let path = self.m.paths.get(shard);
        if operation.unoffered > 0 {
            return path.map_or(Cause::Operands, |path| path.why_collecting(number));
        }
        let mut results = self.shards[shard].results.iter();
        if let Some((_, register)) = results.find(|result| result.0 == number) {
            let register = self.warps.slots[operation.warp].base + u16::from(*register);
            return path.map_or(Cause::ResultPort, |path| path.why_unwritten(register));
        }
        match operation.unit {
            Unit::Memory => Cause::Memory,
            _ => Cause::Scoreboard,
        }
    }
}

/// Of several instructions that a warp waits for, that which takes longest.
fn longest_first(cause: Cause) -> u8 {
    match cause {
        Cause::Memory => 0,
        Cause::Mov | Cause::Operands => 1,
        Cause::Scoreboard => 2,
        _ => 3,
    }
}
