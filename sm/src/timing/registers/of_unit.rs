//! A register file that is a model of the unit `regfile`: golden, RTL, or both in lockstep.
//!
//! What the unit gives for a source must be what the register held, functionally, when its
//! instruction was issued: that is checked for every source of every instruction.

use super::{Activity, Answer, Demand, Operation, RegisterPath, Written, PORTS, SOURCES};
use crate::timing::error::Disagreement;
use crate::timing::stalls::Cause;
use golden::regfile::{Instruction, Regfile, WriteBack};
use spec::regfile::{self, Counter, RegfileInputs, RegfileOutputs, RegfileParameters};
use spec::warp::WarpRegister;
use spec::Ready;
use spec::{Difference, UnitFault, UnitModel};
use std::collections::VecDeque;

/// Cycles after the last one of a launch until all has been written and counted: enough for what
/// waits for banks that wake.
const LAST: usize = 128;

/// Registers of a part of an instruction, with what they held and the lanes that their warp has.
type Sources = [Option<(u16, WarpRegister, u32)>; SOURCES];

/// See the module.
pub struct OfUnit {
    unit: Box<dyn UnitModel<regfile::Regfile>>,
    parameters: RegfileParameters,
    /// The inputs of a cycle in which nothing is asked.
    idle: RegfileInputs,
    inputs: RegfileInputs,
    /// What the sources of each tag must be, for each part of its instruction that is inside.
    expected: Vec<VecDeque<Sources>>,
    /// Operations that have not left.
    inside: usize,
    /// Results of MOVs that have been accepted.
    moved: u64,
    /// What can be seen at the ports.
    seen: Activity,
    /// Banks without power in the last cycle.
    gated: u32,
    /// Why operations were refused in the last cycle, if somebody wants to know.
    refused: Option<[Cause; PORTS]>,
}

/// An operation as the unit takes it.
fn instruction(operation: &Operation) -> Instruction {
    Instruction {
        tag: operation.tag,
        sources: operation.sources,
        destination: operation.destination,
        mask: operation.mask,
        launched: operation.launched,
    }
}

/// What its sources must be.
fn sources(operation: &Operation) -> Sources {
    let values = operation.sources.iter().zip(&operation.values);
    let mut part = Sources::default();
    for (slot, (source, value)) in part.iter_mut().zip(values) {
        *slot = source.map(|register| (register, *value, operation.launched));
    }
    part
}

/// The same of a MOV in its place.
fn of_mov(operation: &Operation) -> Sources {
    let held = |register| (register, operation.held, operation.launched);
    [operation.destination.map(held), None, None]
}

impl OfUnit {
    /// From a model, which is reset.
    pub fn new(
        mut unit: Box<dyn UnitModel<regfile::Regfile>>,
        parameters: RegfileParameters,
    ) -> Self {
        unit.reset();
        Self {
            unit,
            parameters,
            idle: RegfileInputs {
                out: [Ready { ready: true }, Ready { ready: true }],
                ..RegfileInputs::default()
            },
            inputs: RegfileInputs::default(),
            expected: vec![VecDeque::new(); 256],
            inside: 0,
            moved: 0,
            seen: Activity::default(),
            gated: 0,
            refused: None,
        }
    }

    fn golden(&self) -> Option<&Regfile> {
        self.unit.inside()?.downcast_ref()
    }

    /// Why an operation would be refused now.
    fn why(&self, demand: &Demand, port: usize) -> Cause {
        let Some(golden) = self.golden() else {
            return Cause::Bank;
        };
        let operation = &demand.operations[port];
        let named = operation.sources.iter().chain([&operation.destination]);
        let is_hazard = golden.is_hazard(&instruction(operation));
        let outstanding = named
            .flatten()
            .find(|&&register| is_hazard && golden.is_pending(register));
        match outstanding {
            _ if golden.free_collectors() == 0 => Cause::Collectors,
            Some(&register) if golden.awaits_mov_of(register) => Cause::Mov,
            Some(&register) if golden.is_waking(register) => Cause::BankWake,
            None if golden.free_collectors() == 1 => Cause::Collectors,
            _ => Cause::Bank,
        }
    }

    /// One of the unit's counters, read through its port in a cycle in which nothing else is asked.
    fn counter(&mut self, counter: Counter) -> Result<u64, Disagreement> {
        let inputs = RegfileInputs {
            counter_select: counter as u8,
            ..self.idle.clone()
        };
        Ok(self.unit.cycle(&inputs)?.counter_value.into())
    }

