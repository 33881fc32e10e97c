//! A toy execution pipeline around the model: it presents random instructions, takes what is
//! offered, and gives the results back late and out of order. It keeps the contract, and knows
//! what each instruction should read.

use super::manner::Manner;
use golden::regfile::{released, FlatFile, Instruction, Offer, Regfile, WriteBack};
use spec::regfile::{RegfileInputs, RegfileOutputs, RegfileParameters};
use spec::warp::WarpRegister;
use spec::Ready;
use spec::UnitModel;
use std::collections::VecDeque;
use surroundings::random::Random;

/// An instruction in the ring, with what it must read.
#[derive(Clone, Debug)]
pub struct Accepted {
    pub instruction: Instruction,
    pub sources: [Option<WarpRegister>; 3],
    /// The cycle of its acceptance.
    pub since: u64,
}

/// A taken instruction whose result is to come.
struct Flight {
    register: u16,
    mask: u32,
    launched: u32,
    due: u64,
}

/// What happened in a cycle.
pub struct Cycle {
    pub inputs: RegfileInputs,
    pub outputs: RegfileOutputs,
    /// What was accepted, MOVs in the place of instructions included.
    pub accepted: Vec<Instruction>,
    /// What was taken, and what it should be.
    pub taken: Vec<(Accepted, Offer)>,
    /// The results that were accepted.
    pub results: Vec<WriteBack>,
    /// The register that was released.
    pub released: Option<u16>,
}

/// The file and its pipeline.
pub struct Play {
    pub file: Regfile,
    pub parameters: RegfileParameters,
    pub manner: Manner,
    pub now: u64,
    pub ring: VecDeque<Accepted>,
    pub flat: FlatFile,
    random: Random,
    flights: Vec<Flight>,
    presented: [Option<Instruction>; 2],
    results: [Option<WriteBack>; 2],
    tag: u8,
}

impl Play {
    pub fn new(seed: u64, parameters: RegfileParameters, manner: Manner) -> Self {
        Self {
            file: Regfile::new(parameters),
            parameters,
            manner,
            now: 0,
            ring: VecDeque::new(),
            flat: FlatFile::new(&parameters),
            random: Random::new(seed),
            flights: Vec::new(),
            presented: [None; 2],
            results: [None; 2],
            tag: 0,
        }
    }

    fn register(&mut self) -> u16 {
        let registers = self.parameters.registers();
        let clusters = self.parameters.clusters();
        let stride = if self.manner.one_cluster { clusters } else { 1 };
        let hot = self.manner.hot.min(registers / stride);
        (self.random.below(hot) * stride) as u16
    }

    /// The lanes that a warp has.
    fn launched(&mut self) -> u32 {
        if !self.random.chance(self.manner.narrow) {
            return u32::MAX;
        }
        match self.random.below(3) {
            0 => 0xffff,
            1 => u32::MAX >> self.random.below(32),
            _ => self.random.word(),
        }
    }

    /// Those of them that an instruction writes.
    fn mask(&mut self, launched: u32) -> u32 {
        if !self.random.chance(self.manner.divergent) {
            return launched;
        }
        let mask = match self.random.below(6) {
            0 => 0,
            1 => 1 << self.random.below(32),
            2 => !(1 << self.random.below(32)),
            3 => 0xf << (4 * self.random.below(8)),
            4 => u32::MAX >> self.random.below(32),
            _ => self.random.word(),
        };
        mask & launched
    }

    fn instruction(&mut self) -> Instruction {
        self.tag = self.tag.wrapping_add(1);
        let source = |play: &mut Self| {
            let has = play.random.chance(play.manner.source);
            has.then(|| play.register())
        };
        let sources = [source(self), source(self), source(self)];
        let writes = self.random.chance(self.manner.writes);
        let launched = self.launched();
        Instruction {
            tag: self.tag,
            sources,
            destination: writes.then(|| self.register()),
            mask: self.mask(launched),
            launched,
        }
    }

    fn data(&mut self) -> WarpRegister {
        let base = self.random.word();
        if !self.random.chance(self.manner.compressible) {
            return std::array::from_fn(|_| self.random.word());
        }
        let bits = [0, 1, 7, 8, 15, 16][self.random.below(6)];
        std::array::from_fn(|lane| match lane {
            0 => base,
            _ => base.wrapping_add(self.random.word() & ((1 << bits) - 1)),
        })
    }

