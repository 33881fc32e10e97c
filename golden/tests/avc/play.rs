//! Plays sequences of transactions on a golden cache in its environment, with all checks on.

use golden::avc::{AvcCache, FlatMemory, Transaction};
use proptest::prelude::*;
use spec::avc::{AvcCacheParameters, CacheInputs, CacheOutputs, Waits};
use spec::UnitModel;
use surroundings::avc::environment::stimulus::{Mix, Stimulus};
use surroundings::avc::environment::{Completed, Environment, Ordering, Timing};

/// A cache, what surrounds it, and what is asked.
pub struct Play {
    pub cache: AvcCache,
    pub around: Environment,
    parameters: AvcCacheParameters,
    /// Every transaction asked, in order.
    pub asked: Vec<Transaction>,
}

impl Play {
    pub fn new(seed: u64, parameters: AvcCacheParameters, timing: Timing) -> Self {
        Self {
            cache: AvcCache::new(parameters).expect("a tree is stated"),
            around: Environment::new(seed, parameters, timing).expect("a tree is stated"),
            parameters,
            asked: Vec::new(),
        }
    }

    pub fn ask(&mut self, transaction: Transaction) -> usize {
        self.asked.push(transaction);
        self.around.ask(transaction)
    }

    /// One cycle; a broken promise fails the test.
    pub fn cycle(&mut self) -> (CacheInputs, CacheOutputs) {
        let inputs = self.around.inputs();
        let outputs = self.cache.cycle(&inputs).expect("all inputs are legal");
        if let Err(violation) = self.around.observe(&inputs, &outputs) {
            panic!("{violation}");
        }
        (inputs, outputs)
    }

    /// Until everything asked is completed.
    pub fn finish(&mut self) -> Vec<Completed> {
        while !self.around.is_idle() {
            self.cycle();
        }
        self.around.take_completed()
    }

    /// Asks, waits, and gives the one outcome.
    pub fn one(&mut self, transaction: Transaction) -> Completed {
        self.ask(transaction);
        self.finish().pop().expect("one transaction completes")
    }

    /// The same, and until a fill that outlives its answer is placed.
    pub fn settled(&mut self, transaction: Transaction) -> Completed {
        let completed = self.one(transaction);
        self.settle();
        completed
    }

    /// As many cycles as an execution may take.
    pub fn settle(&mut self) {
        let waits = self.around.timing().waits;
        for _ in 0..self.parameters.work_bound(waits) {
            self.cycle();
        }
    }

    pub fn reset(&mut self) {
        self.cache.reset();
        self.around.reset();
    }

    /// `NoLaneIsHeldTwice`.
    pub fn lanes_held_twice(&self) -> Option<(u32, u32)> {
        let twice = |(address, held)| (address, held & self.cache.valid_lanes(address));
        let mut held = self.around.l1().held().map(twice);
        held.find(|&(_, lanes)| lanes != 0)
    }
}

/// Every preset's geometry, and some that have the other trees.
pub fn parameters() -> impl Strategy<Value = AvcCacheParameters> {
    let all = [
        (512, 2),
        (512, 2),
        (256, 1),
        (768, 3),
        (2560, 5),
        (8 << 10, 1),
        (16 << 10, 2),
        (24 << 10, 3),
    ];
    let all = all.map(|(capacity, ways)| AvcCacheParameters::new(capacity, ways).expect("legal"));
    let misses = prop::sample::select(vec![1, 2, 2, 3, 8, 16]);
    (prop::sample::select(all.to_vec()), misses)
        .prop_map(|(one, misses)| one.with_misses(misses).expect("legal"))
}

pub fn timing() -> impl Strategy<Value = Timing> {
    let parts = (
        0..8_usize,
        1..30_usize,
        20..=100_u8,
        20..=100_u8,
        any::<bool>(),
    );
    let slow = parts.prop_map(|(refused, response, requests, ready, in_order)| Timing {
        waits: Waits { refused, response },
        requests,
        ready,
        ordering: if in_order {
            Ordering::Program
        } else {
            Ordering::Acceptance
        },
    });
    prop_oneof![1 => Just(Timing::IMMEDIATE), 1 => Just(Timing::BUSY), 3 => slow]
}

pub fn mix() -> impl Strategy<Value = Mix> {
    let parts = (20..=80_u8, 0..=100_u8, 0..10_u8, 0..=90_u8);
    parts.prop_map(|(writes, affine, flushes_in_1000, near)| Mix {
        writes,
        affine,
        flushes_in_1000,
        near,
    })
}

prop_compose! {
    /// A play and a sequence for it; the seed that proptest prints gives both again.
    pub fn play()(
        seed in any::<u64>(),
        parameters in parameters(),
        timing in timing(),
        mix in mix(),
        length in 1..400_usize,
    ) -> (u64, AvcCacheParameters, Timing, Vec<Transaction>) {
        let mut stimulus = Stimulus::new(seed, parameters, mix);
        let transactions = (0..length).map(|_| stimulus.transaction()).collect();
        (seed, parameters, timing, transactions)
    }
}

/// What each transaction gives when a flat memory plays them in the order asked.
pub fn in_program_order(transactions: &[Transaction]) -> Vec<[u32; 32]> {
    let mut memory = FlatMemory::new();
    let mut lanes = Vec::new();
    for transaction in transactions {
        let mut data = [0; 32];
        match *transaction {
            Transaction::Read { address, mask } => {
                let vector = memory.read(address);
                for lane in (0..32).filter(|lane| mask >> lane & 1 == 1) {
                    data[lane] = vector[lane];
                }
            }
            Transaction::Write {
                address,
                mask,
                data,
            } => memory.write(address, mask, &data),
            Transaction::Flush => {}
        }
        lanes.push(data);
    }
    lanes
}

pub fn read(address: u32, mask: u32) -> Transaction {
    Transaction::Read { address, mask }
}

pub fn write(address: u32, mask: u32, data: [u32; 32]) -> Transaction {
    Transaction::Write {
        address,
        mask,
        data,
    }
}

/// Two sets of two lines.
pub fn small() -> AvcCacheParameters {
    let two = AvcCacheParameters::new(512, 2).expect("legal");
    two.with_misses(2).expect("legal")
}
