//! A launch under way: the cycle, and the jump to the next one in which something happens.

use super::agenda::Agenda;
use super::decode::{decode, Decoded, UNITS};
use super::dispatch::{places, scheduler_of, shard_of};
use super::error::{Disagreement, Place, TimingError};
use super::hints::Hints;
use super::memory::Private;
use super::multiprocessor::Multiprocessor;
use super::registers::Demand;
use super::scheduler::bits;
use super::staging::{Compiled, Staging};
use super::state::{Event, Operation, Slot, MOST_OPERATIONS};
use crate::exec::{self, Environment, LaunchError, Resident, Standing};
use std::collections::VecDeque;
use std::rc::Rc;

/// A shard of the register file, and what waits for it.
#[derive(Default)]
pub(super) struct Shard {
    pub demand: Demand,
    /// Operations inside, by what the answers said.
    pub inside: usize,
    /// Results that wait for a port: operation and register.
    pub results: VecDeque<(u8, u8)>,
    /// Registers to be released, by place in the file, and the block slot they were of.
    pub releases: VecDeque<(u16, usize)>,
}

/// Sets of warp slots.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Masks {
    /// Hold a running warp.
    pub resident: u64,
    /// Have an instruction that nothing pending stands against.
    pub ready: u64,
    /// Were refused and sit out a cycle.
    pub blocked: u64,
    /// Have an instruction of which the register file has taken a part.
    pub locked: u64,
    /// Want a fetch.
    pub fetchable: u64,
    /// Wait for memory.
    pub waiting: u64,
    /// Have an instruction for each kind of unit.
    pub wants: [u64; UNITS + 1],
    /// May issue what they stand at: all, unless registers are staged.
    pub staged: u64,
    /// Do not stand at an instruction.
    pub halted: u64,
    /// Of which something has changed since staged registers were told of it.
    pub changed: u64,
}

/// See the module.
pub(super) struct Grid<'a> {
    pub m: &'a mut Multiprocessor,
    pub env: Environment<'a>,
    pub code: Vec<Decoded>,
    /// What a compiler tells of the kernel, if some register file listens.
    pub hints: Option<Rc<Hints>>,
    /// What RegLess's compiler made of the kernel, if registers are staged.
    pub compiled: Option<Rc<Compiled>>,
    pub slots: Vec<Slot>,
    pub residents: Vec<Resident>,
    pub shards: Vec<Shard>,
    pub masks: Masks,
    /// The warp slots of each scheduler.
    pub mine: Vec<u64>,
    /// The instruction of which each scheduler has presented a part.
    pub locks: Vec<Option<u8>>,
    pub ages: [u64; 64],
    pub operations: Vec<Operation>,
    pub free: Vec<u8>,
    pub agenda: Agenda,
    /// Blocks that have not begun.
    next_block: u64,
    blocks: u64,
    /// For each block slot, its warps that are not done and its registers that are not released.
    unfinished: Vec<usize>,
    warps_of_block: usize,
    age: u64,
    /// Room for the lines of an access.
    pub lines: Vec<u64>,
    began: u64,
}

impl<'a> Grid<'a> {
    pub fn new(
        m: &'a mut Multiprocessor,
        env: Environment<'a>,
        compiled: Option<Rc<Compiled>>,
    ) -> Result<Self, LaunchError> {
        let p = &m.settings.parameters;
        let places = places(env.program, env.launch, p)?;
        let mut code = decode(env.program, p);
        if let Some(compiled) = &compiled {
            // The unit is told of the end of a region by its last operation.
            for (pc, decoded) in code.iter_mut().enumerate() {
                decoded.parts = decoded.parts.max(compiled.ends(pc as u32).into());
            }
        }
        let mut mine = vec![0; p.schedulers as usize];
        for slot in 0..places.slots.len() {
            mine[scheduler_of(slot, p)] |= 1 << slot;
        }
        let blocks = exec::blocks(env.launch);
        let began = m.now;
        let shards = 0..p.shards;
        let hints = m.hints(&env.program.kernel);
        let hints = hints.map_err(|broken| LaunchError::Refused {
            reason: broken.reason(),
            kernel: broken.kernel,
        })?;
        let mut grid = Self {
            code,
            hints,
            residents: Vec::new(),
            shards: shards.map(|_| Shard::default()).collect(),
            masks: Masks {
                staged: if compiled.is_some() { 0 } else { u64::MAX },
                ..Masks::default()
            },
            compiled,
            locks: vec![None; mine.len()],
            mine,
            ages: [0; 64],
            operations: vec![Operation::FREE; MOST_OPERATIONS],
            free: (0..=u8::MAX).rev().collect(),
            agenda: Agenda::new(began),
            next_block: 0,
            blocks,
            unfinished: vec![0; places.blocks],
            warps_of_block: places.warps,
            slots: places.slots,
            age: 0,
            lines: Vec::new(),
            began,
            m,
            env,
        };
        for place in 0..places.blocks.min(blocks as usize) {
            let resident = Resident::new(grid.env.program, grid.env.launch, 0);
            grid.residents.push(resident);
            grid.dispatch(place);
        }
        Ok(grid)
    }

