//! Registers that are staged (RegLess, section 5): the unit `regless`, what the front end tells it of
//! regions, and the L1 that its registers lie in.
//!
//! A warp that stands before a region has the region's words decoded, one word a cycle for all warps.
//! When its registers are staged the unit says that it is active, and then it issues. Of each source that
//! the unit gives, the lanes that the instruction executes must be what the warp holds functionally.
//!
//! The unit's clock stands still when nothing has been seen at its ports for [`REST`] cycles and nothing
//! is asked.

mod grid;
mod ports;

use super::error::Disagreement;
use super::memory::Hierarchy;
use crate::exec::{Program, LANES};
use crate::passes::{encode, renumber, Overhead, RegionCode, RegionLimits, Step};
use golden::osu::metadata::{shown_marks, Word};
use ports::{issue, issued, land, landed, offered, Issued, Landing, Offered};
use serde::Serialize;
use spec::osu::{
    Regless, ReglessInputs, ReglessOutputs, ReglessParameters, ALL_WARPS, COMPACT_INSTRUCTIONS,
    MARKED_INSTRUCTIONS, REGISTERS, SHARDS, SOURCES, TAG_BITS, UNITS,
};
use spec::warp::WarpRegister;
use spec::UnitModel;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// Lines of registers lie where no other lines do.
const BASE: u64 = 1 << 54;
/// What the register base pointer is set to.
const BASE_LINE: u32 = 1 << 20;
/// Cycles without anything at the ports after which the unit is at rest: a region of 27 operations is
/// read, checked and queued in less, behind 15 that do not fit (docs/units/capacity_manager.md, Bounds).
const REST: u32 = 256;

/// What went through the staged registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Staged {
    /// Regions that warps began.
    pub regions: u64,
    /// Metadata words that were decoded.
    pub words: u64,
    /// Registers that were preloaded for them.
    pub preloads: u64,
    /// Registers that were read from the L1.
    pub registers_read: u64,
    /// Lines of compressed registers that were read from the L1.
    pub lines_read: u64,
    /// Registers and lines that were written to the L1.
    pub written: u64,
    /// Registers that were dropped from the L1, those that were read for the last time included.
    pub invalidated: u64,
    /// Cycles in which a request of the unit waited for the L1.
    pub waits: u64,
    /// What the compiler added to the kernels.
    pub metadata: Overhead,
}

impl Staged {
    /// The part of preloads that the L1 did not have to serve.
    pub fn hits(&self) -> f64 {
        let read = self.registers_read + self.lines_read;
        1.0 - read as f64 / (self.preloads as f64).max(1.0)
    }
}

/// A kernel as RegLess's compiler leaves it.
pub(crate) struct Compiled {
    /// With its registers spread over the banks.
    pub program: Program,
    regions: Vec<RegionCode>,
    /// For each instruction, its region.
    region_of: Vec<usize>,
    overhead: Overhead,
}

impl Compiled {
    /// Why a kernel cannot be compiled is a sentence.
    fn new(program: &Program, lines: usize) -> Result<Self, String> {
        if program.words as usize > REGISTERS {
            return Err(format!(
                "{} registers a thread; RegLess has {REGISTERS} (--max-registers spills)",
                program.words
            ));
        }
        let mut limits = RegionLimits::default();
        limits.per_bank = limits.per_bank.min(lines);
        let program = Program {
            kernel: renumber(&program.kernel, limits),
            ..program.clone()
        };
        let encoded = encode(&program.kernel, limits).map_err(|error| error.to_string())?;
        let mut region_of = vec![0; program.kernel.code.len()];
        for (number, region) in encoded.regions.iter().enumerate() {
            region_of[region.code.clone()].fill(number);
        }
        Ok(Self {
            program,
            regions: encoded.regions,
            region_of,
            overhead: encoded.overhead,
        })
    }

