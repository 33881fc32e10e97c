//! The model of `regfile`: its ports, and what a cycle is made of.

use super::collectors::{Collectors, MOV};
use super::counters::{Counters, Events};
use super::debts::Debts;
use super::gates::{Demand, Gates};
use super::reading::Reader;
use super::storage::Storage;
use super::writing::{Port, WriteStage};
use super::{released, Instruction, Offer, WriteBack};
use spec::bdi::CompressionRange;
use spec::regfile::{Counter, RegfileInputs, RegfileOutputs, RegfileParameters, PORTS};
use spec::warp::BANKS_PER_REGISTER;
use spec::{Ready, UnitFault, UnitModel};
use std::any::Any;

/// One of eight banks: arbiter, pipeline of reading, write stage.
#[derive(Clone, Debug)]
struct Cluster {
    reader: Reader,
    stage: WriteStage,
}

/// The model of `regfile`.
#[derive(Clone, Debug)]
pub struct Regfile {
    compresses: bool,
    /// MOVs enter in the place of instructions.
    injects: bool,
    /// Cycles since reset.
    now: u64,
    /// Instructions accepted since reset.
    accepted: u64,
    /// The port that wins the next contention.
    turn: usize,
    storage: Storage,
    collectors: Collectors,
    clusters: Vec<Cluster>,
    ports: [Port; PORTS],
    gates: Gates,
    demands: Vec<Demand>,
    counters: Counters,
    debts: Debts,
}

impl Regfile {
    /// A file as it is after reset.
    pub fn new(parameters: RegfileParameters) -> Self {
        let p = &parameters;
        let cluster = Cluster {
            reader: Reader::new(p.decompression_latency(), p.collectors()),
            stage: WriteStage::new(),
        };
        Self {
            compresses: p.modes().is_some(),
            injects: p.injects_movs(),
            now: 0,
            accepted: 0,
            turn: 0,
            storage: Storage::new(p.clusters(), p.registers()),
            collectors: Collectors::new(p.collectors()),
            clusters: vec![cluster; p.clusters()],
            ports: [Port::new(p), Port::new(p)],
            gates: Gates::new(p),
            demands: vec![Demand::default(); p.clusters()],
            counters: Counters::new(),
            debts: Debts::new(p.registers()),
        }
    }

    /// Whether a write of the register is outstanding: a window for properties, not a port.
    pub fn is_pending(&self, register: u16) -> bool {
        self.storage.is_pending(register) || self.is_coming(register)
    }

    fn is_coming(&self, register: u16) -> bool {
        self.coming(register).is_some()
    }

    /// The range of its result on its way, if that can be read: a window like the other.
    pub fn coming(&self, register: u16) -> Option<CompressionRange> {
        self.storage.coming(register)
    }

    /// Whether an instruction would have to wait for a write of the register: a window like the others.
    pub fn is_hazard(&self, instruction: &Instruction) -> bool {
        let overwrites_late = self.compresses && instruction.is_divergent();
        { instruction.named() }.any(|register| self.storage.is_pending(register))
            || overwrites_late && instruction.destination.is_some_and(|r| self.is_coming(r))
    }

    /// The form in which a register is stored, if it holds something: a window like the other.
    pub fn state(&self, register: u16) -> Option<CompressionRange> {
        self.storage.state(register)
    }

    /// Collectors that are free: a window like the others, as are the next four.
    pub fn free_collectors(&self) -> usize {
        self.collectors.free()
    }

    /// Whether an instruction with a tag waits for its MOV.
    pub fn awaits_mov(&self, tag: u8) -> bool {
        self.collectors
            .awaits_mov(|instruction| instruction.tag == tag)
    }

    /// Whether the instruction that writes a register waits for its MOV.
    pub fn awaits_mov_of(&self, register: u16) -> bool {
        let writes = |instruction: &Instruction| instruction.destination == Some(register);
        self.collectors.awaits_mov(writes)
    }