    /// Warp instructions that are left of the limit.
    pub fn left(&self) -> u64 {
        self.env.meter.left
    }

    /// The next block takes a place.
    fn dispatch(&mut self, place: usize) {
        if self.next_block == self.blocks {
            return;
        }
        self.residents[place].restart(self.next_block);
        self.next_block += 1;
        self.m.counts.blocks += 1;
        self.unfinished[place] = self.warps_of_block;
        let first = place * self.warps_of_block;
        for slot in first..first + self.warps_of_block {
            self.slots[slot].begin();
            self.masks.resident |= 1 << slot;
            self.ages[slot] = self.age;
            self.age += 1;
            self.tell_range(slot, true);
            self.watch_range(slot, true);
            self.forget_private(slot);
            self.refresh(slot);
        }
    }

    pub fn run(&mut self) -> Result<(), TimingError> {
        let most = self.m.settings.max_cycles;
        let end = most.map_or(u64::MAX, |most| self.began.saturating_add(most));
        while self.unfinished.iter().any(|&left| left > 0) {
            if self.m.now >= end {
                return self.cut_short();
            }
            self.cycle()?;
            self.advance(end)?;
        }
        Ok(())
    }

    fn cycle(&mut self) -> Result<(), TimingError> {
        let now = self.m.now;
        while let Some(event) = self.agenda.due(now) {
            self.handle(event);
        }
        let issued = self.m.counts.issued;
        if self.compiled.is_some() {
            self.issue_staged()?;
        } else {
            for shard in 0..self.shards.len() {
                self.issue(shard)?;
            }
        }
        self.m.counts.issue_cycles += u64::from(self.m.counts.issued > issued);
        self.execute();
        self.private()?;
        for _ in 0..self.m.settings.parameters.fetches {
            if self.masks.fetchable == 0 {
                break;
            }
            let warp = self.m.fetch.turn(self.masks.fetchable);
            self.fetch(warp);
        }
        if self.m.stalls.is_some() {
            self.account_slots();
        }
        Ok(())
    }

    /// To the next cycle in which something can happen.
    fn advance(&mut self, end: u64) -> Result<(), TimingError> {
        let now = self.m.now;
        let mut next = now + 1;
        if self.m.settings.skip && self.is_still() {
            let paths = self.m.paths.iter();
            let quiet = paths.map(|path| next.saturating_add(path.quiet())).min();
            let units = self.m.units.next().map(|at| at.max(next));
            let staging = { self.m.staging.iter() }.find_map(Staging::next);
            let staging = staging.map(|at| at.max(next));
            let times = [quiet, units, self.agenda.next(), staging, Some(end)];
            let first = times.into_iter().flatten().min().unwrap_or(next);
            if first == u64::MAX {
                return Err(self.stuck());
            }
            let first = first.max(next);
            for path in 0..self.m.paths.len() {
                let skipped = self.m.paths[path].skip(first - next);
                skipped.map_err(|d| self.disagreement(d))?;
            }
            self.m.counts.skipped += first - next;
            if self.m.stalls.is_some() {
                self.account_skipped(first - next);
            }
            next = first;
        } else if self.agenda.next().is_none() && self.is_still() {
            let mut paths = self.m.paths.iter();
            let are_quiet = paths.all(|path| path.quiet() == u64::MAX);
            let staging = { self.m.staging.iter() }.find_map(Staging::next);
            if self.m.units.next().is_none() && are_quiet && staging.is_none() {
                return Err(self.stuck());
            }
        }
        let resident = u64::from(self.masks.resident.count_ones());
        self.m.counts.warp_cycles += resident * (next - now);
        self.m.now = next;
        Ok(())
    }

