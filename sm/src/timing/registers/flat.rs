//! The register file without compression and gating, exact to the cycle but without its cycles.
//!
//! Clusters serve their requests in the order of acceptance, so a request's turn is known when it
//! is accepted, and with it the cycle in which the operation leaves. Only writes are stepped, and
//! only while there are any. `tests/timing_registers.rs` holds it against the golden model of
//! `regfile` in its preset `uncompressed`.

use super::{Activity, Answer, Demand, Operation, RegisterPath, Written, PORTS};
use crate::timing::error::Disagreement;
use crate::timing::stalls::Cause;
use std::collections::VecDeque;

/// From grant to the cycle in which the source is there: access, banks, fetched, collector
/// (docs/units/regfile.md, Reading, D = 0).
const READ: u64 = 4;
/// Results of a port that are on their way: L + 2 with L = 0.
const INSIDE: usize = 2;
/// From the acceptance of a result to the next use of its register: L + 3.
const WRITE: u64 = 3;

/// A register, and the lanes of it that are written.
#[derive(Clone, Copy, Debug)]
struct Write {
    register: u16,
    cluster: usize,
    mask: u32,
    launched: u32,
}

/// See the module.
#[derive(Clone, Debug)]
pub struct Flat {
    now: u64,
    collectors: usize,
    releases: bool,
    /// Operations inside: when they leave, and their tags.
    ring: VecDeque<(u64, u8)>,
    /// When the last two operations leave.
    left: [u64; 2],
    /// For each cluster, the first cycle in which it can serve another request.
    free: Vec<u64>,
    pending: Vec<bool>,
    /// For each port, results with the first cycle in which they may enter a write stage.
    queues: [VecDeque<(u64, Write)>; PORTS],
    /// What is written in the coming cycle, by the port that it came from. A port gives one result a cycle, and
    /// two never go to one cluster.
    stages: [Option<Write>; PORTS],
    /// For each cluster, the port whose result entered last; 1 after reset.
    last: Vec<usize>,
    /// Stages and queues that hold something.
    writing: usize,
    turn: usize,
    /// Why operations were refused in the last cycle, if somebody wants to know.
    refused: Option<[Cause; PORTS]>,
    activity: Activity,
}

/// Banks of a warp register.
const BANKS: u64 = spec::warp::BANKS_PER_REGISTER as u64;

/// The banks in which some lane of a mask lies: four lanes a bank.
pub(crate) fn banks_of(mask: u32) -> u64 {
    // Each lane of four has its bit in the lowest of them.
    let pairs = mask | mask >> 1;
    u64::from(((pairs | pairs >> 2) & 0x1111_1111).count_ones())
}

impl Flat {
    /// A file of so many warp registers.
    pub fn new(registers: usize, clusters: usize, collectors: usize) -> Self {
        Self {
            now: 0,
            collectors,
            releases: false,
            ring: VecDeque::with_capacity(collectors),
            left: [0; 2],
            free: vec![0; clusters],
            pending: vec![false; registers],
            queues: Default::default(),
            stages: [None; PORTS],
            last: vec![1; clusters],
            writing: 0,
            turn: 0,
            refused: None,
            activity: Activity::default(),
        }
    }

    /// The same with a release of each register, as the unit of Warped-Compression has it.
    #[must_use]
    pub fn with_releases(mut self) -> Self {
        self.releases = true;
        self
    }

    /// Operations that leave in the coming cycle or in the one after, in the order in which they
    /// came: whether in the coming one.
    pub(super) fn leaving(&self) -> impl Iterator<Item = bool> + '_ {
        let soon = self.ring.iter().take_while(|first| first.0 <= self.now + 1);
        soon.map(|first| first.0 <= self.now)
    }

    fn cluster(&self, register: u16) -> usize {
        usize::from(register % self.free.len() as u16)
    }

    fn is_hazard(&self, operation: &Operation) -> bool {
        let named = operation.sources.iter().chain([&operation.destination]);
        named.flatten().any(|&r| self.pending[usize::from(r)])
    }

    fn accept(&mut self, operation: &Operation) {
        let mut complete = self.now + 1;
        for &register in operation.sources.iter().flatten() {
            let cluster = self.cluster(register);
            let granted = self.free[cluster].max(self.now + 1);
            self.free[cluster] = granted + 1;
            complete = complete.max(granted + READ);
            self.activity.source_reads += 1;
            self.activity.bank_reads += BANKS;
        }
        // In order, two a cycle.
        let leaves = complete.max(self.left[1]).max(self.left[0] + 1);
        self.left = [self.left[1], leaves];
        self.ring.push_back((leaves, operation.tag));
        if let Some(register) = operation.destination {
            self.pending[usize::from(register)] = true;
        }
    }

    /// Writes what is in the stages, and fills them.
    fn write(&mut self) {
        let heads: [Option<Write>; PORTS] = std::array::from_fn(|port| {
            let head = self.queues[port].front();
            head.filter(|head| head.0 <= self.now).map(|head| head.1)
        });
        for write in std::mem::take(&mut self.stages).into_iter().flatten() {
            self.pending[usize::from(write.register)] = false;
            self.writing -= 1;
            self.activity.bank_writes += banks_of(write.mask);
            if write.mask == u32::MAX {
                self.activity.stored[0] += 1;
            } else {
                self.activity.partial_writes += 1;
            }
            self.activity.divergent_writes += u64::from(write.mask != write.launched);
        }
        // Of two that want one cluster, it is the turn of that which did not enter it last.
        let waits = match heads {
            [Some(first), Some(second)] if first.cluster == second.cluster => {
                Some(self.last[first.cluster])
            }
            _ => None,
        };
        for (port, head) in heads.into_iter().enumerate() {
            if let Some(write) = head.filter(|_| waits != Some(port)) {
                self.stages[port] = head;
                self.last[write.cluster] = port;
                self.queues[port].pop_front();
            }
        }
    }
}

