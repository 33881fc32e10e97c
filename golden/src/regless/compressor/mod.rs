//! The pattern compressor and its cache (RegLess 5.3).

mod at_ports;
mod cache;
mod clock;
mod ports;

pub use cache::CacheLine;
pub use ports::{CompressorCycle, Fetched, ToCompress, ToL1};

use super::pattern::{compress, decompress, pack, pattern_of};
use cache::Cache;
use spec::regless::{
    L1Kind, Operation, Pattern, PatternCompressorParameters, ReglessParameters, REGISTERS, WARPS,
};
use spec::warp::{WarpRegister, LANES};
use spec::OutOfContract;

/// What lies behind the staging unit of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    /// Nothing: it was never evicted, or is dead since.
    Nothing,
    /// The register, in memory.
    Memory,
    /// A slot of its compressed line, in the cache or in memory.
    Compressed(Pattern),
}

/// The request in the stage Act.
#[derive(Clone, Debug)]
struct Work {
    /// `None` evicts.
    operation: Option<Operation>,
    warp: u8,
    register: u8,
    entry: u8,
    /// What was behind when it came.
    copy: Copy,
    /// The pattern of what is evicted.
    pattern: Option<Pattern>,
    /// Other warps whose register of this number is compressed.
    others: u16,
    /// The line of the cache that it works on.
    line: usize,
}

/// The steps of the stage Act, as `docs/units/pattern_compressor.md` has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The tags are looked up, or a register's request is at the L1's port.
    Look,
    /// The line at the hand makes room.
    Room,
    /// It is written.
    Spill,
    /// What it lacks is asked for.
    Merge,
    /// The line of the request is asked for.
    Ask,
    /// The register is stored.
    Keep,
}

/// A line that was asked for, or a fetch that waits for one that was.
#[derive(Clone, Debug)]
struct Waiter {
    line: usize,
    /// It is for this waiter that the line was asked for.
    asked: bool,
    /// The line has come.
    ready: bool,
    /// Whom it answers: warp, register, entry, pattern; nobody after a merge.
    fetch: Option<(u8, u8, u8, Pattern)>,
}

/// What went through since the model was made; resets do not clear it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompressorCounts {
    /// Requests of all kinds.
    pub operations: u64,
    /// Evictions.
    pub evicted: u64,
    /// Registers fetched.
    pub fetched: u64,
    /// Those of them that the compressor answers.
    pub answered: u64,
    /// Those of these that have to wait for a line of the L1.
    pub waited: u64,
}

/// The model of `pattern_compressor`.
#[derive(Clone, Debug)]
pub struct PatternCompressor {
    copies: [[Copy; REGISTERS]; WARPS],
    cache: Cache,
    /// The stage Match.
    entering: Option<ToCompress>,
    /// The last value evicted.
    data: WarpRegister,
    /// The stage Act.
    work: Option<(Step, Work)>,
    waiters: Vec<Option<Waiter>>,
    /// The waiter that is taken next.
    next: usize,
    /// The stage Read: the slot that the storage gives, decompressed.
    read: Option<Fetched>,
    answer: Option<Fetched>,
    counts: CompressorCounts,
}

impl PatternCompressor {
    /// A compressor after reset.
    pub fn new(parameters: PatternCompressorParameters) -> Self {
        Self::of_shard(parameters.shard())
    }

    /// What a shard has after reset: its compressor, or what takes the requests in its place.
    pub fn of_shard(parameters: ReglessParameters) -> Self {
        Self {
            copies: [[Copy::Nothing; REGISTERS]; WARPS],
            cache: Cache::new(parameters.cache_lines()),
            entering: None,
            data: [0; LANES],
            work: None,
            waiters: vec![None; parameters.fills()],
            next: 0,
            read: None,
            answer: None,
            counts: CompressorCounts::default(),
        }
    }

    /// The lines of the cache, for properties.
    pub fn cache(&self) -> &[CacheLine] {
        &self.cache.lines
    }

    /// What went through.
    pub fn counts(&self) -> CompressorCounts {
        self.counts
    }

    /// What lies behind the staging unit of a register.
    pub fn copy(&self, warp: u8, register: u8) -> Copy {
        self.copies[usize::from(warp)][usize::from(register)]
    }

    /// Warps whose register of a number is compressed.
    pub fn compressed(&self, register: u8) -> u16 {
        let is = |w: &u8| matches!(self.copy(*w, register), Copy::Compressed(_));
        (0..WARPS as u8).filter(is).fold(0, |bits, w| bits | 1 << w)
    }

    /// Whether nothing is on its way through.
    pub fn is_idle(&self) -> bool {
        self.entering.is_none() && self.work.is_none()
    }

