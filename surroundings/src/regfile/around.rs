//! The execution pipeline around the file: it presents instructions, takes what is offered,
//! remembers destinations and masks, and gives the results back late and in any order.

use super::manner::{Favour, Manner};
use crate::generate::closed_loop::Surroundings;
use crate::generate::warp;
use crate::prng::Prng;
use golden::regfile::{Instruction, Offer, WriteBack};
use spec::regfile::{
    Regfile, RegfileInputs, RegfileOutputs, RegfileParameters, COUNTER_SELECT_BITS, PORTS,
};
use spec::warp::WarpRegister;
use std::collections::VecDeque;

/// A taken instruction whose result is to come.
#[derive(Clone, Copy)]
struct Flight {
    register: u16,
    mask: u32,
    launched: u32,
    due: u64,
}

/// All that surrounds the file.
pub struct Around {
    parameters: RegfileParameters,
    manner: Manner,
    now: u64,
    presented: [Option<Instruction>; PORTS],
    results: [Option<WriteBack>; PORTS],
    releasing: Option<u16>,
    flights: Vec<Flight>,
    /// The lanes that the warps of the instructions inside have: the file does not give them back.
    inside: VecDeque<u32>,
    /// The last write that was asked for was a full one, register by register: what a storm of
    /// MOVs has to know.
    full: Vec<bool>,
    data: WarpRegister,
    /// Where sweeps are: of instructions that never meet, of releases, of counters.
    swept: u32,
    releases: u32,
    counter: u8,
    tag: u8,
    /// Cycles until one of reset, while what was accepted is on its way; 0: none comes.
    reset_in: u32,
}

impl Around {
    /// A pipeline at rest.
    pub fn new(parameters: RegfileParameters) -> Self {
        Self {
            parameters,
            manner: Manner::idle(),
            now: 0,
            presented: [None; PORTS],
            results: [None; PORTS],
            releasing: None,
            flights: Vec::new(),
            inside: VecDeque::new(),
            full: vec![false; parameters.registers()],
            data: WarpRegister::default(),
            swept: 0,
            releases: 0,
            counter: 0,
            tag: 0,
            reset_in: 0,
        }
    }

    fn instruction(&mut self, port: usize, prng: &mut Prng) -> Instruction {
        self.tag = self.tag.wrapping_add(1);
        let tag = if prng.percent(50) {
            self.tag
        } else {
            prng.next_u32() as u8
        };
        if self.manner.favour == Favour::FullSpeed {
            return self.apart(port, tag);
        }
        let manner = &self.manner;
        let mut source = || {
            let has = prng.percent(manner.source);
            has.then(|| prng.pick(&manner.pool))
        };
        let sources = [source(), source(), source()];
        let writes = prng.percent(manner.writes);
        let destination = writes.then(|| prng.pick(&manner.pool));
        let divergent = match destination.map(usize::from) {
            Some(register) if manner.favour == Favour::MovStorm => {
                self.full[register] = !self.full[register];
                !self.full[register]
            }
            _ => prng.percent(manner.divergent),
        };
        let launched = launched(self.manner.narrow, prng);
        let mask = if divergent { mask(prng) } else { u32::MAX };
        Instruction {
            tag,
            sources,
            destination,
            mask: mask & launched,
            launched,
        }
    }

    /// Instructions whose registers lie apart, as far as there are clusters.
    fn apart(&mut self, port: usize, tag: u8) -> Instruction {
        let registers = self.parameters.registers() as u32;
        if port == 0 {
            self.swept = (self.swept + 4) % registers;
        }
        let at = |offset: u32| Some(((self.swept + offset) % registers) as u16);
        let port = port as u32;
        Instruction {
            tag,
            sources: [at(2 * port), at(2 * port + 1), None],
            destination: at(registers / 2 + port + self.swept / 16 % 3),
            mask: u32::MAX,
            launched: u32::MAX,
        }
    }

    fn result(&mut self, prng: &mut Prng) -> Option<WriteBack> {
        let from = prng.below(self.flights.len() as u32) as usize;
        let mut order = (0..self.flights.len()).map(|n| (from + n) % self.flights.len());
        let next = order.find(|&n| self.flights[n].due <= self.now)?;
        let Flight {
            register,
            mask,
            launched,
            ..
        } = self.flights.swap_remove(next);
        let shape = prng.weighted(self.manner.shapes);
        warp::register(prng, shape, &mut self.data);
        Some(WriteBack {
            register,
            mask,
            launched,
            data: self.data,
        })
    }

    /// What is refused may come again later, or at the other port.
    fn withdraw(&mut self, port: usize) {
        if let Some(result) = self.results[port].take() {
            self.flights.push(Flight {
                register: result.register,
                mask: result.mask,
                launched: result.launched,
                due: self.now + 1,
            });
        }
    }

    fn release(&mut self, prng: &mut Prng) -> Option<u16> {
        if !prng.percent(self.manner.release) {
            return None;
        }
        if matches!(self.manner.favour, Favour::Emptying | Favour::Drain) {
            self.releases = (self.releases + 1) % self.parameters.registers() as u32;
            return Some(self.releases as u16);
        }
        Some(prng.pick(&self.manner.pool))
    }

    fn select(&mut self) -> u8 {
        self.counter = (self.counter + 1) % (1 << COUNTER_SELECT_BITS);
        self.manner.counter.unwrap_or(self.counter)
    }
}

