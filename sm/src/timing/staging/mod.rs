//! Registers that are staged (RegLess, section 5): the unit `regless`, what the front end tells it of
//! regions, and the L1 that its registers lie in.
//!
//! A warp that stands before a region has the region's words decoded, one word a cycle for each shard.
//! When its registers are staged the unit says that it is active, and then it issues. Of each source that
//! the unit gives, the lanes that the instruction executes must be what the warp holds functionally.
//!
//! The unit's clock stands still when nothing has been seen at its ports for [`REST`] cycles and nothing
//! is asked.

mod asked;
mod checks;
mod compiled;
mod counts;
mod front;
mod inside;
mod l1;
mod ports;

pub(crate) use asked::{Asked, Came};
pub(crate) use compiled::Compiled;
pub use counts::{PreloadedFrom, Staged};
pub(crate) use ports::{Issued, Landing};

use super::error::Disagreement;
use super::memory::Hierarchy;
use super::parameters::RegisterMemory;
use crate::exec::Program;
use front::Front;
use golden::regless::{shard_warp, CompressorCounts};
use l1::Answer;
use ports::{issue, issued, land, landed, offered};
use spec::regless::{
    L1Request, MetadataWord, Regless, ReglessInputs, ReglessOutputs, ReglessParameters, ALL_WARPS,
    SHARDS, SOURCES, TAG_BITS, UNITS,
};
use spec::warp::WarpRegister;
use spec::UnitModel;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// What the register base pointer is set to.
const BASE_LINE: u32 = 1 << 20;
/// Cycles without anything at the ports after which the unit is at rest: a region of 27 operations is
/// read, checked and queued in less, behind 15 that do not fit (docs/units/capacity_manager.md, Bounds).
const REST: u32 = 256;

/// A part of an instruction inside the unit. Each has a tag of its own, for two of one instruction may
/// leave in any order.
#[derive(Clone, Debug, Default)]
struct Inside {
    /// The instruction, by its number in the pipeline.
    operation: u8,
    mask: u32,
    /// Its sources with what they held.
    sources: [Option<(u8, WarpRegister)>; SOURCES],
}

/// Tags of parts.
const TAGS: usize = 1 << TAG_BITS;

/// A line that is reserved for a result: register, line, and whether the write is the last use.
type Reserved = (u8, u8, bool);

/// See the module.
pub struct Staging {
    unit: Box<dyn UnitModel<Regless>>,
    parameters: ReglessParameters,
    /// Registers lie in a memory of their own that is always ready ([`RegisterMemory::Perfect`]).
    is_perfect: bool,
    based: bool,
    active: u64,
    /// Warps of which a word can be decoded, and those that stand before a region and have not begun it.
    feeding: u64,
    before: u64,
    hold: u64,
    still: u32,
    fronts: Vec<Front>,
    pub(super) compiled: Option<Rc<Compiled>>,
    known: HashMap<String, Rc<Compiled>>,
    /// For each shard, the warp of it whose turn to decode is next.
    turns: [usize; SHARDS],
    /// For each shard, the warp whose word was accepted in the last cycle, and how many operations it marks.
    decoded: [Option<(usize, usize)>; SHARDS],
    /// The shards of which a word was accepted in the last cycle.
    pub(super) decoded_for: [bool; SHARDS],
    /// For each tag, what is inside with it.
    inside: Vec<Option<Inside>>,
    /// Tags of nobody.
    free: Vec<u8>,
    /// For each instruction in the pipeline, the lines of its results.
    pub(super) reserved: Vec<Vec<Reserved>>,
    /// What the L1 and what lies behind it hold.
    memory: HashMap<u32, WarpRegister>,
    answers: VecDeque<Answer>,
    /// A request that the L1 has taken and cannot serve yet.
    at_door: Option<L1Request>,
    /// The L1's port went to the unit the last time.
    pub(super) favoured: bool,
    /// Lines that were read for preloads.
    lines_for_preloads: u64,
    /// Where reads for preloads were answered.
    read_from: PreloadedFrom,
    /// Lines that were read to be completed.
    to_merge: u64,
    counts: Staged,
}

