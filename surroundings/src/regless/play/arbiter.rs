//! Traffic for the L1's arbiter and the decoder, and what they must hold to.

use super::around::{claim, Around};
use super::shard::Violation;
use crate::random::Random;
use golden::regless::metadata::show;
use spec::regless::{
    bank_of, compact_instructions, memory_line, Format, L1Kind, MetadataDecoderInputs,
    MetadataDecoderOutputs, MetadataDecoderParameters, OsuBankParameters, ReglessL1ArbiterInputs,
    ReglessL1ArbiterOutputs, Wanted, COMPACT_OPERATIONS, SHARDS,
};
use spec::warp::WarpRegister;

/// Random shards and a random L1.
#[derive(Clone, Debug)]
pub struct ArbiterAround {
    random: Random,
    entries: usize,
    id_bits: usize,
    shards: [u8; SHARDS],
    l1: u8,
    planned: Option<ReglessL1ArbiterInputs>,
}

impl ArbiterAround {
    /// Surroundings after reset.
    pub fn new(parameters: OsuBankParameters, seed: u64) -> Self {
        let mut around = Self {
            random: Random::new(seed),
            entries: 1 << parameters.entry_bits(),
            id_bits: parameters.entry_bits() + 6,
            shards: [0; SHARDS],
            l1: 0,
            planned: None,
        };
        around.change();
        around
    }
}

impl Around<spec::regless::ReglessL1Arbiter> for ArbiterAround {
    fn inputs(&mut self) -> ReglessL1ArbiterInputs {
        if let Some(planned) = &self.planned {
            return planned.clone();
        }
        let mut i = ReglessL1ArbiterInputs {
            base_valid: self.random.chance(5),
            base_line: self.random.word() & 0x1ff_ffff,
            l1_ready: self.random.chance(self.l1),
            response_valid: self.random.chance(50),
            response_id: self.random.below(1 << self.id_bits) as u16,
            shards_ready: self.random.below(16) as u8,
            ..Default::default()
        };
        for (port, &chance) in i.shard.iter_mut().zip(&self.shards) {
            port.valid = self.random.chance(chance);
            port.kind = self.random.below(6) as u8;
            port.warp = self.random.below(16) as u8;
            port.index = self.random.below(64) as u8;
            port.entry = self.random.below(self.entries) as u8;
            port.data = std::array::from_fn(|_| self.random.word());
        }
        self.planned = Some(i.clone());
        i
    }

    fn observe(
        &mut self,
        _: &ReglessL1ArbiterInputs,
        _: &ReglessL1ArbiterOutputs,
    ) -> Result<(), Violation> {
        self.planned = None;
        Ok(())
    }

    fn reset(&mut self) {
        self.planned = None;
    }

    fn change(&mut self) {
        self.shards = std::array::from_fn(|_| [100, 60, 15, 0][self.random.below(4)]);
        self.l1 = [100, 50, 10][self.random.below(3)];
        self.planned = None;
    }
}

/// A request as the L1 must see it.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    flags: (bool, bool, bool),
    line: u32,
    id: u16,
    data: Option<WarpRegister>,
}

/// What the arbiter must hold to, seen from its ports.
#[derive(Clone, Debug)]
pub struct ArbiterWatch {
    entry_bits: usize,
    base: u32,
    /// The request that the L1 must see now.
    due: Option<Seen>,
    /// Requests of others that were taken while a shard waited.
    passed: [u8; SHARDS],
    /// The shard behind the one that was taken last.
    behind: usize,
}

impl ArbiterWatch {
    /// A watcher after reset.
    pub fn new(parameters: OsuBankParameters) -> Self {
        Self {
            entry_bits: parameters.entry_bits(),
            base: 0,
            due: None,
            passed: [0; SHARDS],
            behind: 0,
        }
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        (self.base, self.due, self.passed) = (0, None, [0; SHARDS]);
        self.behind = 0;
    }

