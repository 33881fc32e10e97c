//! Metadata (RegLess 5.4): regions and last uses as words in the instruction stream.
//!
//! ```text
//! before                          after
//! region: inputs r0, evict r0     compact: a line of banks 0 and 1; preload r0;
//! ld.global r1, [r0]                       r0: last use, evict; r1: written last
//! (ends: r1 is needed behind)     ld.global r1, [r0]
//! ```
//!
//! A marked instruction is one operation of the register file: up to three sources and one
//! destination. An instruction with more registers (pairs, vectors) has several; one without
//! any has one, for words count instructions. The layouts are docs/units/metadata_decoder.md's, what is
//! owed docs/units/regless.md's: a register that nobody needs behind its region is erased at its last
//! read, inputs too; figure 6 erases interior registers only, but a dead input that is evicted goes out
//! to memory for nothing. Where the last use is a write, evicting is all that a word can say.

use super::{read_words, written_words, Annotated, WarpLiveness};
use crate::analysis::Cfg;
use crate::ir::{Instruction, Kernel, Registers};
use golden::regless::metadata::{words_of_region, Marks, TooMuch, Use, Word};
use serde::Serialize;
use spec::regless::{Operation, BANKS, MORE_WORDS, REGION_OPERATIONS, SOURCES, WORD_OPERATIONS};
use std::ops::{AddAssign, Range};

/// An operation of the register file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Registers that it reads.
    pub sources: [Option<u8>; SOURCES],
    /// The register that it writes.
    pub destination: Option<u8>,
    /// Last uses.
    pub marks: Marks,
}

impl Step {
    fn names_some(&self) -> bool {
        self.destination.is_some() || self.sources.iter().any(Option::is_some)
    }
}

/// A region as the hardware gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionCode {
    /// Its instructions.
    pub code: Range<usize>,
    /// Lines of each bank, for warp 0.
    pub usage: [u8; BANKS],
    /// What is asked for before it begins.
    pub operations: Vec<(Operation, u8)>,
    /// The words before it; none if nothing of it names a register, for then it need not be staged.
    pub words: Vec<Word>,
    /// Where the operations of each instruction begin among the steps.
    pub first: Vec<usize>,
    /// Its operations.
    pub steps: Vec<Step>,
}

impl RegionCode {
    /// Operations of one of its instructions.
    pub fn steps_of(&self, index: usize) -> Range<usize> {
        let at = index - self.code.start;
        let end = self.first.get(at + 1).copied();
        self.first[at]..end.unwrap_or(self.steps.len())
    }

    /// Whether it has to be staged before its instructions are issued.
    pub fn is_staged(&self) -> bool {
        !self.words.is_empty()
    }

    /// Registers that are preloaded.
    pub fn preloads(&self) -> usize {
        self.operations
            .iter()
            .filter(|(o, _)| o.is_preload())
            .count()
    }
}

/// What metadata cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Overhead {
    /// Instructions of the kernel.
    pub instructions: u64,
    /// Words among them.
    pub words: u64,
    /// Regions.
    pub regions: u64,
    /// Regions whose word is compact.
    pub compact: u64,
    /// Invalidations for which a region had no room: copies of dead registers stay in memory.
    pub left_out: u64,
}

impl AddAssign for Overhead {
    fn add_assign(&mut self, other: Self) {
        self.instructions += other.instructions;
        self.words += other.words;
        self.regions += other.regions;
        self.compact += other.compact;
        self.left_out += other.left_out;
    }
}

/// A kernel's regions, in order of its code, and what their metadata cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoded {
    /// The regions.
    pub regions: Vec<RegionCode>,
    /// The cost.
    pub overhead: Overhead,
}

/// Encodes the annotated regions of a kernel over at most 64 physical registers; `TooMuch` if a
/// region of one instruction needs more lines of a bank than a word can say.
pub fn encode(kernel: &Kernel, notes: &[Annotated]) -> Result<Encoded, TooMuch> {
    let Registers::Physical { words, .. } = kernel.registers else {
        return Ok(Encoded::default());
    };
    let live = WarpLiveness::new(kernel, &Cfg::new(kernel), words as usize);
    let mut encoded = Encoded::default();
    encoded.overhead.instructions = kernel.code.len() as u64;
    for note in notes {
        let (region, left_out) = region(kernel, &live, note)?;
        let overhead = &mut encoded.overhead;
        overhead.words += region.words.len() as u64;
        overhead.regions += 1;
        let is_compact = matches!(region.words.first(), Some(Word::Compact { .. }));
        overhead.compact += u64::from(is_compact);
        overhead.left_out += left_out as u64;
        encoded.regions.push(region);
    }
    Ok(encoded)
}