    /// The inputs of the coming cycle.
    pub fn inputs(&mut self) -> RegfileInputs {
        let mut inputs = RegfileInputs {
            out: [
                Ready {
                    ready: self.random.chance(self.manner.ready),
                },
                Ready {
                    ready: self.random.chance(self.manner.ready),
                },
            ],
            counter_select: self.random.below(64) as u8,
            ..RegfileInputs::default()
        };
        for port in 0..2 {
            if self.presented[port].is_none() && self.random.chance(self.manner.instructions) {
                self.presented[port] = Some(self.instruction());
            }
            if let Some(instruction) = &self.presented[port] {
                instruction.present(port, &mut inputs);
            }
            self.present_result(port);
            if let Some(result) = &self.results[port] {
                result.present(port, &mut inputs);
            }
        }
        if self.random.chance(self.manner.releases) {
            inputs.release_valid = true;
            inputs.release_register = self.register();
        }
        inputs
    }

    fn present_result(&mut self, port: usize) {
        let due = { self.flights.iter() }.filter(|flight| flight.due <= self.now);
        let enough = due.count() >= self.manner.burst.min(self.flights.len()).max(1);
        if self.results[port].is_some() || !enough || !self.random.chance(self.manner.results) {
            return;
        }
        let from = self.random.below(self.flights.len());
        let order = (0..self.flights.len()).map(|i| (from + i) % self.flights.len());
        let Some(next) = { order }.find(|&i| self.flights[i].due <= self.now) else {
            return;
        };
        let Flight {
            register,
            mask,
            launched,
            ..
        } = self.flights.swap_remove(next);
        let data = self.data();
        self.results[port] = Some(WriteBack {
            register,
            mask,
            launched,
            data,
        });
    }

    /// One cycle with these inputs.
    pub fn cycle(&mut self, inputs: RegfileInputs) -> Cycle {
        let outputs = self.file.cycle(&inputs).expect("in contract");
        let mut cycle = Cycle {
            accepted: Vec::new(),
            taken: Vec::new(),
            results: Vec::new(),
            released: None,
            inputs,
            outputs,
        };
        let (inputs, outputs) = (&cycle.inputs, &cycle.outputs);
        for offer in { Offer::offered(outputs) }
            .into_iter()
            .take(Offer::taken(inputs, outputs))
        {
            let accepted = self.ring.pop_front().expect("an instruction in the ring");
            let instruction = &accepted.instruction;
            if let Some(register) = instruction.destination {
                self.flights.push(Flight {
                    register,
                    mask: instruction.mask,
                    launched: instruction.launched,
                    due: self.now + 1 + self.random.below(self.manner.latency) as u64,
                });
            }
            cycle.taken.push((accepted, offer.expect("an offer")));
        }
        let ready = [outputs.wb[0].ready, outputs.wb[1].ready];
        for (port, result) in WriteBack::presented(inputs).into_iter().enumerate() {
            if let Some(result) = result.filter(|_| ready[port]) {
                self.results[port] = None;
                cycle.results.push(result);
            }
        }
        if outputs.release_ready {
            cycle.released = released(inputs);
        }
        for (port, entered) in Instruction::accepted(inputs, outputs)
            .into_iter()
            .enumerate()
        {
            // Of whom only a MOV has entered, is presented again.
            if entered.is_some() && !outputs.injected[port].mov {
                self.presented[port] = None;
            }
            cycle.accepted.extend(entered);
        }
        // A refused instruction may be replaced: nobody waits behind a hazard for ever.
        if self.random.chance(10) {
            self.presented = [None; 2];
        }
        self.play_flat(&cycle);
        self.now += 1;
        cycle
    }

    fn play_flat(&mut self, cycle: &Cycle) {
        if let Some(register) = cycle.released {
            self.flat.release(register);
        }
        for &instruction in &cycle.accepted {
            self.ring.push_back(Accepted {
                instruction,
                sources: self.flat.sources(&instruction),
                since: self.now,
            });
        }
        cycle
            .results
            .iter()
            .for_each(|result| self.flat.write(result));
    }

    /// A random cycle.
    pub fn step(&mut self) -> Cycle {
        let inputs = self.inputs();
        self.cycle(inputs)
    }

    /// No more instructions, and nothing that holds up those inside.
    pub fn close(&mut self) {
        self.manner = Manner {
            instructions: 0,
            ready: 100,
            results: 100,
            burst: 1,
            releases: 0,
            ..self.manner
        };
        self.presented = [None; 2];
    }

    /// Whether nothing is inside.
    pub fn is_at_rest(&self) -> bool {
        let mut registers = 0..self.parameters.registers() as u16;
        self.ring.is_empty() && !registers.any(|r| self.file.is_pending(r))
    }

    /// Closes the door and waits until nothing is inside.
    pub fn drain(&mut self) {
        self.close();
        let limit = self.now + 100_000;
        while !self.is_at_rest() {
            self.step();
            assert!(self.now < limit, "it never comes to rest");
        }
    }

    /// A cycle of reset: everything is forgotten.
    pub fn reset(&mut self) {
        self.file.reset();
        self.ring.clear();
        self.flat.reset();
        self.flights.clear();
        self.results = [None; 2];
        self.now += 1;
    }
}
