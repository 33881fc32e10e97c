//! The ports of `regless`.

use super::bank::Write;
use super::shard::ReglessShard;
use super::staging::{Instruction, Result};
use super::top::{whole_warp, Regless, ReglessCycle};
use spec::osu::{ReglessInputs, ReglessOutputs, EXECUTION_UNITS};
use spec::{OutOfContract, UnitModel};

fn issued(i: &ReglessInputs) -> [Option<(Instruction, bool)>; EXECUTION_UNITS] {
    let all = [
        i.issue0_valid.then_some(Instruction {
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
        }),
        i.issue1_valid.then_some(Instruction {
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
        }),
        i.issue2_valid.then_some(Instruction {
            tag: i.issue2_tag,
            warp: i.issue2_warp,
            sources: i.issue2_sources,
            registers: [i.issue2_a, i.issue2_b, i.issue2_c],
            last: i.issue2_last,
            erase: i.issue2_erase,
            writes: i.issue2_writes,
            destination: i.issue2_destination,
            mask: i.issue2_mask,
            write_last: i.issue2_write_last,
        }),
        i.issue3_valid.then_some(Instruction {
            tag: i.issue3_tag,
            warp: i.issue3_warp,
            sources: i.issue3_sources,
            registers: [i.issue3_a, i.issue3_b, i.issue3_c],
            last: i.issue3_last,
            erase: i.issue3_erase,
            writes: i.issue3_writes,
            destination: i.issue3_destination,
            mask: i.issue3_mask,
            write_last: i.issue3_write_last,
        }),
    ];
    let ends = [i.issue0_ends, i.issue1_ends, i.issue2_ends, i.issue3_ends];
    std::array::from_fn(|unit| all[unit].map(|instruction| (instruction, ends[unit])))
}

fn results(i: &ReglessInputs) -> [Option<Result<'_>>; EXECUTION_UNITS] {
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
        i.wb2_valid.then_some(Result {
            tag: (i.wb2_warp, i.wb2_register),
            write: Write {
                entry: i.wb2_entry,
                mask: i.wb2_mask,
                data: &i.wb2_data,
                last: i.wb2_last,
            },
        }),
        i.wb3_valid.then_some(Result {
            tag: (i.wb3_warp, i.wb3_register),
            write: Write {
                entry: i.wb3_entry,
                mask: i.wb3_mask,
                data: &i.wb3_data,
                last: i.wb3_last,
            },
        }),
    ]
}

