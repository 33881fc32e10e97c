//! The pattern compressor and its cache (RegLess 5.3).

use super::pattern::{compress, decompress, pack, pattern_of, unpack, CompressedLine, Slot};
use spec::osu::{
    place_of, L1Kind, Operation, PatternCompressorInputs, PatternCompressorOutputs,
    ReglessParameters, ShardRequest, REGISTERS, SLOTS, WARPS,
};
use spec::warp::{WarpRegister, LANES};
use spec::{OutOfContract, UnitModel};

/// A request of the staging unit.
#[derive(Clone, Debug)]
pub struct ToCompress {
    /// 0 evict, else the code of an [`Operation`].
    pub kind: u8,
    /// The warp.
    pub warp: u8,
    /// The register.
    pub register: u8,
    /// The line of the bank.
    pub entry: u8,
    /// The value evicted.
    pub data: WarpRegister,
}

/// What the compressor takes in a cycle.
#[derive(Clone, Debug, Default)]
pub struct CompressorCycle<'a> {
    /// A request.
    pub request: Option<ToCompress>,
    /// The answer is taken.
    pub answer_ready: bool,
    /// The L1 request is taken.
    pub l1_ready: bool,
    /// A line was read.
    pub response: Option<&'a WarpRegister>,
}

/// A fetched register.
#[derive(Clone, Debug)]
pub struct Fetched {
    /// The warp.
    pub warp: u8,
    /// The register.
    pub register: u8,
    /// The line of the bank.
    pub entry: u8,
    /// The value.
    pub data: WarpRegister,
}

/// A request to the L1.
#[derive(Clone, Debug)]
pub struct ToL1 {
    /// What it asks.
    pub kind: L1Kind,
    /// The warp.
    pub warp: u8,
    /// The register, or the group of the line.
    pub index: u8,
    /// The line of the bank.
    pub entry: u8,
    /// What is written.
    pub data: WarpRegister,
}

impl ToL1 {
    /// At the port.
    pub(super) fn presented(&self) -> ShardRequest {
        ShardRequest {
            valid: true,
            write: self.kind.writes(),
            kind: self.kind as u8,
            warp: self.warp,
            index: self.index,
            entry: self.entry,
            data: self.data,
        }
    }
}

/// A line of the cache.
#[derive(Clone, Debug, Default)]
pub struct CacheLine {
    /// It holds a line.
    pub valid: bool,
    /// Group and warp.
    pub tag: (u8, u8),
    /// It differs from the L1's.
    pub changed: bool,
    slots: CompressedLine,
}

/// The states of `docs/units/pattern_compressor.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// A request can come.
    Idle,
    /// The bit vector is read and the lanes are compared.
    Match,
    /// The tags are compared.
    Tags,
    /// A line makes room.
    Room,
    /// It is written.
    Spill,
    /// The line of the request is asked for.
    Fetch,
    /// The line is awaited.
    Wait,
    /// It is read from the cache.
    Read,
    /// The register is answered.
    Answer,
    /// The register is stored.
    Store,
    /// A register's request goes to the L1.
    Send(L1Kind),
}

/// The model of `pattern_compressor`.
#[derive(Clone, Debug)]
pub struct PatternCompressor {
    compressed: [[bool; REGISTERS]; WARPS],
    cache: Vec<CacheLine>,
    hand: usize,
    state: State,
    request: ToCompress,
    slot: Option<Slot>,
    line: usize,
    others: bool,
}

impl PatternCompressor {
    /// A compressor after reset.
    pub fn new(parameters: ReglessParameters) -> Self {
        Self {
            compressed: [[false; REGISTERS]; WARPS],
            cache: vec![CacheLine::default(); parameters.cache_lines()],
            hand: 0,
            state: State::Idle,
            request: ToCompress {
                kind: 0,
                warp: 0,
                register: 0,
                entry: 0,
                data: [0; LANES],
            },
            slot: None,
            line: 0,
            others: false,
        }
    }

