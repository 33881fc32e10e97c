//! The ports of `osu`.

use super::bank::Write;
use super::manager::Queued;
use super::staging::{Instruction, Osu, OsuCycle, Result};
use spec::osu::{OsuInputs, OsuOutputs, BANKS};
use spec::{OutOfContract, UnitModel};

/// The operations at the ports, one a bank.
fn operations(i: &OsuInputs) -> [Option<Queued>; BANKS] {
    std::array::from_fn(|bank| {
        let kind = (i.queue_kinds >> (2 * bank) & 3) as u8;
        let warp = (i.queue_warps >> (4 * bank) & 15) as u8;
        let register = (i.queue_registers >> (6 * bank) & 63) as u8;
        (i.queue_valid >> bank & 1 == 1).then_some((kind, warp, register))
    })
}

fn issued(i: &OsuInputs) -> [Option<Instruction>; 2] {
    [
        i.in0_valid.then_some(Instruction {
            tag: i.in0_tag,
            warp: i.in0_warp,
            sources: i.in0_sources,
            registers: [i.in0_a, i.in0_b, i.in0_c],
            last: i.in0_last,
            erase: i.in0_erase,
            writes: i.in0_writes,
            destination: i.in0_destination,
            mask: i.in0_mask,
            write_last: i.in0_write_last,
        }),
        i.in1_valid.then_some(Instruction {
            tag: i.in1_tag,
            warp: i.in1_warp,
            sources: i.in1_sources,
            registers: [i.in1_a, i.in1_b, i.in1_c],
            last: i.in1_last,
            erase: i.in1_erase,
            writes: i.in1_writes,
            destination: i.in1_destination,
            mask: i.in1_mask,
            write_last: i.in1_write_last,
        }),
    ]
}

fn results(i: &OsuInputs) -> [Option<Result<'_>>; 2] {
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

/// A cycle at the ports.
pub fn osu_inputs(cycle: &OsuCycle) -> OsuInputs {
    let mut i = OsuInputs {
        request_ready: cycle.request_ready,
        ..Default::default()
    };
    if let Some(instruction) = &cycle.issued[0] {
        i.in0_valid = true;
        i.in0_tag = instruction.tag;
        i.in0_warp = instruction.warp;
        i.in0_sources = instruction.sources;
        [i.in0_a, i.in0_b, i.in0_c] = instruction.registers;
        i.in0_last = instruction.last;
        i.in0_erase = instruction.erase;
        i.in0_writes = instruction.writes;
        i.in0_destination = instruction.destination;
        i.in0_mask = instruction.mask;
        i.in0_write_last = instruction.write_last;
    }
    if let Some(instruction) = &cycle.issued[1] {
        i.in1_valid = true;
        i.in1_tag = instruction.tag;
        i.in1_warp = instruction.warp;
        i.in1_sources = instruction.sources;
        [i.in1_a, i.in1_b, i.in1_c] = instruction.registers;
        i.in1_last = instruction.last;
        i.in1_erase = instruction.erase;
        i.in1_writes = instruction.writes;
        i.in1_destination = instruction.destination;
        i.in1_mask = instruction.mask;
        i.in1_write_last = instruction.write_last;
    }
    if let Some(result) = &cycle.results[0] {
        i.wb0_valid = true;
        (i.wb0_warp, i.wb0_register) = result.tag;
        i.wb0_entry = result.write.entry;
        i.wb0_mask = result.write.mask;
        i.wb0_data = *result.write.data;
        i.wb0_last = result.write.last;
    }
    if let Some(result) = &cycle.results[1] {
        i.wb1_valid = true;
        (i.wb1_warp, i.wb1_register) = result.tag;
        i.wb1_entry = result.write.entry;
        i.wb1_mask = result.write.mask;
        i.wb1_data = *result.write.data;
        i.wb1_last = result.write.last;
    }
    for (bank, operation) in cycle.operations.iter().enumerate() {
        let Some((kind, warp, register)) = *operation else {
            continue;
        };
        i.queue_valid |= 1 << bank;
        i.queue_kinds |= u16::from(kind) << (2 * bank);
        i.queue_warps |= u32::from(warp) << (4 * bank);
        i.queue_registers |= u64::from(register) << (6 * bank);
    }
    if let Some((tag, entry, data)) = cycle.answer {
        i.answer_valid = true;
        (i.answer_warp, i.answer_register) = tag;
        i.answer_entry = entry;
        i.answer_data = *data;
    }
    if let Some((bank, entry, data)) = cycle.response {
        i.response_valid = true;
        i.response_bank = bank;
        i.response_entry = entry;
        i.response_data = *data;
    }
    i
}

/// What the staging unit shows from its state alone.
fn shown(osu: &Osu) -> OsuOutputs {
    let mut o = OsuOutputs {
        in0_ready: osu.in_ready(),
        in1_ready: osu.in_ready(),
        busy: osu.busy(),
        fill_done: osu.fill_done().is_some(),
        fill_done_warp: osu.fill_done().unwrap_or(0),
        ..Default::default()
    };
    for bank in 0..BANKS {
        if let Some(warp) = osu.done(bank) {
            o.done_banks |= 1 << bank;
            o.done_warps |= u32::from(warp) << (4 * bank);
        }
    }
    if let Some((_, request)) = osu.request() {
        o.request_valid = true;
        o.request_evict = request.kind == 0;
        o.request_kind = request.kind;
        (o.request_warp, o.request_register) = request.tag;
        o.request_entry = request.entry;
        o.request_data = request.data;
    }
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

impl UnitModel<spec::osu::Osu> for Osu {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(&mut self, inputs: &OsuInputs) -> std::result::Result<OsuOutputs, OutOfContract> {
        let ready = self.in_ready();
        let cycle = OsuCycle {
            issued: issued(inputs).map(|i| i.filter(|_| ready)),
            results: results(inputs),
            operations: operations(inputs),
            answer: inputs.answer_valid.then_some((
                (inputs.answer_warp, inputs.answer_register),
                inputs.answer_entry,
                &inputs.answer_data,
            )),
            response: inputs.response_valid.then_some((
                inputs.response_bank,
                inputs.response_entry,
                &inputs.response_data,
            )),
            request_ready: inputs.request_ready,
        };
        self.check(&cycle)?;
        let readies = self.readies(&cycle);
        let mut outputs = shown(self);
        [outputs.wb0_ready, outputs.wb1_ready] = readies.results;
        outputs.queue_ready = readies.operations;
        outputs.answer_ready = readies.answer;
        outputs.response_ready = readies.response;
        self.advance(&cycle);
        Ok(outputs)
    }
}