impl Staging {
    /// From a model.
    pub fn new(
        unit: Box<dyn UnitModel<Regless>>,
        parameters: ReglessParameters,
        behind: RegisterMemory,
    ) -> Self {
        Self {
            unit,
            parameters,
            is_perfect: behind == RegisterMemory::Perfect,
            based: false,
            active: 0,
            feeding: 0,
            before: 0,
            hold: 0,
            still: 0,
            fronts: vec![Front::default(); ALL_WARPS],
            compiled: None,
            known: HashMap::new(),
            turns: [0; SHARDS],
            decoded: [None; SHARDS],
            decoded_for: [false; SHARDS],
            inside: vec![None; TAGS],
            free: (0..=u8::MAX).rev().collect(),
            reserved: vec![Vec::new(); TAGS],
            memory: HashMap::new(),
            answers: VecDeque::new(),
            at_door: None,
            favoured: false,
            lines_for_preloads: 0,
            read_from: PreloadedFrom::default(),
            to_merge: 0,
            counts: Staged::default(),
        }
    }

    /// A launch of a kernel begins: as after reset.
    pub(crate) fn begin(&mut self, program: &Program) -> Result<Rc<Compiled>, String> {
        let name = &program.kernel.name;
        let compiled = match self.known.get(name) {
            Some(compiled) => Rc::clone(compiled),
            None => {
                let compiled = Rc::new(Compiled::new(program, self.parameters.lines())?);
                self.counts.metadata += compiled.overhead;
                self.known.insert(name.clone(), Rc::clone(&compiled));
                compiled
            }
        };
        self.unit.reset();
        self.based = false;
        (self.active, self.feeding, self.before) = (0, 0, 0);
        (self.hold, self.still) = (0, 0);
        self.fronts.fill(Front::default());
        self.inside.fill(None);
        self.free = (0..=u8::MAX).rev().collect();
        self.reserved.iter_mut().for_each(Vec::clear);
        self.decoded = [None; SHARDS];
        self.decoded_for = [false; SHARDS];
        self.turns = [0; SHARDS];
        self.memory.clear();
        self.answers.clear();
        self.at_door = None;
        self.favoured = false;
        self.compiled = Some(Rc::clone(&compiled));
        Ok(compiled)
    }

    /// What went through so far.
    pub fn counts(&self) -> Staged {
        let compressed = self.compressed();
        let filled = |c: CompressorCounts| c.answered + self.counts.registers_read;
        Staged {
            lines: self.parameters.lines() as u64,
            preloaded_from: compressed.map(|c| self.found_in(&c)),
            fills: compressed.map(filled),
            evictions: compressed.map(|c| c.evicted),
            compressor_operations: compressed.map(|c| c.operations),
            lines_read_to_merge: compressed.map(|_| self.to_merge),
            ..self.counts
        }
    }

