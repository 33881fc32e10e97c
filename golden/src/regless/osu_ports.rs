//! The ports of `osu`.

use super::at_ports::{instruction, offered, presented, result, writeback};
use super::manager::Queued;
use super::staging::{Osu, OsuCycle};
use spec::regless::{OsuInputs, OsuOutputs, BANKS};
use spec::{Ready, UnitFault, UnitModel};

/// The operations at the ports, one a bank.
fn operations(i: &OsuInputs) -> [Option<Queued>; BANKS] {
    std::array::from_fn(|bank| {
        let kind = (i.queue_kinds >> (2 * bank) & 3) as u8;
        let warp = (i.queue_warps >> (4 * bank) & 15) as u8;
        let register = (i.queue_registers >> (6 * bank) & 63) as u8;
        (i.queue_valid >> bank & 1 == 1).then_some((kind, warp, register))
    })
}

/// A cycle at the ports.
pub fn osu_inputs(cycle: &OsuCycle) -> OsuInputs {
    let mut i = OsuInputs {
        request_ready: cycle.request_ready,
        ..Default::default()
    };
    for (port, instruction) in i.issue.iter_mut().zip(&cycle.issued) {
        *port = instruction.as_ref().map(presented).unwrap_or_default();
    }
    for (port, result) in i.wb.iter_mut().zip(&cycle.results) {
        *port = result.as_ref().map(writeback).unwrap_or_default();
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
        issue: std::array::from_fn(|_| Ready {
            ready: osu.in_ready(),
        }),
        out: std::array::from_fn(|unit| osu.offer(unit).map(offered).unwrap_or_default()),
        busy: osu.busy(),
        fill_done: osu.fill_done().is_some(),
        fill_done_warp: osu.fill_done().unwrap_or(0),
        ..Default::default()
    };
    o.done_banks = osu.done_banks();
    for bank in 0..BANKS {
        if let Some(warp) = osu.done(bank) {
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
    o
}

impl UnitModel<spec::regless::Osu> for Osu {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &OsuInputs,
    ) -> std::result::Result<OsuOutputs, UnitFault<OsuOutputs>> {
        let ready = self.in_ready();
        let cycle = OsuCycle {
            issued: inputs
                .issue
                .each_ref()
                .map(|port| instruction(port).filter(|_| ready)),
            results: inputs.wb.each_ref().map(result),
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
        let decided = self.decide(&cycle)?;
        let readies = decided.readies;
        let mut outputs = shown(self);
        outputs.wb = readies.results.map(|ready| Ready { ready });
        outputs.queue_ready = readies.operations;
        outputs.answer_ready = readies.answer;
        outputs.response_ready = readies.response;
        self.advance(&cycle, &decided);
        Ok(outputs)
    }
}
