//! What the pipeline tells register files that listen: Slumber's events (4.1 to 4.3).

use super::grid::Grid;
use super::parameters::LINE_BYTES;
use super::registers::{Accessed, Fetched, Named, Notice, SOURCES};
use super::scheduler::bits;
use crate::exec::Standing;
use crate::passes::NextUse;
use spec::slumber::Outcome;

impl Grid<'_> {
    pub(super) fn listens(&self) -> bool {
        self.code.hints.is_some()
    }

    pub(super) fn tell(&mut self, warp: usize, notice: Notice) {
        let shard = self.shard(warp);
        self.m.paths[shard].tell(notice);
    }

    /// A warp's registers are given to it, or taken.
    pub(super) fn tell_range(&mut self, warp: usize, begins: bool) {
        let words = self.env.program.words as u16;
        if !self.listens() || words == 0 {
            return;
        }
        let first = self.warps.slots[warp].base;
        let last = first + words - 1;
        let notice = if begins {
            let block = self.warps.slots[warp].block;
            Notice::Begin { first, last, block }
        } else {
            Notice::Finish(first, last)
        };
        self.tell(warp, notice);
    }

    /// Registers of an instruction, as many as there are lanes for.
    fn named(&self, warp: usize, pc: u32) -> Named {
        let decoded = &self.code[pc];
        let place = |&register: &u8| self.warps.slots[warp].base + u16::from(register);
        let mut named = [None; SOURCES + 1];
        for (slot, register) in named.iter_mut().zip(decoded.reads().iter().take(SOURCES)) {
            *slot = Some(place(register));
        }
        named[SOURCES] = decoded.writes().first().map(place);
        named
    }

    /// Warps that a scheduler has just named as those that come next.
    pub(super) fn tell_future(&mut self, scheduler: usize) {
        if !self.listens() {
            return;
        }
        for warp in bits(self.m.schedulers[scheduler].named()) {
            if let Standing::At(pc) = self.warps.slots[warp].standing {
                let named = self.named(warp, pc);
                self.tell(warp, Notice::Future(named));
            }
        }
    }

    /// Instructions are fetched for a warp, from `pc` on.
    pub(super) fn tell_fetch(&mut self, warp: usize, pc: u32) {
        let lines = std::mem::take(&mut self.m.fetch.lines);
        if !self.listens() {
            return;
        }
        for (filled, evicted) in lines {
            let notice = Notice::Line {
                filled: filled * LINE_BYTES,
                evicted: evicted.map(|line| line * LINE_BYTES),
            };
            self.m.paths.iter_mut().for_each(|path| path.tell(notice));
        }
        if self.m.buffers_name {
            // They are named when they are there, all the way up.
            return;
        }
        let count = self.m.fetch.count(pc, self.code.len());
        let fetched = |place: u32| {
            let pc = pc + place;
            (place < count).then(|| Fetched {
                pc: self.m.fetch.address(pc),
                registers: self.named(warp, pc),
            })
        };
        let slots = [fetched(0), fetched(1)];
        self.tell(warp, Notice::Fetch(slots));
    }

    /// What is known of accesses to registers that an instruction names.
    fn accessed(&self, warp: usize, pc: u32, mask: u32, registers: &[u8]) -> Option<Accessed> {
        let hints = self.code.hints.as_ref()?;
        let slot = &self.warps.slots[warp];
        let mut accessed = Accessed {
            diverged: mask != u32::MAX,
            ..Accessed::default()
        };
        for (place, &register) in registers.iter().enumerate().take(SOURCES) {
            accessed.registers[place] = Some(slot.base + u16::from(register));
            accessed.next_write[place] = hints.next_write(pc, register);
        }
        if self.m.buffers_name {
            for (place, &register) in registers.iter().enumerate().take(SOURCES) {
                accessed.kept[place] = self.is_kept(warp, hints.next_use(pc, &[register]));
            }
            // The unit has one word for all registers of an operation, but a result is alone.
            accessed.ready = registers.len() == 1 && accessed.kept[0];
            return Some(accessed);
        }
        // The unit has one place for all registers of an operation: that of the one which is used next.
        let next = hints.next_use(pc, registers);
        let is_next = |at: &u32| slot.standing == Standing::At(*at);
        let buffer = slot.buffer..slot.buffer + slot.buffered;
        accessed.ready =
            next.is_some_and(|n| is_next(&n.pc)) && self.warps.masks.ready >> warp & 1 == 1;
        accessed.buffered = next.is_some_and(|next| buffer.contains(&next.pc));
        // With every place that is in the L1I, registers of loops would never leave SS (docs/sm/schemes.md).
        let near = next.filter(|next| self.is_near(warp, next.distance));
        accessed.pc = near.map(|next| self.m.fetch.address(next.pc));
        Some(accessed)
    }

    /// Whether the idle time that is predicted is short: a turn of all warps of a scheduler for each instruction.
    fn is_near(&self, warp: usize, distance: u32) -> bool {
        let p = &self.m.settings.parameters;
        let scheduler = self.warps.slots[warp].scheduler;
        let turn = (self.turns[scheduler].mine & self.warps.masks.resident).count_ones();
        distance.saturating_mul(turn) <= p.near_cycles
    }

    /// Whether a register stays up: the instruction that uses it next has been named, or is the next one and will
    /// be soon, or is near.
    fn is_kept(&self, warp: usize, next: Option<NextUse>) -> bool {
        let slot = &self.warps.slots[warp];
        let (Some(next), Standing::At(at)) = (next, slot.standing) else {
            return false;
        };
        if (at..at + slot.named.max(1)).contains(&next.pc) {
            return slot.named > 0 || slot.is_near(&self.code[next.pc]);
        }
        self.is_near(warp, next.distance)
    }

    /// A part of an operation has left the register file by a port.
    pub(super) fn tell_read(&mut self, port: usize, tag: u8) {
        if !self.listens() {
            return;
        }
        let operation = &self.operations[tag];
        let (warp, pc, mask) = (operation.warp, operation.pc, operation.mask);
        let decoded = &self.code[pc];
        let (sources, _) = decoded.part(decoded.parts - operation.unoffered);
        let mut registers = [0; SOURCES];
        let mut count = 0;
        for register in sources.into_iter().flatten() {
            registers[count] = register;
            count += 1;
        }
        if count == 0 {
            return;
        }
        if let Some(accessed) = self.accessed(warp, pc, mask, &registers[..count]) {
            self.tell(warp, Notice::Read(port, accessed));
        }
    }

    /// A result is in the register file. The instruction that wrote it is over: `pc` and `mask` are its.
    pub(super) fn tell_written(&mut self, warp: usize, register: u8, pc: u32, mask: u32) {
        if let Some(accessed) = self.accessed(warp, pc, mask, &[register]) {
            self.tell(warp, Notice::Written(accessed));
        }
    }

    /// A load has found out how far it has to go.
    pub(super) fn tell_outcome(&mut self, number: u8, outcome: Outcome) {
        if !self.listens() {
            return;
        }
        let operation = &self.operations[number];
        let warp = operation.warp;
        let base = self.warps.slots[warp].base;
        let decoded = &self.code[operation.pc];
        for &register in decoded.writes().to_vec().iter() {
            let notice = Notice::Outcome {
                warp: warp as u8,
                register: base + u16::from(register),
                outcome,
            };
            self.tell(warp, notice);
        }
    }
}
