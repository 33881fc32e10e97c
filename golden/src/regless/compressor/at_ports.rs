//! The compressor at the ports of its contract.

use super::{CompressorCycle, PatternCompressor, ToCompress};
use spec::regless::{PatternCompressorInputs, PatternCompressorOutputs};
use spec::{OutOfContract, UnitFault, UnitModel};

impl UnitModel<spec::regless::PatternCompressor> for PatternCompressor {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &PatternCompressorInputs,
    ) -> Result<PatternCompressorOutputs, UnitFault<PatternCompressorOutputs>> {
        if inputs.request_valid && inputs.request_evict != (inputs.request_kind == 0) {
            let reason = "request_kind is 0 for evictions and only for them";
            return Err(OutOfContract::new(reason).into());
        }
        let response = (inputs.response_fill, &inputs.response_data);
        let cycle = CompressorCycle {
            request: inputs.request_valid.then_some(ToCompress {
                kind: inputs.request_kind,
                warp: inputs.request_warp,
                register: inputs.request_register,
                entry: inputs.request_entry,
                data: inputs.request_data,
            }),
            answer_ready: inputs.answer_ready,
            l1_ready: inputs.l1_ready,
            response: inputs.response_valid.then_some(response),
        };
        self.check(&cycle)?;
        let mut outputs = PatternCompressorOutputs {
            request_ready: self.request_ready(),
            ..Default::default()
        };
        if let Some(answer) = self.answer() {
            outputs.answer_valid = true;
            outputs.answer_warp = answer.warp;
            outputs.answer_register = answer.register;
            outputs.answer_entry = answer.entry;
            outputs.answer_data = answer.data;
        }
        if let Some(l1) = self.l1() {
            outputs.l1 = l1.presented();
        }
        self.advance(&cycle);
        Ok(outputs)
    }
}