    /// Whether a register of a warp waits for the L1.
    pub fn waits_for_l1(&self, warp: u8) -> bool {
        let fetches = |w: &Waiter| !w.ready && w.fetch.is_some_and(|f| f.0 == warp);
        let waits = self.waiters.iter().flatten().any(fetches);
        let sends = self.work.as_ref().is_some_and(|(_, w)| w.warp == warp);
        waits || sends && self.asks_l1()
    }

    /// Whether the fill of a number answers somebody.
    pub fn fill_answers(&self, fill: u8) -> bool {
        let waiter = self.waiters.get(usize::from(fill)).and_then(Option::as_ref);
        waiter.is_some_and(|w| w.fetch.is_some())
    }

    /// Whether a request is accepted in this cycle.
    pub fn request_ready(&self) -> bool {
        let evicts = |w: &(Step, Work)| w.1.operation.is_none();
        self.entering.is_none() && !self.work.as_ref().is_some_and(evicts)
    }

    /// Whether the stage Read takes one in this cycle.
    fn can_read(&self) -> bool {
        self.read.is_none() || self.answer.is_none()
    }

    /// The answer at the port.
    pub fn answer(&self) -> Option<&Fetched> {
        self.answer.as_ref()
    }

    /// Whether an answer is at the port and the next one behind it.
    pub fn answers_in_a_row(&self) -> bool {
        self.answer.is_some() && self.read.is_some()
    }

    fn asks_in_look(work: &Work) -> Option<L1Kind> {
        match (work.operation, work.copy, work.pattern) {
            (None, _, None) => Some(L1Kind::WriteRegister),
            (None | Some(Operation::Invalidation), Copy::Memory, _) => {
                Some(L1Kind::InvalidateRegister)
            }
            (Some(Operation::Preload), Copy::Memory, _) => Some(L1Kind::ReadRegister),
            (Some(Operation::InvalidatingRead), Copy::Memory, _) => Some(L1Kind::InvalidatingRead),
            _ => None,
        }
    }

    /// What is asked at the L1's port, of which warp or by which fill, and of which register.
    fn asks(&self) -> Option<(L1Kind, u8, u8)> {
        let (step, work) = self.work.as_ref()?;
        let fill = self.waiters[self.next].is_none().then_some(self.next as u8);
        let victim = self.cache.lines.get(self.cache.hand);
        Some(match step {
            Step::Look => (Self::asks_in_look(work)?, work.warp, work.register),
            Step::Spill => (L1Kind::WriteLine, 0, victim?.register),
            Step::Merge => (L1Kind::ReadLine, fill?, victim?.register),
            Step::Ask => (L1Kind::ReadLine, fill?, work.register),
            Step::Room | Step::Keep => return None,
        })
    }

    /// Whether a request is at the L1's port.
    pub fn asks_l1(&self) -> bool {
        self.asks().is_some()
    }

    /// The request at the L1's port.
    pub fn l1(&self) -> Option<ToL1> {
        let (kind, warp, index) = self.asks()?;
        let (step, work) = self.work.as_ref()?;
        let victim = self.cache.lines.get(self.cache.hand);
        let data = match step {
            Step::Look => self.data,
            Step::Spill => pack(&victim?.slots),
            _ => [0; LANES],
        };
        Some(ToL1 {
            kind,
            warp,
            index,
            entry: work.entry,
            data,
        })
    }

    /// Whether a register is being fetched.
    fn is_fetching(&self, warp: u8, register: u8) -> bool {
        let entering = self.entering.iter().filter(|r| r.kind != 0);
        let work = self.work.iter().map(|(_, w)| w);
        let work = work.filter(|w| w.operation.is_some_and(Operation::is_preload));
        let waiters = self.waiters.iter().flatten().filter_map(|w| w.fetch);
        entering
            .filter(|r| Operation::from_code(r.kind).is_some_and(Operation::is_preload))
            .map(|r| (r.warp, r.register))
            .chain(work.map(|w| (w.warp, w.register)))
            .chain(waiters.map(|f| (f.0, f.1)))
            .chain(self.read.iter().map(|a| (a.warp, a.register)))
            .chain(self.answer.iter().map(|a| (a.warp, a.register)))
            .any(|tag| tag == (warp, register))
    }

    /// Whether the contract defines what follows.
    pub fn check(&self, cycle: &CompressorCycle) -> Result<(), OutOfContract> {
        if let Some((fill, _)) = cycle.response {
            let waiter = self.waiters.get(usize::from(fill)).and_then(Option::as_ref);
            if !waiter.is_some_and(|w| w.asked && !w.ready) {
                return Err(OutOfContract::new(
                    "a line comes that the compressor does not wait for",
                ));
            }
        }
        if let Some(request) = &cycle.request {
            if self.is_fetching(request.warp, request.register) {
                return Err(OutOfContract::new(format!(
                    "R{} of warp {} is asked for while it is being fetched",
                    request.register, request.warp
                )));
            }
        }
        Ok(())
    }
}
