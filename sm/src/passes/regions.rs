//! Regions of RegLess (4.1, 4.2, Algorithm 1): runs of instructions that a warp enters only when all
//! the registers that they need are in the staging unit.
//!
//! ```text
//! before                          after
//! ld.global r1, [r0]              region 0: inputs r0, outputs r1
//! add r2, r1, 1                   region 1: inputs r1, interior r2, outputs r3
//! mul r3, r2, r2
//! bar.sync 0                      (ends region 1)
//! st.global [r0], r3              region 2: inputs r0 r3
//! ```
//!
//! A basic block is a region until it breaks a rule; then it is split where fewest registers cross.
//! What the paper leaves open: of split points that are equally good the last is taken, so that
//! regions are long; barriers end regions, so that no warp waits with registers staged; exits end
//! regions, for the warp may be over.

use super::{read_words, written_words, WarpLiveness};
use crate::analysis::Cfg;
use crate::ir::{Kernel, Op, Registers};
use crate::ptx::Space;
use spec::regless::{MORE_WORDS, REGION_OPERATIONS, WORD_OPERATIONS};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What a region may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionLimits {
    /// Registers at a time.
    pub registers: usize,
    /// Registers at a time in one bank of the staging unit.
    pub per_bank: usize,
    /// Banks of the staging unit.
    pub banks: u32,
    /// Instructions that a split leaves in the first part, if it can (48 bytes in Algorithm 1).
    pub least: usize,
    /// Inputs: what metadata can name (docs/units/metadata_decoder.md).
    pub inputs: usize,
}

impl Default for RegionLimits {
    /// Eight banks (5.2). Of the 512 registers of an SM that the paper settles on (Figure 16) a shard
    /// has 128; a warp may take a quarter, which is our choice: the paper gives no number.
    fn default() -> Self {
        Self {
            registers: 32,
            per_bank: 4,
            banks: 8,
            least: 6,
            inputs: REGION_OPERATIONS + MORE_WORDS * WORD_OPERATIONS,
        }
    }
}

/// A region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its instructions.
    pub code: Range<usize>,
    /// Registers that must be staged before it begins: those that it reads first, and those that it
    /// defines softly first, whose other lanes must stay.
    pub inputs: BTreeSet<u32>,
    /// Registers that something after it needs and that it writes.
    pub outputs: BTreeSet<u32>,
    /// Registers that live within it only.
    pub interior: BTreeSet<u32>,
    /// Most registers staged at a time.
    pub most: usize,
    /// The same of each bank, by register number modulo the banks.
    pub per_bank: Vec<usize>,
}

struct Pass<'a> {
    kernel: &'a Kernel,
    live: WarpLiveness,
    limits: RegionLimits,
}

/// The regions of a kernel over physical registers, in order of its code; of one over virtual
/// registers there are none.
pub fn regions(kernel: &Kernel, limits: RegionLimits) -> Vec<Region> {
    let Registers::Physical { words, .. } = kernel.registers else {
        return Vec::new();
    };
    let cfg = Cfg::new(kernel);
    let pass = Pass {
        kernel,
        live: WarpLiveness::new(kernel, &cfg, words as usize),
        limits,
    };
    let mut worklist: Vec<Range<usize>> = Vec::new();
    for block in &cfg.blocks {
        let mut start = block.code.start;
        for index in block.code.clone() {
            if matches!(kernel.code[index].op, Op::Bar(_) | Op::Exit)
                || kernel.code[index].op.stops()
            {
                worklist.push(start..index + 1);
                start = index + 1;
            }
        }
        if start < block.code.end {
            worklist.push(start..block.code.end);
        }
    }
    worklist.reverse();
    let mut regions = Vec::new();
    while let Some(code) = worklist.pop() {
        let region = pass.region(code.clone());
        // One instruction is a region however many registers it takes.
        if code.len() == 1 || pass.is_valid(&region) {
            regions.push(region);
            continue;
        }
        let split = pass.split(&code);
        regions.push(pass.region(code.start..split));
        worklist.push(split..code.end);
    }
    regions
}

