//! A launch from its first cycle to its last: the cycle, and the jump to the next one in which something happens.

use super::error::{Disagreement, TimingError};
use super::event::Event;
use super::grid::Grid;
use super::memory::Private;
use super::operations::Operation;
use super::scheduler::bits;
use super::shard::Shard;
use super::staging::Staging;
use crate::exec::Standing;

impl Grid<'_> {
    /// To the end, or as far as it is timed.
    pub fn run(&mut self) -> Result<(), TimingError> {
        let most = self.m.settings.max_cycles;
        let end = most.map_or(u64::MAX, |most| self.m.now.saturating_add(most));
        while self.blocks.are_under_way() {
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
        if self.code.is_staged() {
            self.issue_staged()?;
        } else {
            for shard in 0..self.shards.len() {
                self.issue_to(shard)?;
            }
        }
        self.m.counts.issue_cycles += u64::from(self.m.counts.issued > issued);
        self.execute();
        self.private()?;
        self.fetch();
        if self.m.stalls.is_some() {
            self.account_slots(1);
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
                self.account_slots(first - next);
            }
            next = first;
        } else if !self.m.settings.skip && self.agenda.next().is_none() && self.is_still() {
            let mut paths = self.m.paths.iter();
            let are_quiet = paths.all(|path| path.quiet() == u64::MAX);
            let staging = { self.m.staging.iter() }.find_map(Staging::next);
            if self.m.units.next().is_none() && are_quiet && staging.is_none() {
                return Err(self.stuck());
            }
        }
        let resident = u64::from(self.warps.masks.resident.count_ones());
        self.m.counts.warp_cycles += resident * (next - now);
        self.m.now = next;
        Ok(())
    }

    /// Whether only time can change something.
    fn is_still(&self) -> bool {
        let idle = |shard: &Shard| shard.results.is_empty() && shard.releases.is_empty();
        let masks = &self.warps.masks;
        masks.fetchable == 0
            && self.candidates(u64::MAX) == 0
            && masks.locked == 0
            && self.blocks.are_under_way()
            && self.shards.iter().all(idle)
            && !self.m.private.as_ref().is_some_and(Private::is_busy)
            && self.m.staging.as_ref().is_none_or(Staging::is_at_rest)
    }

    /// Nothing will ever happen: the warps wait for each other.
    fn stuck(&mut self) -> TimingError {
        let mut waiting = bits(self.warps.masks.resident);
        let before =
            waiting.find(|&warp| matches!(self.warps.slots[warp].standing, Standing::At(_)));
        if let (Some(warp), true) = (before, self.code.is_staged()) {
            return self.disagreement(Disagreement::Unit(format!(
                "nothing moves any more, and warp {warp} waits for its registers"
            )));
        }
        let waits = bits(self.warps.masks.resident)
            .map(|w| self.warps.slots[w].block)
            .next();
        let block = waits.unwrap_or(0);
        self.blocks.residents[block].deadlock(&mut self.env).into()
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
                self.warps.slots[warp].set_pending(register, false);
                self.warps.slots[warp].inside -= 1;
                self.refresh(warp);
                self.look_whether_finished(warp);
            }
            Event::Fetched(warp) => self.fetched(usize::from(warp)),
            Event::Retry(warp) => self.warps.masks.blocked &= !(1 << warp),
            Event::Done(operation) => self.done(operation),
            Event::Near { warp, pc } => {
                let warp = usize::from(warp);
                self.warps.slots[warp].set_far(&self.code[pc], false);
                self.name_next(warp);
            }
        }
    }

    /// The rest of the launch is executed without timing.
    fn cut_short(&mut self) -> Result<(), TimingError> {
        let before = self.env.statistics.instructions;
        self.m.counts.cut_short += 1;
        let under_way = self.operations.under_way();
        // An instruction that the register file has taken in part has not been issued.
        let is_issued = |o: &Operation| o.untaken == 0 && o.mov.is_none();
        let abandoned = under_way.filter(|(_, o)| is_issued(o)).count();
        self.m.counts.abandoned += abandoned as u64;
        self.blocks.finish(&mut self.env)?;
        self.m.counts.untimed += self.env.statistics.instructions - before;
        self.m.units.reset();
        self.agenda.clear();
        Ok(())
    }
}