    /// Whether only time can change something.
    fn is_still(&self) -> bool {
        let idle = |shard: &Shard| shard.results.is_empty() && shard.releases.is_empty();
        let masks = &self.masks;
        masks.fetchable == 0
            && self.candidates(u64::MAX) == 0
            && masks.locked == 0
            && self.unfinished.iter().any(|&left| left > 0)
            && self.shards.iter().all(idle)
            && !self.m.private.as_ref().is_some_and(Private::is_busy)
            && self.m.staging.as_ref().is_none_or(Staging::is_at_rest)
    }

    /// Nothing will ever happen: the warps wait for each other.
    fn stuck(&mut self) -> TimingError {
        let mut waiting = bits(self.masks.resident);
        let before = waiting.find(|&warp| matches!(self.slots[warp].standing, Standing::At(_)));
        if let (Some(warp), true) = (before, self.compiled.is_some()) {
            return self.disagreement(Disagreement::Unit(format!(
                "nothing moves any more, and warp {warp} waits for its registers"
            )));
        }
        let waits = bits(self.masks.resident)
            .map(|w| self.slots[w].block)
            .next();
        let block = waits.unwrap_or(0);
        self.residents[block].deadlock(&mut self.env).into()
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Written {
                warp,
                register,
                by: (pc, mask),
            } => {
                let warp = usize::from(warp);
                self.tell_written(warp, register, pc, mask);
                self.slots[warp].set_pending(register, false);
                self.slots[warp].inside -= 1;
                self.refresh(warp);
                self.look_whether_finished(warp);
            }
            Event::Fetched(warp) => {
                let warp = usize::from(warp);
                let length = self.code.len() as u32;
                let slot = &mut self.slots[warp];
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
            Event::Retry(warp) => self.masks.blocked &= !(1 << warp),
            Event::Done(operation) => self.done(operation),
            Event::Near { warp, pc } => {
                let warp = usize::from(warp);
                self.slots[warp].set_far(&self.code[pc as usize], false);
                self.name_next(warp);
            }
        }
    }

    /// An instruction has its result.
    fn done(&mut self, number: u8) {
        let operation = &self.operations[usize::from(number)];
        let (warp, pc) = (operation.warp, operation.pc as usize);
        let decoded = &self.code[pc];
        let slot = &mut self.slots[warp];
        if decoded.moves && !decoded.writes().is_empty() && slot.standing == Standing::Waits {
            // `bar.red` has its result when the barrier opens.
            self.agenda.at(self.m.now + 1, Event::Done(number));
            return;
        }
        slot.pending[4] &= !decoded.predicates;
        if decoded.writes().is_empty() {
            self.retire(number);
        } else {
            let p = &self.m.settings.parameters;
            let (shard, _) = shard_of(scheduler_of(warp, p), p);
            let results = decoded.writes().iter().map(|&register| (number, register));
            self.shards[shard].results.extend(results);
        }
        self.refresh(warp);
    }

    /// An instruction is over.
    pub fn retire(&mut self, number: u8) {
        let operation = &mut self.operations[usize::from(number)];
        let warp = operation.warp;
        let is_memory = operation.unit == super::decode::Unit::Memory;
        *operation = Operation::FREE;
        self.free.push(number);
        self.m.counts.retired += 1;
        let slot = &mut self.slots[warp];
        slot.inside -= 1;
        if is_memory {
            slot.loads -= 1;
            if slot.loads == 0 {
                self.masks.waiting &= !(1 << warp);
            }
        }
        self.look_whether_finished(warp);
    }

