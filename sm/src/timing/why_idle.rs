//! Why nothing is issued.

use super::decode::Unit;
use super::grid::Grid;
use super::operations::Operation;
use super::scheduler::bits;
use super::stalls::Cause;
use crate::exec::Standing;

impl Grid<'_> {
    /// The issue slots of a cycle that is over, or of so many in which nothing happens.
    pub fn account_slots(&mut self, cycles: u64) {
        let Some(mut stalls) = self.m.stalls.take() else {
            return;
        };
        let mut idle = 0;
        for scheduler in 0..self.turns.len() {
            match stalls.take(scheduler) {
                Some(cause) => stalls.slots.add(cause, cycles),
                None if self.turns[scheduler].lock.is_some() => {
                    stalls.slots.add(Cause::Collectors, cycles);
                }
                None => idle |= 1_u64 << scheduler,
            }
        }
        if idle != 0 {
            let of = |scheduler: usize| self.turns[scheduler].mine & self.warps.masks.resident;
            let warps = bits(idle).fold(0, |warps, scheduler| warps | of(scheduler));
            let pending = self.why_pending(warps);
            for scheduler in bits(idle) {
                let why = |warp: usize| self.why_waits(warp, pending[warp], stalls.refused[warp]);
                let cause = bits(of(scheduler)).map(why).min();
                stalls.slots.add(cause.unwrap_or(Cause::NoWarp), cycles);
            }
        }
        self.m.stalls = Some(stalls);
    }

    /// A warp's scheduler has used its slot.
    pub fn slot_taken(&mut self, warp: usize, cause: Cause) {
        if let Some(stalls) = &mut self.m.stalls {
            stalls.took(self.warps.slots[warp].scheduler, cause);
        }
    }

    /// What keeps a warp from issuing, where it is known what it waits for whose registers are pending.
    fn why_waits(&self, warp: usize, pending: Option<Cause>, refused: Cause) -> Cause {
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
            // Nothing is found of a register that is on its way into the file.
            return pending.unwrap_or(Cause::Scoreboard);
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

    /// Of these warps, what each waits for whose next instruction names what is pending. Instructions under way are
    /// gone through once for all of them: in most cycles most warps wait.
    fn why_pending(&self, warps: u64) -> [Option<Cause>; 64] {
        let mut needed = [[0; 5]; 64];
        let mut waiting = 0_u64;
        for warp in bits(warps) {
            let slot = &self.warps.slots[warp];
            let Standing::At(pc) = slot.standing else {
                continue;
            };
            let decoded = &self.code[pc];
            if slot.buffered == 0 || slot.is_clear(decoded) {
                continue;
            }
            waiting |= 1 << warp;
            needed[warp] = std::array::from_fn(|word| slot.pending[word] & decoded.uses[word]);
        }
        let mut causes = [None; 64];
        if waiting == 0 {
            return causes;
        }
        for (number, operation) in self.operations.under_way() {
            let needed = &needed[operation.warp];
            if waiting >> operation.warp & 1 == 0 || !self.writes_of(operation, needed) {
                continue;
            }
            let cause = self.why_unfinished(number, operation);
            let longest = &mut causes[operation.warp];
            if longest.is_none_or(|known| longest_first(cause) < longest_first(known)) {
                *longest = Some(cause);
            }
        }
        causes
    }

    /// Whether an instruction writes what is needed.
    fn writes_of(&self, operation: &Operation, needed: &[u64; 5]) -> bool {
        let written = &self.code[operation.pc];
        let named = |&register: &u8| needed[usize::from(register) / 64] >> (register % 64) & 1 == 1;
        needed[4] & written.predicates != 0 || written.writes().iter().any(named)
    }

    fn why_unfinished(&self, number: u8, operation: &Operation) -> Cause {
        let shard = self.shard(operation.warp);
        let path = self.m.paths.get(shard);
        if operation.mov.is_some() || operation.ahead.is_some() {
            return Cause::Mov;
        }
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
