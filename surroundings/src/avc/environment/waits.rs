//! The L1 and memory at the cache's ports, with their waits.

use super::super::neighbours::{Neighbours, Owed};
use super::checks::Violation;
use super::Timing;
use crate::random::Random;
use spec::avc::{AvcCacheParameters, CacheInputs, CacheOutputs};
use spec::warp::LANES;
use std::collections::VecDeque;

/// What has gone over the ports: the paper's metric is fills and write-backs (5.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Vectors read from memory.
    pub fills: u64,
    /// Vectors that the AVC wrote back, merged with the L1's words.
    pub write_backs: u64,
    /// Vectors that the L1 wrote back by itself.
    pub l1_write_backs: u64,
    /// Answers that the L1 gave.
    pub l1_hits: u64,
    /// Writes and fills that the L1 took.
    pub l1_stores: u64,
    /// Times that the L1 dropped words.
    pub l1_invalidations: u64,
    /// Answers of any kind.
    pub answers: u64,
    /// Answers with lanes to replay.
    pub partial_answers: u64,
}

impl Traffic {
    /// Counts what went over the ports in a cycle.
    fn count(&mut self, inputs: &CacheInputs, outputs: &CacheOutputs) {
        self.answers += u64::from(outputs.ans_valid);
        self.partial_answers += u64::from(outputs.ans_valid && outputs.ans_replay != 0);
        self.l1_hits += u64::from(outputs.l1_use_valid);
        if outputs.l1_command_valid && inputs.l1_command_ready {
            self.l1_stores += u64::from(outputs.l1_command_store);
            self.l1_invalidations += u64::from(!outputs.l1_command_store);
        }
        if outputs.mem_valid && inputs.mem_ready {
            self.write_backs += u64::from(outputs.mem_write);
            self.fills += u64::from(!outputs.mem_write);
        }
    }
}

/// They give what they owe when chance says so.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub neighbours: Neighbours,
    pub traffic: Traffic,
    /// Of each lookup on its way whether the L1 answers as of the lookup: the contract lets it answer as of
    /// the result too, so now this happens and now that.
    early: VecDeque<bool>,
    /// Miss registers that memory owes, the oldest first, and the first cycle in which it may give.
    due: Vec<(u32, u64)>,
    l1_refused: usize,
    memory_refused: usize,
}

impl Waiting {
    pub fn new(parameters: AvcCacheParameters) -> Option<Self> {
        Some(Self {
            neighbours: Neighbours::new(parameters)?,
            traffic: Traffic::default(),
            early: VecDeque::new(),
            due: Vec::new(),
            l1_refused: 0,
            memory_refused: 0,
        })
    }

    /// Fills in what L1 and memory apply in this cycle.
    pub fn apply(
        &self,
        inputs: &mut CacheInputs,
        random: &mut Random,
        timing: &Timing,
        cycle: u64,
    ) {
        inputs.l1_command_ready = is_ready(self.l1_refused, random, timing);
        inputs.mem_ready = is_ready(self.memory_refused, random, timing);
        match (self.neighbours.due(), self.early.front()) {
            (Some([early, late]), Some(is_early)) => {
                let looked = if *is_early { early } else { late };
                inputs.l1_held = looked.held;
                inputs.l1_modified = looked.modified;
                inputs.l1_data = looked.data;
            }
            _ => {
                inputs.l1_held = random.word();
                inputs.l1_modified = inputs.l1_held & random.word();
            }
        }
        if let Some(owed) = self.given(cycle) {
            inputs.mem_response_valid = true;
            inputs.mem_response_miss = owed.miss;
            inputs.mem_response_data = owed.data;
        }
    }

    /// The response that memory gives in a cycle: the first that came to be due, until it is taken.
    fn given(&self, cycle: u64) -> Option<&Owed> {
        let due = self.due.iter().filter(|(_, due)| *due <= cycle);
        let (miss, _) = due.min_by_key(|(_, due)| *due)?;
        { self.neighbours.owed().iter() }.find(|owed| owed.miss == *miss)
    }

    /// Acts on what the cache asked for in this cycle.
    pub fn take(
        &mut self,
        inputs: &CacheInputs,
        outputs: &CacheOutputs,
        random: &mut Random,
        timing: &Timing,
        cycle: u64,
    ) -> Result<(), Violation> {
        if self.neighbours.due().is_some() {
            self.early.pop_front();
        }
        if outputs.l1_lookup_valid {
            self.early.push_back(random.chance(50));
        }
        let commands = outputs.l1_command_valid && inputs.l1_command_ready;
        self.l1_refused += 1;
        if !outputs.l1_command_valid || inputs.l1_command_ready {
            self.l1_refused = 0;
        }
        if commands {
            self.check_fill(outputs, cycle)?;
        }
        self.memory_refused += 1;
        if !outputs.mem_valid || inputs.mem_ready {
            self.memory_refused = 0;
        }
        if inputs.mem_response_valid && outputs.mem_response_ready {
            self.due
                .retain(|(miss, _)| *miss != inputs.mem_response_miss);
        }
        let left = self.neighbours.observe(inputs, outputs);
        self.traffic.count(inputs, outputs);
        self.traffic.l1_write_backs += u64::from(left.is_some());
        if outputs.mem_valid && inputs.mem_ready && !outputs.mem_write {
            self.check_read(cycle)?;
            let wait = 1 + random.below(timing.waits.response);
            self.due.push((outputs.mem_miss, cycle + wait as u64));
        }
        Ok(())
    }

    /// A fill that would overwrite words of the L1.
    fn check_fill(&self, outputs: &CacheOutputs, cycle: u64) -> Result<(), Violation> {
        let (address, mask) = (outputs.l1_command_address, outputs.l1_command_mask);
        let lanes = self.neighbours.l1.lookup(address).held & mask;
        let fills = outputs.l1_command_store && !outputs.l1_command_modified;
        if !fills || lanes == 0 {
            return Ok(());
        }
        Err(Violation::FillOverwrites {
            cycle,
            address,
            lanes,
        })
    }

    /// The read that memory has just taken is of a vector, and for a register, that it owes nothing yet.
    fn check_read(&self, cycle: u64) -> Result<(), Violation> {
        let Some((new, others)) = self.neighbours.owed().split_last() else {
            return Ok(());
        };
        let mut others = others.iter();
        if others.any(|one| one.address == new.address || one.miss == new.miss) {
            return Err(Violation::SecondRead { cycle });
        }
        Ok(())
    }

    pub fn flush_l1(&mut self) {
        for leaving in self.neighbours.l1.flush() {
            self.traffic.l1_write_backs += 1;
            let memory = &mut self.neighbours.memory;
            memory.write(leaving.address, leaving.mask, &leaving.data);
        }
    }

    pub fn reset(&mut self) {
        self.neighbours.reset();
        self.early.clear();
        self.due.clear();
        self.l1_refused = 0;
        self.memory_refused = 0;
    }
}

/// Ready by chance, and in any case before a request is refused once too often.
fn is_ready(refused: usize, random: &mut Random, timing: &Timing) -> bool {
    random.chance(timing.ready) || refused >= timing.waits.refused
}

// Noise on unused masks must be as wide as they are.
const _: () = assert!(LANES == u32::BITS as usize);
