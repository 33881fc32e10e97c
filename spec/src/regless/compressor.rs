//! Contract of `pattern_compressor`.

use super::encoding::{FILL_BITS, REGISTER_NUMBER_BITS, WARP_BITS};
use super::groups::ShardRequest;
use super::parameters::PatternCompressorParameters;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, REGISTER_BITS};

crate::ports! {
    /// What the compressor takes in a cycle.
    pub struct PatternCompressorInputs for PatternCompressorParameters as parameters, prefix "" {
        /// A request of the staging unit is present; accepted when request_ready is 1.
        request_valid: bool = 1,
        /// It evicts a register, with data.
        request_evict: bool = 1,
        /// 0 evict, 1 fetch, 2 fetch and invalidate, 3 invalidate.
        request_kind: u8 = 2,
        /// The warp.
        request_warp: u8 = WARP_BITS,
        /// The register.
        request_register: u8 = REGISTER_NUMBER_BITS,
        /// The line of the bank, given back with the answer.
        request_entry: u8 = parameters.entry_bits(),
        /// The value evicted.
        request_data: WarpRegister = REGISTER_BITS,
        /// The answer is taken in this cycle.
        answer_ready: bool = 1,
        /// The L1 request is taken in this cycle.
        l1_ready: bool = 1,
        /// A line that was read is here; always taken.
        response_valid: bool = 1,
        /// The number of its fill.
        response_fill: u8 = FILL_BITS,
        /// The line.
        response_data: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// What the compressor gives in a cycle; all of it is a function of the state.
    pub struct PatternCompressorOutputs for PatternCompressorParameters as parameters, prefix "" {
        /// A request is accepted in this cycle.
        request_ready: bool = 1,
        /// A compressed register was fetched; held unchanged until answer_ready.
        answer_valid: bool = 1,
        /// Its warp.
        answer_warp: u8 = WARP_BITS, when answer_valid,
        /// The register.
        answer_register: u8 = REGISTER_NUMBER_BITS, when answer_valid,
        /// The line of the bank that waits for it.
        answer_entry: u8 = parameters.entry_bits(), when answer_valid,
        /// The value.
        answer_data: WarpRegister = REGISTER_BITS, when answer_valid,
        /// A request to the L1; held unchanged until l1_ready.
        l1: ShardRequest = [parameters.entry_bits()],
    }
}

/// `pattern_compressor`: keeps registers that follow a pattern in 8 bytes, those of one number of all warps
/// in a line, and knows of each register what lies behind the staging unit.
#[derive(Clone, Copy, Debug)]
pub struct PatternCompressor;

impl Unit for PatternCompressor {
    const NAME: &'static str = "pattern_compressor";
    const SUMMARY: &'static str =
        "compresses what a staging unit evicts, and caches it, a register of 16 warps a line";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "DecompressionReturnsRegister",
            claim:
                "a register that follows a pattern is answered with the value evicted, in every \
                    lane, for every pattern",
        },
        Property {
            name: "FetchIsLastEviction",
            claim: "a fetch is answered with what was last evicted, or read from the L1 as a \
                    register just when that is where the last eviction went; a register that \
                    was not evicted is 0",
        },
        Property {
            name: "OneCycleForUncompressed",
            claim:
                "a fetch of a register that is not compressed is at the L1 two cycles after its \
                    acceptance, one more than without a compressor, if nothing was before it",
        },
        Property {
            name: "TwoMoreForCompressed",
            claim: "a fetch that hits the compressor's cache is answered four cycles after its \
                    acceptance, if nothing was before it",
        },
        Property {
            name: "HitsPassMisses",
            claim:
                "while fetches wait for lines, one that hits, or whose line has come, is not kept \
                    waiting by them",
        },
        Property {
            name: "NothingBehindAsksNothing",
            claim: "the L1 is asked for a register, or to drop one, only while it holds it",
        },
        Property {
            name: "OneStorageAccessPerCycle",
            claim: "the compressor's storage is read or written at most once a cycle",
        },
        Property {
            name: "LineIsHeldOnce",
            claim: "no compressed line is in two places of the cache",
        },
        Property {
            name: "DeadLineIsNotWritten",
            claim: "a line without a compressed register is never written to the L1",
        },
        Property {
            name: "LineIsReadOnlyWhenNeeded",
            claim: "a line is read from the L1 only for a fetch of a register in it, or to \
                    complete it before it is written",
        },
        Property {
            name: "RequestsAreHeld",
            claim: "an L1 request or an answer stays unchanged until it is taken",
        },
        Property {
            name: "ResetForgets",
            claim: "after reset no register is compressed, no line held and nothing from before \
                    answered or requested",
        },
    ];
    type Parameters = PatternCompressorParameters;
    type Inputs = PatternCompressorInputs;
    type Outputs = PatternCompressorOutputs;

    fn module_name(parameters: &PatternCompressorParameters) -> String {
        format!(
            "{}_{}_e{}",
            Self::NAME,
            parameters.shard().compressor_name(),
            parameters.entry_bits()
        )
    }
}
