//! The blocks of a grid: which are resident, and what each of them still has to do.

use crate::exec::{self, Environment, Fault, Resident};
use std::ops::Range;

/// See the module.
pub(super) struct Blocks {
    /// For each place, the block that has it or had it.
    pub residents: Vec<Resident>,
    /// For each place, warps that are not done and registers that are not released.
    unfinished: Vec<usize>,
    /// The first that has not begun.
    next: u64,
    count: u64,
    warps: usize,
}

impl Blocks {
    /// None has begun; so many fit at a time, each with so many warps.
    pub fn new(env: &Environment<'_>, places: usize, warps: usize) -> Self {
        let count = exec::blocks(env.launch);
        let taken = places.min(count as usize);
        let resident = |_| Resident::new(env.program, env.launch, 0);
        Self {
            residents: (0..taken).map(resident).collect(),
            unfinished: vec![0; places],
            next: 0,
            count,
            warps,
        }
    }

    /// The next block takes a place: which warp slots it has, if there is one.
    pub fn begin(&mut self, place: usize) -> Option<Range<usize>> {
        if self.next == self.count {
            return None;
        }
        self.residents[place].restart(self.next);
        self.next += 1;
        self.unfinished[place] = self.warps;
        let first = place * self.warps;
        Some(first..first + self.warps)
    }

    /// A block waits for so many registers more.
    pub fn owes(&mut self, place: usize, registers: usize) {
        self.unfinished[place] += registers;
    }

    /// A warp or a register of a block is done with; whether it was the last.
    pub fn finished(&mut self, place: usize) -> bool {
        self.unfinished[place] -= 1;
        self.unfinished[place] == 0
    }

    /// Whether some block is under way.
    pub fn are_under_way(&self) -> bool {
        self.unfinished.iter().any(|&left| left > 0)
    }

    /// Executes what is left of all of them.
    pub fn finish(&mut self, env: &mut Environment<'_>) -> Result<(), Box<Fault>> {
        let mut order: Vec<usize> = (0..self.residents.len()).collect();
        order.retain(|&place| self.unfinished[place] > 0);
        order.sort_by_key(|&place| self.residents[place].number());
        for place in order {
            self.residents[place].finish(env)?;
        }
        exec::finish_grid(env, self.next)
    }
}