    /// Cycles pass.
    fn pass(&mut self, cycles: u64) {
        let p = &self.parameters;
        self.seen.bank_cycles += cycles * p.banks() as u64;
        self.seen.gated_bank_cycles += cycles * u64::from(self.gated.count_ones());
        for (bank, count) in self.seen.gated_cycles.iter_mut().enumerate() {
            *count += cycles * u64::from(self.gated >> bank & 1);
        }
        if p.modes().is_some() {
            self.seen.compressor_cycles += cycles * PORTS as u64;
            self.seen.decompressor_cycles += cycles * p.clusters() as u64;
        }
    }

    /// What an error of the unit is about.
    fn disagreement(&self, fault: UnitFault<RegfileOutputs>, demand: &Demand) -> Disagreement {
        let UnitFault::Differs(difference) = fault else {
            return fault.into();
        };
        let Difference {
            port,
            outputs,
            reason,
        } = *difference;
        let source = |tag: u8, valid: bool| {
            // out0_a, out0_b and out0_c name a source.
            let letter = port.as_bytes().get(5).filter(|_| valid && port.len() == 6);
            let number = letter.and_then(|letter| letter.checked_sub(b'a'));
            let known =
                number.and_then(|n| self.expected[usize::from(tag)].front()?.get(usize::from(n)));
            (Some(tag), known.copied().flatten().map(|known| known.0))
        };
        let (tag, register) = match port.get(..3) {
            Some("out") if port.starts_with("out0") => {
                source(outputs.out[0].tag, outputs.out[0].valid)
            }
            Some("out") => source(outputs.out[1].tag, outputs.out[1].valid),
            Some("in0") => (Some(demand.operations[0].tag), None),
            Some("in1") => (Some(demand.operations[1].tag), None),
            Some("wb0") => (None, Some(demand.results[0].register)),
            Some("wb1") => (None, Some(demand.results[1].register)),
            Some("rel") => (None, demand.release),
            _ => (None, None),
        };
        Disagreement::Port {
            port,
            tag,
            register,
            reason,
        }
    }

    fn check(&mut self, offer: &regfile::Offer) -> Result<(), Disagreement> {
        // An instruction of more than three sources has several parts inside; they leave in order.
        let parts = &mut self.expected[usize::from(offer.tag)];
        let expected = parts.pop_front().ok_or_else(|| {
            Disagreement::Unit(format!("tag {} leaves and has not entered", offer.tag))
        })?;
        let sources = [
            offer.a_valid.then_some(&offer.a),
            offer.b_valid.then_some(&offer.b),
            offer.c_valid.then_some(&offer.c),
        ];
        for (expected, got) in expected.iter().zip(sources) {
            let Some((register, value, launched)) = expected else {
                continue;
            };
            // Lanes that the warp does not have hold nothing.
            let has = |lane: usize| launched >> lane & 1 == 1;
            let differs = |got: &WarpRegister| (0..32).any(|n| has(n) && got[n] != value[n]);
            if got.is_none_or(differs) {
                return Err(Disagreement::Source {
                    tag: offer.tag,
                    register: *register,
                    expected: Box::new(*value),
                    got: got.map(|got| Box::new(*got)),
                });
            }
        }
        Ok(())
    }
}

impl RegisterPath for OfUnit {
    fn reset(&mut self) {
        self.unit.reset();
        (self.inside, self.moved) = (0, 0);
        self.expected.iter_mut().for_each(VecDeque::clear);
        self.seen = Activity::default();
    }

