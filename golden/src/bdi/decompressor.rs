//! The BDI decompressor (Warped-Compression 4): the base plus the delta, for every lane.

use super::compressor::on_port;
use super::form::{to_bytes, PLANES};
use crate::pipeline::Pipeline;
use spec::bdi::{
    BdiParameters, CompressionRange, DecompressorInputs, DecompressorOutputs, Mode, Modes,
    DELTA_LANES,
};
use spec::warp::{WarpRegister, LANES};
use spec::{OutOfContract, UnitFault, UnitModel};

/// Rebuilds the register that is stored in `banks` in the form that `range` names.
#[inline]
pub fn decompress(range: CompressionRange, banks: &WarpRegister) -> WarpRegister {
    let base = banks[0];
    let bytes = to_bytes(banks);
    let [low, high] = PLANES.map(|plane| &bytes[plane..plane + DELTA_LANES]);
    let deltas: [i32; DELTA_LANES] = match range.mode() {
        None => return *banks,
        Some(Mode::FourZero) => [0; DELTA_LANES],
        Some(Mode::FourOne) => std::array::from_fn(|i| i32::from(low[i] as i8)),
        Some(Mode::FourTwo) => {
            std::array::from_fn(|i| i32::from(i16::from_le_bytes([low[i], high[i]])))
        }
    };
    let mut lanes = [base; LANES];
    for (lane, delta) in lanes[1..].iter_mut().zip(deltas) {
        *lane = base.wrapping_add_signed(delta);
    }
    lanes
}

/// The model of `bdi_decompressor`. While `valid` is 0 the other outputs, which nobody compares, are 0.
#[derive(Clone, Debug)]
pub struct BdiDecompressor {
    modes: Modes,
    pipeline: Pipeline<DecompressorOutputs>,
}

impl BdiDecompressor {
    /// A decompressor as it is after reset.
    pub fn new(parameters: BdiParameters) -> Self {
        Self {
            modes: parameters.modes(),
            pipeline: Pipeline::new(parameters.latency()),
        }
    }

    /// A form that the unit cannot read has no meaning.
    #[inline]
    fn check(&self, range: CompressionRange) -> Result<(), OutOfContract> {
        match range.mode() {
            Some(mode) if !self.modes.contains(mode) => Err(OutOfContract::new(format!(
                "range {} is mode {mode}, but the decompressor was built with {} only",
                range as u8, self.modes
            ))),
            _ => Ok(()),
        }
    }
}

impl UnitModel<spec::bdi::BdiDecompressor> for BdiDecompressor {
    fn reset(&mut self) {
        self.pipeline.clear();
    }

    /// When it refuses, the cycle has not taken place: the model is as it was before.
    #[inline]
    fn cycle(
        &mut self,
        inputs: &DecompressorInputs,
    ) -> Result<DecompressorOutputs, UnitFault<DecompressorOutputs>> {
        if inputs.valid {
            self.check(inputs.range)?;
        }
        let entering = inputs.valid.then(|| DecompressorOutputs {
            valid: true,
            tag: on_port(inputs.tag),
            data: decompress(inputs.range, &inputs.banks),
        });
        Ok(self.pipeline.cycle(entering).unwrap_or_default())
    }
}