    /// The state, for properties.
    pub fn state(&self) -> State {
        self.state
    }

    /// The request that it is at, unless it is idle.
    pub fn request(&self) -> Option<&ToCompress> {
        (self.state != State::Idle).then_some(&self.request)
    }

    /// The lines of the cache, for properties.
    pub fn cache(&self) -> &[CacheLine] {
        &self.cache
    }

    /// Whether a register is compressed.
    pub fn is_compressed(&self, warp: u8, register: u8) -> bool {
        self.compressed[usize::from(warp)][usize::from(register)]
    }

    /// Whether some register of a line is compressed, besides one that is left out.
    pub fn is_live(&self, (group, warp): (u8, u8), left_out: Option<u8>) -> bool {
        let first = group * SLOTS as u8;
        (first..first + SLOTS as u8)
            .filter(|r| usize::from(*r) < REGISTERS && Some(*r) != left_out)
            .any(|r| self.is_compressed(warp, r))
    }

    /// Whether a request is accepted in this cycle.
    pub fn request_ready(&self) -> bool {
        self.state == State::Idle
    }

    /// The answer at the port.
    pub fn answer(&self) -> Option<Fetched> {
        if self.state != State::Answer {
            return None;
        }
        let (_, slot) = place_of(self.request.register);
        Some(Fetched {
            warp: self.request.warp,
            register: self.request.register,
            entry: self.request.entry,
            data: decompress(self.cache[self.line].slots[usize::from(slot)]),
        })
    }

    /// The request at the L1's port.
    pub fn l1(&self) -> Option<ToL1> {
        let request = &self.request;
        let to_l1 = |kind, warp, index, data| {
            Some(ToL1 {
                kind,
                warp,
                index,
                entry: request.entry,
                data,
            })
        };
        match self.state {
            State::Spill => {
                let line = &self.cache[self.line];
                let (group, warp) = line.tag;
                to_l1(L1Kind::WriteLine, warp, group, pack(&line.slots))
            }
            State::Fetch => {
                let (group, _) = place_of(request.register);
                to_l1(L1Kind::ReadLine, request.warp, group, [0; LANES])
            }
            State::Send(kind) => to_l1(kind, request.warp, request.register, request.data),
            _ => None,
        }
    }

    /// Whether the contract defines what follows.
    pub fn check(&self, cycle: &CompressorCycle) -> Result<(), OutOfContract> {
        if cycle.response.is_some() && self.state != State::Wait {
            return Err(OutOfContract::new(
                "a line comes that the compressor does not wait for",
            ));
        }
        Ok(())
    }

    /// The clock rises after a cycle that [`PatternCompressor::check`] allows.
    pub fn advance(&mut self, cycle: &CompressorCycle) {
        self.state = match self.state {
            State::Idle => match &cycle.request {
                Some(request) => {
                    self.request = request.clone();
                    State::Match
                }
                None => State::Idle,
            },
            State::Match => self.matched(),
            State::Tags => self.looked_up(),
            State::Room => self.make_room(),
            State::Spill if cycle.l1_ready => self.after_room(),
            State::Fetch if cycle.l1_ready => State::Wait,
            State::Wait => match cycle.response {
                Some(words) => self.filled(words),
                None => State::Wait,
            },
            State::Read => State::Answer,
            State::Answer if cycle.answer_ready => State::Idle,
            State::Store => self.store(),
            State::Send(_) if cycle.l1_ready => State::Idle,
            same => same,
        };
    }

    fn matched(&mut self) -> State {
        let request = &self.request;
        let bit = &mut self.compressed[usize::from(request.warp)][usize::from(request.register)];
        let was = *bit;
        match Operation::from_code(request.kind) {
            None => {
                let pattern = pattern_of(&request.data);
                self.slot = pattern.map(|p| compress(&request.data, p));
                State::Tags
            }
            Some(Operation::Preload) if was => State::Tags,
            Some(Operation::Preload) => State::Send(L1Kind::ReadRegister),
            Some(Operation::InvalidatingRead) => {
                *bit = false;
                if was {
                    State::Tags
                } else {
                    State::Send(L1Kind::InvalidatingRead)
                }
            }
            Some(Operation::Invalidation) => {
                *bit = false;
                State::Send(L1Kind::InvalidateRegister)
            }
        }
    }

