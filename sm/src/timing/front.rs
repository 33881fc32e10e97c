//! The front end: whose turn it is to fetch, what comes of it, and what that makes of a warp.

use super::event::Event;
use super::grid::Grid;
use crate::exec::Standing;

impl Grid<'_> {
    /// Brings up to date what is known of a warp's next instruction.
    pub fn refresh(&mut self, warp: usize) {
        if self.warps.refresh(warp, &self.code) && self.m.buffers_name {
            self.name_next(warp);
        }
    }

    /// The fetches of a cycle.
    pub fn fetch(&mut self) {
        for _ in 0..self.m.settings.parameters.fetches {
            if self.warps.masks.fetchable == 0 {
                break;
            }
            let warp = self.m.fetch.turn(self.warps.masks.fetchable);
            self.fetch_for(warp);
        }
    }

    fn fetch_for(&mut self, warp: usize) {
        let slot = &mut self.warps.slots[warp];
        if let Standing::At(pc) = slot.standing {
            slot.fetching = Some(pc);
            let have = slot.words_of(pc);
            let m = &mut *self.m;
            let at = m.fetch.fetch(pc, have, m.now, &mut m.memory);
            let hit = u64::from(self.m.settings.parameters.fetch_latency);
            slot.missed = at > self.m.now + hit;
            self.tell_fetch(warp, pc);
            self.agenda.at(at, Event::Fetched(warp as u8));
        }
        self.warps.masks.fetchable &= !(1 << warp);
    }

    /// What was fetched for a warp is there.
    pub fn fetched(&mut self, warp: usize) {
        let length = self.code.len();
        let slot = &mut self.warps.slots[warp];
        if let Some(pc) = slot.fetching.take() {
            let have = slot.words_of(pc);
            let brought = self.m.fetch.brings(pc, have, length);
            slot.buffer = pc;
            slot.buffered = brought.instructions;
            slot.words = match brought.ahead {
                0 => (pc, have + brought.words),
                ahead => (pc + brought.instructions, ahead),
            };
            if std::mem::take(&mut slot.missed) {
                // The fetch is told again now that its line has come (Slumber 4.3).
                self.m.fetch.settle(self.m.now);
                self.tell_fetch(warp, pc);
            }
        }
        self.refresh(warp);
    }
}