    fn cycle(&mut self, demand: &Demand) -> Result<Answer, Disagreement> {
        self.inputs.clone_from(&self.idle);
        let inputs = &mut self.inputs;
        for port in 0..PORTS {
            if demand.presented[port] {
                let operation = &demand.operations[port];
                instruction(operation).present(port, inputs);
            }
            if demand.written[port] {
                let result = &demand.results[port];
                let result = WriteBack {
                    register: result.register,
                    mask: result.mask,
                    launched: result.launched,
                    data: result.data,
                };
                result.present(port, inputs);
            }
        }
        if let Some(register) = demand.release {
            (inputs.release_valid, inputs.release_register) = (true, register);
        }
        if self.refused.is_some() {
            self.refused = Some(std::array::from_fn(|port| self.why(demand, port)));
        }
        // Looked at where it lies: it is some hundred bytes.
        let gave = self.unit.cycle(&self.inputs);
        let outputs = match &gave {
            Ok(outputs) => outputs,
            Err(error) => return Err(self.disagreement(error.clone(), demand)),
        };
        self.gated = outputs.bank_gated;
        self.seen.bank_reads += u64::from(outputs.bank_read.count_ones());
        self.seen.bank_writes += u64::from(outputs.bank_write.count_ones());
        self.seen.bank_forwards += u64::from(outputs.bank_forward.count_ones());
        self.pass(1);
        for offer in outputs.out.iter().filter(|offer| offer.valid) {
            self.check(offer)?;
            self.inside -= 1;
        }
        let answer = Answer {
            accepted: [outputs.issue[0].ready, outputs.issue[1].ready],
            injected: [outputs.injected[0].mov, outputs.injected[1].mov],
            offered: { outputs.out.each_ref() }.map(|offer| offer.valid.then_some(offer.tag)),
            written: [
                demand.written[0] && outputs.wb[0].ready,
                demand.written[1] && outputs.wb[1].ready,
            ],
            released: outputs.release_ready,
        };
        for port in (0..PORTS).filter(|&port| answer.written[port]) {
            let result = &demand.results[port];
            self.seen.divergent_writes += u64::from(result.is_divergent());
            self.moved += u64::from(result.is_mov());
        }
        for port in 0..PORTS {
            if answer.accepted[port] {
                let operation = &demand.operations[port];
                self.inside += 1;
                let part = match answer.injected[port] {
                    true => of_mov(operation),
                    false => sources(operation),
                };
                self.expected[usize::from(operation.tag)].push_back(part);
            }
        }
        Ok(answer)
    }

    fn carries_data(&self) -> bool {
        true
    }

    fn injects(&self) -> bool {
        self.parameters.injects_movs()
    }

    fn wants_releases(&self) -> bool {
        true
    }

    fn write_latency(&self, result: &Written) -> u64 {
        let p = &self.parameters;
        let is_full = match p.modes() {
            Some(_) => result.mask == result.launched,
            None => result.mask == u32::MAX,
        };
        match (is_full, p.forwards()) {
            (true, true) => p.forward_delay() as u64,
            (true, false) => p.compression_latency() as u64 + 3,
            // It is not compressed.
            (false, _) => 3,
        }
    }

    fn quiet(&self) -> u64 {
        if self.inside > 0 {
            return 0;
        }
        self.unit.quiescent_until()
    }

    fn skip(&mut self, cycles: u64) -> Result<(), Disagreement> {
        let Some(more) = cycles.checked_sub(1) else {
            return Ok(());
        };
        // The last change of the gates shows in the first cycle; then they are at rest.
        self.gated = self.unit.cycle(&self.idle)?.bank_gated;
        self.pass(cycles);
        Ok(self.unit.skip(&self.idle, more)?)
    }

    fn watch(&mut self) {
        self.refused = Some([Cause::Bank; PORTS]);
    }

    fn why_refused(&self, port: usize) -> Cause {
        self.refused.map_or(Cause::Bank, |refused| refused[port])
    }

    fn why_collecting(&self, tag: u8) -> Cause {
        match self.golden() {
            Some(golden) if golden.awaits_mov(tag) => Cause::Mov,
            _ => Cause::Operands,
        }
    }

    fn why_unwritten(&self, register: u16) -> Cause {
        match self.golden() {
            Some(golden) if golden.is_waking(register) => Cause::BankWake,
            _ => Cause::ResultPort,
        }
    }

    fn activity(&mut self) -> Result<Activity, Disagreement> {
        // Banks may have to wake for the last writes, and their events are in the counters two
        // cycles later.
        for _ in 0..LAST {
            let outputs = self.unit.cycle(&self.idle)?;
            self.seen.bank_reads += u64::from(outputs.bank_read.count_ones());
            self.seen.bank_writes += u64::from(outputs.bank_write.count_ones());
            self.seen.bank_forwards += u64::from(outputs.bank_forward.count_ones());
        }
        // What a MOV gives back is stored as it is, and is no result of the kernel's.
        let uncompressed = self.counter(Counter::StoredUncompressed)?;
        let stored = [
            uncompressed.saturating_sub(self.moved),
            self.counter(Counter::StoredFourZero)?,
            self.counter(Counter::StoredFourOne)?,
            self.counter(Counter::StoredFourTwo)?,
        ];
        let compresses = self.parameters.modes().is_some();
        Ok(Activity {
            stored,
            source_reads: self.counter(Counter::SourceReads)?,
            partial_writes: self.counter(Counter::DivergentWrites)?,
            // What bypasses a compressor does not activate it.
            compressions: if compresses { stored.iter().sum() } else { 0 },
            decompressions: self.counter(Counter::Decompressions)?,
            movs: self.counter(Counter::Movs)?,
            ..self.seen
        })
    }
}
