//! A scheduler, its front-end and its execution units around a shard.

mod planned;
mod seen;

use super::manner::Manner;
use super::program::{Break, Compiler};
use super::region::Region;
use super::values::value;
use crate::random::Random;
use golden::regless::metadata::{shown_marks, Word};
use golden::regless::Instruction;
use golden::regless::{Expected, FlatRegisters};
use spec::regless::{Format, Operation, BANKS, EXECUTION_UNITS, SOURCES, UNITS, WARPS};
use spec::warp::WarpRegister;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The property's name.
    pub property: &'static str,
    /// What was seen.
    pub detail: String,
}

impl Violation {
    pub(super) fn new(property: &'static str, detail: String) -> Self {
        Self { property, detail }
    }
}

/// Results that wait at once: one of each execution unit. A shard alone is shown the first two.
pub(super) const RESULTS: usize = EXECUTION_UNITS;

/// A result that waits for its port.
#[derive(Clone, Debug)]
pub struct Landing {
    /// Warp and register.
    pub tag: (u8, u8),
    /// The line.
    pub entry: u8,
    /// Lanes written.
    pub mask: u32,
    /// The value.
    pub data: WarpRegister,
    /// The last use.
    pub last: bool,
    ready_at: u64,
}

impl Landing {
    /// At its port.
    pub fn at_port(&self) -> spec::regless::Writeback {
        let (warp, register) = self.tag;
        spec::regless::Writeback {
            valid: true,
            warp,
            register,
            entry: self.entry,
            mask: self.mask,
            data: self.data,
            last: self.last,
        }
    }
}

/// What the play does in a cycle.
#[derive(Clone, Debug, Default)]
pub struct Wants {
    /// A metadata word: warp, format, word.
    pub meta: Option<(u8, u8, u64)>,
    /// The word is wrong, or out of its order.
    pub stray: bool,
    /// Warps at a barrier.
    pub hold: u16,
    /// Instructions, and whether they end their regions.
    pub issued: [Option<(Instruction, bool)>; UNITS],
    /// Results.
    pub results: [Option<Landing>; RESULTS],
}

/// An instruction that a read unit offers.
#[derive(Clone, Copy, Debug)]
pub struct Offered {
    /// As it comes out; `registers`, `last` and `erase` are not looked at.
    pub instruction: Instruction,
    /// The sources that it has.
    pub operands: [WarpRegister; SOURCES],
    /// The line of its destination.
    pub entry: u8,
}

impl Offered {
    /// What is offered at some ports.
    pub fn all(ports: &[spec::regless::Offer]) -> Vec<Self> {
        let offered = ports.iter().filter(|port| port.valid);
        offered.map(Self::at_port).collect()
    }

    fn at_port(port: &spec::regless::Offer) -> Self {
        let has = [port.a_valid, port.b_valid, port.c_valid];
        Self {
            instruction: Instruction {
                tag: port.tag,
                warp: port.warp,
                sources: (0..SOURCES).map(|s| u8::from(has[s]) << s).sum(),
                writes: port.writes,
                destination: port.destination,
                mask: port.mask,
                write_last: port.write_last,
                ..Instruction::default()
            },
            operands: [port.a, port.b, port.c],
            entry: port.entry,
        }
    }
}

/// What the shard did in a cycle.
#[derive(Clone, Debug, Default)]
pub struct Saw {
    /// The word was accepted.
    pub meta_ready: bool,
    /// Marks shown.
    pub uses: Option<(u8, u64)>,
    /// Warps that may issue.
    pub active: u16,
    /// Instructions accepted.
    pub issued: [bool; UNITS],
    /// Results accepted.
    pub results: [bool; RESULTS],
    /// Instructions offered.
    pub offers: Vec<Offered>,
}

/// One warp's side of the play.
#[derive(Clone, Debug)]
struct Thread {
    compiler: Compiler,
    /// Words of the newest region that are not accepted yet.
    unsent: VecDeque<Word>,
    /// Regions whose first words are accepted or on their way, oldest first.
    compiled: VecDeque<Region>,
    /// The region that executes, and the next step.
    current: Option<(Region, usize)>,
    /// The last instruction was issued, and the warp still shows as active.
    leaving: bool,
}

/// Cycles without any progress after which a play is stuck.
const PATIENCE: u64 = 5_000;

/// A scheduler with everything around it.
#[derive(Clone, Debug)]
pub struct ShardPlay {
    random: Random,
    lines: usize,
    manner: Manner,
    threads: Vec<Thread>,
    flat: FlatRegisters,
    /// Registers with a result outstanding.
    outstanding: BTreeSet<(u8, u8)>,
    in_flight: BTreeMap<u8, (Instruction, [Expected; SOURCES])>,
    landings: Vec<Landing>,
    active: u16,
    hold: u16,
    tag: u8,
    now: u64,
    last_progress: u64,
    marked: Option<(u8, u64)>,
    wants: Option<Wants>,
    /// Breaks one region in so many.
    breaks: Option<(Break, usize)>,
    broken: bool,
    /// A region was too big.
    too_big: bool,
    /// Until then a result waits for a second: often the first two come at once.
    first_result: u64,
    /// The warp that was given a word last.
    fed: usize,
    /// Registers that programs use from the next reset on.
    next_registers: usize,
    /// Instructions offered.
    pub offered: u64,
}

impl ShardPlay {
    /// A play with banks of so many lines.
    pub fn new(lines: usize, seed: u64, manner: Manner) -> Self {
        let manner = manner.filling(lines);
        let thread = Thread {
            compiler: Compiler::new(lines, manner.registers),
            unsent: VecDeque::new(),
            compiled: VecDeque::new(),
            current: None,
            leaving: false,
        };
        let mut random = Random::new(seed);
        Self {
            first_result: [0, 300][random.below(2)],
            random,
            lines,
            manner,
            threads: vec![thread; WARPS],
            flat: FlatRegisters::new(),
            outstanding: BTreeSet::new(),
            in_flight: BTreeMap::new(),
            landings: Vec::new(),
            active: 0,
            hold: 0,
            tag: 0,
            now: 0,
            last_progress: 0,
            marked: None,
            wants: None,
            breaks: None,
            broken: false,
            fed: 0,
            next_registers: manner.registers,
            too_big: false,
            offered: 0,
        }
    }

    /// Breaks one region in about `one_in`.
    pub fn breaking(mut self, how: Break, one_in: usize) -> Self {
        self.breaks = Some((how, one_in));
        self
    }

    /// Whether a region was broken.
    pub fn has_broken(&self) -> bool {
        self.broken
    }

    /// Whether a region was too big.
    pub fn had_too_big(&self) -> bool {
        self.too_big
    }

    /// Changes the manner in which the play goes on; registers stay as programs have them.
    pub fn change(&mut self, manner: Manner) {
        let registers = self.manner.registers;
        self.next_registers = manner.registers;
        self.manner = Manner {
            registers,
            ..manner
        };
    }

    /// Everything begins again.
    pub fn reset(&mut self) {
        let manner = Manner {
            registers: self.next_registers,
            ..self.manner
        };
        let mut fresh = Self::new(self.lines, self.random.bits(), manner);
        fresh.breaks = self.breaks;
        *self = fresh;
    }

    /// What is done in this cycle; the same until [`ShardPlay::saw`].
    pub fn wants(&mut self) -> Wants {
        let wants = match self.wants.take() {
            Some(wants) => wants,
            None => self.plan(),
        };
        self.wants = Some(wants.clone());
        wants
    }
}
