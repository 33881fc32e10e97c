//! The staging unit: eight banks, register read units and write-back units (RegLess 5.2).

use super::bank::{Access, Answer, BankCycle, OsuBank, Request, Write};
use super::manager::Queued;
use spec::osu::{bank_of, OsuBankParameters, BANKS, SOURCES, UNITS, WAITING};
use spec::warp::{WarpRegister, LANES};
use spec::OutOfContract;
use std::collections::VecDeque;

/// An instruction as it is issued.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instruction {
    /// Given back.
    pub tag: u8,
    /// The warp.
    pub warp: u8,
    /// Sources that it has, a at bit 0.
    pub sources: u8,
    /// Registers of the sources.
    pub registers: [u8; SOURCES],
    /// Sources read for the last time.
    pub last: u8,
    /// Those of them that are dead afterwards.
    pub erase: u8,
    /// It has a destination.
    pub writes: bool,
    /// The destination.
    pub destination: u8,
    /// Lanes written.
    pub mask: u32,
    /// The write is the last use.
    pub write_last: bool,
}

/// A result as it comes back.
#[derive(Clone, Copy, Debug)]
pub struct Result<'a> {
    /// Warp and register.
    pub tag: (u8, u8),
    /// What is written.
    pub write: Write<'a>,
}

/// What the staging unit takes in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsuCycle<'a> {
    /// Instructions of in0 and in1.
    pub issued: [Option<Instruction>; UNITS],
    /// Results of wb0 and wb1.
    pub results: [Option<Result<'a>>; UNITS],
    /// Operations, one a bank.
    pub operations: [Option<Queued>; BANKS],
    /// The compressor's answer: warp and register, entry, value.
    pub answer: Option<((u8, u8), u8, &'a WarpRegister)>,
    /// The L1's answer: bank, entry, value.
    pub response: Option<(u8, u8, &'a WarpRegister)>,
    /// The request is taken.
    pub request_ready: bool,
}

/// What is accepted in a cycle, other than instructions.
#[derive(Clone, Copy, Debug, Default)]
pub struct OsuReadies {
    /// Results.
    pub results: [bool; UNITS],
    /// Operations, bank 0 at bit 0.
    pub operations: u8,
    /// The compressor's answer.
    pub answer: bool,
    /// The L1's answer.
    pub response: bool,
}

/// An instruction that a register read unit has assembled.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The instruction.
    pub instruction: &'a Instruction,
    /// Its sources.
    pub operands: &'a [WarpRegister; SOURCES],
    /// The line of its destination.
    pub entry: u8,
}

/// The request for the destination, after those for the sources.
const DESTINATION: usize = SOURCES;

#[derive(Clone, Debug)]
struct ReadUnit {
    /// The instruction, and which of its requests wait.
    held: Option<(Instruction, [bool; SOURCES + 1])>,
    /// What left one, two and three cycles ago.
    stages: [Option<Instruction>; 3],
    operands: [WarpRegister; SOURCES],
    entry: u8,
}

const NO_UNIT: ReadUnit = ReadUnit {
    held: None,
    stages: [None; 3],
    operands: [[0; LANES]; SOURCES],
    entry: 0,
};

/// Which unit's request a bank serves.
type Asked = Option<(usize, usize)>;

/// The fill register: bank, line, value.
type Fill = Option<(usize, u8, WarpRegister)>;

/// Who uses the banks in a cycle.
struct Users<'a> {
    asked: [Asked; BANKS],
    writers: [Option<usize>; BANKS],
    clash: bool,
    cycles: [BankCycle<'a>; BANKS],
}

/// The model of `osu`.
#[derive(Clone, Debug)]
pub struct Osu {
    banks: Vec<OsuBank>,
    waiting: VecDeque<Instruction>,
    units: [ReadUnit; UNITS],
    older: usize,
    /// Per bank, the request granted one and two cycles ago.
    granted: [[Asked; 2]; BANKS],
    turn: usize,
    fill: Fill,
    next: usize,
}

impl Osu {
    /// A staging unit after reset.
    pub fn new(parameters: OsuBankParameters) -> Self {
        Self {
            banks: (0..BANKS).map(|_| OsuBank::new(parameters)).collect(),
            waiting: VecDeque::new(),
            units: [NO_UNIT; UNITS],
            older: 0,
            granted: [[None; 2]; BANKS],
            turn: 0,
            fill: None,
            next: 0,
        }
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        self.banks.iter_mut().for_each(OsuBank::clear);
        self.waiting.clear();
        for unit in &mut self.units {
            unit.held = None;
            unit.stages = [None; 3];
        }
        self.granted = [[None; 2]; BANKS];
        (self.older, self.turn, self.fill, self.next) = (0, 0, None, 0);
    }

    /// The banks, for properties.
    pub fn banks(&self) -> &[OsuBank] {
        &self.banks
    }

    /// Whether instructions are accepted in this cycle.
    pub fn in_ready(&self) -> bool {
        self.waiting.len() + UNITS <= WAITING
    }

    /// Whether the fill register is empty, so that an answer of the L1 is taken.
    pub fn is_fill_empty(&self) -> bool {
        self.fill.is_none()
    }

    /// What a read unit offers in this cycle.
    pub fn offer(&self, unit: usize) -> Option<Offer<'_>> {
        let unit = &self.units[unit];
        unit.stages[2].as_ref().map(|instruction| Offer {
            instruction,
            operands: &unit.operands,
            entry: unit.entry,
        })
    }

    /// Warps with an instruction that has requests left.
    pub fn busy(&self) -> u16 {
        let held = self.units.iter().filter_map(|u| u.held.as_ref());
        let all = self.waiting.iter().chain(held.map(|(i, _)| i));
        all.fold(0, |bits, i| bits | 1 << i.warp)
    }

    /// The warp of an operation that is done in a bank, other than by a fill.
    pub fn done(&self, bank: usize) -> Option<u8> {
        self.banks[bank].preload_done()
    }

    /// The warp of a preload that a fill has done.
    pub fn fill_done(&self) -> Option<u8> {
        self.banks.iter().find_map(OsuBank::fill_done)
    }

    /// The bank whose request is at the port, and the request.
    pub fn request(&self) -> Option<(usize, &Request)> {
        (0..BANKS)
            .map(|i| (self.next + i) % BANKS)
            .find_map(|b| Some((b, self.banks[b].request()?)))
    }

    /// Per bank the first request that waits.
    fn asked(&self) -> [Asked; BANKS] {
        let mut asked = [None; BANKS];
        for unit in [self.older, 1 - self.older] {
            let Some((instruction, waits)) = &self.units[unit].held else {
                continue;
            };
            for (request, _) in waits.iter().enumerate().filter(|(_, waits)| **waits) {
                let register = register_of(instruction, request);
                let slot = &mut asked[bank_of(instruction.warp, register)];
                *slot = slot.or(Some((unit, request)));
            }
        }
        asked
    }

    fn access(&self, (unit, request): (usize, usize)) -> Option<Access> {
        let (instruction, _) = self.units[unit].held.as_ref()?;
        Some(Access {
            reserve: request == DESTINATION,
            tag: (instruction.warp, register_of(instruction, request)),
            last: request != DESTINATION && instruction.last >> request & 1 == 1,
            erase: request != DESTINATION && instruction.erase >> request & 1 == 1,
        })
    }

    /// Per bank, the port whose result is at its write port; and whether two clash.
    fn writers(&self, cycle: &OsuCycle) -> ([Option<usize>; BANKS], bool) {
        let mut writers = [None; BANKS];
        let bank = |p: usize| cycle.results[p].map(|r| bank_of(r.tag.0, r.tag.1));
        let clash = bank(0).is_some() && bank(0) == bank(1);
        for port in [1 - self.turn, self.turn] {
            if let Some(bank) = bank(port) {
                writers[bank] = Some(port);
            }
        }
        (writers, clash)
    }

    /// What each bank takes; `fill` is the fill register.
    fn bank_cycles<'a>(&self, fill: &'a Fill, cycle: &OsuCycle<'a>) -> Users<'a> {
        let asked = self.asked();
        let (writers, clash) = self.writers(cycle);
        let taken = self.request().map(|(b, _)| b);
        let cycles = std::array::from_fn(|bank| BankCycle {
            access: asked[bank].and_then(|a| self.access(a)),
            preload: cycle.operations[bank].map(|(kind, warp, register)| (kind, (warp, register))),
            fill: fill
                .as_ref()
                .filter(|(b, ..)| *b == bank)
                .map(|(_, entry, data)| (*entry, data)),
            write: writers[bank]
                .and_then(|p| cycle.results[p])
                .map(|r| r.write),
            request_ready: cycle.request_ready && taken == Some(bank),
        });
        Users {
            asked,
            writers,
            clash,
            cycles,
        }
    }

    /// Whether the contract defines what follows.
    pub fn check(&self, cycle: &OsuCycle) -> std::result::Result<(), OutOfContract> {
        let users = self.bank_cycles(&self.fill, cycle);
        let mut banks = self.banks.iter().zip(&users.cycles);
        Ok(banks.try_for_each(|(bank, of_bank)| bank.check(of_bank))?)
    }

    /// What is accepted in this cycle.
    pub fn readies(&self, cycle: &OsuCycle) -> OsuReadies {
        let users = self.bank_cycles(&self.fill, cycle);
        let mut readies = OsuReadies {
            response: self.fill.is_none(),
            answer: self.fill.is_none() && cycle.response.is_none(),
            ..Default::default()
        };
        for (bank, of_bank) in users.cycles.iter().enumerate() {
            let of_bank = self.banks[bank].readies(of_bank);
            readies.operations |= u8::from(of_bank.preload) << bank;
            if let Some(port) = users.writers[bank] {
                readies.results[port] = of_bank.write;
            }
        }
        readies
    }

    /// The clock rises after a cycle that [`Osu::check`] allows. Instructions are those accepted.
    pub fn advance(&mut self, cycle: &OsuCycle) {
        let fill = self.fill.take();
        let users = self.bank_cycles(&fill, cycle);
        let taken_from = self.request().map(|(b, _)| b);
        self.capture();
        let mut granted = [None; BANKS];
        let mut filled = false;
        let mut winner = None;
        for (bank, of_bank) in users.cycles.iter().enumerate() {
            let readies = self.banks[bank].readies(of_bank);
            granted[bank] = users.asked[bank].filter(|_| readies.access);
            filled |= of_bank.fill.is_some() && readies.fill;
            winner = winner.or(users.writers[bank].filter(|_| readies.write));
            self.banks[bank].advance(of_bank);
        }
        for (history, now) in self.granted.iter_mut().zip(granted) {
            *history = [now, history[0]];
        }
        self.advance_units(&granted);
        self.waiting.extend(cycle.issued.iter().flatten());
        if let Some(winner) = winner.filter(|_| users.clash) {
            self.turn = 1 - winner;
        }
        self.fill = match (fill, &cycle.response, &cycle.answer) {
            (Some(fill), ..) => Some(fill).filter(|_| !filled),
            (None, Some((bank, entry, data)), _) => Some((usize::from(*bank), *entry, **data)),
            (None, None, Some(((warp, register), entry, data))) => {
                Some((bank_of(*warp, *register), *entry, **data))
            }
            (None, None, None) => None,
        };
        if let Some(bank) = taken_from.filter(|_| cycle.request_ready) {
            self.next = (bank + 1) % BANKS;
        }
    }

    /// Operand registers take what the banks answer in this cycle.
    fn capture(&mut self) {
        for (bank, history) in self.banks.iter().zip(&self.granted) {
            let Some((unit, request)) = history[1] else {
                continue;
            };
            match bank.answer() {
                Answer::Read(data) => self.units[unit].operands[request] = *data,
                Answer::Reserve(line) => self.units[unit].entry = line,
                Answer::None => {}
            }
        }
    }

    fn advance_units(&mut self, accepted: &[Asked; BANKS]) {
        for (unit, request) in accepted.iter().flatten() {
            if let Some((_, waits)) = &mut self.units[*unit].held {
                waits[*request] = false;
            }
        }
        for unit in &mut self.units {
            let done = unit
                .held
                .as_ref()
                .filter(|(_, waits)| !waits.contains(&true))
                .map(|(i, _)| *i);
            if done.is_some() {
                unit.held = None;
            }
            unit.stages = [done, unit.stages[0], unit.stages[1]];
        }
        let free = [0, 1].map(|u| self.units[u].held.is_none());
        match free {
            [true, true] => {
                self.older = 0;
                for unit in 0..UNITS {
                    self.units[unit].held = self.waiting.pop_front().map(with_requests);
                }
            }
            [false, false] => {}
            [first_free, _] => {
                let unit = usize::from(!first_free);
                if let Some(instruction) = self.waiting.pop_front() {
                    self.units[unit].held = Some(with_requests(instruction));
                    self.older = 1 - unit;
                }
            }
        }
    }
}

fn register_of(instruction: &Instruction, request: usize) -> u8 {
    if request == DESTINATION {
        instruction.destination
    } else {
        instruction.registers[request]
    }
}

fn with_requests(instruction: Instruction) -> (Instruction, [bool; SOURCES + 1]) {
    let waits = std::array::from_fn(|request| {
        if request == DESTINATION {
            instruction.writes
        } else {
            instruction.sources >> request & 1 == 1
        }
    });
    (instruction, waits)
}
