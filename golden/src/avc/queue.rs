//! Transactions, and the queue of those that are accepted and not yet executed.

use super::codec::{encode, Affine};
use super::flat_memory::on_port;
use spec::avc::{CacheInputs, QUEUE_ENTRIES};
use spec::warp::{WarpRegister, LANES};
use std::collections::VecDeque;

/// What is asked of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transaction {
    /// The words of a vector under a mask.
    Read {
        /// The vector.
        address: u32,
        /// The lanes that read.
        mask: u32,
    },
    /// New words of a vector under a mask.
    Write {
        /// The vector.
        address: u32,
        /// The lanes that write.
        mask: u32,
        /// What they write.
        data: WarpRegister,
    },
    /// Evicts every line.
    Flush,
}

impl Transaction {
    /// The transaction as it stands at the ports; `req_valid` is set, all other ports are 0.
    pub fn request(&self) -> CacheInputs {
        let mut inputs = CacheInputs {
            req_valid: true,
            ..CacheInputs::default()
        };
        match *self {
            Self::Read { address, mask } => {
                inputs.req_address = address;
                inputs.req_mask = mask;
            }
            Self::Write {
                address,
                mask,
                data,
            } => {
                inputs.req_write = true;
                inputs.req_address = address;
                inputs.req_mask = mask;
                inputs.req_data = data;
            }
            Self::Flush => inputs.req_flush = true,
        }
        inputs
    }

    /// The vector, unless it is a flush.
    pub fn address(&self) -> Option<u32> {
        match *self {
            Self::Read { address, .. } | Self::Write { address, .. } => Some(address),
            Self::Flush => None,
        }
    }

    /// The lanes that take part.
    pub fn mask(&self) -> u32 {
        match *self {
            Self::Read { mask, .. } | Self::Write { mask, .. } => mask,
            Self::Flush => 0,
        }
    }
}

/// What a queued transaction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Flush,
    /// A read or write with the empty mask.
    Empty,
    Read,
    /// A write of data that are affine under the mask.
    WriteAffine(Affine),
    WriteGeneric,
}

/// An accepted transaction. Its data have gone through the encoder, whose result is needed only
/// three cycles later at the earliest; the model computes it at once.
#[derive(Clone, Debug)]
pub(super) struct Queued {
    pub kind: Kind,
    /// The address as given, in a flush too: hazards compare it whatever the kind.
    pub address: u32,
    pub mask: u32,
    pub data: WarpRegister,
}

impl Queued {
    fn new(inputs: &CacheInputs) -> Self {
        let kind = if inputs.req_flush {
            Kind::Flush
        } else if inputs.req_mask == 0 {
            Kind::Empty
        } else if !inputs.req_write {
            Kind::Read
        } else {
            match encode(&inputs.req_data, inputs.req_mask) {
                Some(affine) => Kind::WriteAffine(affine),
                None => Kind::WriteGeneric,
            }
        };
        let data = match kind {
            Kind::WriteGeneric => inputs.req_data,
            _ => [0; LANES],
        };
        Self {
            kind,
            address: on_port(inputs.req_address),
            mask: inputs.req_mask,
            data,
        }
    }
}

/// Accepted transactions and how far their lookups are.
///
/// A lookup takes three cycles: A, in which the arrays and the L1 are given the address, L and D;
/// in the next, X, the oldest transaction executes. Lookups follow the order of the queue, so their
/// places are three bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    transactions: VecDeque<Queued>,
    /// Bit 0: a lookup in stage L, bit 1: in D, bit 2: the head in X.
    stages: u8,
}

const X: u8 = 0b100;

impl Queue {
    pub fn has_room(&self) -> bool {
        self.transactions.len() < QUEUE_ENTRIES
    }

    pub fn accept(&mut self, inputs: &CacheInputs) {
        self.transactions.push_back(Queued::new(inputs));
    }

    pub fn head(&self) -> Option<&Queued> {
        self.transactions.front()
    }

    /// The head, in a cycle in which its lookup is complete.
    pub fn in_x(&self) -> Option<&Queued> {
        if self.stages & X == 0 {
            return None;
        }
        self.head()
    }

    /// The transaction in stage A: the oldest that has not been looked up.
    pub fn in_a(&self) -> Option<&Queued> {
        self.transactions.get(self.stages.count_ones() as usize)
    }

    /// Whether a transaction in A, L or D, whatever its kind, names the head's vector.
    pub fn head_is_followed(&self) -> bool {
        let behind = 1..=self.stages.count_ones() as usize;
        let mut behind = behind.map_while(|place| self.transactions.get(place));
        self.head()
            .is_some_and(|head| behind.any(|other| other.address == head.address))
    }

    /// Lookups go on by one stage.
    pub fn advance(&mut self) {
        let issued = u8::from(self.in_a().is_some());
        self.stages = (self.stages << 1 | issued) & 0b111;
    }

    /// Lookups begin anew with the oldest transaction that is not executed.
    pub fn rewind(&mut self) {
        self.stages = 0;
    }

    pub fn pop(&mut self) {
        self.transactions.pop_front();
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
