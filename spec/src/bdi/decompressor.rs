//! Contract of `bdi_decompressor`.

use super::encoding::CompressionRange;
use super::parameters::BdiParameters;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, REGISTER_BITS, REGISTER_INDEX_BITS};

crate::ports! {
    /// What the decompressor takes in a cycle. A valid register whose range names a mode that the
    /// unit was built without is out of contract.
    pub struct DecompressorInputs for BdiParameters as _parameters, prefix "in_" {
        /// A register is present; the other inputs are ignored when it is 0.
        valid: bool = 1,
        /// Carried along unchanged.
        tag: u16 = REGISTER_INDEX_BITS,
        /// The compression range indicator: 0 uncompressed, 1 <4,0>, 2 <4,1>, 3 <4,2>.
        range: CompressionRange = 2,
        /// The stored form, bank i at bits 128i+127 to 128i; bytes outside the form are ignored.
        banks: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// What the decompressor gives, `latency` cycles later.
    pub struct DecompressorOutputs for BdiParameters as _parameters, prefix "out_" {
        /// A register is present.
        valid: bool = 1,
        /// The tag that came with it.
        tag: u16 = REGISTER_INDEX_BITS, when valid,
        /// The register, lane i at bits 32i+31 to 32i.
        data: WarpRegister = REGISTER_BITS, when valid,
    }
}

/// `bdi_decompressor`: the inverse of `bdi_compressor`, one register per cycle.
#[derive(Clone, Copy, Debug)]
pub struct BdiDecompressor;

impl Unit for BdiDecompressor {
    const NAME: &'static str = "bdi_decompressor";
    const SUMMARY: &'static str = "rebuilds a warp register from 1, 3, 5 or 8 banks";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "RoundTripIsIdentity",
            claim: "decompressing what a compressor with the same modes gave returns its input",
        },
        Property {
            name: "LaneZeroIsBase",
            claim: "lane 0 of the register is bytes 0 to 3 of the form, whatever the range",
        },
        Property {
            name: "OutsideFormIsIgnored",
            claim: "bytes that do not belong to the form do not change the register",
        },
        Property {
            name: "LatencyIsExact",
            claim: "valid and tag leave exactly `latency` cycles after they came, in order",
        },
        Property {
            name: "ResetEmptiesPipeline",
            claim: "no register that came before a reset leaves after it",
        },
    ];
    type Parameters = BdiParameters;
    type Inputs = DecompressorInputs;
    type Outputs = DecompressorOutputs;

    fn module_name(parameters: &BdiParameters) -> String {
        format!("{}_{}", Self::NAME, parameters.suffix())
    }
}
