//! The L1 and memory at the cache's ports, with their waits.

use super::checks::Violation;
use super::Timing;
use crate::random::Random;
use golden::avc::FlatMemory;
use golden::avc::{L1Configuration, Looked, WriteBack, L1};
use spec::avc::{AvcCacheParameters, CacheInputs, CacheOutputs, L1_LOOKUP_CYCLES};
use spec::warp::{WarpRegister, LANES};

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

/// A lookup whose result is due. The contract lets the L1 answer as of the lookup or as of the
/// result, so now this happens and now that.
#[derive(Clone, Copy, Debug)]
struct Lookup {
    address: u32,
    early: Option<Looked>,
}

/// A vector that memory owes, for which register, and the first cycle in which it may give it.
#[derive(Clone, Debug)]
struct Response {
    due: u64,
    miss: u32,
    address: u32,
    data: WarpRegister,
}

#[derive(Clone, Debug)]
pub(super) struct Neighbours {
    pub l1: L1,
    pub memory: FlatMemory,
    pub traffic: Traffic,
    /// Lookups on their way, the oldest at the place of the current cycle.
    lookups: [Option<Lookup>; L1_LOOKUP_CYCLES],
    /// What memory owes, the oldest first.
    responses: Vec<Response>,
    l1_refused: usize,
    memory_refused: usize,
}

impl Neighbours {
    pub fn new(parameters: AvcCacheParameters) -> Option<Self> {
        Some(Self {
            l1: L1::new(L1Configuration::beside(parameters))?,
            memory: FlatMemory::new(),
            traffic: Traffic::default(),
            lookups: [None; L1_LOOKUP_CYCLES],
            responses: Vec::new(),
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
        match self.lookups[place(cycle)] {
            Some(Lookup { address, early }) => {
                let looked = early.unwrap_or_else(|| self.l1.lookup(address));
                inputs.l1_held = looked.held;
                inputs.l1_modified = looked.modified;
                inputs.l1_data = looked.data;
            }
            None => {
                inputs.l1_held = random.word();
                inputs.l1_modified = inputs.l1_held & random.word();
            }
        }
        if let Some(first) = self.given(cycle) {
            let Response { miss, data, .. } = &self.responses[first];
            inputs.mem_response_valid = true;
            inputs.mem_response_miss = *miss;
            inputs.mem_response_data = *data;
        }
    }

    /// The response that memory gives in a cycle: the first that came to be due, until it is taken.
    fn given(&self, cycle: u64) -> Option<usize> {
        let all = self.responses.iter().enumerate();
        let due = all.filter(|(_, response)| response.due <= cycle);
        due.min_by_key(|(_, response)| response.due)
            .map(|(first, _)| first)
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
        self.lookups[place(cycle)] = outputs.l1_lookup_valid.then(|| {
            let address = outputs.l1_lookup_address;
            let early = random.chance(50).then(|| self.l1.lookup(address));
            Lookup { address, early }
        });
        self.traffic.answers += u64::from(outputs.ans_valid);
        self.traffic.partial_answers += u64::from(outputs.ans_valid && outputs.ans_replay != 0);
        if outputs.l1_use_valid {
            self.traffic.l1_hits += 1;
            self.l1.use_vector(outputs.l1_use_address);
        }
        self.l1_refused += 1;
        if !outputs.l1_command_valid || inputs.l1_command_ready {
            self.l1_refused = 0;
        }
        if outputs.l1_command_valid && inputs.l1_command_ready {
            self.command(outputs, cycle)?;
        }
        if inputs.mem_response_valid && outputs.mem_response_ready {
            if let Some(first) = self.given(cycle) {
                self.responses.remove(first);
            }
        }
        self.memory_refused += 1;
        if !outputs.mem_valid || inputs.mem_ready {
            self.memory_refused = 0;
        }
        if outputs.mem_valid && inputs.mem_ready {
            self.request(outputs, random, timing, cycle)?;
        }
        Ok(())
    }

    fn command(&mut self, outputs: &CacheOutputs, cycle: u64) -> Result<(), Violation> {
        let address = outputs.l1_command_address;
        let mask = outputs.l1_command_mask;
        let data = &outputs.l1_command_data;
        let leaving = match (outputs.l1_command_store, outputs.l1_command_modified) {
            (false, _) => {
                self.traffic.l1_invalidations += 1;
                self.l1.invalidate(address, mask);
                return Ok(());
            }
            (true, true) => self.l1.write(address, mask, data),
            (true, false) => {
                let overwritten = self.l1.lookup(address).held & mask;
                if overwritten != 0 {
                    return Err(Violation::FillOverwrites {
                        cycle,
                        address,
                        lanes: overwritten,
                    });
                }
                self.l1.fill(address, mask, data)
            }
        };
        self.traffic.l1_stores += 1;
        if let Some(leaving) = leaving {
            self.write_back(&leaving);
        }
        Ok(())
    }

    /// Requests take effect in the order in which memory takes them.
    fn request(
        &mut self,
        outputs: &CacheOutputs,
        random: &mut Random,
        timing: &Timing,
        cycle: u64,
    ) -> Result<(), Violation> {
        let address = outputs.mem_address;
        if outputs.mem_write {
            self.traffic.write_backs += 1;
            self.memory
                .write(address, outputs.mem_mask, &outputs.mem_data);
            return Ok(());
        }
        let miss = outputs.mem_miss;
        let mut owed = self.responses.iter();
        if owed.any(|one| one.address == address || one.miss == miss) {
            return Err(Violation::SecondRead { cycle });
        }
        self.traffic.fills += 1;
        let wait = 1 + random.below(timing.waits.response);
        self.responses.push(Response {
            due: cycle + wait as u64,
            miss,
            address,
            data: self.memory.read(address),
        });
        Ok(())
    }

    fn write_back(&mut self, leaving: &WriteBack) {
        self.traffic.l1_write_backs += 1;
        self.memory
            .write(leaving.address, leaving.mask, &leaving.data);
    }

    pub fn flush_l1(&mut self) {
        for leaving in self.l1.flush() {
            self.write_back(&leaving);
        }
    }

    pub fn reset(&mut self) {
        self.l1.reset();
        self.lookups = [None; L1_LOOKUP_CYCLES];
        self.responses.clear();
        self.l1_refused = 0;
        self.memory_refused = 0;
    }
}

/// A lookup of cycle c stands where the one of cycle c - 3 stood, whose result was due in c.
fn place(cycle: u64) -> usize {
    (cycle % L1_LOOKUP_CYCLES as u64) as usize
}

/// Ready by chance, and in any case before a request is refused once too often.
fn is_ready(refused: usize, random: &mut Random, timing: &Timing) -> bool {
    random.chance(timing.ready) || refused >= timing.waits.refused
}

// Noise on unused masks must be as wide as they are.
const _: () = assert!(LANES == u32::BITS as usize);
