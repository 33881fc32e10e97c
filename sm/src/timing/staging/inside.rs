//! What only the golden model shows: what becomes of requests of the staging units to memory.

use super::{PreloadedFrom, Staging};
use crate::timing::stalls::Cause;
use golden::regless::{shard_warp, CompressorCounts, Regless, WarpState};
use spec::regless::{bank_of, BANKS};

impl Staging {
    fn golden(&self) -> Option<&Regless> {
        self.unit.inside()?.downcast_ref()
    }

    /// What went through all compressors, if the unit can be looked into.
    pub(super) fn compressed(&self) -> Option<CompressorCounts> {
        let shards = self.golden()?.shards().iter();
        Some(shards.fold(CompressorCounts::default(), |sum, shard| {
            let of_shard = shard.compressor().counts();
            CompressorCounts {
                operations: sum.operations + of_shard.operations,
                evicted: sum.evicted + of_shard.evicted,
                fetched: sum.fetched + of_shard.fetched,
                answered: sum.answered + of_shard.answered,
                waited: sum.waited + of_shard.waited,
            }
        }))
    }

    /// Where preloads were found, of all that there were. A fetch that waits for a line that another one
    /// asked for counts as one of the L1's.
    pub(super) fn found_in(&self, compressed: &CompressorCounts) -> PreloadedFrom {
        let joined = compressed.waited.saturating_sub(self.lines_for_preloads);
        PreloadedFrom {
            staging: self.counts.preloads.saturating_sub(compressed.fetched),
            compressor: compressed.answered - compressed.waited,
            l1: self.read_from.l1 + joined,
            ..self.read_from
        }
    }

    /// Why a warp may not issue the instruction that it stands at.
    pub(crate) fn why_inactive(&self, warp: usize, pc: u32) -> Cause {
        let (Some(golden), Some(compiled)) = (self.golden(), &self.compiled) else {
            return Cause::RegionDecode;
        };
        let front = &self.fronts[warp];
        let number = compiled.stands[pc as usize].region;
        let region = &compiled.regions[number];
        if front.region != Some(number) || front.fed < region.words.len() || front.began {
            return Cause::RegionDecode;
        }
        let (shard, of_shard) = shard_warp(warp as u8);
        let shard = &golden.shards()[shard];
        let manager = shard.manager();
        let compressor = shard.compressor();
        match manager.warps()[usize::from(of_shard)].state {
            WarpState::Active | WarpState::Draining => Cause::RegionDrain,
            WarpState::Inactive => {
                let free = manager.free();
                let fits = |bank: usize| region.usage[bank] <= free[bank_of(of_shard, bank as u8)];
                match (0..BANKS).all(fits) {
                    true => Cause::RegionActivation,
                    false => Cause::RegionCapacity,
                }
            }
            WarpState::Failed => Cause::RegionCapacity,
            WarpState::Preloading => {
                let asked = self.answers.iter().any(|answer| answer.warp == Some(warp));
                match compressor.is_idle() {
                    _ if asked || compressor.waits_for_l1(of_shard) => Cause::RegionL1,
                    true => Cause::RegionPreload,
                    false => Cause::RegionCompressor,
                }
            }
        }
    }

    /// Whether the line that is read for a shard is a preload's; the fill tells.
    pub(super) fn reads_for_preload(&mut self, shard: usize, fill: u8) -> bool {
        let shard = self.golden().map(|golden| &golden.shards()[shard]);
        let preloads = shard.is_some_and(|shard| shard.compressor().fill_answers(fill));
        self.lines_for_preloads += u64::from(preloads);
        preloads
    }
}