impl Pass<'_> {
    fn region(&self, code: Range<usize>) -> Region {
        let (mut inputs, mut written) = (BTreeSet::new(), BTreeSet::new());
        for index in code.clone() {
            let instruction = &self.kernel.code[index];
            inputs.extend(read_words(instruction).filter(|word| !written.contains(word)));
            for word in written_words(instruction) {
                let keeps = self.live.soft().contains(index, word);
                if keeps && !written.contains(&word) && self.live.before(index).contains(word) {
                    inputs.insert(word);
                }
                written.insert(word);
            }
        }
        let after = self.live.after(code.end - 1);
        let is_output = |word: &&u32| after.contains(**word);
        let outputs: BTreeSet<u32> = written.iter().filter(is_output).copied().collect();
        let stays = |word: &&u32| !inputs.contains(*word) && !outputs.contains(*word);
        let interior = written.iter().filter(stays).copied().collect();
        let (most, per_bank) = self.staged(&code, &inputs);
        Region {
            code,
            inputs,
            outputs,
            interior,
            most,
            per_bank,
        }
    }

    /// Most registers staged at a time, in all and in each bank.
    fn staged(&self, code: &Range<usize>, inputs: &BTreeSet<u32>) -> (usize, Vec<usize>) {
        let banks = self.limits.banks as usize;
        let mut per_bank = vec![0; banks];
        let mut most = 0;
        for words in staged(self.kernel, code, inputs) {
            let mut banked = vec![0; banks];
            for &word in &words {
                banked[word as usize % banks] += 1;
            }
            most = most.max(words.len());
            for (most, now) in per_bank.iter_mut().zip(banked) {
                *most = now.max(*most);
            }
        }
        (most, per_bank)
    }

    fn is_valid(&self, region: &Region) -> bool {
        region.most <= self.limits.registers
            && region.per_bank.iter().all(|&n| n <= self.limits.per_bank)
            && region.inputs.len() <= self.limits.inputs
            && self.loads_and_uses(&region.code) == 0
    }

    /// Global loads whose first use lies in the same run of instructions.
    fn loads_and_uses(&self, code: &Range<usize>) -> usize {
        let is_used = |load: &usize| {
            let written: Vec<u32> = written_words(&self.kernel.code[*load]).collect();
            let mut later = load + 1..code.end;
            later.any(|index| {
                let mut read = read_words(&self.kernel.code[index]);
                read.any(|word| written.contains(&word))
            })
        };
        code.clone()
            .filter(|&i| is_global_load(self.kernel.code[i].op))
            .filter(is_used)
            .count()
    }

    /// Where to split a run that is no valid region: the first instruction of the second part.
    fn split(&self, code: &Range<usize>) -> usize {
        let valid = |end: &usize| self.is_valid(&self.region(code.start..*end));
        // The longest beginning that is valid; one instruction always is.
        let ends = code.start + 1..code.end;
        let upper = ends
            .clone()
            .take_while(valid)
            .last()
            .unwrap_or(code.start + 1);
        let pairs = |at: &usize| {
            self.loads_and_uses(&(code.start..*at)) + self.loads_and_uses(&(*at..code.end))
        };
        let lower = (code.start + 1..=upper).min_by_key(pairs).unwrap_or(upper);
        let lower = lower.max(code.start + self.limits.least).min(upper);
        let crossing = |at: &usize| {
            let (first, second) = (self.region(code.start..*at), self.region(*at..code.end));
            let sizes = [first.inputs, first.outputs, second.inputs, second.outputs];
            sizes.iter().map(BTreeSet::len).sum::<usize>()
        };
        let best = (lower..=upper).rev().min_by_key(crossing);
        best.unwrap_or(upper)
    }
}

/// For each instruction of a region, the registers that are staged: an input from the beginning, others
/// from their first write, all to their last use. One whose last use is a write stays to the end, for
/// nobody knows when the result lands.
pub(super) fn staged(
    kernel: &Kernel,
    code: &Range<usize>,
    inputs: &BTreeSet<u32>,
) -> Vec<Vec<u32>> {
    let mut spans: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for index in code.clone() {
        let instruction = &kernel.code[index];
        for word in read_words(instruction) {
            spans.entry(word).or_insert((index, index)).1 = index;
        }
        for word in written_words(instruction) {
            spans.entry(word).or_insert((index, index)).1 = code.end;
        }
    }
    for input in inputs {
        if let Some(span) = spans.get_mut(input) {
            span.0 = code.start;
        }
    }
    let at = |index: usize| {
        let here = spans
            .iter()
            .filter(|(_, span)| (span.0..=span.1).contains(&index));
        here.map(|(&word, _)| word).collect()
    };
    code.clone().map(at).collect()
}

/// Local memory and textures lie in the L1, and an atomic's old value is hardly ever used.
fn is_global_load(op: Op) -> bool {
    matches!(op, Op::Ld(access) if matches!(access.space, Space::Global | Space::Generic))
}
