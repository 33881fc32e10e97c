//! Issue: schedulers pick, the register file takes and gives, results are written.

use super::decode::Unit;
use super::dispatch::scheduler_of;
use super::error::TimingError;
use super::grid::Grid;
use super::registers::{Answer, PORTS};
use super::scheduler::View;
use super::stalls::Cause;
use super::state::{Event, Operation};
use crate::exec::Standing;
use crate::ir::Op;

/// What a scheduler has put at its port.
#[derive(Clone, Copy, Debug)]
pub(super) struct Presented {
    pub warp: usize,
    pub operation: u8,
    /// It is the first part of its instruction.
    is_first: bool,
}

impl Grid<'_> {
    /// Warps of a set that can issue.
    pub fn candidates(&self, of: u64) -> u64 {
        let masks = &self.masks;
        let mut ready = masks.ready & masks.staged & of & !masks.blocked & !masks.locked;
        for unit in [Unit::Alu, Unit::Special, Unit::Memory] {
            if !self.m.units.has_room(unit) {
                ready &= !masks.wants[unit as usize];
            }
        }
        ready
    }

    /// A cycle of one shard.
    pub fn issue(&mut self, shard: usize) -> Result<(), TimingError> {
        let p = &self.m.settings.parameters;
        let ports = (p.schedulers / p.shards) as usize;
        let collectors = p.collectors as usize;
        let mut presented = [None; PORTS];
        for (port, slot) in presented.iter_mut().enumerate().take(ports) {
            *slot = self.present(shard * ports + port, shard, port, collectors)?;
        }
        let results = self.offer_results(shard);
        let state = &mut self.shards[shard];
        state.demand.release = state.releases.front().map(|release| release.0);
        for (port, slot) in presented.iter().enumerate() {
            state.demand.presented[port] = slot.is_some();
        }
        let is_idle = results == 0 && state.demand.release.is_none();
        let nothing = is_idle && presented.iter().all(Option::is_none);
        let answer = self.m.paths[shard].cycle(&state.demand);
        let answer = answer.map_err(|d| self.disagreement(d))?;
        if nothing && answer == Answer::default() {
            return Ok(());
        }
        self.settle(shard, results, &answer);
        let both = presented.iter().flatten().count() == 2;
        for (port, slot) in presented.iter().enumerate() {
            let Some(slot) = *slot else { continue };
            if answer.accepted[port] {
                self.accepted(shard, port, slot)?;
            } else {
                let why = self
                    .m
                    .stalls
                    .is_some()
                    .then(|| self.m.paths[shard].why_refused(port));
                self.refused(shard, slot, both, why.unwrap_or(Cause::Bank));
            }
        }
        for (port, tag) in answer.offered.into_iter().enumerate() {
            let Some(tag) = tag else { continue };
            self.tell_read(port, tag);
            self.offered(shard, tag);
        }
        Ok(())
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
        if let Some(operation) = self.locks[scheduler] {
            let warp = self.operations[usize::from(operation)].warp;
            let fits = self.shards[shard].inside < collectors;
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
        let mut ready = self.candidates(self.mine[scheduler]);
        if self.m.buffers_name {
            ready = self.awake(ready, shard);
        }
        if ready == 0 || self.free.is_empty() || self.shards[shard].inside >= collectors {
            return Ok(None);
        }
        let warp = self.m.schedulers[scheduler].pick(&View {
            ready,
            slots: self.mine[scheduler],
            resident: self.mine[scheduler] & self.masks.resident,
            waiting: self.masks.waiting,
            ages: &self.ages,
        });
        self.tell_future(scheduler);
        let Standing::At(pc) = self.slots[warp].standing else {
            return Ok(None);
        };
        let instruction = &self.env.program.kernel.code[pc as usize];
        let slot = &self.slots[warp];
        let mask = self.residents[slot.block].mask(slot.number, instruction);
        let is_branch = matches!(instruction.op, Op::Bra(_));
        let decoded = &self.code[pc as usize];
        // Staged registers want to know of their last uses.
        let is_staged = self.compiled.is_some() && decoded.parts > 0;
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
        let Some(operation) = self.free.pop() else {
            return Ok(None);
        };
        self.operations[usize::from(operation)] = Operation {
            warp,
            pc,
            unit: decoded.unit,
            mask,
            untaken: decoded.parts,
            unoffered: decoded.parts,
            unwritten: decoded.writes().len() as u8,
            used: true,
            ..Operation::FREE
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

    /// Puts a part of an instruction at a port.
    fn fill(&mut self, shard: usize, port: usize, slot: Presented) {
        if self.compiled.is_some() {
            return;
        }
        let operation = &self.operations[usize::from(slot.operation)];
        let decoded = &self.code[operation.pc as usize];
        let (sources, destination) = decoded.part(decoded.parts - operation.untaken);
        let warp = &self.slots[slot.warp];
        let target = &mut self.shards[shard].demand.operations[port];
        target.tag = slot.operation;
        target.mask = operation.mask;
        target.launched = self.residents[warp.block].launched(warp.number);
        let place = |register: u8| warp.base + u16::from(register);
        target.sources = sources.map(|source| source.map(place));
        target.destination = destination.map(place);
        target.latency = decoded.latency();
        if self.m.paths[shard].carries_data() {
            let resident = &self.residents[warp.block];
            for (value, source) in target.values.iter_mut().zip(sources) {
                if let Some(register) = source {
                    *value = *resident.word(warp.number, register.into());
                }
            }
        }
    }

    /// Puts results at the ports; says how many.
    fn offer_results(&mut self, shard: usize) -> usize {
        if self.m.buffers_name && self.shards[shard].results.len() > PORTS {
            self.awake_first(shard);
        }
        let state = &mut self.shards[shard];
        let count = state.results.len().min(PORTS);
        let carries = self.m.paths[shard].carries_data();
        for port in 0..PORTS {
            state.demand.written[port] = port < count;
            let Some(&(number, register)) = state.results.get(port) else {
                continue;
            };
            let operation = &self.operations[usize::from(number)];
            let warp = &self.slots[operation.warp];
            let result = &mut state.demand.results[port];
            result.register = warp.base + u16::from(register);
            result.mask = operation.mask;
            result.launched = self.residents[warp.block].launched(warp.number);
            if carries {
                // Nobody else may write it until this has been written, so it is still there.
                let resident = &self.residents[warp.block];
                result.data = *resident.word(warp.number, register.into());
            }
        }
        self.m.counts.result_conflicts += (state.results.len() - count) as u64;
        count
    }

    /// What the answer means for results and releases.
    fn settle(&mut self, shard: usize, results: usize, answer: &Answer) {
        for port in (0..results).rev().filter(|&port| answer.written[port]) {
            let result = &self.shards[shard].demand.results[port];
            let latency = self.m.paths[shard].write_latency(result);
            self.landed(shard, port, latency);
        }
        self.m.counts.result_conflicts +=
            (0..results).filter(|&p| !answer.written[p]).count() as u64;
        if answer.released {
            if let Some((_, block)) = self.shards[shard].releases.pop_front() {
                self.finished(block);
            }
        }
    }

    /// A result that waits at a place is taken; its register can be named so many cycles later.
    pub(super) fn landed(&mut self, shard: usize, place: usize, latency: u64) {
        let Some((number, register)) = self.shards[shard].results.remove(place) else {
            return;
        };
        if self.m.profile.is_some() {
            self.watch_write(shard, number, register);
        }
        let operation = &mut self.operations[usize::from(number)];
        operation.unwritten -= 1;
        let (warp, over) = (operation.warp as u8, operation.unwritten == 0);
        let at = self.m.now + latency;
        let by = (operation.pc, operation.mask);
        self.agenda.at(at, Event::Written { warp, register, by });
        // Its slot may not be given away before that.
        self.slots[usize::from(warp)].inside += 1;
        if over {
            self.retire(number);
        }
    }

    /// An instruction begins its way.
    fn begin(&mut self, slot: Presented) {
        let operation = &self.operations[usize::from(slot.operation)];
        let decoded = &self.code[operation.pc as usize];
        let warp = &mut self.slots[slot.warp];
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
            self.masks.waiting |= 1 << slot.warp;
        }
        self.m.units.issued(decoded.unit);
    }

    pub(super) fn accepted(
        &mut self,
        shard: usize,
        port: usize,
        slot: Presented,
    ) -> Result<(), TimingError> {
        let p = &self.m.settings.parameters;
        let scheduler = shard * (p.schedulers / p.shards) as usize + port;
        self.shards[shard].inside += 1;
        if slot.is_first {
            self.begin(slot);
        }
        if self.m.profile.is_some() {
            self.watch_reads(shard, slot.operation);
        }
        let operation = &mut self.operations[usize::from(slot.operation)];
        operation.untaken -= 1;
        if operation.untaken == 0 {
            self.locks[scheduler] = None;
            self.masks.locked &= !(1 << slot.warp);
            return self.step(slot.warp, Some(slot.operation));
        }
        self.slot_taken(slot.warp, Cause::Parts);
        self.locks[scheduler] = Some(slot.operation);
        self.masks.locked |= 1 << slot.warp;
        Ok(())
    }

    pub(super) fn refused(&mut self, shard: usize, slot: Presented, both: bool, why: Cause) {
        self.m.counts.refused += 1;
        if let Some(stalls) = &mut self.m.stalls {
            let scheduler = scheduler_of(slot.warp, &self.m.settings.parameters);
            stalls.refused(scheduler, slot.warp, why);
        }
        if !slot.is_first {
            return;
        }
        self.operations[usize::from(slot.operation)] = Operation::FREE;
        self.free.push(slot.operation);
        let p = &self.m.settings.parameters;
        let contended = both && self.shards[shard].inside + 1 >= p.collectors as usize;
        if !contended {
            // A write is outstanding: let others try before it asks again.
            self.masks.blocked |= 1 << slot.warp;
            self.agenda
                .at(self.m.now + 2, Event::Retry(slot.warp as u8));
        }
    }

    /// The register file gives a part of an instruction back, with its sources.
    pub(super) fn offered(&mut self, shard: usize, tag: u8) {
        self.shards[shard].inside -= 1;
        let operation = &mut self.operations[usize::from(tag)];
        operation.unoffered -= 1;
        if operation.unoffered > 0 {
            return;
        }
        if operation.unit == Unit::Control {
            self.agenda.at(self.m.now + 1, Event::Done(tag));
        } else {
            self.m.units.arrived(operation.unit, tag);
        }
    }

    /// Executes a warp's instruction and sees where that leaves the warp.
    fn step(&mut self, warp: usize, operation: Option<u8>) -> Result<(), TimingError> {
        let Standing::At(pc) = self.slots[warp].standing else {
            return Ok(());
        };
        if self.m.profile.is_some() {
            self.watch_issue(warp, pc);
        }
        let decoded = &self.code[pc as usize];
        let (block, number) = (self.slots[warp].block, self.slots[warp].number);
        let resident = &mut self.residents[block];
        let reaches = |operation: &u8| self.operations[usize::from(*operation)].mask != 0;
        let operation_with_lanes = operation.filter(reaches);
        if let (Unit::Memory, Some(operation)) = (decoded.unit, operation_with_lanes) {
            let accesses = resident.accesses(&mut self.env, number);
            self.operations[usize::from(operation)].accesses = accesses.map(Box::new);
        }
        resident.step(&mut self.env, number)?;
        if let Some(operation) = operation.filter(|_| decoded.unit == Unit::Memory) {
            self.keep_private(block, number, operation);
        }
        self.slot_taken(warp, Cause::Issued);
        let decoded = &self.code[pc as usize];
        let resident = &mut self.residents[block];
        self.m.counts.issued += 1;
        let slot = &mut self.slots[warp];
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
                self.slots[other].standing = self.residents[block].standing(place);
                self.refresh(other);
            }
            self.look_whether_finished(warp);
        } else {
            self.slots[warp].standing = resident.standing(number);
            self.refresh(warp);
        }
        Ok(())
    }
}
