//! What only the golden model shows: which requests of a compressor are preloads.

use super::{PreloadedFrom, Staging};
use golden::osu::{Regless, State};
use spec::osu::Operation;

/// Preloads, by what became of them so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Preloads {
    /// That missed the staging unit.
    missed: u64,
    /// Those of them whose register is compressed.
    compressed: u64,
    /// Those of them for which a line was read.
    lines: u64,
}

impl Preloads {
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
            if request.is_some_and(|request| is_preload(request.kind)) {
                self.asked.missed += u64::from(compressor.state() == State::Match);
                self.asked.compressed += u64::from(compressor.state() == State::Tags);
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
