//! A register file that is a model of the unit `regfile`: golden, RTL, or both in lockstep.
//!
//! What the unit gives for a source must be what the register held, functionally, when its
//! instruction was issued: that is checked for every source of every instruction.

use super::{Answer, Demand, RegisterPath, PORTS, SOURCES};
use crate::timing::error::Disagreement;
use golden::regfile::{Instruction, Offer, WriteBack};
use spec::regfile::{Counter, Regfile, RegfileInputs, RegfileParameters, GATED_COUNTERS};
use spec::warp::WarpRegister;
use spec::UnitModel;

/// Counters of the unit.
pub const COUNTERS: usize = 64;

/// See the module.
pub struct OfUnit {
    unit: Box<dyn UnitModel<Regfile>>,
    parameters: RegfileParameters,
    /// The inputs of a cycle in which nothing is asked.
    idle: RegfileInputs,
    inputs: RegfileInputs,
    /// What the sources of each tag must be.
    expected: Vec<[Option<(u16, WarpRegister)>; SOURCES]>,
    /// Operations that have not left.
    inside: usize,
    /// Results that may not be in the banks, as far as one can see from outside.
    busy: u64,
}

impl OfUnit {
    /// From a model, which is reset.
    pub fn new(mut unit: Box<dyn UnitModel<Regfile>>, parameters: RegfileParameters) -> Self {
        unit.reset();
        Self {
            unit,
            parameters,
            idle: RegfileInputs {
                out0_ready: true,
                out1_ready: true,
                ..RegfileInputs::default()
            },
            inputs: RegfileInputs::default(),
            expected: vec![[None; SOURCES]; 256],
            inside: 0,
            busy: 0,
        }
    }

    /// The unit's counters, read through its port: one cycle each, nothing else being asked.
    pub fn counters(&mut self) -> Result<[u32; COUNTERS], Disagreement> {
        let mut values = [0; COUNTERS];
        let banks = GATED_COUNTERS..GATED_COUNTERS + self.parameters.banks();
        for select in (0..Counter::ALL.len()).chain(banks) {
            let inputs = RegfileInputs {
                counter_select: select as u8,
                ..self.idle.clone()
            };
            values[select] = self.unit.cycle(&inputs)?.counter_value;
        }
        Ok(values)
    }

    fn check(&mut self, offer: &Offer) -> Result<(), Disagreement> {
        let expected = &mut self.expected[usize::from(offer.tag)];
        for (expected, got) in expected.iter().zip(&offer.sources) {
            let Some((register, value)) = expected else {
                continue;
            };
            if got.as_ref() != Some(value) {
                return Err(Disagreement::Source {
                    tag: offer.tag,
                    register: *register,
                    expected: Box::new(*value),
                    got: got.map(Box::new),
                });
            }
        }
        Ok(())
    }
}

impl RegisterPath for OfUnit {
    fn reset(&mut self) {
        self.unit.reset();
        self.inside = 0;
        self.busy = 0;
    }

    fn cycle(&mut self, demand: &Demand) -> Result<Answer, Disagreement> {
        self.inputs.clone_from(&self.idle);
        let inputs = &mut self.inputs;
        for port in 0..PORTS {
            if demand.presented[port] {
                let operation = &demand.operations[port];
                let instruction = Instruction {
                    tag: operation.tag,
                    sources: operation.sources,
                    destination: operation.destination,
                    mask: operation.mask,
                };
                instruction.present(port, inputs);
            }
            if demand.written[port] {
                let result = &demand.results[port];
                let result = WriteBack {
                    register: result.register,
                    mask: result.mask,
                    data: result.data,
                };
                result.present(port, inputs);
            }
        }
        if let Some(register) = demand.release {
            (inputs.release_valid, inputs.release_register) = (true, register);
        }
        let outputs = self.unit.cycle(inputs)?;
        let offers = Offer::offered(&outputs);
        for offer in offers.iter().flatten() {
            self.check(offer)?;
            self.inside -= 1;
        }
        let answer = Answer {
            accepted: [outputs.in0_ready, outputs.in1_ready],
            offered: offers.map(|offer| offer.map(|offer| offer.tag)),
            written: [
                demand.written[0] && outputs.wb0_ready,
                demand.written[1] && outputs.wb1_ready,
            ],
            released: outputs.release_ready,
        };
        for port in 0..PORTS {
            if answer.accepted[port] {
                let operation = &demand.operations[port];
                self.inside += 1;
                let values = operation.sources.iter().zip(&operation.values);
                let slots = &mut self.expected[usize::from(operation.tag)];
                for (slot, (source, value)) in slots.iter_mut().zip(values) {
                    *slot = source.map(|register| (register, *value));
                }
            }
        }
        Ok(answer)
    }

    fn carries_data(&self) -> bool {
        true
    }

    fn wants_releases(&self) -> bool {
        true
    }

    fn write_latency(&self) -> u64 {
        self.parameters.compression_latency() as u64 + 3
    }

    fn quiet(&self) -> u64 {
        if self.inside > 0 {
            return 0;
        }
        self.unit.quiescent_until()
    }

    fn skip(&mut self, cycles: u64) -> Result<(), Disagreement> {
        Ok(self.unit.skip(&self.idle, cycles)?)
    }
}
