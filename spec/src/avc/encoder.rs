//! Contract of `avc_encoder`.

use super::encoding::StrideCode;
use super::parameters::AvcEncoderParameters;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, LANES, LANE_BITS, REGISTER_BITS};

crate::ports! {
    /// What the encoder takes in a cycle. Any value is legal.
    pub struct EncoderInputs for AvcEncoderParameters as _parameters, prefix "in_" {
        /// A vector is present; the other inputs are ignored when it is 0.
        valid: bool = 1,
        /// The activity mask, lane i at bit i; inactive lanes of the data are ignored.
        mask: u32 = LANES,
        /// The vector, lane i at bits 32i+31 to 32i.
        data: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// What the encoder gives, `latency` cycles later.
    pub struct EncoderOutputs for AvcEncoderParameters as _parameters, prefix "out_" {
        /// A vector is present.
        valid: bool = 1,
        /// It is affine under its mask; 0 when no vector is present.
        affine: bool = 1,
        /// The base: lane 0 of the affine vector, whether that lane is active or not.
        base: u32 = LANE_BITS, when affine,
        /// The stride: code 0 is stride 0, codes 1 to 7 are strides 1, 2, 4, 8, 16, 32, 64.
        stride: StrideCode = 3, when affine,
    }
}

/// `avc_encoder`: a vector and its mask in, base and stride out, one vector per cycle.
#[derive(Clone, Copy, Debug)]
pub struct AvcEncoder;

impl Unit for AvcEncoder {
    const NAME: &'static str = "avc_encoder";
    const SUMMARY: &'static str = "finds base and stride of an affine vector under its mask";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "DecodingReturnsActiveLanes",
            claim: "when affine is 1, base + lane * stride is the data in every active lane",
        },
        Property {
            name: "RestrictedFormIsRecognised",
            claim:
                "a vector (beta + i) * 2^sigma, sigma 0 to 6, and a uniform one are affine under \
                    every mask with an active pair of lanes 2i and 2i+1, with their own base and \
                    stride",
        },
        Property {
            name: "WithoutPairOnlyUniformIsAffine",
            claim:
                "under a mask without an active pair, affine is 1 just when all active lanes are \
                    equal, and then stride is 0 and base is their value",
        },
        Property {
            name: "EmptyMaskIsAffine",
            claim: "under the empty mask affine is 1, base 0 and stride 0",
        },
        Property {
            name: "BaseIsAligned",
            claim:
                "when affine is 1, base is a multiple of the stride; a vector whose base is not \
                    is generic",
        },
        Property {
            name: "InactiveLanesAreIgnored",
            claim: "the data of inactive lanes do not change any output",
        },
        Property {
            name: "AffineImpliesValid",
            claim: "affine is 0 whenever valid is 0",
        },
        Property {
            name: "LatencyIsExact",
            claim: "valid leaves exactly `latency` cycles after it came, in order",
        },
        Property {
            name: "ResetEmptiesPipeline",
            claim: "no vector that came before a reset leaves after it",
        },
    ];
    type Parameters = AvcEncoderParameters;
    type Inputs = EncoderInputs;
    type Outputs = EncoderOutputs;

    fn module_name(parameters: &AvcEncoderParameters) -> String {
        format!("{}_l{}", Self::NAME, parameters.latency())
    }
}
