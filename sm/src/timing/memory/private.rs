//! Private memory with a cache of its own (Affine Vector Cache, sections 2.2 and 5): what registers are
//! spilled to, word by word interleaved, so that a word of all threads of a warp is one vector.
//!
//! The L1 is one of Table 3's. Beside it stands the unit `avc_cache`, or nothing: then it is the
//! paper's baseline. Data go through: what a load gets back must be what the warp holds functionally.
//!
//! The unit's clock stands still while nothing is inside and nothing is asked.

mod settle;

use super::{Hierarchy, PRIVATE_LINES};
use crate::timing::error::Disagreement;
use golden::avc::{encode, L1Configuration, WriteBack, L1};
use spec::avc::{AvcCache, AvcCacheParameters, CacheInputs, CacheOutputs, L1_LOOKUP_CYCLES};
use spec::warp::WarpRegister;
use spec::UnitModel;
use std::collections::{HashMap, VecDeque};

/// Cycles without anything at the ports after which the unit is at rest: no work of it that nobody
/// sees takes so long (docs/units/avc.md, Bounds).
const REST: u64 = 128;
/// Cycles from acceptance to the answer of a hit (docs/units/avc.md), part of the L1's latency.
const HIT: u64 = 5;

/// A vector that a warp accesses.
#[derive(Clone, Debug)]
pub struct Request {
    /// The load that waits for it; a store waits for nothing.
    pub load: Option<u8>,
    /// The vector.
    pub vector: u32,
    /// The lanes.
    pub mask: u32,
    /// What is stored, or what a load must get.
    pub data: WarpRegister,
}

/// See the module.
pub struct Private {
    unit: Option<Box<dyn UnitModel<AvcCache>>>,
    l1: L1,
    memory: HashMap<u32, WarpRegister>,
    /// Lanes of vectors that have been stored: of others nobody knows what they hold.
    stored: HashMap<u32, u32>,
    /// Lanes of vectors that are newer than memory, in the unit or in the L1 beside it.
    newer: HashMap<u32, u32>,
    queue: VecDeque<Request>,
    /// Accepted by the unit and not answered, in order.
    inside: VecDeque<Request>,
    /// Vectors that each load waits for.
    waiting: HashMap<u8, u32>,
    lookups: [Option<u32>; L1_LOOKUP_CYCLES],
    response: Option<(u64, WarpRegister)>,
    clock: u64,
    /// When something was last seen at the ports.
    active: u64,
    latency: u64,
}

fn line(vector: u32) -> u64 {
    PRIVATE_LINES + u64::from(vector)
}

impl Private {
    /// The L1 alone, or beside a unit.
    pub fn new(
        unit: Option<(AvcCacheParameters, Box<dyn UnitModel<AvcCache>>)>,
        latency: u32,
    ) -> Option<Self> {
        let configuration = match &unit {
            Some((parameters, _)) => L1Configuration::beside(*parameters),
            None => L1Configuration::BASELINE,
        };
        let mut private = Self {
            unit: unit.map(|unit| unit.1),
            l1: L1::new(configuration)?,
            memory: HashMap::new(),
            stored: HashMap::new(),
            newer: HashMap::new(),
            queue: VecDeque::new(),
            inside: VecDeque::new(),
            waiting: HashMap::new(),
            lookups: [None; L1_LOOKUP_CYCLES],
            response: None,
            clock: 0,
            active: 0,
            latency: latency.into(),
        };
        private.unit.iter_mut().for_each(|unit| unit.reset());
        private.l1.reset();
        Some(private)
    }

    /// A launch begins. Caches are as the last one left them, and nothing is under way; what the warps of
    /// another kernel stored is nothing that this one's expect.
    pub fn begin(&mut self) {
        self.stored.clear();
    }

    /// Vectors that a warp leaves: nobody knows what they hold.
    pub fn forget(&mut self, vectors: std::ops::Range<u32>) {
        for vector in vectors {
            self.stored.remove(&vector);
        }
    }

    /// Asks for a vector; says how many wait.
    pub fn ask(&mut self, request: Request) -> usize {
        if let Some(load) = request.load {
            *self.waiting.entry(load).or_default() += 1;
        }
        self.queue.push_back(request);
        self.queue.len()
    }