fn show_offers(o: &mut ReglessOutputs, shards: &[ReglessShard]) {
    if let Some(offer) = shards[0].osu().offer(0) {
        let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
        o.out0_valid = true;
        o.out0_tag = offer.instruction.tag;
        o.out0_warp = whole_warp(0, offer.instruction.warp);
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
    if let Some(offer) = shards[0].osu().offer(1) {
        let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
        o.out1_valid = true;
        o.out1_tag = offer.instruction.tag;
        o.out1_warp = whole_warp(0, offer.instruction.warp);
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
    if let Some(offer) = shards[1].osu().offer(0) {
        let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
        o.out2_valid = true;
        o.out2_tag = offer.instruction.tag;
        o.out2_warp = whole_warp(1, offer.instruction.warp);
        o.out2_a_valid = has(0);
        o.out2_b_valid = has(1);
        o.out2_c_valid = has(2);
        [o.out2_a, o.out2_b, o.out2_c] = *offer.operands;
        o.out2_writes = offer.instruction.writes;
        o.out2_destination = offer.instruction.destination;
        o.out2_entry = offer.entry;
        o.out2_mask = offer.instruction.mask;
        o.out2_write_last = offer.instruction.write_last;
    }
    if let Some(offer) = shards[1].osu().offer(1) {
        let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
        o.out3_valid = true;
        o.out3_tag = offer.instruction.tag;
        o.out3_warp = whole_warp(1, offer.instruction.warp);
        o.out3_a_valid = has(0);
        o.out3_b_valid = has(1);
        o.out3_c_valid = has(2);
        [o.out3_a, o.out3_b, o.out3_c] = *offer.operands;
        o.out3_writes = offer.instruction.writes;
        o.out3_destination = offer.instruction.destination;
        o.out3_entry = offer.entry;
        o.out3_mask = offer.instruction.mask;
        o.out3_write_last = offer.instruction.write_last;
    }
    if let Some(offer) = shards[2].osu().offer(0) {
        let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
        o.out4_valid = true;
        o.out4_tag = offer.instruction.tag;
        o.out4_warp = whole_warp(2, offer.instruction.warp);
        o.out4_a_valid = has(0);
        o.out4_b_valid = has(1);
        o.out4_c_valid = has(2);
        [o.out4_a, o.out4_b, o.out4_c] = *offer.operands;
        o.out4_writes = offer.instruction.writes;
        o.out4_destination = offer.instruction.destination;
        o.out4_entry = offer.entry;
        o.out4_mask = offer.instruction.mask;
        o.out4_write_last = offer.instruction.write_last;
    }
    if let Some(offer) = shards[2].osu().offer(1) {
        let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
        o.out5_valid = true;
        o.out5_tag = offer.instruction.tag;
        o.out5_warp = whole_warp(2, offer.instruction.warp);
        o.out5_a_valid = has(0);
        o.out5_b_valid = has(1);
        o.out5_c_valid = has(2);
        [o.out5_a, o.out5_b, o.out5_c] = *offer.operands;
        o.out5_writes = offer.instruction.writes;
        o.out5_destination = offer.instruction.destination;
        o.out5_entry = offer.entry;
        o.out5_mask = offer.instruction.mask;
        o.out5_write_last = offer.instruction.write_last;
    }
    if let Some(offer) = shards[3].osu().offer(0) {
        let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
        o.out6_valid = true;
        o.out6_tag = offer.instruction.tag;
        o.out6_warp = whole_warp(3, offer.instruction.warp);
        o.out6_a_valid = has(0);
        o.out6_b_valid = has(1);
        o.out6_c_valid = has(2);
        [o.out6_a, o.out6_b, o.out6_c] = *offer.operands;
        o.out6_writes = offer.instruction.writes;
        o.out6_destination = offer.instruction.destination;
        o.out6_entry = offer.entry;
        o.out6_mask = offer.instruction.mask;
        o.out6_write_last = offer.instruction.write_last;
    }
    if let Some(offer) = shards[3].osu().offer(1) {
        let has = |source: u8| offer.instruction.sources >> source & 1 == 1;
        o.out7_valid = true;
        o.out7_tag = offer.instruction.tag;
        o.out7_warp = whole_warp(3, offer.instruction.warp);
        o.out7_a_valid = has(0);
        o.out7_b_valid = has(1);
        o.out7_c_valid = has(2);
        [o.out7_a, o.out7_b, o.out7_c] = *offer.operands;
        o.out7_writes = offer.instruction.writes;
        o.out7_destination = offer.instruction.destination;
        o.out7_entry = offer.entry;
        o.out7_mask = offer.instruction.mask;
        o.out7_write_last = offer.instruction.write_last;
    }
}

/// What all of it shows from its state alone.
fn shown(regless: &Regless) -> ReglessOutputs {
    let mut o = ReglessOutputs::default();
    show_offers(&mut o, regless.shards());
    for (s, shard) in regless.shards().iter().enumerate() {
        let active = shard.manager().shown().active;
        for warp in (0..16).filter(|w| active >> w & 1 == 1) {
            o.active |= 1 << whole_warp(s, warp);
        }
        if let Some((warp, uses)) = shard.uses() {
            o.uses_valid = true;
            o.uses_warp = whole_warp(s, warp);
            o.uses = uses;
        }
        if let Some(warp) = shard.manager().error() {
            o.region_errors |= 1 << s;
            o.region_error_warps |= u16::from(warp) << (4 * s);
        }
        if let Some(warp) = shard.metadata_error() {
            o.metadata_errors |= 1 << s;
            o.metadata_error_warps |= u16::from(warp) << (4 * s);
        }
    }
    if let Some(at_l1) = regless.arbiter().at_l1() {
        o.l1_valid = true;
        (o.l1_read, o.l1_write, o.l1_invalidate) = super::ReglessL1Arbiter::flags(at_l1.kind);
        o.l1_line = at_l1.line;
        o.l1_id = at_l1.id;
        o.l1_data = at_l1.data;
    }
    o
}

impl UnitModel<spec::osu::Regless> for Regless {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &ReglessInputs,
    ) -> std::result::Result<ReglessOutputs, OutOfContract> {
        let cycle = ReglessCycle {
            base: inputs.base_valid.then_some(inputs.base_line),
            meta: inputs.meta_valid.then_some((
                inputs.meta_warp,
                inputs.meta_format,
                inputs.meta_word,
            )),
            hold: inputs.hold,
            issued: issued(inputs),
            results: results(inputs),
            l1_ready: inputs.l1_ready,
            response: inputs
                .response_valid
                .then_some((inputs.response_id, &inputs.response_data)),
        };
        let mut outputs = shown(self);
        let accepted = self.step(&cycle)?;
        outputs.meta_ready = accepted.meta;
        [
            outputs.issue0_ready,
            outputs.issue1_ready,
            outputs.issue2_ready,
            outputs.issue3_ready,
        ] = accepted.issued;
        [
            outputs.wb0_ready,
            outputs.wb1_ready,
            outputs.wb2_ready,
            outputs.wb3_ready,
        ] = accepted.results;
        outputs.response_ready = accepted.response;
        Ok(outputs)
    }
}
