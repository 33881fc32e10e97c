//! The model of `avc_cache`: its ports, and what a cycle is made of.
//!
//! Everything that a transaction does is atomic in the cycle in which it executes, so the model
//! needs no forwarding: the contract has younger lookups begin anew wherever an older transaction
//! may change what they find. `execution` has the states, `eviction` those that empty lines.

use super::arrays::Arrays;
use super::eviction::Eviction;
use super::execution::State;
use super::queue::{Kind, Queue};
use spec::avc::{AvcCacheParameters, CacheInputs, CacheOutputs};
use spec::warp::{WarpRegister, LANES};
use spec::{OutOfContract, UnitModel};

/// What stands in the answer registers.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub lanes: u32,
    pub replay: u32,
    pub data: Option<WarpRegister>,
    /// The vector, when the L1 answers.
    pub used: Option<u32>,
}

/// The model of `avc_cache`.
#[derive(Clone, Debug)]
pub struct AvcCache {
    pub(super) arrays: Arrays,
    pub(super) queue: Queue,
    pub(super) state: State,
    pub(super) answer: Option<Answer>,
    /// What the L1 held of the head's vector when it executed.
    pub(super) held: u32,
    /// The vector that memory gave for the head.
    pub(super) fill: WarpRegister,
    /// What the L1 is to keep of it.
    pub(super) fill_mask: u32,
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
            held: 0,
            fill: [0; LANES],
            fill_mask: 0,
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
            req_ready: self.queue.has_room() && self.state != State::FillEncode,
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
        }
        self.lookup(&mut outputs);
        self.command(&mut outputs);
        self.request(&mut outputs);
        outputs
    }

    fn lookup(&self, outputs: &mut CacheOutputs) {
        let address = match self.state {
            State::Execute => self.queue.in_a().map(|transaction| transaction.address),
            State::EvictRead => Some(self.eviction.address),
            _ => None,
        };
        if let Some(address) = address {
            outputs.l1_lookup_valid = true;
            outputs.l1_lookup_address = address;
        }
    }

    fn command(&self, outputs: &mut CacheOutputs) {
        let head = self.queue.head();
        let command = match self.state {
            State::Execute => self
                .queue
                .in_x()
                .filter(|head| head.kind == Kind::WriteGeneric)
                .map(|head| (head.address, head.mask, Some((true, &head.data)))),
            State::StoreWait => {
                head.map(|head| (head.address, head.mask, Some((true, &head.data))))
            }
            State::Invalidate => head.map(|head| (head.address, head.mask, None)),
            State::L1Fill => {
                head.map(|head| (head.address, self.fill_mask, Some((false, &self.fill))))
            }
            State::EvictPut => {
                self.eviction
                    .invalidate
                    .then_some((self.eviction.address, !0, None))
            }
            _ => None,
        };
        if let Some((address, mask, store)) = command {
            outputs.l1_command_valid = true;
            outputs.l1_command_address = address;
            outputs.l1_command_mask = mask;
            if let Some((modified, data)) = store {
                outputs.l1_command_store = true;
                outputs.l1_command_modified = modified;
                outputs.l1_command_data = *data;
            }
        }
    }

    fn request(&self, outputs: &mut CacheOutputs) {
        match (self.state, self.queue.head()) {
            (State::MissRequest, Some(head)) => {
                outputs.mem_valid = true;
                outputs.mem_address = head.address;
            }
            (State::EvictPut, _) if self.eviction.write_back => {
                outputs.mem_valid = true;
                outputs.mem_write = true;
                outputs.mem_address = self.eviction.address;
                outputs.mem_mask = self.eviction.mask;
                outputs.mem_data = self.eviction.data;
            }
            _ => {}
        }
    }
}

impl UnitModel<spec::avc::AvcCache> for AvcCache {
    fn reset(&mut self) {
        self.arrays.reset();
        self.queue.clear();
        self.state = State::Execute;
        self.answer = None;
    }

    #[inline]
    fn cycle(&mut self, inputs: &CacheInputs) -> Result<CacheOutputs, OutOfContract> {
        let outputs = self.outputs();
        self.step(inputs);
        if inputs.req_valid && outputs.req_ready {
            self.queue.accept(inputs);
        }
        Ok(outputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::avc::environment::{Environment, Ordering, Timing};
    use crate::avc::stimulus::{Mix, Stimulus};

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
                    (address, cache.arrays.find(address), entry)
                };
                if let (State::Execute, Some(head)) = (cache.state, cache.queue.in_x()) {
                    assert_eq!(looked_up[2], Some(look_up(head.address)), "seed {seed}");
                    executed += 1;
                }
                let in_a = cache.queue.in_a().map(|a| look_up(a.address));
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
