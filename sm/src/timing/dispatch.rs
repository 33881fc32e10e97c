//! Block dispatch: how many blocks fit, and where their warps and registers go.

use super::parameters::Parameters;
use super::warps::Slot;
use crate::exec::{shared_bytes, Launch, LaunchError, Program, LANES};

/// Places for blocks.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// Blocks that fit at a time.
    pub blocks: usize,
    /// The warp slots of all of them: block slot b has those from b times warps on.
    pub slots: Vec<Slot>,
    /// Warps of a block.
    pub warps: usize,
}

/// The scheduler of a warp slot.
fn scheduler_of(slot: usize, p: &Parameters) -> usize {
    slot % p.schedulers as usize
}

/// The shard of a scheduler, and its port there.
fn shard_of(scheduler: usize, p: &Parameters) -> (usize, usize) {
    let ports = (p.schedulers / p.shards) as usize;
    (scheduler / ports, scheduler % ports)
}

/// As many blocks as warps, registers, shared memory and block slots allow. A block must fit into `places`
/// registers of a shard, if there are fewer than have names.
pub(crate) fn places(
    program: &Program,
    launch: &Launch,
    p: &Parameters,
    places: Option<u32>,
) -> Result<Places, LaunchError> {
    let refused = |reason: String| LaunchError::Refused {
        kernel: program.kernel.name.clone(),
        reason,
    };
    let threads: u32 = launch.block.iter().product();
    let warps = threads.div_ceil(LANES as u32);
    let shared = shared_bytes(program, launch);
    let (allowed, has) = (p.shared_bytes, p.warps);
    if shared > allowed {
        return Err(refused(format!(
            "{shared} bytes of shared memory; the multiprocessor has {allowed}"
        )));
    }
    if warps > has {
        return Err(refused(format!(
            "a block of {warps} warps; the multiprocessor holds {has}"
        )));
    }
    let named = warps.div_ceil(p.shards) * program.words;
    if let Some(places) = places.filter(|&places| named > places) {
        return Err(refused(format!(
            "the warps of a block have {named} registers in a shard, and must be able to end in {places} places \
             (renamed_registers = {}); take fewer registers (--max-registers)",
            p.renamed_registers
        )));
    }
    let mut blocks = p.blocks.min(p.warps / warps);
    if let Some(fit) = p.shared_bytes.checked_div(shared) {
        blocks = blocks.min(fit);
    }
    let file = p.registers / p.shards;
    let mut bases = bases(blocks * warps, program.words, p);
    while bases.iter().any(|base| base + program.words > file) && blocks > 0 {
        blocks -= 1;
        bases = self::bases(blocks * warps, program.words, p);
    }
    if blocks == 0 {
        let words = program.words;
        return Err(refused(format!(
            "{words} registers a thread for {warps} warps; the register file has {} warp registers \
             (--max-registers spills)",
            p.registers
        )));
    }
    let warps = warps as usize;
    let slots = bases.iter().enumerate().map(|(slot, &base)| {
        let scheduler = scheduler_of(slot, p);
        let (shard, _) = shard_of(scheduler, p);
        Slot::new(
            (slot / warps, slot % warps),
            (scheduler, shard),
            base as u16,
        )
    });
    Ok(Places {
        blocks: blocks as usize,
        slots: slots.collect(),
        warps,
    })
}

/// Where the registers of each warp slot begin in its shard.
fn bases(slots: u32, words: u32, p: &Parameters) -> Vec<u32> {
    let mut used = vec![0; p.shards as usize];
    let base = |slot: u32| {
        let (shard, _) = shard_of(scheduler_of(slot as usize, p), p);
        let base = used[shard];
        used[shard] += words;
        base
    };
    (0..slots).map(base).collect()
}
