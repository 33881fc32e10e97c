//! A register file of fewer registers than warps name (Jeon et al., MICRO 2015; RegLess 6.1): a register takes a
//! place when an instruction that writes it is let in, and gives it back with its last read.
//!
//! When places are short, schedulers pass over instructions. That nothing waits for ever is a banker's promise: a block may
//! take a place only if all blocks could still end one after the other, the first with all registers of all of its warps in
//! what is free, the next with what the first gives back too, and so on. Blocks, not warps, for the warps of a block wait
//! for each other at barriers; and places of all shards together, for they are spread over them.
//!
//! The rename table costs no time, as RegLess has it. [`Flat`] goes on serving registers by their names, so that
//! clusters conflict as in the baseline.

use super::{Activity, Answer, Demand, Flat, Notice, Operation, RegisterPath, Written, PORTS};
use crate::timing::error::Disagreement;
use crate::timing::stalls::Cause;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A block that runs.
#[derive(Clone, Debug)]
struct Block {
    /// Warps that have not ended.
    warps: u32,
    /// In each shard, the registers of its warps that have no place, and those that have one.
    owed: Vec<u32>,
    held: Vec<u32>,
}

impl Block {
    /// Whether its warps could take all that they name.
    fn fits(&self, free: &[u32]) -> bool {
        self.owed.iter().zip(free).all(|(owed, free)| owed <= free)
    }
}

/// Places of all shards, and what blocks may still take of them.
#[derive(Clone, Debug)]
pub struct Pool {
    size: u32,
    /// For each shard.
    free: Vec<u32>,
    blocks: BTreeMap<usize, Block>,
    /// Answers since something has changed, by block, shard and count.
    known: BTreeMap<(usize, usize, u32), bool>,
}

impl Pool {
    /// So many shards of so many places.
    pub fn new(shards: usize, size: u32) -> Self {
        Self {
            size,
            free: vec![size; shards],
            blocks: BTreeMap::new(),
            known: BTreeMap::new(),
        }
    }

    fn reset(&mut self) {
        *self = Self::new(self.free.len(), self.size);
    }

    fn begin(&mut self, block: usize, shard: usize, registers: u32) {
        let shards = self.free.len();
        let block = self.blocks.entry(block).or_insert_with(|| Block {
            warps: 0,
            owed: vec![0; shards],
            held: vec![0; shards],
        });
        block.warps += 1;
        block.owed[shard] += registers;
        self.known.clear();
    }

    fn finish(&mut self, block: usize, shard: usize, registers: u32, held: u32) {
        self.give_back(block, shard, held);
        let Some(ending) = self.blocks.get_mut(&block) else {
            return;
        };
        ending.owed[shard] -= registers;
        ending.warps -= 1;
        if ending.warps == 0 {
            self.blocks.remove(&block);
        }
    }

    /// Whether a block can take places, so that all can still come to their ends.
    fn offers(&mut self, block: usize, shard: usize, count: u32) -> bool {
        if count == 0 {
            return true;
        }
        match self.blocks.get(&block) {
            None => return false,
            // It can be the first to end before and after.
            Some(taker) if taker.fits(&self.free) => return true,
            Some(_) if self.free[shard] < count => return false,
            Some(_) => {}
        }
        if let Some(&is_safe) = self.known.get(&(block, shard, count)) {
            return is_safe;
        }
        self.lend(block, shard, count);
        let is_safe = self.is_safe();
        self.return_lent(block, shard, count);
        self.known.insert((block, shard, count), is_safe);
        is_safe
    }

    fn take(&mut self, block: usize, shard: usize, count: u32) -> bool {
        let is_offered = self.offers(block, shard, count);
        if is_offered && count > 0 {
            self.lend(block, shard, count);
            self.known.clear();
        }
        is_offered
    }

    fn give_back(&mut self, block: usize, shard: usize, count: u32) {
        self.return_lent(block, shard, count);
        self.known.clear();
    }

    /// Whether all blocks could end one after the other.
    fn is_safe(&self) -> bool {
        let mut free = self.free.clone();
        let mut left: Vec<&Block> = self.blocks.values().collect();
        while let Some(next) = left.iter().position(|block| block.fits(&free)) {
            let ended = left.swap_remove(next);
            for (free, held) in free.iter_mut().zip(&ended.held) {
                *free += held;
            }
        }
        left.is_empty()
    }

    fn lend(&mut self, block: usize, shard: usize, count: u32) {
        if let Some(block) = self.blocks.get_mut(&block) {
            self.free[shard] -= count;
            block.owed[shard] -= count;
            block.held[shard] += count;
        }
    }

    fn return_lent(&mut self, block: usize, shard: usize, count: u32) {
        if let Some(block) = self.blocks.get_mut(&block) {
            self.free[shard] += count;
            block.owed[shard] += count;
            block.held[shard] -= count;
        }
    }
}

/// A register, as it is named.
#[derive(Clone, Copy, Debug, Default)]
struct Name {
    /// The block of its warp.
    block: usize,
    has_place: bool,
    /// Instructions inside that write it.
    writers: u16,
}

/// See the module.
pub struct Renamed {
    file: Flat,
    shard: usize,
    pool: Rc<RefCell<Pool>>,
    names: Vec<Name>,
    /// What is let through to the file.
    let_in: Demand,
    /// Operations that were refused in the last cycle for want of a place.
    wanting: [bool; PORTS],
}

