//! The model of `avc_encoder`: the codec behind a pipeline.

use super::codec::encode;
use crate::pipeline::Pipeline;
use spec::avc::{AvcEncoderParameters, EncoderInputs, EncoderOutputs};
use spec::{UnitFault, UnitModel};

/// The model of `avc_encoder`.
#[derive(Clone, Debug)]
pub struct AvcEncoder {
    pipeline: Pipeline<EncoderOutputs>,
}

impl AvcEncoder {
    /// An encoder as it is after reset.
    pub fn new(parameters: AvcEncoderParameters) -> Self {
        Self {
            pipeline: Pipeline::new(parameters.latency()),
        }
    }
}

impl UnitModel<spec::avc::AvcEncoder> for AvcEncoder {
    fn reset(&mut self) {
        self.pipeline.clear();
    }

    #[inline]
    fn cycle(
        &mut self,
        inputs: &EncoderInputs,
    ) -> Result<EncoderOutputs, UnitFault<EncoderOutputs>> {
        let entering = inputs.valid.then(|| {
            let encoded = encode(&inputs.data, inputs.mask);
            let vector = encoded.unwrap_or_default();
            EncoderOutputs {
                valid: true,
                affine: encoded.is_some(),
                base: vector.base,
                stride: vector.stride,
            }
        });
        Ok(self.pipeline.cycle(entering).unwrap_or_default())
    }
}
