//! Execution units: queues before them, latency, and how often they take an instruction.

use super::decode::{Unit, UNITS};
use super::parameters::Parameters;
use std::collections::VecDeque;

/// The units of one kind.
#[derive(Clone, Debug)]
struct Kind {
    queue: VecDeque<u8>,
    /// When each unit takes its next instruction.
    free: Vec<u64>,
    /// Instructions that have been issued and not begun.
    coming: u32,
    most: u32,
}

/// All units.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    kinds: [Kind; UNITS],
}

impl Units {
    pub fn new(p: &Parameters) -> Self {
        let kind = |units: u32| Kind {
            queue: VecDeque::new(),
            free: vec![0; units as usize],
            coming: 0,
            most: p.unit_queue * units,
        };
        Self {
            kinds: [kind(p.alus), kind(1), kind(1)],
        }
    }

    pub fn reset(&mut self) {
        for kind in &mut self.kinds {
            kind.queue.clear();
            kind.coming = 0;
        }
    }

    /// Whether an instruction for a unit may be issued: there will be room for it when it comes,
    /// so that the register file never has to hold what it offers.
    pub fn has_room(&self, unit: Unit) -> bool {
        match self.kinds.get(unit as usize) {
            Some(kind) => kind.coming < kind.most,
            None => true,
        }
    }

    /// An instruction for a unit has been issued.
    pub fn issued(&mut self, unit: Unit) {
        if let Some(kind) = self.kinds.get_mut(unit as usize) {
            kind.coming += 1;
        }
    }

    /// It has its operands.
    pub fn arrived(&mut self, unit: Unit, operation: u8) {
        if let Some(kind) = self.kinds.get_mut(unit as usize) {
            kind.queue.push_back(operation);
        }
    }

    /// Whether a unit of the kind takes an instruction now: which.
    pub fn begin(&mut self, kind: usize, now: u64) -> Option<(usize, u8)> {
        let kind = &mut self.kinds[kind];
        kind.queue.front()?;
        let unit = kind.free.iter().position(|&free| free <= now)?;
        kind.coming -= 1;
        kind.queue.pop_front().map(|operation| (unit, operation))
    }

    /// A unit is busy until then.
    pub fn occupy(&mut self, kind: usize, unit: usize, until: u64) {
        self.kinds[kind].free[unit] = until;
    }

    /// Whether the L1's port is free for somebody else than the memory unit, which has no less right to it.
    pub fn l1_is_free(&self, now: u64, favoured: bool) -> bool {
        let memory = &self.kinds[Unit::Memory as usize];
        let waits = !memory.queue.is_empty();
        memory.free.iter().all(|&free| free <= now) && !(waits && favoured)
    }

    /// Somebody else has the L1's port until then.
    pub fn take_l1(&mut self, until: u64) {
        for free in &mut self.kinds[Unit::Memory as usize].free {
            *free = until.max(*free);
        }
    }

    /// When some unit takes an instruction next.
    pub fn next(&self) -> Option<u64> {
        let waiting = self.kinds.iter().filter(|kind| !kind.queue.is_empty());
        let free = waiting.filter_map(|kind| kind.free.iter().min());
        free.min().copied()
    }
}