    /// Whether the write stage of a register's cluster waits for banks that wake.
    pub fn is_waking(&self, register: u16) -> bool {
        let cluster = self.storage.cluster(register);
        let isolated = self.gates.isolated_of(cluster);
        let stage = self.clusters.get(cluster).map(|cluster| &cluster.stage);
        stage.is_some_and(|stage| stage.is_waking(&self.storage, isolated))
    }

    /// The register that a cluster accesses in the coming cycle, for a source or for a MOV: a
    /// window like the others.
    pub fn accessed(&self, cluster: usize) -> Option<u16> {
        self.clusters.get(cluster)?.reader.accessed()
    }

    /// Which of the presented instructions are accepted.
    fn door(&mut self, presented: &[Option<Instruction>; PORTS]) -> [bool; PORTS] {
        let free = self.collectors.free();
        let ok = presented.map(|i| i.is_some_and(|i| free > 0 && !self.is_hazard(&i)));
        let clash = match presented {
            [Some(first), Some(second)] => {
                { first.destination }.is_some_and(|written| second.named().any(|r| r == written))
            }
            _ => false,
        };
        if ok != [true; PORTS] || !(free == 1 || clash) {
            return ok;
        }
        let winner = self.turn;
        self.turn = 1 - self.turn;
        [winner == 0, winner == 1]
    }

    /// One cycle of all clusters: `bank_read`, `bank_forward` and `bank_write`.
    fn access(&mut self, events: &mut Events, outputs: &mut RegfileOutputs) {
        let heads = [self.ports[0].head(self.now), self.ports[1].head(self.now)];
        for (k, Cluster { reader, stage }) in self.clusters.iter_mut().enumerate() {
            let may_enter =
                |register| self.storage.cluster(register) == k && !reader.is_moving(register);
            let [first, second] = heads.map(|head| head.is_some_and(may_enter));
            let candidates = [reader.holds_mov(), first, second];
            let accessed = reader.cycle(&self.storage, &mut self.collectors, events);
            let demand = &mut self.demands[k];
            *demand = Demand::default();
            let isolated = self.gates.isolated_of(k);
            let done = stage.write(&mut self.storage, isolated, demand, events);
            if let Some(register) = done.result {
                self.collectors.written(register);
            }
            stage.enter(&candidates, reader, &mut self.ports);
            let of_cluster = |banks: u8| u32::from(banks) << (k * BANKS_PER_REGISTER);
            outputs.bank_read |= of_cluster(accessed.read);
            outputs.bank_forward |= of_cluster(accessed.forwarded);
            outputs.bank_write |= of_cluster(done.banks);
        }
        events.banks(Counter::BankReads, outputs.bank_read);
        events.banks(Counter::BankForwards, outputs.bank_forward);
        events.banks(Counter::BankWrites, outputs.bank_write);
    }

    /// Whether a MOV goes before an instruction.
    fn needs_mov(&self, instruction: &Instruction) -> bool {
        let is_compressed = |register| {
            let state = self.storage.state(register);
            state.is_some_and(|range| range != CompressionRange::Uncompressed)
        };
        self.compresses
            && instruction.is_divergent()
            && instruction.destination.is_some_and(is_compressed)
    }

    fn accept(&mut self, instruction: Instruction) {
        let brings_mov = !self.injects && self.needs_mov(&instruction);
        let waits = instruction.destination.is_some_and(|r| self.is_coming(r));
        let place = { &mut self.collectors }.accept(instruction, brings_mov, waits);
        let order = self.accepted;
        self.accepted += 1;
        let mut wait = |number, register| {
            let cluster = self.storage.cluster(register);
            self.clusters[cluster]
                .reader
                .wait(order, place, number, register);
        };
        for (number, source) in instruction.sources.iter().enumerate() {
            if let Some(register) = *source {
                wait(number, register);
            }
        }
        if let Some(register) = instruction.destination {
            if brings_mov {
                wait(MOV, register);
            }
            self.storage.ask(register);
        }
    }
}

