//! Annotations of RegLess (4.3, Figure 6): what the staging unit and the L1 may drop, and when.
//!
//! ```text
//! before                          after
//! ld.global r1, [r0]              region 0: preload r0; evict r0 and r1 here
//! add r2, r1, 1                   region 1: preload r1, the last time; evict r1 here
//! mul r3, r2, r2                            erase r2 here, evict r3
//! bar.sync 0
//! st.global [r0], r3              region 2: preload r0 and r3, the last time; evict r0 and r3
//! ```
//!
//! - *preload*: every input; *the last time* if nothing needs the register behind the region, or if the region
//!   writes it anew, for then nothing needs the old value: the copy in the L1 goes with the read;
//! - *erase*: the last instruction of the region that names an interior register;
//! - *evict*: the same for inputs and outputs; it only says that they may go;
//! - *invalidate*: at the beginning of a region, registers that were needed on some way here and are
//!   needed no more. Liveness is a warp's ([`WarpLiveness`]), so the lanes of other paths have been
//!   thought of, which is what the paper's postdominators are for.
//!
//! How they are put into instructions (5.4) is the encoder's affair, not this pass's.

use super::{read_words, regions, written_words, Region, RegionLimits, WarpLiveness};
use crate::analysis::Cfg;
use crate::ir::{Kernel, Registers};
use std::collections::{BTreeMap, BTreeSet};

/// A register that is preloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Preload {
    /// The register.
    pub word: u32,
    /// The value that memory has is read for the last time: an invalidating read.
    pub last: bool,
}

/// A region with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotated {
    /// The region.
    pub region: Region,
    /// What is read into the staging unit before it begins.
    pub preloads: Vec<Preload>,
    /// What is dropped from the L1 when it begins.
    pub invalidates: BTreeSet<u32>,
    /// For an instruction, the registers that it names for the last time and that live in this
    /// region only.
    pub erases: BTreeMap<usize, BTreeSet<u32>>,
    /// The same of registers that live longer.
    pub evicts: BTreeMap<usize, BTreeSet<u32>>,
}

/// The regions of a kernel over physical registers with their annotations.
pub fn annotate(kernel: &Kernel, limits: RegionLimits) -> Vec<Annotated> {
    let Registers::Physical { words, .. } = kernel.registers else {
        return Vec::new();
    };
    let cfg = Cfg::new(kernel);
    let live = WarpLiveness::new(kernel, &cfg, words as usize);
    let annotated = |region: Region| {
        let behind = live.after(region.code.end - 1);
        let preload = |&word: &u32| Preload {
            word,
            last: !behind.contains(word) || region.outputs.contains(&word),
        };
        let (erases, evicts) = last_uses(kernel, &region);
        Annotated {
            preloads: region.inputs.iter().map(preload).collect(),
            invalidates: dead_at(&cfg, &live, region.code.start),
            erases,
            evicts,
            region,
        }
    };
    let regions = regions(kernel, limits);
    regions.into_iter().map(annotated).collect()
}

pub(super) type Uses = BTreeMap<usize, BTreeSet<u32>>;

fn last_uses(kernel: &Kernel, region: &Region) -> (Uses, Uses) {
    let mut last = BTreeMap::new();
    for index in region.code.clone() {
        let instruction = &kernel.code[index];
        for word in read_words(instruction).chain(written_words(instruction)) {
            last.insert(word, index);
        }
    }
    let (mut erases, mut evicts) = (Uses::new(), Uses::new());
    for (word, index) in last {
        let kind = if region.interior.contains(&word) {
            &mut erases
        } else {
            &mut evicts
        };
        kind.entry(index).or_default().insert(word);
    }
    (erases, evicts)
}

/// Registers that are needed at the end of some block before this one, and not at its beginning.
fn dead_at(cfg: &Cfg, live: &WarpLiveness, start: usize) -> BTreeSet<u32> {
    let block = &cfg.blocks[cfg.block_of[start]];
    if block.code.start != start {
        return BTreeSet::new();
    }
    let ends = block
        .predecessors
        .iter()
        .map(|&p| cfg.blocks[p].code.end - 1);
    let needed = ends.flat_map(|end| live.after(end).iter());
    needed
        .filter(|&word| !live.before(start).contains(word))
        .collect()
}
