//! The closed loop around the cache: who asks, the L1 and memory, each with waits of its own.
//!
//! Most phases are honest: L1 and memory answer what they hold, so data stay coherent and the
//! oracle watches them. In some the neighbours answer anything at any time. That is in contract,
//! for the cycle-exact answer is defined for every input, and it reaches what honest neighbours
//! rarely do; a reset ends such a phase, for data are no longer coherent.

use super::neighbours::{Neighbours, Owed};
use super::requests::Requests;
use super::vectors;
use crate::generate::closed_loop::Surroundings;
use crate::generate::rhythm::{Beat, Flow};
use crate::prng::Prng;
use golden::avc::decode;
use spec::avc::{AvcCache, AvcCacheParameters, CacheInputs, CacheOutputs, MISS_BITS};
use spec::warp::WarpRegister;

/// What the neighbours of a phase are like.
#[derive(Clone, Copy, Debug)]
struct Manner {
    /// A refused request is presented until it is accepted; otherwise it may change.
    patient: bool,
    /// Ports that are not valid carry noise.
    noisy: bool,
    /// Lookups answered as of the lookup rather than as of now, in percent.
    early: u32,
    /// The longest response.
    response: u32,
    /// Responses that nothing waits for, in percent of cycles.
    unasked: u32,
    /// Nobody keeps their obligations.
    wild: bool,
}

/// All that surrounds the cache.
pub struct Around {
    neighbours: Neighbours,
    requests: Requests,
    manner: Manner,
    asks: Beat,
    l1_ready: Beat,
    memory_ready: Beat,
    presented: Option<CacheInputs>,
    /// Cycles until memory may give what it owes, by miss register.
    response_in: [u32; 1 << MISS_BITS],
    /// The next cycle must be one of reset.
    spoiled: bool,
}

const READY: &[(u32, Flow)] = &[
    (6, Flow::Full),
    (3, Flow::Bubbles(60)),
    (2, Flow::Bubbles(20)),
    (1, Flow::Bursts { on: 2, off: 40 }),
];

impl Around {
    /// `None` when no replacement tree is stated for so many ways.
    pub fn new(parameters: AvcCacheParameters) -> Option<Self> {
        Some(Self {
            neighbours: Neighbours::new(parameters)?,
            requests: Requests::new(parameters),
            manner: Manner {
                patient: true,
                noisy: false,
                early: 50,
                response: 1,
                unasked: 0,
                wild: false,
            },
            asks: Beat::new(Flow::Full),
            l1_ready: Beat::new(Flow::Full),
            memory_ready: Beat::new(Flow::Full),
            presented: None,
            response_in: [0; 1 << MISS_BITS],
            spoiled: false,
        })
    }

    fn request(&mut self, prng: &mut Prng) -> CacheInputs {
        let asks = self.asks.next(prng);
        if self.presented.is_none() && asks {
            self.presented = Some(self.requests.next(&self.neighbours.memory, prng));
        }
        match &self.presented {
            Some(presented) => presented.clone(),
            None => self.idle(prng),
        }
    }

    /// What is not valid is ignored; noise shows that it is.
    fn idle(&mut self, prng: &mut Prng) -> CacheInputs {
        if !self.manner.noisy {
            return CacheInputs::default();
        }
        let mut inputs = CacheInputs {
            req_write: prng.percent(50),
            req_flush: prng.percent(50),
            req_address: prng.below(1 << spec::avc::ADDRESS_BITS),
            req_mask: prng.next_u32(),
            ..CacheInputs::default()
        };
        inputs.req_data[0] = prng.next_u32();
        inputs
    }

    fn honest(&mut self, inputs: &mut CacheInputs, prng: &mut Prng) {
        match self.neighbours.due() {
            Some([early, late]) => {
                let early_counts = prng.percent(self.manner.early);
                let looked = if early_counts { early } else { late };
                inputs.l1_held = looked.held;
                inputs.l1_modified = looked.modified;
                inputs.l1_data = looked.data;
            }
            None if self.manner.noisy => any_lookup(inputs, prng),
            None => {}
        }
        let owed = self.neighbours.owed();
        let is_due = |owed: &&Owed| self.response_in[owed.miss as usize] == 0;
        // Not before it is due: it would be taken for the answer.
        if let Some(owed) = owed.iter().find(is_due) {
            inputs.mem_response_valid = true;
            inputs.mem_response_miss = owed.miss;
            inputs.mem_response_data = owed.data;
        } else {
            self.unasked(inputs, prng);
        }
    }

