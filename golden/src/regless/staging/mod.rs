//! The staging unit: eight banks, register read units and write-back units (RegLess 5.2).

mod ports;
mod reading;

pub use ports::{Instruction, Offer, OsuCycle, OsuReadies, Result};

use super::bank::{BankCycle, Decision, OsuBank, Request, Write};
use reading::{Asked, Granted, ReadUnit, Reading, NO_UNIT};
use spec::regless::{bank_of, OsuBankParameters, BANKS, UNITS, WAITING};
use spec::OutOfContract;
use std::collections::VecDeque;

/// Who fills a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filler {
    Compressor,
    L1,
}

/// What a cycle comes to before the clock rises.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decided {
    /// What is accepted.
    pub readies: OsuReadies,
    /// Banks in which something happens.
    at_work: u8,
    reading: Reading,
    /// The port whose result is at the write port of a bank.
    writers: [Option<u8>; BANKS],
    /// Two results want one bank.
    clash: bool,
    /// Whose value is at the fill port of a bank, and of which.
    fill: Option<(Filler, usize)>,
    /// The bank whose request is at the port.
    taken: Option<usize>,
    banks: [Decision; BANKS],
}

/// Banks by number, a bit each.
fn banks_in(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bank = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(bank)
    })
}

/// The model of `osu`.
#[derive(Clone, Debug)]
pub struct Osu {
    banks: Vec<OsuBank>,
    waiting: VecDeque<Instruction>,
    units: [ReadUnit; UNITS],
    older: usize,
    /// Per bank, the request at its access port.
    access: [Option<Granted>; BANKS],
    /// Per bank, the request accepted one and two cycles ago.
    accepted: [[Option<Asked>; 2]; BANKS],
    turn: usize,
    /// Of two that fill in one cycle, whose turn it is.
    filler: Filler,
    next: usize,
    /// Banks that would change if nothing were asked.
    moving: u8,
    /// Those of them with a request at the port, with an operation that is done, with one that a fill has done.
    requesting: u8,
    done: u8,
    filled: u8,
}

impl Osu {
    /// A staging unit after reset.
    pub fn new(parameters: OsuBankParameters) -> Self {
        Self {
            banks: (0..BANKS).map(|_| OsuBank::new(parameters)).collect(),
            waiting: VecDeque::new(),
            units: [NO_UNIT; UNITS],
            older: 0,
            access: [None; BANKS],
            accepted: [[None; 2]; BANKS],
            turn: 0,
            filler: Filler::Compressor,
            next: 0,
            moving: 0,
            requesting: 0,
            done: 0,
            filled: 0,
        }
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        self.banks.iter_mut().for_each(OsuBank::clear);
        self.waiting.clear();
        self.units.iter_mut().for_each(ReadUnit::clear);
        self.access = [None; BANKS];
        self.accepted = [[None; 2]; BANKS];
        (self.older, self.turn, self.next) = (0, 0, 0);
        self.filler = Filler::Compressor;
        (self.moving, self.requesting, self.done, self.filled) = (0, 0, 0, 0);
    }

    /// The banks, for properties.
    pub fn banks(&self) -> &[OsuBank] {
        &self.banks
    }

    /// Whether instructions are accepted in this cycle.
    pub fn in_ready(&self) -> bool {
        self.waiting.len() + UNITS <= WAITING
    }