    /// Whether a warp's registers can be given back.
    pub fn look_whether_finished(&mut self, warp: usize) {
        let slot = &mut self.slots[warp];
        if slot.standing != Standing::Done || slot.inside > 0 || slot.released {
            return;
        }
        slot.released = true;
        let (block, base) = (slot.block, slot.base);
        self.tell_range(warp, false);
        self.watch_range(warp, false);
        self.masks.resident &= !(1 << warp);
        let p = &self.m.settings.parameters;
        let (shard, _) = shard_of(scheduler_of(warp, p), p);
        if { self.m.paths.get(shard) }.is_some_and(|path| path.wants_releases()) {
            let registers = base..base + self.env.program.words as u16;
            self.unfinished[block] += registers.len();
            let releases = registers.map(|register| (register, block));
            self.shards[shard].releases.extend(releases);
        }
        self.finished(block);
    }

    /// A warp or a register of a block is done with.
    pub fn finished(&mut self, block: usize) {
        self.unfinished[block] -= 1;
        if self.unfinished[block] == 0 {
            self.dispatch(block);
        }
    }

    /// Brings up to date what is known of a warp's next instruction.
    pub fn refresh(&mut self, warp: usize) {
        let slot = &mut self.slots[warp];
        let bit = 1u64 << warp;
        let masks = &mut self.masks;
        masks.ready &= !bit;
        masks.fetchable &= !bit;
        masks.changed |= bit;
        let Standing::At(pc) = slot.standing else {
            masks.halted |= bit;
            return;
        };
        masks.halted &= !bit;
        if slot.buffered > 0 && slot.buffer != pc {
            slot.buffered = 0;
        }
        if slot.buffered == 0 {
            if slot.fetching.is_none() {
                masks.fetchable |= bit;
            }
            return;
        }
        let decoded = &self.code[pc as usize];
        if slot.is_clear(decoded) {
            masks.ready |= bit;
            for wants in &mut masks.wants {
                *wants &= !bit;
            }
            masks.wants[decoded.unit as usize] |= bit;
        }
        self.name_next(warp);
    }

    fn fetch(&mut self, warp: usize) {
        let slot = &mut self.slots[warp];
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
        self.masks.fetchable &= !(1 << warp);
    }

    /// The rest of the launch is executed without timing.
    fn cut_short(&mut self) -> Result<(), TimingError> {
        let before = self.env.statistics.instructions;
        self.m.counts.cut_short += 1;
        let under_way = self.operations.iter().filter(|o| o.used);
        // An instruction that the register file has taken in part has not been issued.
        let abandoned = under_way.filter(|o| o.untaken == 0).count();
        self.m.counts.abandoned += abandoned as u64;
        let mut order: Vec<usize> = (0..self.residents.len()).collect();
        order.retain(|&place| self.unfinished[place] > 0);
        order.sort_by_key(|&place| self.residents[place].number());
        for place in order {
            self.residents[place].finish(&mut self.env)?;
        }
        exec::finish_grid(&mut self.env, self.next_block)?;
        self.m.counts.untimed += self.env.statistics.instructions - before;
        self.m.units.reset();
        self.agenda.clear();
        Ok(())
    }

    /// Puts a place to what the hardware of a shard said.
    pub fn disagreement(&self, disagreement: Disagreement) -> TimingError {
        let mut place = Place {
            kernel: self.env.program.kernel.name.clone(),
            cycle: self.m.now,
            ..Place::default()
        };
        let (tag, register) = match &disagreement {
            Disagreement::Source { tag, register, .. } => (Some(*tag), Some(*register)),
            Disagreement::Port { tag, register, .. } => (*tag, *register),
            Disagreement::Unit(_) | Disagreement::Engine(_) => (None, None),
        };
        let mut warp = None;
        if let Some(operation) = tag.map(|tag| &self.operations[usize::from(tag)]) {
            warp = Some(operation.warp);
            place.line = Some(self.env.program.kernel.code[operation.pc as usize].line);
        } else if let Some(register) = register {
            // A result or a release tells its warp by where the register lies.
            let words = self.env.program.words as u16;
            let mut slots = self.slots.iter();
            warp = slots.position(|slot| (slot.base..slot.base + words).contains(&register));
        }
        if let Some(slot) = warp.map(|warp| &self.slots[warp]) {
            place.warp = warp;
            place.block = Some(self.residents[slot.block].number());
            let of_warp = register.and_then(|register| register.checked_sub(slot.base));
            place.register = of_warp.map(u32::from);
        }
        TimingError::Hardware(Box::new((disagreement, place)))
    }
}
