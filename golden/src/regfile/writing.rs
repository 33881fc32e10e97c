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
    /// What the cluster's own MOV has read.
    Mov,
    /// The result of a MOV that has gone through the pipeline: all lanes, as they are.
    Moved,
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
            kind: Kind::Mov,
            data: mov.data,
        }
    }

    /// The banks of the cluster that it needs.
    fn banks(&self, storage: &Storage) -> u8 {
        match self.kind {
            Kind::Full(range) => bank_enable(range),
            Kind::Divergent(mask) if storage.state(self.register).is_some() => banks_of_lanes(mask),
            Kind::Divergent(_) | Kind::Mov | Kind::Moved => {
                banks_of(Some(CompressionRange::Uncompressed))
            }
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
    /// F less 1, if full results are forwarded.
    shown_after: Option<u64>,
    /// Full results that are still to be shown, with the cycle in which they are.
    hidden: VecDeque<(u64, Write)>,
}

impl Port {
    pub fn new(parameters: &RegfileParameters) -> Self {
        let depth = parameters.queue_depth();
        Self {
            modes: parameters.modes(),
            latency: parameters.compression_latency() as u64,
            depth,
            inside: VecDeque::with_capacity(depth),
            shown_after: { parameters.forwards() }.then(|| parameters.forward_delay() as u64 - 1),
            hidden: VecDeque::new(),
        }
    }

    pub fn is_ready(&self) -> bool {
        self.inside.len() < self.depth
    }

    /// A result is accepted in cycle `now`. What the compressor will give is known at once.
    pub fn accept(&mut self, now: u64, result: &WriteBack) {
        let (kind, data) = match self.modes {
            Some(_) if result.is_mov() => (Kind::Moved, result.data),
            Some(modes) if !result.is_divergent() => {
                let compressed = compress(modes, false, &result.filled());
                (Kind::Full(compressed.range), compressed.banks)
            }
            // Nothing is compressed, so what counts is whether all lanes are there.
            None if result.mask == u32::MAX => {
                (Kind::Full(CompressionRange::Uncompressed), result.data)
            }
            _ => (Kind::Divergent(result.mask), result.data),
        };
        let write = Write {
            register: result.register,
            kind,
            data,
        };
        if let (Some(after), Kind::Full(_)) = (self.shown_after, kind) {
            self.hidden.push_back((now + after, write));
        }
        // What is not compressed does not go through the compressor, but keeps its place.
        let latency = match kind {
            Kind::Full(_) => self.latency,
            _ => 0,
        };
        self.inside.push_back((now + latency + 1, write));
    }

    /// At the end of a cycle: results that can be read from the next one on.
    pub fn show(&mut self, now: u64, storage: &mut Storage) {
        while let Some((_, write)) = self.hidden.pop_front_if(|(from, _)| *from <= now) {
            if let Kind::Full(range) = write.kind {
                storage.come(write.register, range, &write.data);
            }
        }
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
        self.hidden.clear();
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
    /// The register whose result was written.
    pub result: Option<u16>,
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
            result: None,
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
                done.result = Some(register);
            }
            Kind::Mov => storage.store(register, CompressionRange::Uncompressed, data),
            Kind::Moved => {
                events.stored(CompressionRange::Uncompressed);
                storage.store(register, CompressionRange::Uncompressed, data);
                done.result = Some(register);
            }
            Kind::Divergent(mask) => {
                events.count(Counter::DivergentWrites);
                storage.merge(register, mask, data);
                done.result = Some(register);
            }
        }
        if let Some(register) = done.result {
            storage.end(register);
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
