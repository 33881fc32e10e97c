//! The ways into the register file and out of it: parts of instructions and results at its ports.

use super::decode::Unit;
use super::error::TimingError;
use super::event::Event;
use super::grid::Grid;
use super::issue::Presented;
use super::registers::{Answer, DESTINATIONS, PORTS};
use super::stalls::Cause;

impl Grid<'_> {
    /// A cycle of one shard.
    pub fn issue_to(&mut self, shard: usize) -> Result<(), TimingError> {
        let ports = self.ports;
        let collectors = self.m.settings.parameters.collectors as usize;
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
            if answer.injected[port] {
                self.injected(shard, slot);
            } else if answer.accepted[port] {
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

    /// Puts a part of an instruction at a port.
    pub fn fill(&mut self, shard: usize, port: usize, slot: Presented) {
        if self.code.is_staged() {
            return;
        }
        let operation = &self.operations[slot.operation];
        let decoded = &self.code[operation.pc];
        let (sources, destination) = decoded.part(decoded.parts - operation.untaken);
        let warp = &self.warps.slots[slot.warp];
        let target = &mut self.shards[shard].demand.operations[port];
        target.tag = slot.operation;
        target.mask = operation.mask;
        target.launched = self.blocks.residents[warp.block].launched(warp.number);
        let place = |register: u8| warp.base + u16::from(register);
        target.sources = sources.map(|source| source.map(place));
        target.destination = destination.map(place);
        target.is_first = slot.is_first;
        target.destinations = [None; DESTINATIONS];
        for (name, &register) in target.destinations.iter_mut().zip(decoded.writes()) {
            *name = Some(place(register));
        }
        target.latency = decoded.latency();
        if self.m.paths[shard].carries_data() {
            let resident = &self.blocks.residents[warp.block];
            for (value, source) in target.values.iter_mut().zip(sources) {
                if let Some(register) = source {
                    *value = *resident.word(warp.number, register.into());
                }
            }
            if let Some(register) = destination.filter(|_| self.m.paths[shard].injects()) {
                target.held = *resident.word(warp.number, register.into());
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
            let operation = &self.operations[number];
            let warp = &self.warps.slots[operation.warp];
            let result = &mut state.demand.results[port];
            result.register = warp.base + u16::from(register);
            result.mask = operation.mask;
            result.launched = match operation.mov {
                Some(_) => 0,
                None => self.blocks.residents[warp.block].launched(warp.number),
            };
            if carries {
                // Nobody else may write it until this has been written, so it is still there.
                let resident = &self.blocks.residents[warp.block];
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
    pub fn landed(&mut self, shard: usize, place: usize, latency: u64) {
        let Some((number, register)) = self.shards[shard].results.remove(place) else {
            return;
        };
        if self.m.profile.is_some() {
            self.watch_write(shard, number, register);
        }
        let operation = &mut self.operations[number];
        operation.unwritten -= 1;
        if operation.mov.is_some_and(|mov| !mov.is_first) {
            // Its register is pending for the instruction that it goes ahead of.
            return self.retire(number);
        }
        let (warp, over) = (operation.warp as u8, operation.unwritten == 0);
        let at = self.m.now + latency;
        let by = (operation.pc, operation.mask);
        self.agenda.at(at, Event::Written { warp, register, by });
        // Its slot may not be given away before that.
        self.warps.slots[usize::from(warp)].inside += 1;
        if over {
            self.retire(number);
        }
    }

    /// A part of an instruction was taken.
    pub fn accepted(
        &mut self,
        shard: usize,
        port: usize,
        slot: Presented,
    ) -> Result<(), TimingError> {
        let scheduler = shard * self.ports + port;
        self.shards[shard].inside += 1;
        if slot.is_first {
            self.begin(slot);
        }
        if self.m.profile.is_some() {
            self.watch_reads(shard, slot.operation);
        }
        let operation = &mut self.operations[slot.operation];
        operation.untaken -= 1;
        if operation.untaken == 0 {
            self.turns[scheduler].lock = None;
            self.warps.masks.locked &= !(1 << slot.warp);
            return self.step(slot.warp, Some(slot.operation));
        }
        self.slot_taken(slot.warp, Cause::Parts);
        self.turns[scheduler].lock = Some(slot.operation);
        self.warps.masks.locked |= 1 << slot.warp;
        Ok(())
    }

    /// It was not.
    pub fn refused(&mut self, shard: usize, slot: Presented, both: bool, why: Cause) {
        self.m.counts.refused += 1;
        if let Some(stalls) = &mut self.m.stalls {
            let scheduler = self.warps.slots[slot.warp].scheduler;
            stalls.refused(scheduler, slot.warp, why);
        }
        if !slot.is_first {
            return;
        }
        self.operations.end(slot.operation);
        let p = &self.m.settings.parameters;
        let contended = both && self.shards[shard].inside + 1 >= p.collectors as usize;
        if !contended {
            // A write is outstanding: let others try before it asks again.
            self.warps.masks.blocked |= 1 << slot.warp;
            self.agenda
                .at(self.m.now + 2, Event::Retry(slot.warp as u8));
        }
    }

    /// The register file gives a part of an instruction back, with its sources.
    pub fn offered(&mut self, shard: usize, tag: u8) {
        self.shards[shard].inside -= 1;
        let tag = self.owner(tag);
        let operation = &mut self.operations[tag];
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
}
