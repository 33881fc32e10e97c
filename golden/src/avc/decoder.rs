//! The model of `avc_decoder`: the codec behind a pipeline.

use super::codec::{decode, Affine};
use crate::pipeline::Pipeline;
use spec::avc::{AvcDecoderParameters, DecoderInputs, DecoderOutputs};
use spec::{UnitFault, UnitModel};

/// The model of `avc_decoder`.
#[derive(Clone, Debug)]
pub struct AvcDecoder {
    pipeline: Pipeline<DecoderOutputs>,
}

impl AvcDecoder {
    /// A decoder as it is after reset.
    pub fn new(parameters: AvcDecoderParameters) -> Self {
        Self {
            pipeline: Pipeline::new(parameters.latency()),
        }
    }
}

impl UnitModel<spec::avc::AvcDecoder> for AvcDecoder {
    fn reset(&mut self) {
        self.pipeline.clear();
    }

    #[inline]
    fn cycle(
        &mut self,
        inputs: &DecoderInputs,
    ) -> Result<DecoderOutputs, UnitFault<DecoderOutputs>> {
        let entering = inputs.valid.then(|| DecoderOutputs {
            valid: true,
            data: decode(Affine {
                base: inputs.base,
                stride: inputs.stride,
            }),
        });
        Ok(self.pipeline.cycle(entering).unwrap_or_default())
    }
}
