//! The model of `avc_cache`: its ports, and what a cycle is made of.
//!
//! Everything that a transaction or a fill does is atomic in the cycle in which it executes, so the
//! model needs no forwarding: the contract has younger lookups begin anew wherever an older one may
//! change what they find. `execution` has the states, `eviction` those that empty lines, `misses` the
//! reads that wait for memory.

use super::arrays::Arrays;
use super::codec::decode;
use super::misses::Misses;
use super::queue::{Kind, Looked, Queue};
use super::state::{Answer, Eviction, State};
use spec::avc::{AvcCacheParameters, CacheInputs, CacheOutputs};
use spec::{UnitFault, UnitModel};

/// The model of `avc_cache`.
#[derive(Clone, Debug)]
pub struct AvcCache {
    pub(super) arrays: Arrays,
    pub(super) queue: Queue,
    pub(super) state: State,
    pub(super) answer: Option<Answer>,
    pub(super) misses: Misses,
    /// No transaction is looked up until a miss register has been given its data.
    pub(super) blocked: bool,
    /// What executes, in more than its first cycle.
    pub(super) looked: Looked,
    /// What is to be placed when the line is ready, and where.
    pub(super) placing: super::codec::Affine,
    pub(super) line: usize,
    pub(super) eviction: Eviction,
}

impl AvcCache {
    /// A cache as it is after reset; `None` when no replacement tree is stated for so many ways,
    /// which parameters cannot ask for.
    pub fn new(parameters: AvcCacheParameters) -> Option<Self> {
        Some(Self {
            arrays: Arrays::new(parameters)?,
            queue: Queue::default(),
            state: State::Execute,
            answer: None,
            misses: Misses::new(parameters.misses()),
            blocked: false,
            looked: Looked::Transaction,
            placing: Default::default(),
            line: 0,
            eviction: Eviction::default(),
        })
    }

    /// The lanes of a vector that are valid: a window for properties, not a port.
    pub fn valid_lanes(&self, address: u32) -> u32 {
        self.arrays.lookup(address).valid
    }

    /// The vectors with a valid lane, each with its valid mask.
    pub fn valid(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.arrays.valid()
    }

    /// The outputs of a cycle, from what is registered.
    fn outputs(&mut self) -> CacheOutputs {
        let mut outputs = CacheOutputs {
            req_ready: self.queue.has_room() && !self.misses.encodes(),
            mem_response_ready: self.misses.takes(),
            ..CacheOutputs::default()
        };
        if let Some(answer) = self.answer.take() {
            outputs.ans_valid = true;
            outputs.ans_lanes = answer.lanes;
            outputs.ans_replay = answer.replay;
            if let Some(data) = answer.data {
                outputs.ans_data_valid = true;
                outputs.ans_data = data;
            }
            if let Some(address) = answer.used {
                outputs.l1_use_valid = true;
                outputs.l1_use_address = address;
            }
            if let Some(register) = answer.miss {
                outputs.ans_missed = true;
                outputs.ans_miss = register as u32;
            }
        }
        self.lookup(&mut outputs);
        self.command(&mut outputs);
        self.request(&mut outputs);
        outputs
    }

    fn lookup(&self, outputs: &mut CacheOutputs) {
        let address = match self.state {
            State::Execute => self.in_a().map(|a| a.1),
            State::EvictRead => Some(self.eviction.address),
            _ => None,
        };
        if let Some(address) = address {
            outputs.l1_lookup_valid = true;
            outputs.l1_lookup_address = address;
        }
    }

    fn command(&self, outputs: &mut CacheOutputs) {
        let looked = match self.state {
            State::Execute => self.queue.in_x(),
            _ => Some(self.looked),
        };
        let Some(executing) = looked.and_then(|looked| self.executing(looked)) else {
            return;
        };
        let address = executing.address;
        let command = match (self.state, executing.kind) {
            (State::Execute, Kind::WriteGeneric) => self.misses.of(address).is_none(),
            (State::Execute, Kind::Fill(None)) => true,
            (State::StoreWait | State::Invalidate | State::Spill, _) => true,
            (State::EvictPut, _) => self.eviction.invalidate,
            _ => false,
        };
        if !command {
            return;
        }
        outputs.l1_command_valid = true;
        outputs.l1_command_address = address;
        outputs.l1_command_mask = executing.store_mask;
        match (
            self.state,
            executing.kind,
            self.queue.head(),
            self.misses.fill(),
        ) {
            (State::EvictPut, ..) => {
                outputs.l1_command_address = self.eviction.address;
                outputs.l1_command_mask = !0;
            }
            (State::Invalidate, ..) => {}
            (State::Spill, ..) => {
                let entry = self.arrays.entry(self.line, address);
                outputs.l1_command_store = true;
                outputs.l1_command_modified = entry.dirty;
                outputs.l1_command_mask = entry.valid & !executing.mask;
                outputs.l1_command_data = decode(entry.affine);
            }
            (_, Kind::WriteGeneric, Some(head), _) => {
                outputs.l1_command_store = true;
                outputs.l1_command_modified = true;
                outputs.l1_command_data = head.data;
            }
            (_, _, _, Some((fill, _))) => {
                outputs.l1_command_store = true;
                outputs.l1_command_data = fill.words;
            }
            _ => {}
        }
    }

