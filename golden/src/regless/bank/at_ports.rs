//! The ports of `osu_bank`.

use super::{Access, Answer, BankCycle, OsuBank, Write};
use spec::regless::{OsuBankInputs, OsuBankOutputs};
use spec::{OutOfContract, UnitFault, UnitModel};

impl UnitModel<spec::regless::OsuBank> for OsuBank {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &OsuBankInputs,
    ) -> Result<OsuBankOutputs, UnitFault<OsuBankOutputs>> {
        let cycle = BankCycle {
            access: inputs.access_valid.then_some(Access {
                reserve: inputs.access_reserve,
                tag: (inputs.access_warp, inputs.access_register),
                last: inputs.access_last,
                erase: inputs.access_erase,
            }),
            preload: inputs.preload_valid.then_some((
                inputs.preload_kind,
                (inputs.preload_warp, inputs.preload_register),
            )),
            fill: inputs
                .fill_valid
                .then_some((inputs.fill_entry, &inputs.write_data)),
            write: inputs.write_valid.then_some(Write {
                entry: inputs.write_entry,
                mask: inputs.write_mask,
                data: &inputs.write_data,
                last: inputs.write_last,
            }),
            request_ready: inputs.request_ready,
        };
        self.check(&cycle).map_err(OutOfContract::from)?;
        let decision = self.decide(&cycle);
        let readies = decision.readies;
        let mut outputs = OsuBankOutputs {
            access_ready: readies.access,
            read_ready: self.is_read_ready(),
            reserve_ready: self.has_room(),
            preload_ready: readies.preload,
            fill_ready: readies.fill,
            write_ready: readies.write,
            preload_done: self.preload_done.is_some(),
            preload_done_warp: self.preload_done.unwrap_or(0),
            fill_done: self.fill_done.is_some(),
            fill_done_warp: self.fill_done.unwrap_or(0),
            ..Default::default()
        };
        match self.answer() {
            Answer::None => {}
            Answer::Read(data) => {
                outputs.answer_read = true;
                outputs.answer_data = *data;
            }
            Answer::Reserve(line) => {
                outputs.answer_reserve = true;
                outputs.answer_entry = line;
            }
        }
        if let Some(request) = self.request() {
            outputs.request_valid = true;
            outputs.request_evict = request.kind == 0;
            outputs.request_kind = request.kind;
            (outputs.request_warp, outputs.request_register) = request.tag;
            outputs.request_entry = request.entry;
            outputs.request_data = request.data;
        }
        self.advance(&cycle, &decision);
        Ok(outputs)
    }
}
