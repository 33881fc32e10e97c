//! Registers that are about to be wanted are named by the instruction buffer, so that they wake in time.
//!
//! A scheduler that names three future warps (Slumber 4.2) does so when these are ready to issue: some cycles ahead,
//! of which a register takes 4 from SS and 13 from DS, and the unit two more to hear of it. But a warp's next
//! instructions are known as soon as they are in its buffer, and one that waits for a result of some cycles waits
//! for as long as a register takes from DS: its operands are read, the ALU computes, the result is written. So
//!
//! - the buffer names the registers of what it holds, in order, up to the first instruction that waits for
//!   something that takes long: a load, a division. When its result is near, it names that one too. A destination
//!   is named if its result comes sooner than a register wakes; the unit wakes all others in time itself (4.1);
//! - a scheduler passes over warps whose registers are on their way, so that its slot is another's; one whose registers rest
//!   though they were named (the unit leaves alone what waits for a write) is named again;
//! - results whose registers are ON enter the file first.

use super::decode::SET_WORDS;
use super::event::Event;
use super::grid::Grid;
use super::registers::{Awake, Notice, DESTINATIONS, PORTS, SOURCES};
use super::scheduler::bits;
use super::stalls::Cause;
use super::warps::are_apart;
use crate::exec::Standing;
use spec::slumber::Delays;

/// Cycles from the naming of a register in DS to its access: control, the controller, the time of the state.
const LEAD: u64 = 3 + Delays::FERMI.deep_wake as u64;

impl Grid<'_> {
    /// Tells of the registers of an instruction, as many at a time as a future warp has.
    fn name(&mut self, warp: usize, pc: u32) {
        let decoded = &self.code[pc];
        let base = self.warps.slots[warp].base;
        let is_soon = decoded
            .latency()
            .is_some_and(|cycles| u64::from(cycles) < LEAD);
        let written = decoded.writes().iter().filter(|_| is_soon);
        let mut named = [None; SOURCES + 1];
        let mut count = 0;
        let path = self.shard(warp);
        for register in decoded.reads().iter().chain(written) {
            if count == named.len() {
                self.m.paths[path].tell(Notice::Future(std::mem::take(&mut named)));
                count = 0;
            }
            named[count] = Some(base + u16::from(*register));
            count += 1;
        }
        if count > 0 {
            self.m.paths[path].tell(Notice::Future(named));
        }
    }

    /// Something has changed of what a warp's buffer holds or waits for.
    pub(super) fn name_next(&mut self, warp: usize) {
        let Standing::At(next) = self.warps.slots[warp].standing else {
            return;
        };
        if !self.m.buffers_name {
            return;
        }
        let slot = &self.warps.slots[warp];
        let buffered = slot.buffer..slot.buffer + slot.buffered;
        let mut far = slot.far;
        for (place, pc) in (next..buffered.end).enumerate() {
            let decoded = &self.code[pc];
            // What its unit has no room for would wait awake.
            if !buffered.contains(&pc)
                || !are_apart(&far, &decoded.uses)
                || !self.m.units.has_room(decoded.unit)
            {
                return;
            }
            if decoded.takes_long() {
                let results = decoded.results();
                (0..SET_WORDS).for_each(|word| far[word] |= results[word]);
            }
            let moves = decoded.moves;
            if self.warps.slots[warp].named as usize <= place {
                self.warps.slots[warp].named = place as u32 + 1;
                self.name(warp, pc);
            }
            if moves {
                return;
            }
        }
    }

    /// An operation has begun that is done then: what waits for it is named in time, if that can be known. A load
    /// that misses is there when it is there.
    pub(super) fn announce(&mut self, number: u8, begun: u64, done: u64) {
        if !self.m.buffers_name {
            return;
        }
        let operation = &self.operations[number];
        let (warp, pc) = (operation.warp as u8, operation.pc);
        let hits = begun + u64::from(self.m.settings.parameters.l1_latency);
        let near = match self.code[pc].may_miss && done > hits {
            true => done,
            false => done.saturating_sub(LEAD),
        };
        self.agenda
            .at(near.max(self.m.now + 1), Event::Near { warp, pc });
    }

    /// The warps of some that are ready whose registers are awake.
    pub(super) fn awake(&mut self, ready: u64, shard: usize) -> u64 {
        let mut awake = ready;
        for warp in bits(ready) {
            let Standing::At(pc) = self.warps.slots[warp].standing else {
                continue;
            };
            match self.standing_of_sources(warp, pc, shard) {
                Awake::On => {}
                Awake::Coming => awake &= !(1 << warp),
                Awake::Asleep => {
                    awake &= !(1 << warp);
                    self.name(warp, pc);
                }
            }
        }
        awake
    }

    /// How the sources stand that an instruction needs first.
    fn standing_of_sources(&self, warp: usize, pc: u32, shard: usize) -> Awake {
        let decoded = &self.code[pc];
        let base = self.warps.slots[warp].base;
        let path = &self.m.paths[shard];
        let sources = decoded.part(0).0.into_iter().flatten();
        let mut stand = Awake::On;
        for register in sources {
            match path.awake(base + u16::from(register)) {
                Awake::On => {}
                Awake::Coming if stand == Awake::On => stand = Awake::Coming,
                Awake::Coming => {}
                Awake::Asleep => return Awake::Asleep,
            }
        }
        stand
    }

    /// Whether what a warp writes next has places in a file that is smaller than its names.
    pub(super) fn has_places(&self, warp: usize, shard: usize) -> bool {
        let slot = &self.warps.slots[warp];
        let Standing::At(pc) = slot.standing else {
            return true;
        };
        let mut names = [0; DESTINATIONS];
        let writes = self.code[pc].writes();
        for (name, &register) in names.iter_mut().zip(writes) {
            *name = slot.base + u16::from(register);
        }
        self.m.paths[shard].has_places(&names[..writes.len()])
    }

    /// What keeps a scheduler from taking a warp: registers that are not awake, or that have no places.
    pub(super) fn why_passed_over(&self, warp: usize, pc: u32, shard: usize) -> Option<Cause> {
        if self.m.renamed.is_some() && !self.has_places(warp, shard) {
            return Some(Cause::NoRegister);
        }
        if !self.m.buffers_name || self.standing_of_sources(warp, pc, shard) == Awake::On {
            return None;
        }
        let base = self.warps.slots[warp].base;
        let path = &self.m.paths[shard];
        let sources = self.code[pc].part(0).0.into_iter().flatten();
        let asleep = sources.map(|register| base + u16::from(register));
        let asleep = asleep.filter(|&register| path.awake(register) != Awake::On);
        asleep.map(|register| path.why_asleep(register)).max()
    }

    /// Results whose registers are ON enter the file before those that wait for theirs.
    pub(super) fn awake_first(&mut self, shard: usize) {
        let (slots, operations) = (&self.warps.slots, &self.operations);
        let path = &self.m.paths[shard];
        let is_on = |&(number, register): &(u8, u8)| {
            let base = slots[operations[number].warp].base;
            path.awake(base + u16::from(register)) == Awake::On
        };
        let results = &mut self.shards[shard].results;
        if results.iter().take(PORTS).all(is_on) {
            return;
        }
        let (first, rest): (Vec<_>, Vec<_>) = results.iter().copied().partition(is_on);
        *results = first.into_iter().chain(rest).collect();
    }
}
