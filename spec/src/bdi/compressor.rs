//! Contract of `bdi_compressor`.

use super::encoding::CompressionRange;
use super::parameters::BdiParameters;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, BANKS_PER_REGISTER, REGISTER_BITS, REGISTER_INDEX_BITS};

crate::ports! {
    /// What the compressor takes in a cycle. Any value is legal.
    pub struct CompressorInputs for BdiParameters as _parameters, prefix "in_" {
        /// A register is present; the other inputs are ignored when it is 0.
        valid: bool = 1,
        /// Carried along unchanged.
        tag: u16 = REGISTER_INDEX_BITS,
        /// Store uncompressed whatever the value: a divergent write (Warped-Compression 5.2).
        bypass: bool = 1,
        /// The register, lane i at bits 32i+31 to 32i.
        data: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// What the compressor gives, `latency` cycles later.
    pub struct CompressorOutputs for BdiParameters as _parameters, prefix "out_" {
        /// A register is present.
        valid: bool = 1,
        /// The tag that came with it.
        tag: u16 = REGISTER_INDEX_BITS, when valid,
        /// The compression range indicator: 0 uncompressed, 1 <4,0>, 2 <4,1>, 3 <4,2>.
        range: CompressionRange = 2, when valid,
        /// The banks to write: the low 1, 3, 5 or 8 bits.
        bank_enable: u8 = BANKS_PER_REGISTER, when valid,
        /// The form to store, bank i at bits 128i+127 to 128i; bytes that carry nothing are 0.
        banks: WarpRegister = REGISTER_BITS, when valid,
    }
}

/// `bdi_compressor`: 128 bytes in, the smallest enabled form out, one register per cycle.
#[derive(Clone, Copy, Debug)]
pub struct BdiCompressor;

impl Unit for BdiCompressor {
    const NAME: &'static str = "bdi_compressor";
    const SUMMARY: &'static str = "compresses a warp register to 1, 3, 5 or 8 banks";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "BankEnableIsLowMask",
            claim: "bank_enable is 0x01, 0x07, 0x1f or 0xff, as range says",
        },
        Property {
            name: "DisabledBanksAreZero",
            claim: "a bank that is not enabled is held at 0",
        },
        Property {
            name: "UnfilledBytesAreZero",
            claim: "bytes of the form that carry nothing are 0, also in banks that are enabled",
        },
        Property {
            name: "BypassIsUncompressed",
            claim: "a register that came with bypass leaves with range 0",
        },
        Property {
            name: "EqualLanesTakeOneBank",
            claim: "without bypass a register with all lanes equal takes the banks of the smallest mode that the \
                    unit was built with: one, if that is <4,0>",
        },
        Property {
            name: "RangeIsEnabledMode",
            claim: "range is 0 or names a mode that the unit was built with",
        },
        Property {
            name: "SmallestFormIsTaken",
            claim: "without bypass range names the smallest mode that the unit was built with and that all \
                    lanes fit, and is 0 when they fit none",
        },
        Property {
            name: "FormIsBaseAndDeltas",
            claim: "the form is lane 0 and of each other lane the bytes of its delta that range says are \
                    there, low bytes before high ones; with range 0 it is the register",
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
    type Inputs = CompressorInputs;
    type Outputs = CompressorOutputs;

    fn module_name(parameters: &BdiParameters) -> String {
        format!("{}_{}", Self::NAME, parameters.suffix())
    }
}