impl RegisterPath for Flat {
    fn reset(&mut self) {
        let fresh = Self::new(self.pending.len(), self.free.len(), self.collectors);
        *self = Self {
            releases: self.releases,
            refused: self.refused,
            ..fresh
        };
    }

    fn cycle(&mut self, demand: &Demand) -> Result<Answer, Disagreement> {
        let mut answer = Answer::default();
        let room = self.collectors - self.ring.len();
        let ok: [bool; PORTS] = std::array::from_fn(|port| {
            demand.presented[port] && room > 0 && !self.is_hazard(&demand.operations[port])
        });
        let clash = || {
            let [first, second] = &demand.operations;
            let mut named = second.sources.iter().chain([&second.destination]);
            first.destination.is_some() && named.any(|&named| named == first.destination)
        };
        answer.accepted = ok;
        if ok == [true; PORTS] && (room == 1 || clash()) {
            answer.accepted = [self.turn == 0, self.turn == 1];
            self.turn = 1 - self.turn;
        }
        if self.refused.is_some() {
            // Of two that want the last collector, or of which one writes what the other names, one waits.
            let why = |port: usize| match (room, self.is_hazard(&demand.operations[port])) {
                (0 | 1, false) => Cause::Collectors,
                _ => Cause::Bank,
            };
            self.refused = Some(std::array::from_fn(why));
        }
        for offered in &mut answer.offered {
            let leaves = self.ring.front().filter(|first| first.0 <= self.now);
            *offered = leaves.map(|first| first.1);
            if leaves.is_some() {
                self.ring.pop_front();
            }
        }
        answer.written =
            std::array::from_fn(|port| demand.written[port] && self.queues[port].len() < INSIDE);
        answer.released = { demand.release }.is_some_and(|r| !self.pending[usize::from(r)]);
        if self.writing > 0 {
            self.write();
        }
        for port in 0..PORTS {
            if answer.written[port] {
                let result = &demand.results[port];
                let write = Write {
                    register: result.register,
                    cluster: self.cluster(result.register),
                    mask: result.mask,
                    launched: result.launched,
                };
                self.queues[port].push_back((self.now + 1, write));
                self.writing += 1;
            }
        }
        for port in 0..PORTS {
            if answer.accepted[port] {
                self.accept(&demand.operations[port]);
            }
        }
        self.now += 1;
        Ok(answer)
    }

    fn carries_data(&self) -> bool {
        false
    }

    fn wants_releases(&self) -> bool {
        self.releases
    }

    fn write_latency(&self, _: &Written) -> u64 {
        WRITE
    }

    fn quiet(&self) -> u64 {
        if self.writing > 0 {
            return 0;
        }
        let next = self.ring.front().map(|first| first.0);
        next.map_or(u64::MAX, |next| next.saturating_sub(self.now))
    }

    fn skip(&mut self, cycles: u64) -> Result<(), Disagreement> {
        self.now += cycles;
        Ok(())
    }

    fn watch(&mut self) {
        self.refused = Some([Cause::Bank; PORTS]);
    }

    fn why_refused(&self, port: usize) -> Cause {
        self.refused.map_or(Cause::Bank, |refused| refused[port])
    }

    fn activity(&mut self) -> Result<Activity, Disagreement> {
        Ok(Activity {
            bank_cycles: self.now * BANKS * self.free.len() as u64,
            ..self.activity
        })
    }
}
