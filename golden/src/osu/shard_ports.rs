//! The ports of `regless_shard`.

use super::bank::Write;
use super::shard::{ReglessShard, Response, ShardCycle};
use super::staging::{Instruction, Result};
use spec::osu::{ReglessShardInputs, ReglessShardOutputs};
use spec::{OutOfContract, UnitModel};

fn issued(i: &ReglessShardInputs) -> [Option<(Instruction, bool)>; 2] {
    let first = i.issue0_valid.then_some(Instruction {
        tag: i.issue0_tag,
        warp: i.issue0_warp,
        sources: i.issue0_sources,
        registers: [i.issue0_a, i.issue0_b, i.issue0_c],
        last: i.issue0_last,
        erase: i.issue0_erase,
        writes: i.issue0_writes,
        destination: i.issue0_destination,
        mask: i.issue0_mask,
        write_last: i.issue0_write_last,
    });
    let second = i.issue1_valid.then_some(Instruction {
        tag: i.issue1_tag,
        warp: i.issue1_warp,
        sources: i.issue1_sources,
        registers: [i.issue1_a, i.issue1_b, i.issue1_c],
        last: i.issue1_last,
        erase: i.issue1_erase,
        writes: i.issue1_writes,
        destination: i.issue1_destination,
        mask: i.issue1_mask,
        write_last: i.issue1_write_last,
    });
    [
        first.map(|instruction| (instruction, i.issue0_ends)),
        second.map(|instruction| (instruction, i.issue1_ends)),
    ]
}

fn results(i: &ReglessShardInputs) -> [Option<Result<'_>>; 2] {
    [
        i.wb0_valid.then_some(Result {
            tag: (i.wb0_warp, i.wb0_register),
            write: Write {
                entry: i.wb0_entry,
                mask: i.wb0_mask,
                data: &i.wb0_data,
                last: i.wb0_last,
            },
        }),
        i.wb1_valid.then_some(Result {
            tag: (i.wb1_warp, i.wb1_register),
            write: Write {
                entry: i.wb1_entry,
                mask: i.wb1_mask,
                data: &i.wb1_data,
                last: i.wb1_last,
            },
        }),
    ]
}

/// The inputs of a cycle.
pub fn shard_cycle(inputs: &ReglessShardInputs) -> ShardCycle<'_> {
    ShardCycle {
        meta: inputs
            .meta_valid
            .then_some((inputs.meta_warp, inputs.meta_format, inputs.meta_word)),
        hold: inputs.hold,
        issued: issued(inputs),
        results: results(inputs),
        l1_ready: inputs.l1_ready,
        response: inputs.response_valid.then_some(Response {
            line: inputs.response_line,
            bank: inputs.response_bank,
            entry: inputs.response_entry,
            data: &inputs.response_data,
        }),
    }
}

/// What the shard shows from its state alone.
fn shown(shard: &ReglessShard) -> ReglessShardOutputs {
    let mut o = ReglessShardOutputs {
        active: shard.manager().shown().active,
        issue0_ready: shard.osu().in_ready(),
        issue1_ready: shard.osu().in_ready(),
        region_error: shard.manager().error().is_some(),
        region_error_warp: shard.manager().error().unwrap_or(0),
        metadata_error: shard.metadata_error().is_some(),
        metadata_error_warp: shard.metadata_error().unwrap_or(0),
        ..Default::default()
    };
    if let Some((warp, uses)) = shard.uses() {
        o.uses_valid = true;
        o.uses_warp = warp;
        o.uses = uses;
    }
    if let Some(request) = shard.l1() {
        o.l1_valid = true;
        o.l1_write = request.kind.writes();
        o.l1_kind = request.kind as u8;
        o.l1_warp = request.warp;
        o.l1_index = request.index;
        o.l1_entry = request.entry;
        o.l1_data = request.data;
    }
    let osu = shard.osu();
    if let Some(offer) = osu.offer(0) {
        let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
        o.out0_valid = true;
        o.out0_tag = offer.instruction.tag;
        o.out0_warp = offer.instruction.warp;
        o.out0_a_valid = has(0);
        o.out0_b_valid = has(1);
        o.out0_c_valid = has(2);
        [o.out0_a, o.out0_b, o.out0_c] = *offer.operands;
        o.out0_writes = offer.instruction.writes;
        o.out0_destination = offer.instruction.destination;
        o.out0_entry = offer.entry;
        o.out0_mask = offer.instruction.mask;
        o.out0_write_last = offer.instruction.write_last;
    }
    if let Some(offer) = osu.offer(1) {
        let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
        o.out1_valid = true;
        o.out1_tag = offer.instruction.tag;
        o.out1_warp = offer.instruction.warp;
        o.out1_a_valid = has(0);
        o.out1_b_valid = has(1);
        o.out1_c_valid = has(2);
        [o.out1_a, o.out1_b, o.out1_c] = *offer.operands;
        o.out1_writes = offer.instruction.writes;
        o.out1_destination = offer.instruction.destination;
        o.out1_entry = offer.entry;
        o.out1_mask = offer.instruction.mask;
        o.out1_write_last = offer.instruction.write_last;
    }
    o
}

impl UnitModel<spec::osu::ReglessShard> for ReglessShard {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &ReglessShardInputs,
    ) -> std::result::Result<ReglessShardOutputs, OutOfContract> {
        let cycle = shard_cycle(inputs);
        let prepared = self.prepare(&cycle)?;
        let mut outputs = shown(self);
        outputs.meta_ready = prepared.meta_ready;
        [outputs.wb0_ready, outputs.wb1_ready] = prepared.results;
        outputs.response_ready = inputs.response_line || self.osu().is_fill_empty();
        self.advance(&cycle, prepared);
        Ok(outputs)
    }
}