    /// The region of an instruction.
    pub fn region(&self, pc: u32) -> &RegionCode {
        &self.regions[self.region_of[pc as usize]]
    }

    /// The operations of an instruction.
    pub fn steps(&self, pc: u32) -> &[Step] {
        let region = self.region(pc);
        &region.steps[region.steps_of(pc as usize)]
    }

    /// Whether an instruction is the last of its region.
    pub fn ends(&self, pc: u32) -> bool {
        self.region(pc).code.end == pc as usize + 1
    }

    /// Where each instruction lies among metadata words and instructions.
    pub fn places(&self) -> Vec<u32> {
        let mut words = 0;
        let mut places = Vec::with_capacity(self.region_of.len());
        for region in &self.regions {
            words += region.words.len() as u32;
            places.extend(region.code.clone().map(|pc| pc as u32 + words));
        }
        places
    }
}

/// What the front end knows of a warp.
#[derive(Clone, Debug, Default)]
struct Front {
    /// The region that it is in or stands before.
    region: Option<usize>,
    /// Words of it that have been accepted.
    fed: usize,
    /// Operations of it whose marks have come.
    marked: usize,
    /// It has been active in it.
    began: bool,
}

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

/// What is asked in a cycle.
#[derive(Default)]
struct Asked {
    /// For each shard, an operation and what its sources hold.
    issued: [Option<(Issued, [WarpRegister; SOURCES])>; SHARDS],
    /// For each execution unit, a result.
    results: [Option<Landing>; SHARDS],
    /// Warps that may not begin.
    hold: u64,
    /// The L1 takes a request.
    l1_ready: bool,
}

/// What came of it.
#[derive(Default)]
struct Came {
    issued: [bool; SHARDS],
    results: [bool; SHARDS],
    /// Instructions of which a part leaves, with their shard.
    offered: Vec<(usize, u8)>,
    /// The L1's port was taken.
    l1: bool,
}

/// See the module.
pub struct Staging {
    unit: Box<dyn UnitModel<Regless>>,
    parameters: ReglessParameters,
    based: bool,
    active: u64,
    hold: u64,
    still: u32,
    fronts: Vec<Front>,
    compiled: Option<Rc<Compiled>>,
    known: HashMap<String, Rc<Compiled>>,
    /// The warp whose turn to decode is next.
    turn: usize,
    /// The warp whose word was accepted in the last cycle, and how many operations it marks.
    decoded: Option<(usize, usize)>,
    /// For each tag, what is inside with it.
    inside: Vec<Option<Inside>>,
    /// Tags of nobody.
    free: Vec<u8>,
    /// For each instruction in the pipeline, the lines of its results.
    reserved: Vec<Vec<Reserved>>,
    /// What the L1 and what lies behind it hold.
    memory: HashMap<u32, WarpRegister>,
    answers: VecDeque<(u64, u16, WarpRegister)>,
    /// The L1's port went to the unit the last time.
    favoured: bool,
    counts: Staged,
}

impl Staging {
    /// From a model.
    pub fn new(unit: Box<dyn UnitModel<Regless>>, parameters: ReglessParameters) -> Self {
        Self {
            unit,
            parameters,
            based: false,
            active: 0,
            hold: 0,
            still: 0,
            fronts: vec![Front::default(); ALL_WARPS],
            compiled: None,
            known: HashMap::new(),
            turn: 0,
            decoded: None,
            inside: vec![None; TAGS],
            free: (0..=u8::MAX).rev().collect(),
            reserved: vec![Vec::new(); TAGS],
            memory: HashMap::new(),
            answers: VecDeque::new(),
            favoured: false,
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
        (self.active, self.hold, self.still) = (0, 0, 0);
        self.fronts.fill(Front::default());
        self.inside.fill(None);
        self.free = (0..=u8::MAX).rev().collect();
        self.reserved.iter_mut().for_each(Vec::clear);
        self.decoded = None;
        self.turn = 0;
        self.memory.clear();
        self.answers.clear();
        self.favoured = false;
        self.compiled = Some(Rc::clone(&compiled));
        Ok(compiled)
    }

    /// What went through so far.
    pub fn counts(&self) -> Staged {
        self.counts
    }

    /// Whether only what is asked can change something, or an answer of the L1.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.still >= REST
    }

