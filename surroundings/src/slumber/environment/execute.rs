//! From issue to write-back: operand collection, dispatch, loads, and what was accessed.

use super::{pc, Collector, Environment, Flight, Phase};
use crate::slumber::program::Work;
use spec::slumber::{Outcome, TopInputs, READ_LANES, WRITE_LANES};

impl Environment {
    /// Tells what was accessed in the last cycle.
    pub(super) fn report_done(&mut self, inputs: &mut TopInputs) {
        for (lane, done) in std::mem::take(&mut self.done).into_iter().enumerate() {
            let Some(done) = done else { continue };
            let slot = if lane < READ_LANES {
                lane / 3
            } else {
                lane - 4
            };
            inputs.done_enable |= 1 << lane;
            inputs.done_registers.0[lane] = done.register;
            inputs.done_next_write |= u8::from(done.next_write) << lane;
            inputs.slot_diverged |= u8::from(done.partial) << slot;
            inputs.slot_ready |= u8::from(self.random.chance(5)) << slot;
            inputs.slot_buffered |= u8::from(self.random.chance(20)) << slot;
            let distance = self.random.within(0..64) as usize;
            let program = self.warps[done.warp].program;
            inputs.slot_pcs.0[slot] = pc(program, done.instruction + distance);
            if lane >= READ_LANES {
                let warp = &mut self.warps[done.warp];
                warp.pending &= !(1 << (done.register - warp.base));
            }
        }
    }

    /// Operand collection and dispatch.
    pub(super) fn collect(&mut self, inputs: &mut TopInputs) {
        for slot in 0..self.collectors.len() {
            let complete = |c: &Collector| c.waiting == [false; 3];
            if let Some(collector) = self.collectors[slot].take_if(|c| complete(c)) {
                self.dispatch(inputs, slot, &collector);
            } else if self.collectors[slot].is_none() {
                self.collectors[slot] = self.issue();
            }
            let Some(collector) = &self.collectors[slot] else {
                continue;
            };
            let base = self.warps[collector.warp].base;
            for (operand, &source) in collector.instruction.sources.iter().enumerate() {
                if let (Some(local), true) = (source, collector.waiting[operand]) {
                    let lane = 3 * slot + operand;
                    inputs.wake_enable |= 1 << lane;
                    inputs.wake_registers.0[lane] = base + local;
                }
            }
        }
        let free = inputs.wake_enable >> (READ_LANES - 1) & 1 == 0;
        if let Some(register) = self.stray.take_if(|_| free) {
            inputs.wake_enable |= 1 << (READ_LANES - 1);
            inputs.wake_registers.0[READ_LANES - 1] = register;
        }
        self.stray = None;
    }

    pub(super) fn issue(&mut self) -> Option<Collector> {
        let start = self.random.within(0..self.warps.len() as u64) as usize;
        let order = (0..self.warps.len()).map(|i| (start + i) % self.warps.len());
        let issues = |&index: &usize| {
            let warp = &self.warps[index];
            warp.issues_from.is_some_and(|from| self.now >= from) && self.unblocked(index)
        };
        let index = { order }.find(issues)?;
        let warp = &mut self.warps[index];
        let instruction = *self.programs[warp.program].instruction(warp.next)?;
        warp.collecting = true;
        warp.issues_from = None;
        Some(Collector {
            warp: index,
            instruction,
            waiting: instruction.sources.map(|source| source.is_some()),
        })
    }

    /// The scoreboard: no operand of the next instruction has a write on its way.
    pub(super) fn unblocked(&self, index: usize) -> bool {
        let warp = &self.warps[index];
        let instruction = self.programs[warp.program].instruction(warp.next);
        instruction.is_some_and(|i| {
            let mut operands = i.operands().into_iter().flatten();
            !warp.collecting && operands.all(|r| warp.pending >> r & 1 == 0)
        })
    }

    pub(super) fn dispatch(&mut self, inputs: &mut TopInputs, slot: usize, collector: &Collector) {
        let warp = &mut self.warps[collector.warp];
        warp.collecting = false;
        warp.fetched = false;
        warp.next += 1;
        let instruction = collector.instruction;
        let Some(local) = instruction.destination else {
            return;
        };
        warp.pending |= 1 << local;
        let register = warp.base + local;
        inputs.write_enable |= 1 << slot;
        inputs.write_registers.0[slot] = register;
        inputs.write_partial |= u8::from(instruction.partial) << slot;
        let phase = match instruction.work {
            Work::Compute { latency } => {
                inputs.write_latencies.0[slot] = latency;
                let due = self.now + 1 + u64::from(latency);
                Phase::Coming { due }
            }
            Work::Load => {
                inputs.write_load |= 1 << slot;
                let hit = self.random.chance(40);
                let outcome = if hit { Outcome::L1Hit } else { Outcome::L1Miss };
                let due = self.now + self.random.within(1..30);
                Phase::Asking { outcome, due }
            }
        };
        self.flights.push(Flight {
            warp: collector.warp,
            register,
            partial: instruction.partial,
            phase,
        });
    }

    /// Loads that learn their outcome, and values that come back.
    pub(super) fn fly(&mut self, inputs: &mut TopInputs) {
        if let Some((warp, register)) = self.late_load.take() {
            (inputs.load_valid, inputs.load_warp) = (true, warp);
            inputs.load_register = register;
        } else {
            self.report(inputs);
        }
        for lane in READ_LANES..READ_LANES + WRITE_LANES {
            let writing = |f: &Flight| f.phase == Phase::Writing { lane };
            let arrived = |f: &Flight| matches!(f.phase, Phase::Coming { due } if due <= self.now);
            let place = self.flights.iter().position(writing);
            let place = place.or_else(|| self.flights.iter().position(arrived));
            let Some(flight) = place.map(|place| &mut self.flights[place]) else {
                continue;
            };
            flight.phase = Phase::Writing { lane };
            inputs.wake_enable |= 1 << lane;
            inputs.wake_registers.0[lane] = flight.register;
        }
    }

    pub(super) fn report(&mut self, inputs: &mut TopInputs) {
        let now = self.now;
        let due = |f: &&mut Flight| matches!(f.phase, Phase::Asking { due, .. } if due <= now);
        let Some(flight) = self.flights.iter_mut().find(due) else {
            return;
        };
        let Phase::Asking { outcome, .. } = flight.phase else {
            return;
        };
        let latencies = self.parameters.tracker().latencies();
        let least = match outcome {
            Outcome::L1Hit => latencies.l1,
            Outcome::L1Miss => latencies.l2,
            Outcome::L2Miss => latencies.dram,
        };
        let warp = flight.warp as u8;
        inputs.report_valid = true;
        inputs.report_warp = warp;
        inputs.report_outcome = outcome as u8;
        flight.phase = if outcome == Outcome::L1Miss && self.random.chance(50) {
            Phase::Asking {
                outcome: Outcome::L2Miss,
                due: now + self.random.within(2..u64::from(latencies.l2) + 30),
            }
        } else {
            let late = self.random.within(0..40);
            Phase::Coming {
                due: now + 2 + u64::from(least) + late / 2,
            }
        };
        if self.random.chance(25) {
            self.late_load = Some((warp, flight.register));
        } else {
            inputs.load_valid = true;
            inputs.load_warp = warp;
            inputs.load_register = flight.register;
        }
    }
}