    fn taken(&self, i: &ReglessL1ArbiterInputs, shard: usize) -> Seen {
        let Wanted {
            kind,
            warp,
            index,
            entry,
            ref data,
            ..
        } = i.shard[shard];
        let code = L1Kind::from_code(kind).unwrap_or(L1Kind::ReadRegister);
        let waits = match kind {
            4.. => usize::from(warp) % 8,
            _ => bank_of(warp, index),
        };
        let above = shard << 4 | usize::from(kind >= 4) << 3 | waits;
        Seen {
            flags: (code.reads(), code.writes(), matches!(kind, 1 | 3)),
            line: (self.base + memory_line(code, shard, warp, index) as u32) & 0x1ff_ffff,
            id: (above << self.entry_bits) as u16 | u16::from(entry),
            data: code.writes().then_some(*data),
        }
    }

    /// A cycle out of reset.
    pub fn observe(
        &mut self,
        i: &ReglessL1ArbiterInputs,
        o: &ReglessL1ArbiterOutputs,
    ) -> Result<(), Violation> {
        let seen = o.l1.valid.then(|| Seen {
            flags: (o.l1.read, o.l1.write, o.l1.invalidate),
            line: o.l1.line,
            id: o.l1.id,
            data: o.l1.write.then_some(o.l1.data),
        });
        claim(seen.is_some() == self.due.is_some(), "OrderIsKept", || {
            format!(
                "the L1 sees {:?} instead of {:?}",
                o.l1.valid,
                self.due.is_some()
            )
        })?;
        claim(seen == self.due, "AddressIsMapping", || {
            format!(
                "the L1 sees line {:x}, id {:x} and not {:x?}",
                o.l1.line,
                o.l1.id,
                self.due.as_ref().map(|d| (d.line, d.id))
            )
        })?;
        let valid = i.shard.each_ref().map(|port| port.valid);
        let ready = o.shard.each_ref().map(|port| port.ready);
        let taken: Vec<usize> = (0..SHARDS).filter(|s| ready[*s]).collect();
        let legal = taken.len() <= 1 && taken.iter().all(|s| valid[*s]);
        claim(legal, "OneRequestPerCycle", || {
            format!("{taken:?} are taken")
        })?;
        let open = self.due.is_none() || i.l1_ready;
        let wanted = open && valid.contains(&true);
        claim(wanted != taken.is_empty(), "FullRate", || {
            format!("taken: {taken:?}, asked: {valid:?}, open: {open}")
        })?;
        if i.l1_ready {
            self.due = None;
        }
        if let [shard] = taken[..] {
            let mut turns = (self.behind..self.behind + SHARDS).map(|s| s % SHARDS);
            let next = turns.find(|s| valid[*s]);
            claim(next == Some(shard), "NextThatAsksIsTaken", || {
                format!("{shard} is taken and not {next:?}")
            })?;
            self.behind = (shard + 1) % SHARDS;
            for (s, passed) in self.passed.iter_mut().enumerate() {
                *passed = if valid[s] && s != shard {
                    *passed + 1
                } else {
                    0
                };
            }
            self.due = Some(self.taken(i, shard));
        }
        claim(
            self.passed.iter().all(|p| *p < SHARDS as u8),
            "ArbitrationIsFair",
            || format!("passed over: {:?}", self.passed),
        )?;
        if i.base_valid {
            self.base = i.base_line;
        }
        let shard = i.response_id >> (self.entry_bits + 4) & 3;
        let shown = u8::from(i.response_valid) << shard;
        let right = o.shards_response == shown && o.response_ready == (shown & i.shards_ready != 0);
        claim(right, "ResponseFindsItsShard", || {
            format!("shown to {:b} instead of {shown:b}", o.shards_response)
        })
    }
}

/// Random words, many of them good.
#[derive(Clone, Debug)]
pub struct DecoderAround {
    random: Random,
    words: u8,
    planned: Option<MetadataDecoderInputs>,
}

