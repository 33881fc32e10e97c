//! Register read units, and the access registers before the banks (RegLess 5.2).

use super::super::bank::{Access, Answer, OsuBank};
use super::{Instruction, Osu};
use spec::regless::{bank_of, BANKS, SOURCES, UNITS};
use spec::warp::{WarpRegister, LANES};

/// The request for the destination, after those for the sources.
const DESTINATION: usize = SOURCES;

/// An instruction in a read unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) instruction: Instruction,
    /// Which of its requests wait.
    waits: [bool; SOURCES + 1],
    /// One of them was granted.
    begun: bool,
}

/// A register read unit.
#[derive(Clone, Debug)]
pub(super) struct ReadUnit {
    pub(super) held: Option<Held>,
    /// What left it one to four cycles ago; the second waits for requests in access registers.
    pub(super) stages: [Option<Instruction>; 4],
    /// In the cycle before, a request in an access register was not sure to be accepted.
    unsure: bool,
    pub(super) operands: [WarpRegister; SOURCES],
    pub(super) entry: u8,
}

/// A unit after reset.
pub(super) const NO_UNIT: ReadUnit = ReadUnit {
    held: None,
    stages: [None; 4],
    unsure: false,
    operands: [[0; LANES]; SOURCES],
    entry: 0,
};

impl ReadUnit {
    pub(super) fn clear(&mut self) {
        self.held = None;
        self.stages = [None; 4];
        self.unsure = false;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.held.is_none() && self.stages == [None; 4] && !self.unsure
    }
}

/// A unit's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    unit: u8,
    request: u8,
}

/// A request that was granted, at the access port of its bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Granted {
    asked: Asked,
    pub(super) access: Access,
}

/// What is in the read units in a cycle, those included that enter in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Present {
    units: [Option<Held>; UNITS],
    /// How many of those that waited enter.
    entering: usize,
    older: usize,
}

/// What read units and access registers come to in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reading {
    pub(super) granted: [Option<Granted>; BANKS],
    unsure: [bool; UNITS],
}

impl Osu {
    /// What is in the read units in this cycle.
    fn present(&self) -> Present {
        let mut present = Present {
            older: self.older,
            ..Default::default()
        };
        for (slot, unit) in present.units.iter_mut().zip(&self.units) {
            *slot = unit.held.or_else(|| {
                let entering = self.waiting.get(present.entering)?;
                present.entering += 1;
                Some(with_requests(*entering))
            });
        }
        match self.units.each_ref().map(|unit| unit.held.is_none()) {
            [_, true] => present.older = 0,
            [true, false] => present.older = 1,
            [false, false] => {}
        }
        present
    }

    /// Whether what is in a bank's access register is accepted in this cycle whatever it looks up.
    fn is_sure(&self, bank: usize, granted: &Granted) -> bool {
        if granted.access.reserve {
            self.banks[bank].has_room()
        } else {
            self.banks[bank].is_read_ready()
        }
    }

    /// Per bank the request that is granted in this cycle.
    pub(super) fn decide_reading(&self) -> Reading {
        let mut reading = Reading::default();
        let mut is_free = [true; BANKS];
        for (bank, granted) in self.access.iter().enumerate() {
            if let Some(granted) = granted.filter(|granted| !self.is_sure(bank, granted)) {
                is_free[bank] = false;
                reading.unsure[usize::from(granted.asked.unit)] = true;
            }
        }
        let present = self.present();
        let mut is_asked = [false; BANKS];
        for unit in [present.older, 1 - present.older] {
            let Some(held) = &present.units[unit] else {
                continue;
            };
            let may_begin = held.begun || !reading.unsure[unit];
            let waits = held.waits.iter().enumerate().filter(|(_, waits)| **waits);
            for (request, _) in waits {
                let (bank, access) = access_of(&held.instruction, request);
                let is_first = !std::mem::replace(&mut is_asked[bank], true);
                if is_first && is_free[bank] && may_begin {
                    let (unit, request) = (unit as u8, request as u8);
                    let asked = Asked { unit, request };
                    reading.granted[bank] = Some(Granted { asked, access });
                }
            }
        }
        reading
    }

    /// Units and access registers after a cycle in which these banks accepted what was there.
    pub(super) fn advance_reading(&mut self, reading: &Reading, accepted: u8) {
        for unit in 0..UNITS {
            let of_unit = |g: &Granted| usize::from(g.asked.unit) == unit;
            let is_held = self.units[unit].unsure && self.access.iter().flatten().any(of_unit);
            self.units[unit].shift(is_held);
        }
        for (bank, register) in self.access.iter_mut().enumerate() {
            let is_accepted = accepted >> bank & 1 == 1;
            let accepted = register
                .filter(|_| is_accepted)
                .map(|granted| granted.asked);
            let history = &mut self.accepted[bank];
            *history = [accepted, history[0]];
            let stays = register.filter(|_| !is_accepted);
            *register = reading.granted[bank].or(stays);
        }
        let mut present = self.present();
        self.waiting.drain(..present.entering);
        self.older = present.older;
        for granted in reading.granted.iter().flatten() {
            if let Some(held) = &mut present.units[usize::from(granted.asked.unit)] {
                held.waits[usize::from(granted.asked.request)] = false;
                held.begun = true;
            }
        }
        for (unit, (slot, held)) in self.units.iter_mut().zip(present.units).enumerate() {
            let unsure = reading.unsure[unit];
            let leaves = |h: &Held| !h.waits.contains(&true) && (h.begun || !unsure);
            slot.stages[0] = held.filter(leaves).map(|h| h.instruction);
            slot.held = held.filter(|h| !leaves(h));
            slot.unsure = unsure;
        }
    }

    /// Operand registers take what the banks answer in this cycle.
    pub(super) fn capture(&mut self) {
        for (bank, history) in self.banks.iter().zip(&self.accepted) {
            let Some(Asked { unit, request }) = history[1] else {
                continue;
            };
            capture(&mut self.units[usize::from(unit)], request, bank);
        }
    }
}

fn capture(unit: &mut ReadUnit, request: u8, bank: &OsuBank) {
    match bank.answer() {
        Answer::Read(data) => unit.operands[usize::from(request)] = *data,
        Answer::Reserve(line) => unit.entry = line,
        Answer::None => {}
    }
}

impl ReadUnit {
    /// What left moves on; what is held stays in the second stage.
    fn shift(&mut self, is_held: bool) {
        let [first, second, third, _] = self.stages;
        self.stages = match second.filter(|_| is_held) {
            Some(_) => [None, second, None, third],
            None => [None, first, second, third],
        };
    }
}

/// The bank that a request is for, and its access.
fn access_of(instruction: &Instruction, request: usize) -> (usize, Access) {
    let is_source = request != DESTINATION;
    let register = if is_source {
        instruction.registers[request]
    } else {
        instruction.destination
    };
    let access = Access {
        reserve: !is_source,
        tag: (instruction.warp, register),
        last: is_source && instruction.last >> request & 1 == 1,
        erase: is_source && instruction.erase >> request & 1 == 1,
    };
    (bank_of(instruction.warp, register), access)
}

fn with_requests(instruction: Instruction) -> Held {
    let waits = std::array::from_fn(|request| {
        if request == DESTINATION {
            instruction.writes
        } else {
            instruction.sources >> request & 1 == 1
        }
    });
    Held {
        instruction,
        waits,
        begun: false,
    }
}