    /// When the L1 answers next.
    pub(crate) fn next(&self) -> Option<u64> {
        self.answers.iter().map(|answer| answer.0).min()
    }

    /// Of warps that stand at instructions, those that may issue them.
    fn may_issue(&self, standing: impl Iterator<Item = (usize, u32)>) -> u64 {
        let Some(compiled) = &self.compiled else {
            return 0;
        };
        let mut may = 0;
        for (warp, pc) in standing {
            let front = &self.fronts[warp];
            let number = compiled.region_of[pc as usize];
            if self.active >> warp & 1 == 1 && front.region == Some(number) {
                let steps = compiled.regions[number].steps_of(pc as usize);
                may |= u64::from(front.marked >= steps.end) << warp;
            }
        }
        may
    }

    /// A warp stands before an instruction that is in its buffer.
    fn arrive(&mut self, warp: usize, pc: u32) -> Result<(), Disagreement> {
        let (Some(compiled), None) = (&self.compiled, self.fronts[warp].region) else {
            return Ok(());
        };
        let number = compiled.region_of[pc as usize];
        if compiled.regions[number].code.start != pc as usize {
            let reason = format!("warp {warp} enters region {number} in its middle, at {pc}");
            return Err(Disagreement::Unit(reason));
        }
        self.fronts[warp] = Front {
            region: Some(number),
            ..Front::default()
        };
        Ok(())
    }

    /// The word that is decoded in this cycle: that of the next warp that has one.
    fn word(&self) -> Option<(usize, &Word)> {
        let compiled = self.compiled.as_ref()?;
        let order = (0..ALL_WARPS).map(|n| (self.turn + n) % ALL_WARPS);
        let mut words = order.filter_map(|warp| {
            let front = &self.fronts[warp];
            let word = compiled.regions[front.region?].words.get(front.fed)?;
            Some((warp, word))
        });
        words.next()
    }

