//! What only the golden model shows: which requests of a compressor are preloads.

use super::{PreloadedFrom, Staging};
use crate::timing::stalls::Cause;
use golden::osu::{shard_warp, Regless, State, WarpState};
use spec::osu::{bank_of, Operation, BANKS};

/// Requests of all compressors, preloads by what became of them so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Preloads {
    /// That missed the staging unit.
    missed: u64,
    /// Those of them whose register is compressed.
    compressed: u64,
    /// Those of them for which a line was read.
    lines: u64,
    /// Registers that were evicted.
    pub evicted: u64,
    /// Requests of all kinds that came to a compressor.
    pub operations: u64,
}

impl Preloads {
    /// Registers that were put into the staging unit, of which so many came from the L1.
    pub fn fills(&self, registers_read: u64) -> u64 {
        self.compressed + registers_read
    }

    /// With what is known of reads, the whole.
    pub fn completed(&self, preloads: u64, read: PreloadedFrom) -> PreloadedFrom {
        PreloadedFrom {
            staging: preloads.saturating_sub(self.missed),
            compressor: self.compressed - self.lines,
            ..read
        }
    }
}

/// Whether a compressor's request brings a register.
fn is_preload(kind: u8) -> bool {
    Operation::from_code(kind).is_some_and(|operation| operation.is_preload())
}

impl Staging {
    fn golden(&self) -> Option<&Regless> {
        self.unit.inside()?.downcast_ref()
    }

    /// Whether the unit can be looked into.
    pub(super) fn shows_inside(&self) -> bool {
        self.golden().is_some()
    }

    /// A cycle is over: a request is in Match for one cycle, in Tags for one.
    pub(super) fn look_inside(&mut self) {
        let Some(golden) = self.unit.inside().and_then(|m| m.downcast_ref::<Regless>()) else {
            return;
        };
        for shard in golden.shards() {
            let compressor = shard.compressor();
            let request = compressor.request();
            if compressor.state() == State::Match {
                self.asked.operations += 1;
                let evicts = request.is_some_and(|request| request.kind == 0);
                self.asked.evicted += u64::from(evicts);
            }
            if request.is_some_and(|request| is_preload(request.kind)) {
                self.asked.missed += u64::from(compressor.state() == State::Match);
                self.asked.compressed += u64::from(compressor.state() == State::Tags);
            }
        }
    }

    /// Why a warp may not issue the instruction that it stands at.
    pub(crate) fn why_inactive(&self, warp: usize, pc: u32) -> Cause {
        let (Some(golden), Some(compiled)) = (self.golden(), &self.compiled) else {
            return Cause::RegionDecode;
        };
        let front = &self.fronts[warp];
        let number = compiled.region_of[pc as usize];
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
                let asked = self.answers.iter().any(|answer| answer.warp == warp);
                let at_l1 = matches!(
                    compressor.state(),
                    State::Spill | State::Fetch | State::Wait | State::Send(_)
                );
                let own = compressor
                    .request()
                    .is_some_and(|request| request.warp == of_shard);
                match compressor.state() {
                    _ if asked || (at_l1 && own) => Cause::RegionL1,
                    State::Idle => Cause::RegionPreload,
                    _ => Cause::RegionCompressor,
                }
            }
        }
    }

    /// Whether the line that is read for a shard is a preload's; its compressor waits for it.
    pub(super) fn reads_for_preload(&mut self, shard: usize) -> bool {
        let shard = self.golden().map(|golden| &golden.shards()[shard]);
        let request = shard.and_then(|shard| shard.compressor().request());
        let preloads = request.is_some_and(|request| is_preload(request.kind));
        self.asked.lines += u64::from(preloads);
        preloads
    }
}
