//! Contract of `regless_shard`.

use super::encoding::{WARPS, WARP_BITS};
use super::groups::{Issue, LastUses, MetadataWord, Offer, ShardRequest, Writeback};
use super::parameters::ReglessParameters;
use super::staging::UNITS;
use crate::ports::Ready;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, REGISTER_BITS};

crate::ports! {
    /// What a shard takes in a cycle.
    pub struct ReglessShardInputs for ReglessParameters as parameters,
    widths [ENTRY = parameters.entry_bits()], prefix "" {
        /// A metadata word is present; it is accepted when meta_ready is 1.
        meta: MetadataWord = [WARP_BITS],
        /// Warps that may not start a region: at a barrier, or absent.
        hold: u16 = WARPS,
        /// Instruction # is present; it is accepted when its ready is 1. That of issue0 is older.
        issue: [Issue; UNITS] = [WARP_BITS],
        /// Result # is present; it is accepted when its ready is 1 in the same cycle.
        wb: [Writeback; UNITS] = [WARP_BITS, ENTRY],
        /// The request is taken by the L1's arbiter in this cycle.
        l1_ready: bool = 1,
        /// An answer of the L1 is present; taken when response_ready is 1.
        response_valid: bool = 1,
        /// It is a compressed line, for the compressor.
        response_line: bool = 1,
        /// The bank that waits for it; of a line the number of its fill.
        response_bank: u8 = 3,
        /// The line of the bank that waits for it.
        response_entry: u8 = ENTRY,
        /// The register or line.
        response_data: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// What a shard gives in a cycle. meta_ready, wb0_ready, wb1_ready and response_ready depend on inputs of the
    /// same cycle; all else is a function of the state.
    pub struct ReglessShardOutputs for ReglessParameters as parameters,
    widths [ENTRY = parameters.entry_bits()], prefix "" {
        /// The metadata word is accepted in this cycle; 0 when there is none.
        meta_ready: bool = 1,
        /// Last uses of the word of the cycle before.
        uses: LastUses = [WARP_BITS],
        /// Warps that may issue.
        active: u16 = WARPS,
        /// An instruction of issue# is accepted in this cycle.
        issue: [Ready; UNITS] = [],
        /// Register read unit # has assembled an instruction; it is taken in this cycle.
        out: [Offer; UNITS] = [WARP_BITS, ENTRY],
        /// The result of wb# is accepted in this cycle; 0 when there is none.
        wb: [Ready; UNITS] = [],
        /// A request to the L1; held unchanged until l1_ready.
        l1: ShardRequest = [ENTRY],
        /// The answer of the L1 is taken in this cycle; of a register 0 when there is none.
        response_ready: bool = 1,
        /// Some warp's region needs more lines of a bank than there are; stays 1 until reset.
        region_error: bool = 1,
        /// The first such warp.
        region_error_warp: u8 = WARP_BITS, when region_error,
        /// Some warp's metadata does not decode or comes out of order; stays 1 until reset.
        metadata_error: bool = 1,
        /// The first such warp.
        metadata_error_warp: u8 = WARP_BITS, when metadata_error,
    }
}

/// `regless_shard`: what replaces the registers of one warp scheduler.
#[derive(Clone, Copy, Debug)]
pub struct ReglessShard;

impl Unit for ReglessShard {
    const NAME: &'static str = "regless_shard";
    const SUMMARY: &'static str =
        "capacity manager, staging unit, compressor and metadata of one warp scheduler";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "ShardReadIsLastWrite",
            claim:
                "every lane of a source is what was last written to the register, however often \
                    it was evicted, compressed and fetched since",
        },
        Property {
            name: "InputsArePresent",
            claim: "an active warp's input registers are in the staging unit, and its interior \
                    ones find a line when they are first written",
        },
        Property {
            name: "NothingDeadIsWritten",
            claim:
                "no register is written to the L1 that was erased or invalidated since its last \
                    write",
        },
        Property {
            name: "HeldWarpHoldsNothing",
            claim:
                "a warp that is held does not start a region, and holds no line in use once its \
                    region has drained",
        },
        Property {
            name: "SomeWarpActivatesInTime",
            claim: "while the L1 answers and instructions and results come, some warp with a \
                    region becomes active within the stated bound",
        },
        Property {
            name: "BadMetadataIsReported",
            claim: "a word that does not decode or is out of order raises metadata_error with its \
                    warp, and no other warp is hindered",
        },
        Property {
            name: "ResetForgetsShard",
            claim: "after reset no warp is active, nothing from before is offered or requested, \
                    and the store is empty",
        },
    ];
    type Parameters = ReglessParameters;
    type Inputs = ReglessShardInputs;
    type Outputs = ReglessShardOutputs;

    fn module_name(parameters: &ReglessParameters) -> String {
        format!(
            "{}_l{}_{}",
            Self::NAME,
            parameters.lines(),
            parameters.compressor_name()
        )
    }
}