    /// A cycle.
    fn cycle(
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
        let word = self
            .word()
            .map(|(warp, word)| (warp, word.format(), word.encode()));
        let meta = word.as_ref().map(|(warp, ..)| *warp);
        if let Some((warp, format, word)) = word {
            i.meta_valid = true;
            i.meta_warp = warp as u8;
            i.meta_format = format as u8;
            i.meta_word = word.map_err(|error| Disagreement::Unit(error.to_string()))?;
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
            .filter(|(_, answer)| answer.0 <= now);
        let due = due
            .min_by_key(|(_, answer)| answer.0)
            .map(|(index, _)| index);
        if let Some(index) = due {
            let (_, id, data) = self.answers[index];
            (i.response_valid, i.response_id, i.response_data) = (true, id, data);
        }
        let asks = i.base_valid
            || i.meta_valid
            || i.response_valid
            || i.hold != self.hold
            || asked.issued.iter().any(Option::is_some)
            || asked.results.iter().any(Option::is_some);
        if !asks && self.is_at_rest() {
            return Ok(Came::default());
        }
        let o = self.unit.cycle(&i);
        let o = o.map_err(|error| self.disagreement(error, &i, asked))?;
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
            results: landed(&o),
            ..Came::default()
        };
        self.issued(asked, &o, &mut came);
        for (unit, offer) in offered(&o).iter().enumerate() {
            if let Some(offer) = offer {
                came.offered.push((unit / UNITS, self.check(offer)?));
            }
        }
        self.uses(&o)?;
        if let Some(warp) = meta.filter(|_| o.meta_ready) {
            self.accept(warp);
        }
        if due.is_some() && o.response_ready {
            due.map(|index| self.answers.remove(index));
        }
        came.l1 = o.l1_valid && i.l1_ready;
        self.counts.waits += u64::from(o.l1_valid && !i.l1_ready);
        if came.l1 {
            self.request(&o, now, memory);
        }
        // What the unit shows of warps is a cycle old by then, but nobody else ends regions.
        let seen =
            o.active != self.active || o.uses_valid || o.l1_valid || !came.offered.is_empty();
        self.still = if asks || seen { 0 } else { self.still + 1 };
        self.begin_regions(o.active);
        for (operation, _) in asked
            .issued
            .iter()
            .enumerate()
            .filter_map(|(shard, issued)| issued.as_ref().filter(|_| came.issued[shard]))
        {
            if operation.ends {
                self.active &= !(1 << operation.warp);
                self.fronts[usize::from(operation.warp)] = Front::default();
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

    /// Warps that have become active begin their regions.
    fn begin_regions(&mut self, active: u64) {
        self.active = active;
        let Some(compiled) = &self.compiled else {
            return;
        };
        for (warp, front) in self.fronts.iter_mut().enumerate() {
            if let (Some(number), false) = (front.region, front.began) {
                if active >> warp & 1 == 1 {
                    front.began = true;
                    self.counts.regions += 1;
                    self.counts.preloads += compiled.regions[number].preloads() as u64;
                }
            }
        }
    }

    /// A word was accepted.
    fn accept(&mut self, warp: usize) {
        self.counts.words += 1;
        self.turn = (warp + 1) % ALL_WARPS;
        let front = &mut self.fronts[warp];
        let compiled = self.compiled.as_ref();
        let region = front
            .region
            .and_then(|number| Some(&compiled?.regions[number]));
        let marks = region.and_then(|region| match region.words.get(front.fed)? {
            Word::LastUses(_) => Some(MARKED_INSTRUCTIONS),
            Word::Compact { .. } => Some(COMPACT_INSTRUCTIONS),
            _ => None,
        });
        front.fed += 1;
        self.decoded = marks.map(|marks| (warp, marks));
    }

    /// Marks that were decoded must be the compiler's.
    fn uses(&mut self, o: &ReglessOutputs) -> Result<(), Disagreement> {
        let decoded = self.decoded.take();
        let wrong = |reason: String| Disagreement::Port {
            port: "uses",
            tag: None,
            register: None,
            reason,
        };
        let Some((warp, most)) = decoded else {
            return match o.uses_valid {
                true => Err(wrong("marks that nobody has decoded".into())),
                false => Ok(()),
            };
        };
        let front = &mut self.fronts[warp];
        let compiled = self.compiled.as_ref();
        let region = front
            .region
            .and_then(|number| Some(&compiled?.regions[number]));
        let Some(region) = region else {
            return Ok(());
        };
        let end = region.steps.len().min(front.marked + most);
        let marks: Vec<_> = { region.steps[front.marked..end].iter() }
            .map(|step| step.marks)
            .collect();
        let expected = shown_marks(&marks);
        if !o.uses_valid || usize::from(o.uses_warp) != warp || o.uses != expected {
            return Err(wrong(format!(
                "the compiler marked {expected:#x} for warp {warp}, the unit shows {:#x} for warp {}",
                o.uses, o.uses_warp
            )));
        }
        front.marked = end;
        Ok(())
    }

    /// What a part leaves with must be what its registers held; of which instruction it is.
    fn check(&mut self, offer: &Offered) -> Result<u8, Disagreement> {
        let Some(inside) = self.inside[usize::from(offer.tag)].take() else {
            let reason = format!("tag {} leaves and has not entered", offer.tag);
            return Err(Disagreement::Unit(reason));
        };
        self.free.push(offer.tag);
        let Inside {
            operation,
            mask,
            sources,
        } = inside;
        for (expected, got) in sources.iter().zip(offer.sources) {
            let Some((register, value)) = expected else {
                continue;
            };
            let stale = |lane: usize| got.is_none_or(|got| got[lane] != value[lane]);
            if (0..LANES).any(|lane| mask >> lane & 1 == 1 && stale(lane)) || got.is_none() {
                // Lanes that take no part may hold anything.
                let of_lane = |lane: usize, got: WarpRegister| match mask >> lane & 1 {
                    1 => got[lane],
                    _ => value[lane],
                };
                return Err(Disagreement::Source {
                    tag: operation,
                    register: u16::from(*register),
                    expected: Box::new(*value),
                    got: got.map(|got| Box::new(std::array::from_fn(|lane| of_lane(lane, got)))),
                });
            }
        }
        self.reserved[usize::from(operation)].extend(offer.destination);
        Ok(operation)
    }

    /// The L1 takes a request of the unit: registers are held modified, and nothing is fetched for a write
    /// (5.2.3).
    fn request(&mut self, o: &ReglessOutputs, now: u64, memory: &mut Hierarchy) {
        let line = BASE + u64::from(o.l1_line);
        let again = |attempt: &mut dyn FnMut(u64) -> Result<u64, u64>| {
            let mut at = now;
            loop {
                match attempt(at) {
                    Ok(done) => return done,
                    Err(later) => at = later.max(at + 1),
                }
            }
        };
        if o.l1_write {
            self.counts.written += 1;
            again(&mut |at| memory.store_back(line, at));
            self.memory.insert(o.l1_line, o.l1_data);
        } else if o.l1_read {
            let is_line = o.l1_id >> (self.parameters.entry_bits() + 3) & 1 == 1;
            self.counts.lines_read += u64::from(is_line);
            self.counts.registers_read += u64::from(!is_line);
            let done = again(&mut |at| memory.load(line, at));
            let held = self.memory.get(&o.l1_line);
            // What nobody has written, or what was dropped, is no register of anybody's.
            let data = held.copied().unwrap_or([0xdead_beef; LANES]);
            self.answers.push_back((done, o.l1_id, data));
        }
        if o.l1_invalidate {
            self.counts.invalidated += 1;
            memory.drop_line(line, now);
            self.memory.remove(&o.l1_line);
        }
    }

    /// What an error of the unit is about.
    fn disagreement(
        &self,
        error: spec::OutOfContract,
        i: &ReglessInputs,
        asked: &Asked,
    ) -> Disagreement {
        let Some((port, o)) = self.unit.blamed() else {
            return error.into();
        };
        let (mut tag, mut register) = (None, None);
        let number = port.get(3..4).and_then(|digit| digit.parse::<usize>().ok());
        if let (true, Some(unit)) = (port.starts_with("out"), number) {
            if let Some(offer) = offered(&o)[unit] {
                let inside = self.inside[usize::from(offer.tag)].as_ref();
                tag = inside.map(|inside| inside.operation);
                let source = port.get(5..6).and_then(|letter| "abc".find(letter));
                let is_source = port.len() == 6 || port.len() == 12 && port.ends_with("_valid");
                let named = source.filter(|_| is_source);
                let named = named.and_then(|source| inside?.sources[source]);
                register = named.map(|(register, _)| u16::from(register));
            }
        } else if port.starts_with("wb") {
            let register_of = [
                i.wb0_register,
                i.wb1_register,
                i.wb2_register,
                i.wb3_register,
            ];
            let unit = port.get(2..3).and_then(|digit| digit.parse::<usize>().ok());
            register = unit.map(|unit| u16::from(register_of[unit]));
        } else if port.starts_with("issue") {
            let unit = port.get(5..6).and_then(|digit| digit.parse::<usize>().ok());
            let mut operations = asked.issued.iter().flatten();
            let operation = unit.and_then(|unit| operations.nth(unit));
            tag = operation.map(|(operation, _)| operation.operation);
        }
        Disagreement::Port {
            port,
            tag,
            register,
            reason: error.reason,
        }
    }
}