    fn tag(&self) -> (u8, u8) {
        (place_of(self.request.register).0, self.request.warp)
    }

    fn looked_up(&mut self) -> State {
        let tag = self.tag();
        let evicts = self.request.kind == 0;
        if evicts {
            self.others = self.is_live(tag, Some(self.request.register));
            let (warp, register) = (self.request.warp, self.request.register);
            self.compressed[usize::from(warp)][usize::from(register)] = self.slot.is_some();
            if self.slot.is_none() {
                return State::Send(L1Kind::WriteRegister);
            }
        } else {
            self.others = true;
        }
        match self.cache.iter().position(|l| l.valid && l.tag == tag) {
            Some(line) => {
                self.line = line;
                if evicts {
                    State::Store
                } else {
                    State::Answer
                }
            }
            None => State::Room,
        }
    }

    fn make_room(&mut self) -> State {
        self.line = self.hand;
        let victim = &self.cache[self.line];
        let spill = victim.valid && victim.changed && self.is_live(victim.tag, None);
        self.cache[self.line].valid = false;
        if spill {
            State::Spill
        } else {
            self.after_room()
        }
    }

    fn after_room(&self) -> State {
        if self.others {
            State::Fetch
        } else {
            State::Store
        }
    }

    fn enter(&mut self, slots: CompressedLine) {
        self.cache[self.line] = CacheLine {
            valid: true,
            tag: self.tag(),
            changed: false,
            slots,
        };
        self.hand = (self.hand + 1) % self.cache.len();
    }

    fn filled(&mut self, words: &WarpRegister) -> State {
        self.enter(unpack(words));
        if self.request.kind == 0 {
            State::Store
        } else {
            State::Read
        }
    }

    fn store(&mut self) -> State {
        if !self.cache[self.line].valid {
            self.enter(CompressedLine::default());
        }
        let (_, slot) = place_of(self.request.register);
        let line = &mut self.cache[self.line];
        // Store follows only an eviction that has a pattern.
        line.slots[usize::from(slot)] = self.slot.unwrap_or_default();
        line.changed = true;
        State::Idle
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        self.compressed = [[false; REGISTERS]; WARPS];
        for line in &mut self.cache {
            line.valid = false;
        }
        self.hand = 0;
        self.state = State::Idle;
    }
}

impl UnitModel<spec::osu::PatternCompressor> for PatternCompressor {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &PatternCompressorInputs,
    ) -> Result<PatternCompressorOutputs, OutOfContract> {
        if inputs.request_valid && inputs.request_evict != (inputs.request_kind == 0) {
            return Err(OutOfContract::new(
                "request_kind is 0 for evictions and only for them",
            ));
        }
        let cycle = CompressorCycle {
            request: inputs.request_valid.then_some(ToCompress {
                kind: inputs.request_kind,
                warp: inputs.request_warp,
                register: inputs.request_register,
                entry: inputs.request_entry,
                data: inputs.request_data,
            }),
            answer_ready: inputs.answer_ready,
            l1_ready: inputs.l1_ready,
            response: inputs.response_valid.then_some(&inputs.response_data),
        };
        self.check(&cycle)?;
        let mut outputs = PatternCompressorOutputs {
            request_ready: self.request_ready(),
            ..Default::default()
        };
        if let Some(answer) = self.answer() {
            outputs.answer_valid = true;
            outputs.answer_warp = answer.warp;
            outputs.answer_register = answer.register;
            outputs.answer_entry = answer.entry;
            outputs.answer_data = answer.data;
        }
        if let Some(l1) = self.l1() {
            outputs.l1 = l1.presented();
        }
        self.advance(&cycle);
        Ok(outputs)
    }
}