/// The lanes that a warp was launched with.
fn launched(narrow: u32, prng: &mut Prng) -> u32 {
    if !prng.percent(narrow) {
        return u32::MAX;
    }
    match prng.below(3) {
        0 => 0xffff,
        1 => u32::MAX >> prng.between(1, 31),
        _ => prng.next_u32(),
    }
}

/// A mask that leaves lanes out.
fn mask(prng: &mut Prng) -> u32 {
    match prng.below(8) {
        0 => 0,
        1 => 1 << prng.below(32),
        2 => !(1 << prng.below(32)),
        // Whole banks.
        3 => 0xf << (4 * prng.below(8)),
        4 => u32::MAX >> prng.between(1, 31),
        5 => u32::MAX << prng.between(1, 31),
        6 => prng.pick(&[0x5555_5555, 0x0f0f_0f0f, 0x0000_ffff]),
        _ => prng.next_u32() & !(1 << prng.below(32)),
    }
}

/// What does not count is ignored; noise shows that it is.
fn noise(registers: usize, prng: &mut Prng, i: &mut RegfileInputs) {
    for issue in i.issue.iter_mut().filter(|issue| !issue.valid) {
        (issue.sources, issue.writes) = (prng.below(8) as u8, prng.percent(50));
        (issue.mask, issue.launched) = (prng.next_u32(), prng.next_u32());
    }
    let mut unless = |counts: bool, index: &mut u16| {
        if !counts {
            *index = prng.below(registers as u32) as u16;
        }
    };
    for issue in &mut i.issue {
        let counts = |source: u8| issue.valid && issue.sources >> source & 1 == 1;
        let counts = [counts(0), counts(1), counts(2)];
        unless(counts[0], &mut issue.a);
        unless(counts[1], &mut issue.b);
        unless(counts[2], &mut issue.c);
        unless(issue.valid && issue.writes, &mut issue.destination);
    }
    for wb in &mut i.wb {
        unless(wb.valid, &mut wb.register);
    }
    unless(i.release_valid, &mut i.release_register);
    for (wb, lane) in i.wb.iter_mut().zip([0, 31]) {
        if !wb.valid {
            (wb.mask, wb.data[lane]) = (prng.next_u32(), prng.next_u32());
            wb.launched = prng.next_u32();
        }
    }
}

impl Surroundings<Regfile> for Around {
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        let (manner, cycles) = Manner::draw(&self.parameters, prng);
        self.manner = manner;
        self.presented = [None; PORTS];
        self.releasing = None;
        cycles
    }

    fn inputs(&mut self, prng: &mut Prng) -> RegfileInputs {
        let mut inputs = RegfileInputs::default();
        for port in 0..PORTS {
            if self.manner.instructions[port].next(prng) && self.presented[port].is_none() {
                self.presented[port] = Some(self.instruction(port, prng));
            }
            if let Some(instruction) = &self.presented[port] {
                instruction.present(port, &mut inputs);
            }
            if self.manner.results[port].next(prng) && self.results[port].is_none() {
                self.results[port] = self.result(prng);
            }
            if let Some(result) = &self.results[port] {
                result.present(port, &mut inputs);
            }
        }
        self.releasing = self.releasing.or_else(|| self.release(prng));
        if let Some(register) = self.releasing {
            (inputs.release_valid, inputs.release_register) = (true, register);
        }
        inputs.out[0].ready = self.manner.ready[0].next(prng);
        inputs.out[1].ready = self.manner.ready[1].next(prng);
        inputs.counter_select = self.select();
        if self.manner.noisy {
            noise(self.parameters.registers(), prng, &mut inputs);
        }
        inputs
    }

    fn quiet(&self) -> RegfileInputs {
        RegfileInputs::default()
    }

    fn observe(&mut self, inputs: &RegfileInputs, outputs: &RegfileOutputs, prng: &mut Prng) {
        let taken = Offer::taken(inputs, outputs);
        for offer in Offer::offered(outputs).into_iter().take(taken).flatten() {
            let launched = self.inside.pop_front().unwrap_or(u32::MAX);
            if let Some(register) = offer.destination {
                self.flights.push(Flight {
                    register,
                    mask: offer.mask,
                    launched,
                    due: self.now + 1 + u64::from(prng.below(self.manner.latency)),
                });
            }
        }
        let accepted = Instruction::accepted(inputs, outputs);
        let written = [outputs.wb[0].ready, outputs.wb[1].ready];
        for port in 0..PORTS {
            self.inside.extend(accepted[port].map(|it| it.launched));
            // Of whom only a MOV has entered, is presented again.
            let entered = accepted[port].is_some() && !outputs.injected[port].mov;
            if entered || !prng.percent(self.manner.patience) {
                self.presented[port] = None;
            }
            if written[port] {
                self.results[port] = None;
            } else if !prng.percent(self.manner.patience) {
                self.withdraw(port);
            }
        }
        if outputs.release_ready || !prng.percent(self.manner.patience) {
            self.releasing = None;
        }
        self.reset_in = match self.reset_in {
            0 if accepted[0].is_some() && prng.below(500) == 0 => prng.between(1, 6),
            left => left.saturating_sub(1),
        };
        self.now += 1;
    }

    fn wants_reset(&self) -> bool {
        self.reset_in == 1
    }

    fn reset(&mut self, _: &mut Prng) {
        self.presented = [None; PORTS];
        self.results = [None; PORTS];
        self.releasing = None;
        self.flights.clear();
        self.inside.clear();
        self.full.fill(false);
        self.reset_in = 0;
        self.now += 1;
    }
}