impl Renamed {
    /// A shard's file.
    pub fn new(file: Flat, registers: usize, shard: usize, pool: Rc<RefCell<Pool>>) -> Self {
        Self {
            file,
            shard,
            pool,
            names: vec![Name::default(); registers],
            let_in: Demand::default(),
            wanting: [false; PORTS],
        }
    }

    /// The block of registers, and how many of them have no place.
    fn lacking<'a>(&self, registers: impl Iterator<Item = &'a u16>) -> (usize, u32) {
        let lacking = { registers.map(|&register| &self.names[usize::from(register)]) }
            .filter(|name| !name.has_place)
            .map(|name| name.block);
        lacking.fold((0, 0), |(_, count), block| (block, count + 1))
    }

    /// Takes what an instruction lacks: all with its first part, for nothing of its scheduler passes what is let in
    /// by half. The block, and how many; None if it has to wait.
    fn take(&self, operation: &Operation) -> Option<(usize, u32)> {
        if !operation.is_first {
            return Some((0, 0));
        }
        let (block, count) = self.lacking(operation.destinations.iter().flatten());
        let taken = self.pool.borrow_mut().take(block, self.shard, count);
        taken.then_some((block, count))
    }

    /// What a register holds is of no use any more.
    fn release(&mut self, register: u16) {
        let name = &mut self.names[usize::from(register)];
        // A write that is on its way goes where it was.
        if name.writers == 0 && std::mem::take(&mut name.has_place) {
            let block = name.block;
            self.pool.borrow_mut().give_back(block, self.shard, 1);
        }
    }
}

impl RegisterPath for Renamed {
    fn reset(&mut self) {
        self.file.reset();
        self.pool.borrow_mut().reset();
        self.names.fill(Name::default());
    }

    fn cycle(&mut self, demand: &Demand) -> Result<Answer, Disagreement> {
        self.let_in.clone_from(demand);
        let mut taken = [None; PORTS];
        for port in (0..PORTS).filter(|&port| demand.presented[port]) {
            taken[port] = self.take(&demand.operations[port]);
            self.let_in.presented[port] = taken[port].is_some();
        }
        self.wanting = std::array::from_fn(|port| demand.presented[port] && taken[port].is_none());
        let answer = self.file.cycle(&self.let_in)?;
        for (port, taken) in taken.into_iter().enumerate() {
            let operation = &demand.operations[port];
            match taken {
                Some(_) if answer.accepted[port] && operation.is_first => {
                    for &register in operation.destinations.iter().flatten() {
                        let name = &mut self.names[usize::from(register)];
                        name.has_place = true;
                        name.writers += 1;
                    }
                }
                Some((block, count)) if !answer.accepted[port] => {
                    self.pool.borrow_mut().give_back(block, self.shard, count);
                }
                _ => {}
            }
        }
        Ok(answer)
    }

    fn carries_data(&self) -> bool {
        false
    }

    fn wants_releases(&self) -> bool {
        false
    }

    fn write_latency(&self, result: &Written) -> u64 {
        self.file.write_latency(result)
    }

    fn quiet(&self) -> u64 {
        self.file.quiet()
    }

    fn skip(&mut self, cycles: u64) -> Result<(), Disagreement> {
        self.file.skip(cycles)
    }

    fn listens(&self) -> bool {
        true
    }

    fn tell(&mut self, notice: Notice) {
        match notice {
            Notice::Begin { first, last, block } => {
                let names = &mut self.names[usize::from(first)..=usize::from(last)];
                names.fill(Name {
                    block,
                    ..Name::default()
                });
                let registers = names.len() as u32;
                self.pool.borrow_mut().begin(block, self.shard, registers);
            }
            Notice::Finish(first, last) => {
                let names = &mut self.names[usize::from(first)..=usize::from(last)];
                let block = names[0].block;
                let held = names.iter().filter(|name| name.has_place).count() as u32;
                let registers = names.len() as u32;
                names.fill(Name::default());
                let mut pool = self.pool.borrow_mut();
                pool.finish(block, self.shard, registers, held);
            }
            Notice::Read(_, accessed) => {
                for (register, is_dead) in accessed.registers.iter().zip(accessed.next_write) {
                    if let (Some(register), true) = (*register, is_dead) {
                        self.release(register);
                    }
                }
            }
            Notice::Written(accessed) => {
                let [Some(register), ..] = accessed.registers else {
                    return;
                };
                self.names[usize::from(register)].writers -= 1;
                if accessed.next_write[0] {
                    self.release(register);
                }
            }
            Notice::Fetch(_) | Notice::Future(_) | Notice::Line { .. } | Notice::Outcome { .. } => {
            }
        }
    }

    fn has_places(&self, destinations: &[u16]) -> bool {
        let (block, count) = self.lacking(destinations.iter());
        self.pool.borrow_mut().offers(block, self.shard, count)
    }

    fn watch(&mut self) {
        self.file.watch();
    }

    fn why_refused(&self, port: usize) -> Cause {
        match self.wanting[port] {
            true => Cause::NoRegister,
            false => self.file.why_refused(port),
        }
    }

    fn activity(&mut self) -> Result<Activity, Disagreement> {
        self.file.activity()
    }
}

#[cfg(test)]
mod tests;