impl UnitModel<spec::regfile::Regfile> for Regfile {
    fn reset(&mut self) {
        self.now = 0;
        self.accepted = 0;
        self.turn = 0;
        self.storage.reset();
        self.collectors.clear();
        for cluster in &mut self.clusters {
            cluster.reader.clear();
            cluster.stage.clear();
        }
        self.ports.iter_mut().for_each(Port::clear);
        self.gates.reset();
        self.counters = Counters::new();
        self.debts.reset();
    }

    fn inside(&self) -> Option<&dyn Any> {
        Some(self)
    }

    /// Decisions first, all from the state as the cycle begins; then, from the exits to the
    /// doors, what moves, so that nobody sees what another did in the same cycle.
    fn cycle(
        &mut self,
        inputs: &RegfileInputs,
    ) -> Result<RegfileOutputs, UnitFault<RegfileOutputs>> {
        let instructions = Instruction::presented(inputs);
        let results = WriteBack::presented(inputs);
        self.debts.check(inputs, &instructions, &results)?;

        let mut outputs = RegfileOutputs::default();
        self.collectors.offer(&mut outputs);
        let accepted = self.door(&instructions);
        let ready = [self.ports[0].is_ready(), self.ports[1].is_ready()];
        let release = released(inputs).filter(|&register| {
            !self.is_pending(register) && !self.collectors.is_reading(register)
        });
        outputs.issue = accepted.map(|ready| Ready { ready });
        outputs.wb = ready.map(|ready| Ready { ready });
        outputs.release_ready = release.is_some();
        outputs.bank_gated = self.gates.gated();
        outputs.bank_isolate = self.gates.isolated();
        outputs.counter_value = self.counters.value(inputs.counter_select);

        let mut events = Events::new(self.gates.gated());
        self.access(&mut events, &mut outputs);
        for ((port, ready), result) in self.ports.iter_mut().zip(ready).zip(&results) {
            if let Some(result) = result.as_ref().filter(|_| ready) {
                port.accept(self.now, result);
                self.debts.paid(result.register);
            }
            port.show(self.now, &mut self.storage);
        }
        for _ in 0..Offer::taken(inputs, &outputs) {
            self.debts.taken(&self.collectors.leave());
        }
        // The release comes before the instructions of its cycle.
        if let Some(register) = release {
            self.storage.release(register);
            let demand = &mut self.demands[self.storage.cluster(register)];
            demand.released = Some(self.storage.entry(register));
        }
        for (port, instruction) in instructions.into_iter().enumerate() {
            let Some(instruction) = instruction.filter(|_| accepted[port]) else {
                continue;
            };
            let injected = self.injects && self.needs_mov(&instruction);
            let mov = instruction.mov().filter(|_| injected);
            if mov.is_some() {
                outputs.injected[port].mov = true;
                events.count(Counter::Movs);
            }
            self.accept(mov.unwrap_or(instruction));
        }
        self.gates.cycle(&self.demands);
        self.counters.cycle(events);
        self.now += 1;
        Ok(outputs)
    }

    /// With nothing inside and no gate that moves, only counters would change.
    fn quiescent_until(&self) -> u64 {
        let is_empty = |cluster: &Cluster| cluster.reader.is_empty() && cluster.stage.is_empty();
        let is_quiescent = self.collectors.is_empty()
            && self.ports.iter().all(Port::is_empty)
            && self.clusters.iter().all(is_empty)
            && self.gates.are_at_rest();
        if is_quiescent {
            u64::MAX
        } else {
            0
        }
    }

    fn skip(&mut self, _: &RegfileInputs, cycles: u64) -> Result<(), UnitFault<RegfileOutputs>> {
        self.now += cycles;
        self.counters.skip(cycles, self.gates.gated());
        Ok(())
    }
}
