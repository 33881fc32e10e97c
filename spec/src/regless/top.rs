//! Contract of `regless`.

use super::arbiter::ID_ABOVE_ENTRY_BITS;
use super::encoding::{ALL_WARPS, SHARDS, WARP_BITS};
use super::groups::{
    Issue, L1Request, LastUses, MetadataWord, Offer, Writeback, LINE_ADDRESS_BITS,
};
use super::parameters::ReglessParameters;
use super::staging::UNITS;
use crate::ports::Ready;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, REGISTER_BITS};

/// Execution units at whose ports instructions and results come.
pub const EXECUTION_UNITS: usize = 4;
/// Bits that name a warp of the multiprocessor: the shard in the lower 2, its warp above.
pub const ALL_WARP_BITS: usize = 6;

crate::ports! {
    /// What the multiprocessor's RegLess takes in a cycle.
    pub struct ReglessInputs for ReglessParameters as parameters,
    widths [ENTRY = parameters.entry_bits()], prefix "" {
        /// The register base pointer is set.
        base_valid: bool = 1,
        /// The line at which the registers begin, a byte address without its low 7 bits.
        base_line: u32 = LINE_ADDRESS_BITS,
        /// A metadata word of shard # is present, its warp one of the shard's; it is accepted when its ready is 1.
        meta: [MetadataWord; SHARDS] = [WARP_BITS],
        /// Warps that may not start a region: at a barrier, or absent.
        hold: u64 = ALL_WARPS,
        /// Execution unit # is issued an instruction; it is accepted when its ready is 1.
        /// Of one shard those of lower units are older.
        issue: [Issue; EXECUTION_UNITS] = [ALL_WARP_BITS],
        /// Execution unit # has a result; it is accepted when its ready is 1.
        wb: [Writeback; EXECUTION_UNITS] = [ALL_WARP_BITS, ENTRY],
        /// The L1 takes the request in this cycle.
        l1_ready: bool = 1,
        /// An answer of the L1 is present; taken when response_ready is 1.
        response_valid: bool = 1,
        /// The id of its request.
        response_id: u16 = ID_ABOVE_ENTRY_BITS + ENTRY,
        /// The register or line.
        response_data: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// What the multiprocessor's RegLess gives in a cycle. The readies of words, issues and results and
    /// response_ready depend on inputs of the same cycle; all else is a function of the state.
    pub struct ReglessOutputs for ReglessParameters as parameters,
    widths [ENTRY = parameters.entry_bits()], prefix "" {
        /// The metadata word of shard # is accepted in this cycle; 0 when there is none.
        meta: [Ready; SHARDS] = [],
        /// Last uses of the word of the cycle before, of shard #.
        uses: [LastUses; SHARDS] = [WARP_BITS],
        /// Warps that may issue.
        active: u64 = ALL_WARPS,
        /// The instruction of execution unit # is accepted in this cycle; 0 when there is none.
        issue: [Ready; EXECUTION_UNITS] = [],
        /// Register read unit # of all shards, two a shard, has assembled an instruction; it is taken in this cycle.
        out: [Offer; SHARDS * UNITS] = [ALL_WARP_BITS, ENTRY],
        /// The result of execution unit # is accepted in this cycle; 0 when there is none.
        wb: [Ready; EXECUTION_UNITS] = [],
        /// A request to the L1; held unchanged until l1_ready.
        l1: L1Request = [ID_ABOVE_ENTRY_BITS + ENTRY],
        /// The answer of the L1 is taken in this cycle; 0 when there is none.
        response_ready: bool = 1,
        /// The shards with region_error.
        region_errors: u8 = SHARDS,
        /// region_error_warp of shard s at bits 4s+3 to 4s; 0 where there is none.
        region_error_warps: u16 = WARP_BITS * SHARDS,
        /// The shards with metadata_error.
        metadata_errors: u8 = SHARDS,
        /// metadata_error_warp of shard s at bits 4s+3 to 4s; 0 where there is none.
        metadata_error_warps: u16 = WARP_BITS * SHARDS,
    }
}

/// `regless`: four shards, the arbiter of the L1 and what directs operands to the shards.
#[derive(Clone, Copy, Debug)]
pub struct Regless;

impl Unit for Regless {
    const NAME: &'static str = "regless";
    const SUMMARY: &'static str = "RegLess of a multiprocessor: four shards for 64 warps";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "AllReadsAreLastWrites",
            claim:
                "every lane of a source is what was last written to the register, for all warps \
                    of all shards and one memory",
        },
        Property {
            name: "InstructionGoesToItsShard",
            claim: "an instruction is offered by a register read unit of its warp's shard",
        },
        Property {
            name: "ResultGoesToItsShard",
            claim: "a result is written in its warp's shard, and waits for at most three of other \
                    execution units to be first",
        },
        Property {
            name: "ShardsShareL1Fairly",
            claim: "while the L1 takes requests no shard waits for more than three of others",
        },
        Property {
            name: "ResetForgetsAll",
            claim: "after reset no warp is active and nothing from before is offered or requested",
        },
    ];
    type Parameters = ReglessParameters;
    type Inputs = ReglessInputs;
    type Outputs = ReglessOutputs;

    fn module_name(parameters: &ReglessParameters) -> String {
        format!(
            "{}_l{}_{}",
            Self::NAME,
            parameters.lines(),
            parameters.compressor_name()
        )
    }
}
