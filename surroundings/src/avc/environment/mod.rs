//! The closed loop around an `avc_cache`, golden or RTL: who asks, the L1, and memory.
//!
//! In a cycle [`Environment::inputs`] says what the neighbours apply, the cache answers, and
//! [`Environment::observe`] takes its outputs and checks them:
//!
//! ```
//! use surroundings::avc::environment::{Environment, Timing};
//! use golden::avc::{AvcCache, Transaction};
//! use spec::avc::AvcCacheParameters;
//! use spec::UnitModel;
//!
//! let parameters = AvcCacheParameters::new(512, 2)?;
//! let mut cache = AvcCache::new(parameters).expect("a tree is stated");
//! let mut around = Environment::new(1, parameters, Timing::BUSY).expect("a tree is stated");
//! around.ask(Transaction::Read { address: 7, mask: !0 });
//! while !around.is_idle() {
//!     let inputs = around.inputs();
//!     let outputs = cache.cycle(&inputs)?;
//!     around.observe(&inputs, &outputs)?;
//! }
//! assert_eq!(around.take_completed().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checks;
mod requester;
pub mod stimulus;
mod waits;

pub use checks::Violation;
pub use requester::{Completed, Ordering};
pub use waits::Traffic;

use crate::random::Random;
use checks::Held;
use golden::avc::FlatMemory;
use golden::avc::Transaction;
use golden::avc::L1;
use requester::Requester;
use spec::avc::{AvcCache, AvcCacheParameters, CacheInputs, CacheOutputs, Waits};
use spec::UnitModel;
use waits::Waiting;

/// How often the neighbours make the cache wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The longest waits.
    pub waits: Waits,
    /// Cycles in which a transaction that could be presented is, in percent.
    pub requests: u8,
    /// Cycles in which the L1 and memory are ready, in percent.
    pub ready: u8,
    /// What may overtake a read that has lanes to replay.
    pub ordering: Ordering,
}

impl Timing {
    /// Nobody ever waits: a transaction in every cycle, data one cycle after a read.
    pub const IMMEDIATE: Self = Self {
        waits: Waits {
            refused: 0,
            response: 1,
        },
        requests: 100,
        ready: 100,
        ordering: Ordering::Program,
    };
    /// Everybody waits now and then.
    pub const BUSY: Self = Self {
        waits: Waits {
            refused: 6,
            response: 20,
        },
        requests: 80,
        ready: 60,
        ordering: Ordering::Program,
    };
}

/// All that surrounds the cache.
#[derive(Clone, Debug)]
pub struct Environment {
    parameters: AvcCacheParameters,
    timing: Timing,
    random: Random,
    cycle: u64,
    requester: Requester,
    beside: Waiting,
    /// What memory would hold if there were no caches.
    oracle: FlatMemory,
    held: Held,
}

impl Environment {
    /// With the L1 that Table 3 puts beside this AVC; `None` when no replacement tree is stated
    /// for so many ways, which parameters cannot ask for.
    pub fn new(seed: u64, parameters: AvcCacheParameters, timing: Timing) -> Option<Self> {
        Some(Self {
            parameters,
            timing,
            random: Random::new(seed),
            cycle: 0,
            requester: Requester::new(timing.ordering),
            beside: Waiting::new(parameters)?,
            oracle: FlatMemory::new(),
            held: Held::default(),
        })
    }

    /// Appends a transaction to those that will be presented; gives its number, from 0.
    pub fn ask(&mut self, transaction: Transaction) -> usize {
        self.requester.ask(transaction)
    }

    /// Transactions that wait to be presented for the first time.
    pub fn backlog(&self) -> usize {
        self.requester.backlog()
    }

    /// Whether everything asked for is completed.
    pub fn is_idle(&self) -> bool {
        self.requester.is_idle()
    }

    /// What the neighbours apply in this cycle.
    pub fn inputs(&mut self) -> CacheInputs {
        let mut inputs = self
            .requester
            .present(&mut self.random, self.timing.requests);
        self.beside
            .apply(&mut inputs, &mut self.random, &self.timing, self.cycle);
        inputs
    }

    /// Takes what the cache gave in this cycle, checks it and lets the neighbours act on it.
    pub fn observe(
        &mut self,
        inputs: &CacheInputs,
        outputs: &CacheOutputs,
    ) -> Result<(), Violation> {
        self.held.check(inputs, outputs, self.cycle)?;
        if outputs.ans_valid {
            let late = self.parameters.late_answer_bound(self.timing.waits);
            self.requester
                .answered(outputs, &mut self.oracle, self.cycle, late)?;
        }
        if inputs.req_valid {
            let flushes = self.requester.flushes_on_their_way();
            let bound = self.parameters.answer_bound(self.timing.waits, flushes);
            if outputs.req_ready {
                self.requester.accepted(self.cycle, bound);
            } else {
                self.requester.refused(self.cycle, bound)?;
            }
        }
        self.requester.check_time(self.cycle)?;
        self.beside
            .take(inputs, outputs, &mut self.random, &self.timing, self.cycle)?;
        self.cycle += 1;
        Ok(())
    }

    /// Runs a cache until everything asked for is completed, and gives what completed, in the order
    /// of completion.
    pub fn run(
        &mut self,
        cache: &mut impl UnitModel<AvcCache>,
    ) -> Result<Vec<Completed>, Violation> {
        while !self.is_idle() {
            let inputs = self.inputs();
            let outputs = cache.cycle(&inputs)?;
            self.observe(&inputs, &outputs)?;
        }
        Ok(self.take_completed())
    }

    /// What has completed since the last call, in the order of completion.
    pub fn take_completed(&mut self) -> Vec<Completed> {
        self.requester.take_completed()
    }

    /// A reset of everything but memory, as the cache sees it in the same cycle. Transactions that
    /// were presented and not completed are given back; what the caches held is gone, so from now
    /// on the oracle is what memory holds.
    pub fn reset(&mut self) -> Vec<Transaction> {
        self.beside.reset();
        self.oracle = self.beside.neighbours.memory.clone();
        self.held = Held::default();
        self.cycle += 1;
        self.requester.reset()
    }

    /// Evicts the L1, which its owner does beside a flush of the AVC.
    pub fn flush_l1(&mut self) {
        self.beside.flush_l1();
    }

    /// The vectors of which memory lacks what was written; empty after a flush of both caches.
    pub fn unwritten(&self) -> Vec<u32> {
        let memory = &self.beside.neighbours.memory;
        let mut addresses: Vec<u32> = self.oracle.addresses().collect();
        addresses.retain(|&address| memory.read(address) != self.oracle.read(address));
        addresses.sort_unstable();
        addresses
    }

    /// The L1.
    pub fn l1(&self) -> &L1 {
        &self.beside.neighbours.l1
    }

    /// What memory would hold if there were no caches.
    pub fn oracle(&self) -> &FlatMemory {
        &self.oracle
    }

    /// How often the neighbours make the cache wait.
    pub fn timing(&self) -> Timing {
        self.timing
    }

    /// Cycles so far.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// What has gone over the ports so far.
    pub fn traffic(&self) -> Traffic {
        self.beside.traffic
    }
}
