//! Bank-aware numbering (RegLess 5.2): the bank of a register is the lower 3 bits of its number plus
//! its warp's, so the compiler spreads what is staged at one time over all banks. A region waits until
//! each bank has room for the most lines that it holds there, so its fullest bank decides.
//!
//! ```text
//! before                          after
//! ld.global r0, [r16]             ld.global r0, [r3]       r0, r8 and r16 were three lines of bank 0,
//! ld.global r8, [r16+4]           ld.global r1, [r3+4]     now each has a bank of its own
//! add r0, r0, r8                  add r0, r0, r1
//! ```
//!
//! Registers trade places while that makes banks more even: the sum over all instructions and banks of the
//! square of what is staged, and of what the instruction itself names, which it would have to access one after
//! the other. If the fullest banks hold more afterwards, all stays. A pair is one thing: it
//! trades its place, two words of which the first is even, with whatever lies on another such place.

use super::regions::staged;
use super::{read_words, regions, written_words, RegionLimits};
use crate::ir::{Class, Kernel, Reg, Registers};
use spec::regless::REGISTERS;
use std::collections::BTreeMap;

/// Times through all trades; most kernels are at rest after three.
const ROUNDS: usize = 8;

/// What an instruction names at once counts as much as what so many have staged: a bank takes one access
/// a cycle, and a region waits for room once.
const CONFLICTS: u64 = 4;

/// What is staged or named at one time, as bits, and how many instructions have it so.
type Stages = Vec<(u64, u64)>;

/// The kernel with its registers spread over banks. A kernel over virtual registers, or with more
/// registers than RegLess has, comes back as it is.
pub fn renumber(kernel: &Kernel, limits: RegionLimits) -> Kernel {
    let Registers::Physical { words, .. } = kernel.registers else {
        return kernel.clone();
    };
    let words = words as usize;
    if words > REGISTERS {
        return kernel.clone();
    }
    let mut search = Search {
        stages: stages(kernel, limits),
        place: (0..words as u32).collect(),
        best: u64::MAX,
        banks: limits.banks,
    };
    search.best = search.cost();
    let pairs = pairs(kernel, words);
    for _ in 0..ROUNDS {
        if !search.round(&pairs) {
            break;
        }
    }
    let place = |reg: Reg| match reg.class {
        Class::Predicate => reg,
        _ => Reg {
            index: search.place[reg.index as usize],
            ..reg
        },
    };
    let mut renumbered = kernel.clone();
    for instruction in &mut renumbered.code {
        instruction.rename(place, place);
    }
    if fullest_banks(&renumbered, limits) > fullest_banks(kernel, limits) {
        return kernel.clone();
    }
    renumbered
}

/// Lines of the fullest bank of each region of a kernel, all together.
pub fn fullest_banks(kernel: &Kernel, limits: RegionLimits) -> usize {
    let regions = regions(kernel, limits).into_iter();
    let fullest = regions.map(|region| region.per_bank.into_iter().max());
    fullest.flatten().sum()
}

/// Of the regions as they would be without banks, and of their instructions.
fn stages(kernel: &Kernel, limits: RegionLimits) -> Stages {
    let anywhere = RegionLimits {
        per_bank: usize::MAX,
        ..limits
    };
    let mut found: BTreeMap<u64, u64> = BTreeMap::new();
    for region in regions(kernel, anywhere) {
        for words in staged(kernel, &region.code, &region.inputs) {
            let bits = words.iter().fold(0, |bits, word| bits | 1 << word);
            *found.entry(bits).or_default() += 1;
        }
    }
    for instruction in &kernel.code {
        let words = read_words(instruction).chain(written_words(instruction));
        let bits = words.fold(0u64, |bits, word| bits | 1 << word);
        *found.entry(bits).or_default() += CONFLICTS;
    }
    found.into_iter().collect()
}

/// For each two neighbours whether they are ever named together.
fn pairs(kernel: &Kernel, words: usize) -> Vec<bool> {
    let mut pairs = vec![false; words.div_ceil(2)];
    for instruction in &kernel.code {
        for reg in instruction.reads().chain(instruction.results()) {
            if reg.class == Class::Pair {
                pairs[reg.index as usize / 2] = true;
            }
        }
        debug_assert!(read_words(instruction)
            .chain(written_words(instruction))
            .all(|word| (word as usize) < words));
    }
    pairs
}

struct Search {
    stages: Stages,
    /// Where each register has gone.
    place: Vec<u32>,
    /// Cost of that.
    best: u64,
    banks: u32,
}

impl Search {
    /// Tries every trade once; whether some trade was made.
    fn round(&mut self, pairs: &[bool]) -> bool {
        let words = self.place.len();
        let mut traded = false;
        for a in 0..pairs.len() {
            for b in (0..pairs.len()).filter(|&b| 2 * b + 1 < words) {
                if pairs[a] {
                    let from = self.place[2 * a] / 2;
                    traded |= self.attempt(|place| trade_places(place, from, b as u32));
                } else if a < b && !pairs[b] {
                    traded |= self.attempt(|place| {
                        place.swap(2 * a, 2 * b);
                        place.swap(2 * a + 1, 2 * b + 1);
                    });
                }
            }
        }
        for a in (0..words).filter(|&a| !pairs[a / 2]) {
            for b in (a + 1..words).filter(|&b| !pairs[b / 2]) {
                traded |= self.attempt(|place| place.swap(a, b));
            }
        }
        traded
    }

    /// Makes a trade that is its own inverse, and takes it back unless banks are more even then.
    fn attempt(&mut self, trade: impl Fn(&mut [u32])) -> bool {
        trade(&mut self.place);
        let cost = self.cost();
        if cost < self.best {
            self.best = cost;
            return true;
        }
        trade(&mut self.place);
        false
    }

    fn cost(&self) -> u64 {
        let mut of_bank = [0u64; 64];
        for (word, place) in self.place.iter().enumerate() {
            of_bank[(place % self.banks) as usize] |= 1 << word;
        }
        let of_bank = &of_bank[..self.banks as usize];
        let squares = |bits: u64| -> u64 {
            let counts = of_bank
                .iter()
                .map(|mask| u64::from((bits & mask).count_ones()));
            counts.map(|count| count * count).sum()
        };
        self.stages
            .iter()
            .map(|&(bits, times)| times * squares(bits))
            .sum()
    }
}

/// Trades what lies on two aligned places of two words each, a pair or two words that met there. A pair
/// moves in no other way: words that began side by side may since have gone apart, so a pair that took
/// *their* places would be torn.
fn trade_places(place: &mut [u32], a: u32, b: u32) {
    for place in place {
        if *place / 2 == a {
            *place = 2 * b + *place % 2;
        } else if *place / 2 == b {
            *place = 2 * a + *place % 2;
        }
    }
}
