//! Reading: one arbiter and one pipeline a cluster.
//!
//! The data are read in the cycle of the access and go to their collector at once, where nobody
//! sees them before the request is closed; only the closing goes through the pipeline.

use super::collectors::{Collectors, MOV};
use super::counters::Events;
use super::storage::{banks_of, Storage};
use crate::pipeline::Pipeline;
use spec::bdi::CompressionRange;
use spec::regfile::Counter;
use spec::warp::WarpRegister;
use std::collections::VecDeque;

/// Cycles from the access to the decompressor's input: the data, and what was fetched.
const FETCHING: usize = 2;

/// A request for the read port of a cluster.
#[derive(Clone, Copy, Debug)]
struct Request {
    /// Instructions count in the order of acceptance, requests within one a, b, c, MOV.
    order: u64,
    place: usize,
    number: usize,
    register: u16,
    /// What was found needs no decompressor: it is as it is, or one value for all lanes (4).
    is_quick: bool,
}

/// The one MOV that a cluster has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MovSlot {
    Free,
    /// A MOV is being read.
    Taken,
    /// The MOV buffer holds what was read.
    Full,
}

/// What a MOV writes back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mov {
    pub register: u16,
    pub data: WarpRegister,
}

/// What a cluster accesses in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Accessed {
    /// The cluster's bits of `bank_read`.
    pub read: u8,
    /// Those of `bank_forward`.
    pub forwarded: u8,
}

/// The read side of a cluster.
#[derive(Clone, Debug)]
pub(super) struct Reader {
    /// Waiting requests of sources, oldest first: they come in order and leave in order.
    sources: VecDeque<Request>,
    /// The same of MOVs, which may have to let younger sources pass.
    movs: VecDeque<Request>,
    /// The winner of the last arbitration.
    accessing: Option<Request>,
    fetching: Pipeline<Request>,
    decompressing: Pipeline<Request>,
    slot: MovSlot,
    mov: Mov,
}

impl Reader {
    pub fn new(decompression_latency: usize, collectors: usize) -> Self {
        Self {
            sources: VecDeque::with_capacity(collectors * MOV),
            movs: VecDeque::with_capacity(collectors),
            accessing: None,
            fetching: Pipeline::new(FETCHING),
            decompressing: Pipeline::new(decompression_latency),
            slot: MovSlot::Free,
            mov: Mov::default(),
        }
    }

    /// A request of the `instruction`-th instruction since reset waits from the next cycle on.
    pub fn wait(&mut self, instruction: u64, place: usize, number: usize, register: u16) {
        let waiting = if number == MOV {
            &mut self.movs
        } else {
            &mut self.sources
        };
        waiting.push_back(Request {
            order: instruction * (MOV as u64 + 1) + number as u64,
            place,
            number,
            register,
            is_quick: false,
        });
    }

    /// One cycle up to the decompressor's input.
    pub fn cycle(
        &mut self,
        storage: &Storage,
        collectors: &mut Collectors,
        events: &mut Events,
    ) -> Accessed {
        let winner = self.arbitrate(events);
        let accessing = std::mem::replace(&mut self.accessing, winner);
        let (accessed, entering) = match accessing {
            Some(request) => self.access(request, storage, collectors, events),
            None => (Accessed::default(), None),
        };
        let fetched = self.fetching.cycle(entering);
        let passes = !self.decompressing.is_leaving() && fetched.is_some_and(|it| it.is_quick);
        let decompressed = { &mut self.decompressing }.cycle(fetched.filter(|_| !passes));
        if let Some(returned) = fetched.filter(|_| passes).or(decompressed) {
            if returned.number == MOV {
                self.slot = MovSlot::Full;
            } else {
                collectors.close(returned.place, returned.number);
            }
        }
        accessed
    }

    fn arbitrate(&mut self, events: &mut Events) -> Option<Request> {
        let may_mov = self.slot == MovSlot::Free;
        let movs = if may_mov { self.movs.len() } else { 0 };
        if self.sources.len() + movs > 1 {
            events.count(Counter::Conflicts);
        }
        let source = self.sources.front().map(|request| request.order);
        let mov = self.movs.front().filter(|_| may_mov);
        if let Some(mov) = mov.filter(|mov| source.is_none_or(|source| mov.order < source)) {
            self.slot = MovSlot::Taken;
            self.mov.register = mov.register;
            return self.movs.pop_front();
        }
        self.sources.pop_front()
    }

    /// The access, and what of it goes on.
    fn access(
        &mut self,
        request: Request,
        storage: &Storage,
        collectors: &mut Collectors,
        events: &mut Events,
    ) -> (Accessed, Option<Request>) {
        let Request {
            place,
            number,
            register,
            ..
        } = request;
        let coming = storage.coming(register);
        let state = coming.or_else(|| storage.state(register));
        let is_compressed = state.is_some_and(|range| range != CompressionRange::Uncompressed);
        if number == MOV {
            // What is read is written before any result of the instruction (`is_moving`), which need not wait.
            collectors.close(place, MOV);
            events.count(Counter::Movs);
            self.mov.data = storage.read(register);
        } else {
            events.count(Counter::SourceReads);
            let data = storage.forward(register);
            collectors.collect(
                place,
                number,
                data.unwrap_or_else(|| storage.read(register)),
            );
        }
        if is_compressed {
            events.count(Counter::Decompressions);
        }
        let banks = banks_of(state);
        let accessed = match coming {
            Some(_) => Accessed {
                forwarded: banks,
                ..Accessed::default()
            },
            None => Accessed {
                read: banks,
                ..Accessed::default()
            },
        };
        let has_deltas = matches!(
            state,
            Some(CompressionRange::FourOne | CompressionRange::FourTwo)
        );
        (
            accessed,
            Some(Request {
                is_quick: !has_deltas,
                ..request
            }),
        )
    }

    /// The register of the coming access.
    pub fn accessed(&self) -> Option<u16> {
        self.accessing.map(|request| request.register)
    }

    /// Whether a MOV of the register has been granted and has not left: its instruction's result waits.
    pub fn is_moving(&self, register: u16) -> bool {
        self.slot != MovSlot::Free && self.mov.register == register
    }

    /// Whether the MOV buffer is full.
    pub fn holds_mov(&self) -> bool {
        self.slot == MovSlot::Full
    }

    /// The MOV leaves the buffer.
    pub fn leave(&mut self) -> Mov {
        self.slot = MovSlot::Free;
        self.mov
    }

    /// Whether nothing waits, is being read or is to be written back.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty()
            && self.movs.is_empty()
            && self.accessing.is_none()
            && self.fetching.is_empty()
            && self.decompressing.is_empty()
            && self.slot == MovSlot::Free
    }

    pub fn clear(&mut self) {
        self.sources.clear();
        self.movs.clear();
        self.accessing = None;
        self.fetching.clear();
        self.decompressing.clear();
        self.slot = MovSlot::Free;
    }
}
