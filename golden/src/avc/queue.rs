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
    /// What memory gave, affine or not in the lanes that were asked for.
    Fill(Option<Affine>),
    /// One more read that waited for what has been placed.
    Late,
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

/// What is looked up: the next transaction of the queue, or the fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looked {
    Transaction,
    Fill,
}

/// Accepted transactions and how far lookups are.
///
/// A lookup takes three cycles: A, in which the arrays and the L1 are given the address, L and D; in
/// the next, X, what was looked up executes. Transactions are looked up in the order of the queue, the
/// fill between any two of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    transactions: VecDeque<Queued>,
    /// The lookups in L, D and X.
    stages: [Option<Looked>; 3],
}

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

    /// What executes in this cycle for the first time.
    pub fn in_x(&self) -> Option<Looked> {
        self.stages[2]
    }

    /// The transaction that is looked up next: the oldest that is in no stage.
    pub fn next(&self) -> Option<&Queued> {
        let looked_up = { self.stages.iter() }.filter(|&&stage| stage == Some(Looked::Transaction));
        self.transactions.get(looked_up.count())
    }

    /// The vectors in L and D, that of the fill being `fill`.
    pub fn behind_x(&self, fill: u32) -> impl Iterator<Item = u32> + '_ {
        let mut place = usize::from(self.stages[2] == Some(Looked::Transaction));
        let stages = [self.stages[1], self.stages[0]];
        stages
            .into_iter()
            .flatten()
            .filter_map(move |looked| match looked {
                Looked::Fill => Some(fill),
                Looked::Transaction => {
                    place += 1;
                    Some(self.transactions.get(place - 1)?.address)
                }
            })
    }

    /// Lookups go on by one stage.
    pub fn advance(&mut self, looked: Option<Looked>) {
        self.stages = [looked, self.stages[0], self.stages[1]];
    }

    /// Lookups begin anew.
    pub fn rewind(&mut self) {
        self.stages = [None; 3];
    }

    pub fn pop(&mut self) {
        self.transactions.pop_front();
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }
}