    /// Whether only what is asked can change something, or an answer of the L1.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.still >= REST && self.at_door.is_none()
    }

    /// When the L1 answers next.
    pub(crate) fn next(&self) -> Option<u64> {
        self.answers.iter().map(|answer| answer.at).min()
    }

    /// A cycle.
    pub(super) fn cycle(
        &mut self,
        asked: &Asked,
        now: u64,
        memory: &mut Hierarchy,
    ) -> Result<Came, Disagreement> {
        let mut i = ReglessInputs {
            base_valid: !self.based,
            base_line: BASE_LINE,
            hold: asked.hold,
            l1_ready: asked.l1_ready,
            ..ReglessInputs::default()
        };
        let mut words = [None; SHARDS];
        for (shard, port) in i.meta.iter_mut().enumerate() {
            let Some((warp, word)) = self.word(shard) else {
                continue;
            };
            let (format, word) = word;
            *port = MetadataWord {
                valid: true,
                warp: shard_warp(warp as u8).1,
                format,
                word,
            };
            words[shard] = Some(warp);
        }
        let operations = asked.issued.iter().flatten();
        for (unit, ((operation, _), &tag)) in operations.zip(self.free.iter().rev()).enumerate() {
            issue(&mut i, unit, tag, operation);
        }
        for (unit, landing) in asked.results.iter().enumerate() {
            if let Some(landing) = landing {
                land(&mut i, unit, landing);
            }
        }
        let due = self
            .answers
            .iter()
            .enumerate()
            .filter(|(_, answer)| answer.at <= now);
        let due = due
            .min_by_key(|(_, answer)| answer.at)
            .map(|(index, _)| index);
        if let Some(index) = due {
            let Answer { id, data, .. } = self.answers[index];
            (i.response_valid, i.response_id, i.response_data) = (true, id, data);
        }
        let asks = i.base_valid
            || words.iter().any(Option::is_some)
            || i.response_valid
            || i.hold != self.hold
            || asked.issued.iter().any(Option::is_some)
            || asked.results.iter().any(Option::is_some);
        if !asks && self.is_at_rest() {
            return Ok(Came::default());
        }
        // Looked at where it lies: it is some thousand bytes.
        let gave = self.unit.cycle(&i);
        let o = match &gave {
            Ok(o) => o,
            Err(error) => return Err(self.disagreement(error.clone(), &i, asked)),
        };
        self.based = true;
        self.hold = i.hold;
        if o.region_errors | o.metadata_errors != 0 {
            return Err(Disagreement::Unit(format!(
                "the unit refuses regions of shards {:04b} (warps {:#06x}), metadata of shards {:04b} \
                 (warps {:#06x})",
                o.region_errors, o.region_error_warps, o.metadata_errors, o.metadata_error_warps
            )));
        }
        let mut came = Came {
            results: landed(o),
            ..Came::default()
        };
        let results = came.results.iter().zip(&asked.results);
        let results = results.filter(|(&taken, asked)| taken && asked.is_some());
        self.counts.results += results.count() as u64;
        self.issued(asked, o, &mut came);
        for (unit, port) in o.out.iter().enumerate() {
            if let Some(offer) = offered(port) {
                self.counts.sources_read += offer.sources.iter().flatten().count() as u64;
                came.offered.push((unit / UNITS, self.check(&offer)?));
            }
        }
        self.uses(o)?;
        for (shard, word) in words.into_iter().enumerate() {
            if let Some(warp) = word.filter(|_| o.meta[shard].ready) {
                self.accept(shard, warp);
            }
        }
        if due.is_some() && o.response_ready {
            due.map(|index| self.answers.remove(index));
        }
        came.l1 = o.l1.valid && i.l1_ready;
        self.counts.waits += u64::from(o.l1.valid && !i.l1_ready);
        if came.l1 {
            self.request(o.l1.clone(), now, memory);
        }
        // What the unit shows of warps is a cycle old by then, but nobody else ends regions.
        let seen = o.active != self.active || o.l1.valid || !came.offered.is_empty();
        self.still = if asks || seen { 0 } else { self.still + 1 };
        self.begin_regions(o.active, now);
        for (operation, _) in asked
            .issued
            .iter()
            .enumerate()
            .filter_map(|(shard, issued)| issued.as_ref().filter(|_| came.issued[shard]))
        {
            if operation.ends {
                self.active &= !(1 << operation.warp);
                self.counts.ended += 1;
                self.counts.active_cycles +=
                    now + 1 - self.fronts[usize::from(operation.warp)].since;
                self.fronts[usize::from(operation.warp)] = Front::default();
                self.look(usize::from(operation.warp));
            }
        }
        Ok(came)
    }

    /// Operations that were accepted: what they must get is kept.
    fn issued(&mut self, asked: &Asked, o: &ReglessOutputs, came: &mut Came) {
        let ready = issued(o);
        let mut unit = 0;
        let mut refused = Vec::new();
        for (shard, operation) in asked.issued.iter().enumerate() {
            let Some((operation, values)) = operation else {
                continue;
            };
            came.issued[shard] = ready[unit];
            unit += 1;
            let Some(tag) = self.free.pop() else {
                continue;
            };
            if came.issued[shard] {
                let held = |source: usize| {
                    operation.step.sources[source].map(|register| (register, values[source]))
                };
                self.inside[usize::from(tag)] = Some(Inside {
                    operation: operation.operation,
                    mask: operation.mask,
                    sources: std::array::from_fn(held),
                });
            } else {
                refused.push(tag);
            }
        }
        self.free.extend(refused.into_iter().rev());
    }
}