    fn unasked(&self, inputs: &mut CacheInputs, prng: &mut Prng) {
        let miss = prng.below(1 << MISS_BITS);
        let is_owed = { self.neighbours.owed().iter() }.any(|owed| owed.miss == miss);
        if prng.percent(self.manner.unasked) && !is_owed {
            inputs.mem_response_valid = true;
            inputs.mem_response_miss = miss;
            inputs.mem_response_data = any_vector(prng);
        }
    }
}

fn any_vector(prng: &mut Prng) -> WarpRegister {
    if prng.percent(50) {
        return decode(vectors::affine(prng));
    }
    let shape = prng.weighted(vectors::SHAPES);
    vectors::vector(prng, shape)
}

fn any_lookup(inputs: &mut CacheInputs, prng: &mut Prng) {
    inputs.l1_held = match prng.below(4) {
        0 => 0,
        1 => u32::MAX,
        2 => vectors::mask(prng),
        _ => prng.next_u32(),
    };
    inputs.l1_modified = match prng.below(4) {
        0 => 0,
        1 => inputs.l1_held,
        2 => inputs.l1_held & prng.next_u32(),
        _ => prng.next_u32(),
    };
    prng.fill(&mut inputs.l1_data);
}

impl Surroundings<AvcCache> for Around {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        self.spoiled = self.manner.wild;
        self.manner = Manner {
            patient: prng.percent(80),
            noisy: prng.percent(50),
            early: prng.pick(&[0, 50, 50, 100]),
            response: prng.pick(&[1, 1, 3, 20, 60, 300]),
            unasked: prng.pick(&[0, 0, 10, 60]),
            wild: prng.percent(15),
        };
        self.asks.change(Beat::draw(prng));
        self.l1_ready.change(prng.weighted(READY));
        self.memory_ready.change(prng.weighted(READY));
        self.requests.begin_phase(prng);
        // Arrays keep what they hold through a reset, and nothing of it may come back.
        self.spoiled |= prng.percent(15);
        prng.between(100, 1000)
    }

    fn inputs(&mut self, prng: &mut Prng) -> CacheInputs {
        let mut inputs = self.request(prng);
        inputs.l1_command_ready = self.l1_ready.next(prng);
        inputs.mem_ready = self.memory_ready.next(prng);
        if self.manner.wild {
            any_lookup(&mut inputs, prng);
            inputs.mem_response_valid = prng.percent(self.manner.unasked.max(5));
            if inputs.mem_response_valid {
                let owed = self.neighbours.owed();
                inputs.mem_response_miss = match owed.len() {
                    1.. if prng.percent(80) => owed[prng.below(owed.len() as u32) as usize].miss,
                    _ => prng.below(1 << MISS_BITS),
                };
                inputs.mem_response_data = any_vector(prng);
            }
        } else {
            self.honest(&mut inputs, prng);
        }
        inputs
    }

    fn quiet(&self) -> CacheInputs {
        CacheInputs::default()
    }

    fn observe(&mut self, inputs: &CacheInputs, outputs: &CacheOutputs, prng: &mut Prng) {
        for wait in &mut self.response_in {
            *wait = wait.saturating_sub(1);
        }
        self.neighbours.observe(inputs, outputs);
        self.requests.observe(inputs, outputs);
        if outputs.mem_valid && !outputs.mem_write && inputs.mem_ready {
            self.response_in[outputs.mem_miss as usize] = prng.below(self.manner.response);
        }
        if outputs.req_ready || (!self.manner.patient && prng.percent(30)) {
            self.presented = None;
        }
    }

    fn reset(&mut self, _: &mut Prng) {
        self.neighbours.reset();
        self.requests.reset();
        self.presented = None;
        self.response_in = [0; 1 << MISS_BITS];
        self.spoiled = false;
    }

    fn wants_reset(&self) -> bool {
        self.spoiled
    }
}
