//! Private memory with a cache of its own (Affine Vector Cache, sections 2.2 and 5): what registers are
//! spilled to, word by word interleaved, so that a word of all threads of a warp is one vector.
//!
//! The L1 is one of Table 3's. Beside it stands the unit `avc_cache`, or nothing: then it is the
//! paper's baseline. Both have as many miss registers. Data go through: what a load gets back must be
//! what the warp holds functionally.
//!
//! A vector a cycle is taken, in order. A load that hits has its words after the L1's latency, one that
//! misses when memory gives them, beside the unit one cycle later (5.3). The unit stands in the L1's
//! place: what its own stages take is part of these latencies, as the L1's stages are.
//!
//! The unit's clock stands still while nothing is inside and nothing is asked.

mod alone;
mod beside;
mod settle;

use super::{Hierarchy, PRIVATE_LINES};
use crate::timing::error::Disagreement;
use alone::Coming;
use beside::Response;
use golden::avc::{encode, L1Configuration, WriteBack, L1};
use spec::avc::{AvcCache, AvcCacheParameters, L1_LOOKUP_CYCLES, MISS_BITS};
use spec::warp::WarpRegister;
use spec::UnitModel;
use std::collections::{HashMap, VecDeque};

/// Cycles without anything at the ports after which the unit is at rest: no work of it that nobody
/// sees takes so long (docs/units/avc.md, Bounds).
const REST: u64 = 128;
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
    /// Those that wait in one of the unit's miss registers.
    missed: [Option<Request>; 1 << MISS_BITS],
    /// What memory owes the unit.
    responses: Vec<Response>,
    /// What is on its way to the L1 alone, each in a miss register.
    coming: Vec<Coming>,
    misses: usize,
    /// Vectors that each load waits for.
    waiting: HashMap<u8, u32>,
    lookups: [Option<u32>; L1_LOOKUP_CYCLES],
    clock: u64,
    /// When something was last seen at the ports.
    active: u64,
    latency: u64,
}

fn line(vector: u32) -> u64 {
    PRIVATE_LINES + u64::from(vector)
}

impl Private {
    /// The L1 alone, or beside a unit, which must have as many miss registers.
    pub fn new(
        unit: Option<(AvcCacheParameters, Box<dyn UnitModel<AvcCache>>)>,
        latency: u32,
        misses: usize,
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
            missed: Default::default(),
            responses: Vec::new(),
            coming: Vec::new(),
            misses,
            waiting: HashMap::new(),
            lookups: [None; L1_LOOKUP_CYCLES],
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
    pub fn forget(&mut self, vectors: impl Iterator<Item = u32>) {
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
        let asked = !self.queue.is_empty() || !self.inside.is_empty() || !self.responses.is_empty();
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
}