    /// A read goes before a write-back.
    fn request(&self, outputs: &mut CacheOutputs) {
        if let Some((register, address)) = self.misses.asked() {
            outputs.mem_valid = true;
            outputs.mem_address = address;
            outputs.mem_miss = register as u32;
        } else if self.state == State::EvictPut && self.eviction.write_back {
            outputs.mem_valid = true;
            outputs.mem_write = true;
            outputs.mem_address = self.eviction.address;
            outputs.mem_mask = self.eviction.mask;
            outputs.mem_data = self.eviction.data;
        }
    }
}

impl UnitModel<spec::avc::AvcCache> for AvcCache {
    fn reset(&mut self) {
        self.arrays.reset();
        self.queue.clear();
        self.misses.clear();
        self.blocked = false;
        self.state = State::Execute;
        self.answer = None;
    }

    #[inline]
    fn cycle(&mut self, inputs: &CacheInputs) -> Result<CacheOutputs, UnitFault<CacheOutputs>> {
        let outputs = self.outputs();
        // No read comes to memory's port beside a write-back that stands there.
        let next = match self.state {
            State::EvictPut => None,
            _ => self.misses.next_to_ask(),
        };
        self.step(inputs);
        self.misses.age();
        // What memory takes in this cycle it cannot yet give.
        if inputs.mem_response_valid && outputs.mem_response_ready {
            self.misses.take(inputs);
        }
        self.misses.ask(inputs.mem_ready, next);
        if inputs.req_valid && outputs.req_ready {
            self.queue.accept(inputs);
        }
        Ok(outputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surroundings::avc::environment::stimulus::{Mix, Stimulus};
    use surroundings::avc::environment::{Environment, Ordering, Timing};

    /// What justifies that stages need no forwarding: the entry that the arrays give at the start
    /// of a lookup is still right three cycles later, in every lookup that is not begun anew.
    #[test]
    fn a_lookup_that_executes_is_not_stale() {
        let parameters = AvcCacheParameters::new(512, 2).expect("legal");
        let timing = Timing {
            ordering: Ordering::Acceptance,
            ..Timing::IMMEDIATE
        };
        for seed in 0..20 {
            let mut cache = AvcCache::new(parameters).expect("a tree is stated");
            let mut around = Environment::new(seed, parameters, timing).expect("a tree is stated");
            let mix = Mix {
                near: 90,
                ..Mix::default()
            };
            let mut asked = Stimulus::new(seed, parameters, mix);
            let mut looked_up = [None; 3];
            let mut executed = 0;
            for _ in 0..10_000 {
                if around.backlog() < 8 {
                    around.ask(asked.transaction());
                }
                let look_up = |address| {
                    let entry = cache.arrays.lookup(address);
                    let waits = cache.misses.of(address).is_some();
                    (address, cache.arrays.find(address), entry, waits)
                };
                let in_x = cache.queue.in_x().and_then(|x| cache.executing(x));
                if let (State::Execute, Some(executing)) = (cache.state, in_x) {
                    assert_eq!(
                        looked_up[2],
                        Some(look_up(executing.address)),
                        "seed {seed}"
                    );
                    executed += 1;
                }
                let in_a = cache.in_a().map(|a| look_up(a.1));
                looked_up.rotate_right(1);
                looked_up[0] = in_a.filter(|_| cache.state == State::Execute);
                let inputs = around.inputs();
                let outputs = cache.cycle(&inputs).expect("legal");
                around
                    .observe(&inputs, &outputs)
                    .expect("no promise is broken");
            }
            assert!(executed > 500, "seed {seed}: {executed}");
        }
    }
}