    /// What a read unit offers in this cycle.
    pub fn offer(&self, unit: usize) -> Option<Offer<'_>> {
        let unit = &self.units[unit];
        unit.stages[3].as_ref().map(|instruction| Offer {
            instruction,
            operands: &unit.operands,
            entry: unit.entry,
        })
    }

    /// Warps with an instruction that has requests which no bank has accepted.
    pub fn busy(&self) -> u16 {
        let held = self.units.iter().filter_map(|u| u.held.as_ref());
        let waiting = self.waiting.iter().chain(held.map(|h| &h.instruction));
        let granted = self.access.iter().flatten().map(|g| g.access.tag.0);
        let warps = waiting.map(|i| i.warp).chain(granted);
        warps.fold(0, |bits, warp| bits | 1 << warp)
    }

    /// Banks in which an operation is done, other than by a fill.
    pub fn done_banks(&self) -> u8 {
        self.done
    }

    /// The warp of an operation that is done in a bank, other than by a fill.
    pub fn done(&self, bank: usize) -> Option<u8> {
        self.banks[bank].preload_done()
    }

    /// The warp of a preload that a fill has done.
    pub fn fill_done(&self) -> Option<u8> {
        let bank = banks_in(self.filled).next()?;
        self.banks[bank].fill_done()
    }

    /// The bank whose request is at the port.
    fn requester(&self) -> Option<usize> {
        let from_next = self.requesting.rotate_right(self.next as u32);
        let steps = from_next.trailing_zeros() as usize;
        (from_next != 0).then_some((self.next + steps) % BANKS)
    }

    /// The bank whose request is at the port, and the request.
    pub fn request(&self) -> Option<(usize, &Request)> {
        let bank = self.requester()?;
        Some((bank, self.banks[bank].request()?))
    }

    /// Whether a cycle in which nothing is asked would change nothing.
    pub(super) fn is_still(&self) -> bool {
        self.moving == 0
            && self.waiting.is_empty()
            && self.units.iter().all(ReadUnit::is_empty)
            && self.access == [None; BANKS]
            && self.accepted == [[None; 2]; BANKS]
    }

    /// Whose value is at the fill port of a bank, and of which.
    fn fill(&self, cycle: &OsuCycle) -> Option<(Filler, usize)> {
        let answer = cycle.answer.map(|(tag, ..)| bank_of(tag.0, tag.1));
        let answer = answer.map(|bank| (Filler::Compressor, bank));
        let response = cycle
            .response
            .map(|(bank, ..)| (Filler::L1, usize::from(bank)));
        match self.filler {
            Filler::Compressor => answer.or(response),
            Filler::L1 => response.or(answer),
        }
    }

    /// What a bank takes.
    fn bank_cycle<'a>(
        &self,
        bank: usize,
        decided: &Decided,
        cycle: &OsuCycle<'a>,
    ) -> BankCycle<'a> {
        let fill = match decided.fill.filter(|(_, b)| *b == bank) {
            None => None,
            Some((Filler::Compressor, _)) => cycle.answer.map(|(_, entry, data)| (entry, data)),
            Some((Filler::L1, _)) => cycle.response.map(|(_, entry, data)| (entry, data)),
        };
        let written = decided.writers[bank].and_then(|port| cycle.results[usize::from(port)]);
        BankCycle {
            access: self.access[bank].map(|granted| granted.access),
            preload: cycle.operations[bank].map(|(kind, warp, register)| (kind, (warp, register))),
            fill,
            write: written.map(|result| result.write),
            request_ready: cycle.request_ready && decided.taken == Some(bank),
        }
    }

    /// What a cycle comes to, if the contract defines it.
    pub fn decide(&self, cycle: &OsuCycle) -> std::result::Result<Decided, OutOfContract> {
        let mut decided = Decided {
            at_work: self.moving,
            fill: self.fill(cycle),
            reading: self.decide_reading(),
            taken: self.requester(),
            ..Default::default()
        };
        // Of two results in one bank the one whose turn it is goes first.
        let bank = |p: usize| cycle.results[p].map(|r| bank_of(r.tag.0, r.tag.1));
        decided.clash = bank(0).is_some() && bank(0) == bank(1);
        for port in [1 - self.turn, self.turn] {
            if let Some(bank) = bank(port) {
                decided.writers[bank] = Some(port as u8);
                decided.at_work |= 1 << bank;
            }
        }
        for (bank, operation) in cycle.operations.iter().enumerate() {
            decided.at_work |= u8::from(operation.is_some()) << bank;
        }
        for (bank, access) in self.access.iter().enumerate() {
            decided.at_work |= u8::from(access.is_some()) << bank;
        }
        if let Some((_, bank)) = decided.fill {
            decided.at_work |= 1 << bank;
        }
        for bank in banks_in(decided.at_work) {
            let of_bank = self.bank_cycle(bank, &decided, cycle);
            self.banks[bank].check(&of_bank)?;
            let result = decided.writers[bank].and_then(|p| cycle.results[usize::from(p)]);
            let result = result.map(|result| (result.tag, result.write.entry));
            let fills = decided.fill == Some((Filler::Compressor, bank));
            let answer = cycle.answer.filter(|_| fills);
            let answer = answer.map(|(tag, entry, _)| (tag, entry));
            for (tag, entry) in result.into_iter().chain(answer) {
                self.banks[bank].check_line(tag, entry)?;
            }
            let decision = self.banks[bank].decide(&of_bank);
            decided.readies.operations |= u8::from(decision.readies.preload) << bank;
            if let Some(port) = decided.writers[bank] {
                decided.readies.results[usize::from(port)] = decision.readies.write;
            }
            match decided.fill.filter(|(_, b)| *b == bank) {
                None => {}
                Some((Filler::Compressor, _)) => decided.readies.answer = decision.readies.fill,
                Some((Filler::L1, _)) => decided.readies.response = decision.readies.fill,
            }
            decided.banks[bank] = decision;
        }
        Ok(decided)
    }

    /// The clock rises after a cycle of which this was decided. Instructions are those accepted.
    pub fn advance(&mut self, cycle: &OsuCycle, decided: &Decided) {
        let comes = cycle.issued.iter().any(Option::is_some);
        if decided.at_work == 0 && !comes && self.is_still() {
            return;
        }
        self.capture();
        let mut accepted = 0;
        let mut winner = None;
        for bank in banks_in(decided.at_work) {
            let mut of_bank = self.bank_cycle(bank, decided, cycle);
            let masked = of_bank.write.as_ref().map(Write::masked);
            if let (Some(write), Some(masked)) = (&mut of_bank.write, &masked) {
                write.data = masked;
            }
            let decision = &decided.banks[bank];
            accepted |= u8::from(decision.readies.access) << bank;
            winner = winner.or(decided.writers[bank].filter(|_| decision.readies.write));
            self.banks[bank].advance(&of_bank, decision);
            self.look(bank);
        }
        self.advance_reading(&decided.reading, accepted);
        self.waiting.extend(cycle.issued.iter().flatten());
        if let Some(winner) = winner.filter(|_| decided.clash) {
            self.turn = 1 - usize::from(winner);
        }
        let readies = &decided.readies;
        if readies.response {
            self.filler = Filler::Compressor;
        } else if readies.answer && cycle.response.is_some() {
            self.filler = Filler::L1;
        }
        if let Some(bank) = decided.taken.filter(|_| cycle.request_ready) {
            self.next = (bank + 1) % BANKS;
        }
    }

    /// Brings up to date what is known of a bank.
    fn look(&mut self, bank: usize) {
        let model = &self.banks[bank];
        let bit = |set: u8, is: bool| set & !(1 << bank) | u8::from(is) << bank;
        self.moving = bit(self.moving, !model.is_still());
        self.requesting = bit(self.requesting, model.request().is_some());
        self.done = bit(self.done, model.preload_done().is_some());
        self.filled = bit(self.filled, model.fill_done().is_some());
    }
}