fn region(
    kernel: &Kernel,
    live: &WarpLiveness,
    note: &Annotated,
) -> Result<(RegionCode, usize), TooMuch> {
    let code = note.region.code.clone();
    let behind = live.after(code.end - 1);
    let preload = |p: &super::Preload| {
        let operation = match p.last {
            true => Operation::InvalidatingRead,
            false => Operation::Preload,
        };
        (operation, p.word as u8)
    };
    let mut operations: Vec<_> = note.preloads.iter().map(preload).collect();
    let room = (REGION_OPERATIONS + MORE_WORDS * WORD_OPERATIONS).saturating_sub(operations.len());
    let dead = note.invalidates.iter().take(room);
    operations.extend(dead.map(|&word| (Operation::Invalidation, word as u8)));
    let left_out = note.invalidates.len().saturating_sub(room);
    let (mut first, mut steps) = (Vec::new(), Vec::new());
    for index in code.clone() {
        first.push(steps.len());
        let is_last = |word: u32| {
            let named = |uses: &super::annotations::Uses| {
                uses.get(&index).is_some_and(|words| words.contains(&word))
            };
            named(&note.erases) || named(&note.evicts)
        };
        let end = |word: u32| match (is_last(word), behind.contains(word)) {
            (false, _) => Use::Keep,
            (true, true) => Use::Evict,
            (true, false) => Use::Erase,
        };
        operations_of(&kernel.code[index], &end, &mut steps);
    }
    let usage = lines_needed(&operations, &steps);
    let marks: Vec<Marks> = steps.iter().map(|step| step.marks).collect();
    let needs_lines = !operations.is_empty() || steps.iter().any(Step::names_some);
    let words = match needs_lines {
        true => words_of_region(usage, &operations, &marks)?,
        false => Vec::new(),
    };
    let region = RegionCode {
        code,
        usage,
        operations,
        words,
        first,
        steps,
    };
    Ok((region, left_out))
}

/// Adds the operations of an instruction: sources come first, so that none reads what one before it
/// writes. `end` says what becomes of a register that it names.
fn operations_of(instruction: &Instruction, end: &dyn Fn(u32) -> Use, steps: &mut Vec<Step>) {
    let once = |words: &mut dyn Iterator<Item = u32>| {
        let mut found: Vec<u32> = Vec::new();
        for word in words {
            if !found.contains(&word) {
                found.push(word);
            }
        }
        found
    };
    let reads = once(&mut read_words(instruction));
    let writes = once(&mut written_words(instruction));
    let reading = reads.len().div_ceil(SOURCES).max(1);
    let count = reading + writes.len().saturating_sub(1);
    for part in 0..count {
        let mut step = Step::default();
        for slot in 0..SOURCES {
            if let Some(&word) = reads.get(part * SOURCES + slot) {
                step.sources[slot] = Some(word as u8);
                // What is written as well is used last at the write.
                if !writes.contains(&word) {
                    step.marks.sources[slot] = end(word);
                }
            }
        }
        let write = (part + 1).checked_sub(reading).and_then(|n| writes.get(n));
        if let Some(&word) = write {
            step.destination = Some(word as u8);
            step.marks.destination = end(word) != Use::Keep;
        }
        steps.push(step);
    }
}

/// The most lines that each bank holds at once, for warp 0: inputs from the start, others from their
/// first write, to their last use at a source or, if that is a write, to the end.
fn lines_needed(operations: &[(Operation, u8)], steps: &[Step]) -> [u8; BANKS] {
    let bank = |register: u8| usize::from(register) % BANKS;
    let mut held = 0u64;
    let mut most = [0u8; BANKS];
    let mut hold = |register: u8, held: &mut u64| {
        *held |= 1 << register;
        let of_bank = (0..64).filter(|&r| *held >> r & 1 == 1 && bank(r) == bank(register));
        let lines = &mut most[bank(register)];
        *lines = (*lines).max(of_bank.count() as u8);
    };
    for &(operation, register) in operations {
        if operation.is_preload() {
            hold(register, &mut held);
        }
    }
    for step in steps {
        for (source, end) in step.sources.iter().zip(step.marks.sources) {
            if let (Some(register), true) = (source, end != Use::Keep) {
                held &= !(1 << register);
            }
        }
        if let Some(register) = step.destination {
            hold(register, &mut held);
        }
    }
    most
}
