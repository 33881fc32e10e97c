//! A toy execution pipeline around the model: it presents random instructions, takes what is
//! offered, and gives the results back late and out of order. It keeps the contract, and knows
//! what each instruction should read.

use golden::regfile::{released, FlatFile, Instruction, Offer, Regfile, WriteBack};
use proptest::prelude::*;
use spec::regfile::{RegfileInputs, RegfileOutputs, RegfileParameters};
use spec::warp::WarpRegister;
use spec::Ready;
use spec::{AnyParameters, Parameters, UnitId, UnitModel};
use std::collections::VecDeque;
use surroundings::random::Random;

/// The preset `name`.
pub fn preset(name: &str) -> RegfileParameters {
    let preset = UnitId::Regfile.preset(name).expect("a preset");
    match preset.parameters {
        AnyParameters::Regfile(parameters) => parameters,
        other => panic!("{other:?}"),
    }
}

/// `small` or `fermi` with changes.
pub fn changed(name: &str, changes: &[(&str, &str)]) -> RegfileParameters {
    let mut parameters = preset(name);
    for (key, value) in changes {
        parameters.set(key, value).expect("legal");
    }
    parameters
}

/// What a play is like, in percent where nothing else is said.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// Registers that instructions name.
    pub hot: usize,
    /// All of them in one cluster.
    pub one_cluster: bool,
    pub instructions: u8,
    pub source: u8,
    pub writes: u8,
    pub divergent: u8,
    /// An out port is ready.
    pub ready: u8,
    /// The longest latency of the execution units, in cycles.
    pub latency: usize,
    /// A result that could be presented is.
    pub results: u8,
    /// Results wait until this many are there, then all come.
    pub burst: usize,
    pub releases: u8,
    /// Lanes that are alike.
    pub compressible: u8,
    /// Warps that have fewer than 32 lanes.
    pub narrow: u8,
}

impl Manner {
    /// Everything as fast as it goes.
    pub const BUSY: Self = Self {
        hot: 1024,
        one_cluster: false,
        instructions: 100,
        source: 67,
        writes: 80,
        divergent: 20,
        ready: 100,
        latency: 4,
        results: 100,
        burst: 1,
        releases: 20,
        compressible: 80,
        narrow: 20,
    };
}

pub fn manner() -> impl Strategy<Value = Manner> {
    let percents = prop::array::uniform8(prop::sample::select(vec![0_u8, 10, 50, 90, 100]));
    let numbers = (
        prop::sample::select(vec![1_usize, 3, 8, 40, 1024]),
        1..40_usize,
        prop::sample::select(vec![1_usize, 1, 4, 12]),
    );
    (percents, numbers, any::<bool>(), 0..60_u8).prop_map(
        |(p, (hot, latency, burst), one_cluster, releases)| Manner {
            hot,
            one_cluster,
            instructions: p[0].max(5),
            source: p[1],
            writes: p[2].max(10),
            divergent: p[3],
            ready: p[4].max(20),
            latency,
            results: p[5].max(10),
            burst,
            releases,
            compressible: p[6],
            narrow: p[7],
        },
    )
}

/// Files of all kinds, small ones more often.
pub fn parameters() -> impl Strategy<Value = RegfileParameters> {
    let modes = ["none", "4x0", "4x1", "4x2", "4x0,4x2", "4x0,4x1,4x2"];
    let any = (
        prop::sample::select(vec!["8x16", "32x256"]),
        prop::sample::select(vec!["4", "8", "16"]),
        prop::sample::select(modes.to_vec()),
        (1..=8_u8, 1..=8_u8),
        prop::sample::select(vec!["0", "1", "2", "3", "10", "17"]),
        prop::sample::select(vec!["on", "on", "off"]),
    );
    let any = any.prop_map(
        |(geometry, collectors, modes, (to, from), wake, forwarding)| {
            let (to, from) = (to.to_string(), from.to_string());
            changed(
                "small",
                &[
                    ("geometry", geometry),
                    ("collectors", collectors),
                    ("modes", modes),
                    ("compression_latency", &to),
                    ("decompression_latency", &from),
                    ("wake_delay", wake),
                    ("forwarding", forwarding),
                ],
            )
        },
    );
    prop_oneof![1 => Just(preset("fermi")), 1 => Just(preset("uncompressed")), 1 => Just(preset("no-forwarding")),
        2 => Just(preset("small")), 3 => any]
}

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
    /// What was accepted.
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
        let ready = [outputs.issue[0].ready, outputs.issue[1].ready];
        for (port, instruction) in Instruction::presented(inputs).into_iter().enumerate() {
            if let Some(instruction) = instruction.filter(|_| ready[port]) {
                self.presented[port] = None;
                cycle.accepted.push(instruction);
            }
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
