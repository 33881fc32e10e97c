//! The L1 beside the cache and memory below it, as far as they follow from what went over the ports.
//!
//! Generator, oracle and the closed loop each have a copy. All see the same cycles, so all know what
//! honest neighbours may answer: the generator and the loop give it, the oracle checks that it was given.

use golden::avc::{FlatMemory, L1Configuration, Looked, WriteBack, L1};
use spec::avc::{AvcCacheParameters, CacheInputs, CacheOutputs, L1_LOOKUP_CYCLES};
use spec::warp::WarpRegister;

/// A lookup whose result is not yet due.
#[derive(Clone, Copy, Debug)]
struct Lookup {
    address: u32,
    /// What the L1 held in the cycle of the lookup.
    early: Looked,
}

/// A vector that memory owes a miss register.
#[derive(Clone, Debug)]
pub struct Owed {
    /// The register.
    pub miss: u32,
    /// The vector, and its words as of the read.
    pub address: u32,
    /// The words.
    pub data: WarpRegister,
}

/// L1 and memory.
#[derive(Clone, Debug)]
pub struct Neighbours {
    /// What the L1 holds.
    pub l1: L1,
    /// What memory holds.
    pub memory: FlatMemory,
    /// The lookups of the last cycles; `place` is that of the oldest, which is due.
    lookups: [Option<Lookup>; L1_LOOKUP_CYCLES],
    place: usize,
    owed: Vec<Owed>,
}

impl Neighbours {
    /// An empty L1 of the size that Table 3 puts beside this cache; `None` when no replacement
    /// tree is stated for so many ways, which parameters cannot ask for.
    pub fn new(parameters: AvcCacheParameters) -> Option<Self> {
        Some(Self {
            l1: L1::new(L1Configuration::beside(parameters))?,
            memory: FlatMemory::new(),
            lookups: [None; L1_LOOKUP_CYCLES],
            place: 0,
            owed: Vec::new(),
        })
    }

    /// The result that is due in this cycle, as of the lookup and as of now: the contract lets the
    /// L1 give either.
    pub fn due(&self) -> Option<[Looked; 2]> {
        let Lookup { address, early } = self.lookups[self.place]?;
        Some([early, self.l1.lookup(address)])
    }

    /// What memory owes, the oldest first.
    pub fn owed(&self) -> &[Owed] {
        &self.owed
    }

    fn owed_to(&self, miss: u32) -> Option<usize> {
        self.owed.iter().position(|owed| owed.miss == miss)
    }

    /// Whether what L1 and memory applied in this cycle is what they owe. Words that the L1 does
    /// not hold, and responses that nothing waits for, may be anything.
    pub fn are_honest(&self, inputs: &CacheInputs) -> bool {
        let looked = self.due().is_none_or(|due| {
            due.iter().any(|looked| {
                inputs.l1_held == looked.held
                    && inputs.l1_modified == looked.modified
                    && agree(&inputs.l1_data, &looked.data, looked.held)
            })
        });
        let response = !inputs.mem_response_valid
            || self
                .owed_to(inputs.mem_response_miss)
                .is_none_or(|place| inputs.mem_response_data == self.owed[place].data);
        looked && response
    }

    /// Acts on what went over the ports in this cycle; gives what the L1 has written back to make room.
    pub fn observe(&mut self, inputs: &CacheInputs, outputs: &CacheOutputs) -> Option<WriteBack> {
        self.lookups[self.place] = outputs.l1_lookup_valid.then(|| {
            let address = outputs.l1_lookup_address;
            let early = self.l1.lookup(address);
            Lookup { address, early }
        });
        self.place = (self.place + 1) % L1_LOOKUP_CYCLES;
        if outputs.l1_use_valid {
            self.l1.use_vector(outputs.l1_use_address);
        }
        let commands = outputs.l1_command_valid && inputs.l1_command_ready;
        let left = commands.then(|| self.command(outputs)).flatten();
        if inputs.mem_response_valid && outputs.mem_response_ready {
            if let Some(place) = self.owed_to(inputs.mem_response_miss) {
                self.owed.remove(place);
            }
        }
        if outputs.mem_valid && inputs.mem_ready {
            let address = outputs.mem_address;
            if outputs.mem_write {
                let (mask, data) = (outputs.mem_mask, &outputs.mem_data);
                self.memory.write(address, mask, data);
            } else {
                self.owed.push(Owed {
                    miss: outputs.mem_miss,
                    address,
                    data: self.memory.read(address),
                });
            }
        }
        left
    }

    fn command(&mut self, outputs: &CacheOutputs) -> Option<WriteBack> {
        let (address, mask) = (outputs.l1_command_address, outputs.l1_command_mask);
        let data = &outputs.l1_command_data;
        let leaving = match (outputs.l1_command_store, outputs.l1_command_modified) {
            (false, _) => {
                self.l1.invalidate(address, mask);
                None
            }
            (true, true) => self.l1.write(address, mask, data),
            (true, false) => self.l1.fill(address, mask, data),
        };
        if let Some(leaving) = &leaving {
            self.memory
                .write(leaving.address, leaving.mask, &leaving.data);
        }
        leaving
    }

    /// A reset of all but memory.
    pub fn reset(&mut self) {
        self.l1.reset();
        self.lookups = [None; L1_LOOKUP_CYCLES];
        self.owed.clear();
    }
}

/// Whether two vectors have the same lanes under `mask`.
pub fn agree(a: &WarpRegister, b: &WarpRegister, mask: u32) -> bool {
    first_difference(a, b, mask).is_none()
}

/// The first lane under `mask` that differs.
pub fn first_difference(a: &WarpRegister, b: &WarpRegister, mask: u32) -> Option<usize> {
    let differs = |&lane: &usize| mask >> lane & 1 == 1 && a[lane] != b[lane];
    (0..a.len()).find(differs)
}
