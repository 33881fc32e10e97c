//! The ring of operand collectors: instructions in the order of acceptance.

use super::Instruction;
use spec::regfile::{RegfileOutputs, SOURCES};
use spec::warp::WarpRegister;

/// The number of the dummy MOV among the requests of an instruction, after a, b and c.
pub(super) const MOV: usize = SOURCES;
/// The number of the write that an older instruction has still to do to the destination, which the instruction
/// waits for as for a request: results of one register are written in their order.
const OLDER: usize = MOV + 1;

/// An instruction that collects its operands. What waits for the arbiter stands in the clusters.
#[derive(Clone, Debug, Default)]
struct Collector {
    instruction: Instruction,
    /// The requests that are not answered, a bit each.
    open: u8,
    data: [WarpRegister; SOURCES],
}

/// The ring.
#[derive(Clone, Debug)]
pub(super) struct Collectors {
    places: Vec<Collector>,
    /// The place of the oldest instruction.
    oldest: usize,
    held: usize,
}

impl Collectors {
    pub fn new(places: usize) -> Self {
        Self {
            places: vec![Collector::default(); places],
            oldest: 0,
            held: 0,
        }
    }

    pub fn free(&self) -> usize {
        self.places.len() - self.held
    }

    pub fn is_empty(&self) -> bool {
        self.held == 0
    }

    /// The place of the `age`-th instruction, 0 being the oldest; `age` is at most the number held.
    fn place(&self, age: usize) -> usize {
        let place = self.oldest + age;
        if place < self.places.len() {
            place
        } else {
            place - self.places.len()
        }
    }

    /// Takes an instruction into a free place, which it gives.
    pub fn accept(&mut self, instruction: Instruction, brings_mov: bool, waits: bool) -> usize {
        let place = self.place(self.held);
        self.held += 1;
        let collector = &mut self.places[place];
        collector.instruction = instruction;
        collector.open = u8::from(brings_mov) << MOV | u8::from(waits) << OLDER;
        for (n, source) in instruction.sources.iter().enumerate() {
            collector.open |= u8::from(source.is_some()) << n;
        }
        place
    }

    /// A source comes; nobody sees it before the request is closed.
    pub fn collect(&mut self, place: usize, source: usize, data: WarpRegister) {
        self.places[place].data[source] = data;
    }

    pub fn close(&mut self, place: usize, request: usize) {
        self.places[place].open &= !(1 << request);
    }

    /// The result of a register is written; whoever waits for that is younger.
    pub fn written(&mut self, register: u16) {
        for age in 0..self.held {
            let place = self.place(age);
            let collector = &mut self.places[place];
            if collector.instruction.destination == Some(register) {
                collector.open &= !(1 << OLDER);
            }
        }
    }

    /// Whether some instruction has still to read the register for itself.
    pub fn is_reading(&self, register: u16) -> bool {
        (0..self.held).any(|age| {
            let collector = &self.places[self.place(age)];
            let sources = collector.instruction.sources.iter().enumerate();
            { sources }.any(|(n, &s)| collector.open >> n & 1 == 1 && s == Some(register))
        })
    }

    /// Whether an instruction of which this holds waits for its MOV.
    pub fn awaits_mov(&self, of: impl Fn(&Instruction) -> bool) -> bool {
        (0..self.held).any(|age| {
            let collector = &self.places[self.place(age)];
            collector.open >> MOV & 1 == 1 && of(&collector.instruction)
        })
    }

    fn complete(&self, age: usize) -> Option<&Collector> {
        let collector = &self.places[self.place(age)];
        (age < self.held && collector.open == 0).then_some(collector)
    }

    /// Shows the two oldest instructions at the exits, as far as they are complete.
    pub fn offer(&self, outputs: &mut RegfileOutputs) {
        for (age, port) in outputs.out.iter_mut().enumerate() {
            let Some(collector) = self.complete(age) else {
                return;
            };
            let i = &collector.instruction;
            (port.valid, port.tag) = (true, i.tag);
            show(
                i.sources[0],
                collector.data[0],
                &mut port.a_valid,
                &mut port.a,
            );
            show(
                i.sources[1],
                collector.data[1],
                &mut port.b_valid,
                &mut port.b,
            );
            show(
                i.sources[2],
                collector.data[2],
                &mut port.c_valid,
                &mut port.c,
            );
            if let Some(destination) = i.destination {
                (port.writes, port.destination, port.mask) = (true, destination, i.mask);
            }
        }
    }

    /// The oldest instruction leaves.
    pub fn leave(&mut self) -> Instruction {
        let instruction = self.places[self.oldest].instruction;
        self.oldest = self.place(1);
        self.held -= 1;
        instruction
    }

    pub fn clear(&mut self) {
        self.oldest = 0;
        self.held = 0;
    }
}

fn show(source: Option<u16>, data: WarpRegister, valid: &mut bool, port: &mut WarpRegister) {
    if source.is_some() {
        (*valid, *port) = (true, data);
    }
}
