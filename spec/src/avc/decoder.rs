//! Contract of `avc_decoder`.

use super::encoding::StrideCode;
use super::parameters::AvcDecoderParameters;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, LANE_BITS, REGISTER_BITS};

crate::ports! {
    /// What the decoder takes in a cycle. Any value is legal, bases that are not aligned included.
    pub struct DecoderInputs for AvcDecoderParameters as _parameters, prefix "in_" {
        /// A vector is present; the other inputs are ignored when it is 0.
        valid: bool = 1,
        /// The base: lane 0 of the vector.
        base: u32 = LANE_BITS,
        /// The stride: code 0 is stride 0, codes 1 to 7 are strides 1, 2, 4, 8, 16, 32, 64.
        stride: StrideCode = 3,
    }
}

crate::ports! {
    /// What the decoder gives, one cycle later.
    pub struct DecoderOutputs for AvcDecoderParameters as _parameters, prefix "out_" {
        /// A vector is present.
        valid: bool = 1,
        /// The vector, lane i at bits 32i+31 to 32i: base + i * stride modulo 2^32.
        data: WarpRegister = REGISTER_BITS, when valid,
    }
}

/// `avc_decoder`: base and stride in, 32 lanes out, one vector per cycle.
#[derive(Clone, Copy, Debug)]
pub struct AvcDecoder;

impl Unit for AvcDecoder {
    const NAME: &'static str = "avc_decoder";
    const SUMMARY: &'static str = "expands base and stride to the 32 lanes of an affine vector";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "LaneZeroIsBase",
            claim: "lane 0 is the base",
        },
        Property {
            name: "NeighboursDifferByStride",
            claim: "every lane but lane 0 is the lane before plus the stride, modulo 2^32",
        },
        Property {
            name: "LatencyIsExact",
            claim: "valid leaves exactly one cycle after it came, in order",
        },
        Property {
            name: "ResetEmptiesPipeline",
            claim: "no vector that came before a reset leaves after it",
        },
    ];
    type Parameters = AvcDecoderParameters;
    type Inputs = DecoderInputs;
    type Outputs = DecoderOutputs;

    fn module_name(parameters: &AvcDecoderParameters) -> String {
        format!("{}_l{}", Self::NAME, parameters.latency())
    }
}