impl DecoderAround {
    /// Surroundings after reset.
    pub fn new(_parameters: MetadataDecoderParameters, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            words: 90,
            planned: None,
        }
    }

    /// An operation of 8 bits; kind 0 mostly with register 0.
    fn operation(&mut self) -> u64 {
        match self.random.below(12) {
            0 => self.random.below(256) as u64,
            1 | 2 => 0,
            _ => self.random.below(64) as u64 | (1 + self.random.below(3) as u64) << 6,
        }
    }

    /// Operations from the bottom; now and then with a hole.
    fn operations(&mut self, room: usize) -> u64 {
        let count = self.random.below(room + 1);
        (0..count).fold(0, |word, k| word | self.operation() << (8 * k))
    }

    fn marks(&mut self, count: usize) -> u64 {
        let most = if self.random.chance(15) { 64 } else { 54 };
        (0..count).fold(0, |word, k| {
            word | (self.random.below(most) as u64) << (6 * k)
        })
    }

    fn word(&mut self, format: u8) -> u64 {
        let word = match format {
            0 => {
                self.random.bits() & 0xff_ffff
                    | self.operations(3) << 24
                    | (self.random.below(6) as u64) << 48
            }
            1 => self.operations(6),
            2 => self.marks(9),
            _ => {
                let operations =
                    usize::from(format - Format::Compact0 as u8).min(COMPACT_OPERATIONS);
                let marks = self.marks(compact_instructions(operations));
                (0..operations).fold((self.random.bits() & 0xff) << 46 | marks, |word, k| {
                    word | self.operation() << (38 - 8 * k)
                })
            }
        };
        match self.random.below(10) {
            0 => word ^ 1 << self.random.below(54),
            1 => self.random.bits() & ((1 << 54) - 1),
            _ => word,
        }
    }
}

impl Around<spec::regless::MetadataDecoder> for DecoderAround {
    fn inputs(&mut self) -> MetadataDecoderInputs {
        if self.planned.is_none() {
            // Now and then a code that no format has.
            let format = self.random.below(Format::ALL.len() + 1) as u8;
            self.planned = Some(MetadataDecoderInputs {
                valid: self.random.chance(self.words),
                format,
                word: self.word(format),
            });
        }
        self.planned.clone().unwrap_or_default()
    }

    fn observe(
        &mut self,
        _: &MetadataDecoderInputs,
        _: &MetadataDecoderOutputs,
    ) -> Result<(), Violation> {
        self.planned = None;
        Ok(())
    }

    fn reset(&mut self) {
        self.planned = None;
    }

    fn change(&mut self) {
        self.words = [100, 90, 30][self.random.below(3)];
    }
}

/// What the decoder must hold to, seen from its ports.
#[derive(Clone, Debug, Default)]
pub struct DecoderWatch {
    word: Option<(u8, u64)>,
}

impl DecoderWatch {
    /// A watcher after reset.
    pub fn new(_parameters: MetadataDecoderParameters) -> Self {
        Self::default()
    }

    /// A cycle of reset.
    pub fn reset(&mut self) {
        self.word = None;
    }

    /// A cycle out of reset.
    pub fn observe(
        &mut self,
        i: &MetadataDecoderInputs,
        o: &MetadataDecoderOutputs,
    ) -> Result<(), Violation> {
        let expected = self.word.map(|(format, word)| show(format, word));
        let expected = expected.unwrap_or_default();
        claim(
            (o.valid || o.bad) == self.word.is_some(),
            "LatencyIsExact",
            || "a word shows in the cycle after it came".to_owned(),
        )?;
        let nothing = !(o.valid || o.region || o.operations || o.marks);
        claim(!o.bad || nothing, "BadImpliesNothing", || {
            "a bad word shows annotations".to_owned()
        })?;
        let mut shown = o.clone();
        // What is not compared.
        if !shown.valid {
            shown.format = expected.format;
        }
        if !shown.region {
            (shown.usage, shown.more) = (expected.usage, expected.more);
        }
        if !shown.operations {
            (shown.kinds, shown.registers) = (expected.kinds, expected.registers);
        }
        if !shown.marks {
            shown.uses = expected.uses;
        }
        claim(shown == expected, "DecodingReturnsAnnotations", || {
            format!("{:x?} decodes to {o:x?}", self.word)
        })?;
        self.word = i.valid.then_some((i.format, i.word));
        Ok(())
    }
}
