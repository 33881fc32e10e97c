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

/// Cycles from the access to the decompressor's output without its own latency: the data, and
/// what was fetched.
const FETCHING: usize = 2;

/// A request for the read port of a cluster.
#[derive(Clone, Copy, Debug)]
struct Request {
    /// Instructions count in the order of acceptance, requests within one a, b, c, MOV.
    order: u64,
    place: usize,
    number: usize,
    register: u16,
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
    pub place: usize,
    pub register: u16,
    pub data: WarpRegister,
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
    slot: MovSlot,
    mov: Mov,
}

impl Reader {
    pub fn new(decompression_latency: usize, collectors: usize) -> Self {
        Self {
            sources: VecDeque::with_capacity(collectors * MOV),
            movs: VecDeque::with_capacity(collectors),
            accessing: None,
            fetching: Pipeline::new(FETCHING + decompression_latency),
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
        });
    }

    /// One cycle up to the decompressor's input; gives the cluster's bits of `bank_read`.
    pub fn cycle(
        &mut self,
        storage: &Storage,
        collectors: &mut Collectors,
        events: &mut Events,
    ) -> u8 {
        let winner = self.arbitrate(events);
        let accessing = std::mem::replace(&mut self.accessing, winner);
        let (banks, entering) = match accessing {
            Some(request) => self.access(request, storage, collectors, events),
            None => (0, None),
        };
        if let Some(returned) = self.fetching.cycle(entering) {
            if returned.number == MOV {
                self.slot = MovSlot::Full;
            } else {
                collectors.close(returned.place, returned.number);
            }
        }
        banks
    }

    fn arbitrate(&mut self, events: &mut Events) -> Option<Request> {
        let may_mov = self.slot == MovSlot::Free;
        let movs = if may_mov { self.movs.len() } else { 0 };
        if self.sources.len() + movs > 1 {
            events.count(Counter::Conflicts);
        }
        let source = self.sources.front().map(|request| request.order);
        let mov = self.movs.front().filter(|_| may_mov);
        if mov.is_some_and(|mov| source.is_none_or(|source| mov.order < source)) {
            self.slot = MovSlot::Taken;
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
    ) -> (u8, Option<Request>) {
        let Request {
            place,
            number,
            register,
            ..
        } = request;
        let state = storage.state(register);
        let is_compressed = state.is_some_and(|range| range != CompressionRange::Uncompressed);
        if number == MOV {
            if !is_compressed {
                self.slot = MovSlot::Free;
                collectors.close(place, MOV);
                return (0, None);
            }
            events.count(Counter::Movs);
            self.mov = Mov {
                place,
                register,
                data: storage.read(register),
            };
        } else {
            events.count(Counter::SourceReads);
            collectors.collect(place, number, storage.read(register));
        }
        if is_compressed {
            events.count(Counter::Decompressions);
        }
        (banks_of(state), Some(request))
    }

    /// The register of the coming access.
    pub fn accessed(&self) -> Option<u16> {
        self.accessing.map(|request| request.register)
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
            && self.slot == MovSlot::Free
    }

    pub fn clear(&mut self) {
        self.sources.clear();
        self.movs.clear();
        self.accessing = None;
        self.fetching.clear();
        self.slot = MovSlot::Free;
    }
}
