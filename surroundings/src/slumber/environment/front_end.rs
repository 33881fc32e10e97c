//! Kernels, warps, fetch and the warps of the future.

use super::{pc, Environment, Warp, KERNEL, LENGTH, PROGRAMS};
use crate::random::Random;
use crate::slumber::program::{Access, Program};
use spec::slumber::{TopInputs, FUTURE_LANES};

impl Environment {
    pub(super) fn start_kernel(&mut self, inputs: &mut TopInputs) {
        inputs.kernel_start = true;
        let registers = self.parameters.array().registers() / self.warps.len();
        let program = |random: &mut Random| {
            let registers = random.within(4..registers.min(64) as u64 + 1) as u16;
            Program::random(random, registers, LENGTH)
        };
        self.programs = (0..PROGRAMS).map(|_| program(&mut self.random)).collect();
        self.kernel_ends = self.now + KERNEL;
        self.contents.fill([None; 2]);
        // The list forgets its lines when a kernel starts, and the toy's L1I does too.
        self.lines.clear();
        self.filling.clear();
    }

    /// Future warps (4.2): three of those whose next instruction could issue.
    pub(super) fn look_ahead(&mut self, inputs: &mut TopInputs) {
        let start = self.random.within(0..self.warps.len() as u64) as usize;
        let mut lane = 0;
        for i in 0..self.warps.len() {
            let index = (start + i) % self.warps.len();
            let warp = self.warps[index];
            let waits = warp.running && warp.fetched && warp.issues_from.is_none();
            if lane == FUTURE_LANES || !waits || !self.unblocked(index) {
                continue;
            }
            let Some(next) = self.programs[warp.program].instruction(warp.next) else {
                continue;
            };
            for (operand, local) in next.operands().into_iter().enumerate() {
                let Some(local) = local else { continue };
                inputs.future_enable |= 1 << (lane + operand);
                inputs.future_registers.0[lane + operand] = warp.base + local;
            }
            lane += 4;
            // Mostly late enough for SS to be hidden, sometimes not.
            self.warps[index].issues_from = Some(self.now + self.random.within(1..12));
        }
    }

    /// Instruction fetch, again for every line that was missing.
    pub(super) fn fetch(&mut self, inputs: &mut TopInputs) {
        let line = |pc: u64| pc >> self.parameters.list().offset_bits();
        if let Some(place) = self.filling.iter().position(|&(due, _)| due <= self.now) {
            let (_, pc) = self.filling.swap_remove(place);
            inputs.fill_valid = true;
            inputs.fill_pc = pc;
            self.lines.push_back(line(pc));
            if self.lines.len() > self.parameters.list().entries() {
                if let Some(oldest) = self.lines.pop_front() {
                    inputs.evict_valid = true;
                    inputs.evict_pc = oldest << self.parameters.list().offset_bits();
                }
            }
            return;
        }
        let start = self.random.within(0..self.warps.len() as u64) as usize;
        let mut slot = 0;
        for i in 0..self.warps.len() {
            let index = (start + i) % self.warps.len();
            let warp = self.warps[index];
            let program = self.programs.get(warp.program);
            let next = program.and_then(|program| program.instruction(warp.next));
            let Some(next) = next.filter(|_| warp.running && !warp.fetched) else {
                continue;
            };
            if slot == inputs.fetch_pcs.0.len() || self.random.chance(50) {
                break;
            }
            let pc = pc(warp.program, warp.next);
            for (operand, local) in next.operands().into_iter().enumerate() {
                let Some(local) = local else { continue };
                inputs.fetch_enable |= 1 << (4 * slot + operand);
                inputs.fetch_registers.0[4 * slot + operand] = warp.base + local;
            }
            inputs.fetch_pcs.0[slot] = pc;
            slot += 1;
            let listed = self.lines.contains(&line(pc));
            self.warps[index].fetched = listed && !warp.collecting;
            if !listed
                && !self
                    .filling
                    .iter()
                    .any(|&(_, other)| line(other) == line(pc))
            {
                let due = self.now + self.random.within(2..60);
                self.filling.push((due, pc));
            }
        }
    }

    /// Now and then the kind of a next access is told again, as a branch may do.
    pub(super) fn correct(&mut self, inputs: &mut TopInputs) {
        let index = self.random.within(0..self.warps.len() as u64) as usize;
        let warp = self.warps[index];
        if !warp.running || warp.collecting || !self.random.chance(10) {
            return;
        }
        let program = &self.programs[warp.program];
        let local = self.random.within(0..u64::from(program.registers())) as u16;
        if warp.pending >> local & 1 == 1 {
            return;
        }
        let next = program.next(warp.next, local);
        inputs.next_enable = 1;
        inputs.next_registers.0[0] = warp.base + local;
        inputs.next_write = u8::from(next == Some(Access::Overwrites));
    }

    pub(super) fn finish_and_allocate(&mut self, inputs: &mut TopInputs) {
        let ended = |w: &Warp| {
            let program = self.programs.get(w.program);
            let over = program.is_some_and(|p| p.instruction(w.next).is_none());
            w.running && over && w.pending == 0 && !w.collecting
        };
        if let Some(index) = self.warps.iter().position(ended) {
            let rest = self.random.within(1..400);
            let stray = self.random.chance(30);
            let warp = &mut self.warps[index];
            warp.running = false;
            warp.rests_until = self.now + rest;
            let last = warp.base + self.programs[warp.program].registers() - 1;
            inputs.finish_valid = true;
            inputs.finish_first = warp.base;
            inputs.finish_last = last;
            self.stray = stray.then_some(last);
            let registers = usize::from(warp.base)..=usize::from(last);
            self.contents[registers].fill([None; 2]);
        }
        let now = self.now;
        let free = |w: &&mut Warp| !w.running && w.rests_until < now;
        if now >= self.kernel_ends || self.random.chance(50) {
            return;
        }
        let Some(warp) = self.warps.iter_mut().find(free) else {
            return;
        };
        warp.program = self.random.within(0..self.programs.len() as u64) as usize;
        warp.running = true;
        warp.next = 0;
        warp.fetched = false;
        warp.issues_from = None;
        inputs.allocate_valid = true;
        inputs.allocate_first = warp.base;
        inputs.allocate_last = warp.base + self.programs[warp.program].registers() - 1;
    }
}