    /// Whether anything can happen.
    pub fn is_busy(&self) -> bool {
        let asked = !self.queue.is_empty() || !self.inside.is_empty() || self.response.is_some();
        asked || (self.unit.is_some() && self.clock < self.active + REST && self.clock > 0)
    }

    /// A cycle; gives the loads that have all of their vectors, and when they are done.
    pub fn cycle(
        &mut self,
        now: u64,
        memory: &mut Hierarchy,
        done: &mut Vec<(u8, u64)>,
    ) -> Result<(), Disagreement> {
        match self.unit.take() {
            Some(mut unit) => {
                let result = self.beside(&mut *unit, now, memory, done);
                self.unit = Some(unit);
                result
            }
            None => {
                self.alone(now, memory, done);
                Ok(())
            }
        }
    }

    /// The L1 alone takes a vector a cycle.
    fn alone(&mut self, now: u64, memory: &mut Hierarchy, done: &mut Vec<(u8, u64)>) {
        if self.queue.is_empty() || !memory.has_room(now) {
            return;
        }
        let Some(request) = self.queue.pop_front() else {
            return;
        };
        let Some(load) = request.load else {
            let leaving = self.l1.write(request.vector, request.mask, &request.data);
            self.write_back(leaving, now, memory);
            return;
        };
        let held = self.l1.lookup(request.vector).held;
        let at = if held & request.mask == request.mask {
            self.l1.use_vector(request.vector);
            now + self.latency
        } else {
            let is_affine = encode(&request.data, request.mask).is_some();
            let at = memory.private_read(line(request.vector), is_affine, now);
            let leaving = self.l1.fill(request.vector, !held, &request.data);
            self.write_back(leaving, now, memory);
            at
        };
        self.complete(load, at, done);
    }

    fn complete(&mut self, load: u8, at: u64, done: &mut Vec<(u8, u64)>) {
        if let Some(left) = self.waiting.get_mut(&load) {
            *left -= 1;
            if *left == 0 {
                self.waiting.remove(&load);
                done.push((load, at));
            }
        }
    }

    fn write_back(&mut self, leaving: Option<WriteBack>, now: u64, memory: &mut Hierarchy) {
        if let Some(leaving) = leaving {
            self.merge(leaving.address, leaving.mask, &leaving.data);
            let is_affine = encode(&leaving.data, leaving.mask).is_some();
            memory.private_write(line(leaving.address), is_affine, now);
        }
    }

    fn merge(&mut self, vector: u32, mask: u32, data: &WarpRegister) {
        let held = self.memory.entry(vector).or_insert([0; 32]);
        for (lane, (word, new)) in held.iter_mut().zip(data).enumerate() {
            if mask >> lane & 1 == 1 {
                *word = *new;
            }
        }
        if let Some(newer) = self.newer.get_mut(&vector) {
            *newer &= !mask;
        }
    }

    /// A cycle of the unit.
    fn beside(
        &mut self,
        unit: &mut dyn UnitModel<AvcCache>,
        now: u64,
        memory: &mut Hierarchy,
        done: &mut Vec<(u8, u64)>,
    ) -> Result<(), Disagreement> {
        let mut inputs = CacheInputs {
            l1_command_ready: true,
            mem_ready: memory.has_room(now),
            ..CacheInputs::default()
        };
        // A younger access to a vector waits until all lanes of the older have been served.
        let may = |next: &&Request| self.inside.iter().all(|older| older.vector != next.vector);
        if let Some(next) = self.queue.front().filter(may) {
            inputs.req_valid = true;
            inputs.req_write = next.load.is_none();
            inputs.req_address = next.vector;
            inputs.req_mask = next.mask;
            if inputs.req_write {
                inputs.req_data = next.data;
            }
        }
        let place = self.clock as usize % L1_LOOKUP_CYCLES;
        if let Some(vector) = self.lookups[place].take() {
            let looked = self.l1.lookup(vector);
            inputs.l1_held = looked.held;
            inputs.l1_modified = looked.modified;
            inputs.l1_data = looked.data;
        }
        if let Some((_, data)) = self.response.take_if(|response| response.0 <= now) {
            inputs.mem_response_valid = true;
            inputs.mem_response_data = data;
        }
        let outputs = unit.cycle(&inputs).map_err(|error| match unit.blamed() {
            Some((port, _)) => Disagreement::Port {
                port,
                tag: self.queue.front().and_then(|request| request.load),
                register: None,
                reason: error.reason,
            },
            None => error.into(),
        })?;
        if inputs.req_valid && outputs.req_ready {
            if let Some(next) = self.queue.pop_front() {
                if next.load.is_none() {
                    *self.stored.entry(next.vector).or_default() |= next.mask;
                    *self.newer.entry(next.vector).or_default() |= next.mask;
                }
                self.inside.push_back(next);
            }
        }
        self.lookups[place] = outputs.l1_lookup_valid.then_some(outputs.l1_lookup_address);
        if outputs.ans_valid {
            self.answered(&outputs, now, memory, done)?;
        }
        self.neighbours(&inputs, &outputs, now, memory);
        self.clock += 1;
        let seen = [
            inputs.req_valid,
            inputs.mem_response_valid,
            outputs.ans_valid,
            outputs.l1_lookup_valid,
            outputs.l1_command_valid,
            outputs.mem_valid,
        ];
        if seen.contains(&true) {
            self.active = self.clock;
        }
        Ok(())
    }

