//! The ports of `regless_shard`.

use super::at_ports::{issued, offered, result};
use super::shard::{ReglessShard, Response, ShardCycle};
use spec::regless::{LastUses, MetadataWord, ReglessShardInputs, ReglessShardOutputs};
use spec::{Ready, UnitFault, UnitModel};

/// The inputs of a cycle.
pub fn shard_cycle(inputs: &ReglessShardInputs) -> ShardCycle<'_> {
    ShardCycle {
        meta: word(&inputs.meta),
        hold: inputs.hold,
        issued: inputs.issue.each_ref().map(issued),
        results: inputs.wb.each_ref().map(result),
        l1_ready: inputs.l1_ready,
        response: inputs.response_valid.then_some(Response {
            line: inputs.response_line,
            bank: inputs.response_bank,
            entry: inputs.response_entry,
            data: &inputs.response_data,
        }),
    }
}

/// The word of metadata at a port.
pub(super) fn word(port: &MetadataWord) -> Option<(u8, u8, u64)> {
    port.valid.then_some((port.warp, port.format, port.word))
}

/// The last uses that a shard shows.
pub(super) fn uses(shard: &ReglessShard) -> LastUses {
    let shown = shard.uses().map(|(warp, marks)| LastUses {
        valid: true,
        warp,
        marks,
    });
    shown.unwrap_or_default()
}

/// What the shard shows from its state alone.
fn shown(shard: &ReglessShard) -> ReglessShardOutputs {
    let mut o = ReglessShardOutputs {
        active: shard.manager().shown().active,
        issue: std::array::from_fn(|_| Ready {
            ready: shard.osu().in_ready(),
        }),
        out: std::array::from_fn(|unit| shard.osu().offer(unit).map(offered).unwrap_or_default()),
        region_error: shard.manager().error().is_some(),
        region_error_warp: shard.manager().error().unwrap_or(0),
        metadata_error: shard.metadata_error().is_some(),
        metadata_error_warp: shard.metadata_error().unwrap_or(0),
        ..Default::default()
    };
    o.uses = uses(shard);
    if let Some(request) = shard.l1() {
        o.l1 = request.presented();
    }
    o
}

impl UnitModel<spec::regless::ReglessShard> for ReglessShard {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &ReglessShardInputs,
    ) -> std::result::Result<ReglessShardOutputs, UnitFault<ReglessShardOutputs>> {
        let cycle = shard_cycle(inputs);
        let prepared = self.prepare(&cycle)?;
        let mut outputs = shown(self);
        outputs.meta_ready = prepared.meta_ready;
        outputs.wb = prepared.results.map(|ready| Ready { ready });
        outputs.response_ready = inputs.response_line || prepared.response_ready();
        self.advance(&cycle, &prepared);
        Ok(outputs)
    }
}
