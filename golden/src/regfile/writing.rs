//! Writing: a compressor and a queue a port, a write stage a cluster.

use super::counters::Events;
use super::gates::Demand;
use super::reading::{Mov, Reader};
use super::storage::{banks_of, banks_of_lanes, Storage};
use super::WriteBack;
use crate::bdi::{compress, form::bank_enable};
use spec::bdi::{CompressionRange, Modes};
use spec::regfile::{Counter, RegfileParameters, PORTS};
use spec::warp::WarpRegister;
use std::collections::VecDeque;

/// Those that may enter a write stage, in the cyclic order of precedence: the MOV buffer, the ports.
const ENTRANTS: usize = 1 + PORTS;

/// Who of them wants to enter, as the cycle begins.
pub(super) type Candidates = [bool; ENTRANTS];

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// All lanes, in the form that the compressor chose.
    Full(CompressionRange),
    /// A MOV, and the place of its instruction.
    Mov(usize),
    /// The lanes of a mask.
    Divergent(u32),
}

/// What is to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Write {
    register: u16,
    kind: Kind,
    data: WarpRegister,
}

impl Write {
    fn of_mov(mov: Mov) -> Self {
        Self {
            register: mov.register,
            kind: Kind::Mov(mov.place),
            data: mov.data,
        }
    }

    /// The banks of the cluster that it needs.
    fn banks(&self, storage: &Storage) -> u8 {
        match self.kind {
            Kind::Full(range) => bank_enable(range),
            Kind::Divergent(mask) if storage.state(self.register).is_some() => banks_of_lanes(mask),
            Kind::Divergent(_) | Kind::Mov(_) => banks_of(Some(CompressionRange::Uncompressed)),
        }
    }
}

/// A port's way to the write stages: the compressor's pipeline and the queue behind it.
#[derive(Clone, Debug)]
pub(super) struct Port {
    modes: Option<Modes>,
    latency: u64,
    depth: usize,
    /// All results inside, the oldest first, each with the first cycle in which it can be the
    /// queue's head.
    inside: VecDeque<(u64, Write)>,
}

impl Port {
    pub fn new(parameters: &RegfileParameters) -> Self {
        let depth = parameters.queue_depth();
        Self {
            modes: parameters.modes(),
            latency: parameters.compression_latency() as u64,
            depth,
            inside: VecDeque::with_capacity(depth),
        }
    }

    pub fn is_ready(&self) -> bool {
        self.inside.len() < self.depth
    }

    /// A result is accepted in cycle `now`. What the compressor will give is known at once.
    pub fn accept(&mut self, now: u64, result: &WriteBack) {
        let write = match self.modes {
            _ if result.is_divergent() => Write {
                register: result.register,
                kind: Kind::Divergent(result.mask),
                data: result.data,
            },
            None => Write {
                register: result.register,
                kind: Kind::Full(CompressionRange::Uncompressed),
                data: result.data,
            },
            Some(modes) => {
                let compressed = compress(modes, false, &result.data);
                Write {
                    register: result.register,
                    kind: Kind::Full(compressed.range),
                    data: compressed.banks,
                }
            }
        };
        self.inside.push_back((now + self.latency + 1, write));
    }

    /// The register of the queue's head.
    pub fn head(&self, now: u64) -> Option<u16> {
        let (from, write) = self.inside.front()?;
        (*from <= now).then_some(write.register)
    }

    /// Whether no result is inside.
    pub fn is_empty(&self) -> bool {
        self.inside.is_empty()
    }

    pub fn clear(&mut self) {
        self.inside.clear();
    }
}

/// The write stage of a cluster.
#[derive(Clone, Debug)]
pub(super) struct WriteStage {
    write: Option<Write>,
    /// Who entered last.
    last: usize,
}

/// What a write stage did in a cycle.
pub(super) struct Done {
    /// The cluster's bits of `bank_write`.
    pub banks: u8,
    /// The place of the instruction whose MOV was written.
    pub mov: Option<usize>,
}

impl WriteStage {
    pub fn new() -> Self {
        Self {
            write: None,
            last: ENTRANTS - 1,
        }
    }

    /// The write, if all its banks are awake; says what it asks of the gates.
    pub fn write(
        &mut self,
        storage: &mut Storage,
        isolated: u8,
        demand: &mut Demand,
        events: &mut Events,
    ) -> Done {
        let mut done = Done {
            banks: 0,
            mov: None,
        };
        let Some(write) = &self.write else {
            return done;
        };
        let Write {
            register,
            kind,
            ref data,
        } = *write;
        let banks = write.banks(storage);
        demand.entry = storage.entry(register);
        demand.store = banks;
        if banks & isolated != 0 {
            return done;
        }
        done.banks = banks;
        match kind {
            Kind::Full(range) => {
                events.stored(range);
                demand.rewritten = !banks;
                storage.store(register, range, data);
                storage.set_pending(register, false);
            }
            Kind::Mov(place) => {
                storage.store(register, CompressionRange::Uncompressed, data);
                done.mov = Some(place);
            }
            Kind::Divergent(mask) => {
                events.count(Counter::DivergentWrites);
                storage.merge(register, mask, data);
                storage.set_pending(register, false);
            }
        }
        self.write = None;
        done
    }

    /// Takes the next of the candidates, if the stage is empty or has just written.
    pub fn enter(&mut self, candidates: &Candidates, reader: &mut Reader, ports: &mut [Port]) {
        if self.write.is_some() {
            return;
        }
        let mut order = (1..=ENTRANTS).map(|step| (self.last + step) % ENTRANTS);
        let Some(entrant) = order.find(|&entrant| candidates[entrant]) else {
            return;
        };
        self.last = entrant;
        self.write = match entrant.checked_sub(1) {
            None => Some(Write::of_mov(reader.leave())),
            Some(port) => ports[port].inside.pop_front().map(|(_, write)| write),
        };
    }

    pub fn is_empty(&self) -> bool {
        self.write.is_none()
    }

    /// Whether its write waits for banks that are not awake.
    pub fn is_waking(&self, storage: &Storage, isolated: u8) -> bool {
        { self.write.as_ref() }.is_some_and(|write| write.banks(storage) & isolated != 0)
    }

    pub fn clear(&mut self) {
        *self = Self::new();
    }
}