    /// The oldest transaction is answered.
    fn answered(
        &mut self,
        outputs: &CacheOutputs,
        now: u64,
        memory: &mut Hierarchy,
        done: &mut Vec<(u8, u64)>,
    ) -> Result<(), Disagreement> {
        let Some(mut request) = self.inside.pop_front() else {
            return Err(Disagreement::Unit("an answer that nobody asked for".into()));
        };
        if outputs.ans_lanes | outputs.ans_replay != request.mask {
            return Err(self.wrong(
                "ans_lanes",
                &request,
                "lanes are neither served nor replayed",
            ));
        }
        let Some(load) = request.load else {
            return Ok(());
        };
        // What was stored before this load; later stores to the vector wait for it.
        let known = self.stored.get(&request.vector).copied().unwrap_or(0);
        let lanes = outputs.ans_lanes & known;
        for (lane, expected) in request.data.iter().enumerate() {
            let got = outputs.ans_data[lane];
            if lanes >> lane & 1 == 1 && got != *expected {
                let reason = format!("lane {lane} is {got:#010x}, the warp holds {expected:#010x}");
                return Err(self.wrong("ans_data", &request, &reason));
            }
        }
        if outputs.ans_replay != 0 {
            memory.traffic.private_replays += 1;
            request.mask = outputs.ans_replay;
            self.queue.push_front(request);
            return Ok(());
        }
        let at = now + self.latency.saturating_sub(HIT).max(1);
        self.complete(load, at, done);
        Ok(())
    }

    fn wrong(&self, port: &str, request: &Request, reason: &str) -> Disagreement {
        Disagreement::Port {
            port: port.to_owned(),
            tag: request.load,
            register: None,
            reason: format!("vector {}: {reason}", request.vector),
        }
    }

    /// What the L1 and memory do about a cycle.
    fn neighbours(
        &mut self,
        inputs: &CacheInputs,
        outputs: &CacheOutputs,
        now: u64,
        memory: &mut Hierarchy,
    ) {
        if outputs.l1_use_valid {
            self.l1.use_vector(outputs.l1_use_address);
        }
        if outputs.l1_command_valid {
            let (vector, mask) = (outputs.l1_command_address, outputs.l1_command_mask);
            let data = &outputs.l1_command_data;
            let leaving = match (outputs.l1_command_store, outputs.l1_command_modified) {
                (false, _) => {
                    self.l1.invalidate(vector, mask);
                    None
                }
                (true, true) => self.l1.write(vector, mask, data),
                (true, false) => self.l1.fill(vector, mask, data),
            };
            self.write_back(leaving, now, memory);
        }
        if outputs.mem_valid && inputs.mem_ready {
            let vector = outputs.mem_address;
            if outputs.mem_write {
                self.merge(vector, outputs.mem_mask, &outputs.mem_data);
                let is_affine = encode(&outputs.mem_data, outputs.mem_mask).is_some();
                memory.private_write(line(vector), is_affine, now);
            } else {
                let data = self.memory.get(&vector).copied().unwrap_or([0; 32]);
                let asked = self.inside.iter().find(|older| older.vector == vector);
                let mask = asked.map_or(u32::MAX, |older| older.mask);
                let is_affine = encode(&data, mask).is_some();
                let at = memory.private_read(line(vector), is_affine, now);
                self.response = Some((at.max(now + 1), data));
            }
        }
    }
}
