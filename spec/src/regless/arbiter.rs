//! Contract of `regless_l1_arbiter`.

use super::encoding::SHARDS;
use super::groups::{L1Request, Wanted, LINE_ADDRESS_BITS};
use super::parameters::OsuBankParameters;
use crate::ports::Ready;
use crate::property::Property;
use crate::unit::Unit;

/// Bits of a request's id above the entry: shard (2), whether it is a compressed line (1), bank or of a line the
/// number of its fill (3).
pub const ID_ABOVE_ENTRY_BITS: usize = 6;

crate::ports! {
    /// What the arbiter takes in a cycle.
    pub struct ReglessL1ArbiterInputs for OsuBankParameters as parameters,
    widths [ENTRY = parameters.entry_bits()], prefix "" {
        /// The register base pointer is set.
        base_valid: bool = 1,
        /// The line at which the registers begin, a byte address without its low 7 bits.
        base_line: u32 = LINE_ADDRESS_BITS,
        /// A request of shard # is present; it is taken when its ready is 1.
        shard: [Wanted; SHARDS] = [ENTRY],
        /// The L1 takes the request in this cycle.
        l1_ready: bool = 1,
        /// An answer of the L1 is present.
        response_valid: bool = 1,
        /// The id of its request.
        response_id: u16 = ID_ABOVE_ENTRY_BITS + ENTRY,
        /// The shards that take an answer in this cycle, shard 0 at bit 0.
        shards_ready: u8 = 4,
    }
}

crate::ports! {
    /// What the arbiter gives in a cycle. shardN_ready depends on the valids and l1_ready, response_ready and
    /// shards_response on the response and shards_ready; all else is a function of the state.
    pub struct ReglessL1ArbiterOutputs for OsuBankParameters as parameters, prefix "" {
        /// The request of shard # is taken in this cycle; 0 when there is none.
        shard: [Ready; SHARDS] = [],
        /// A request to the L1; held unchanged until l1_ready.
        l1: L1Request = [ID_ABOVE_ENTRY_BITS + parameters.entry_bits()],
        /// The answer is taken in this cycle; 0 when there is none.
        response_ready: bool = 1,
        /// The shard whose answer it is, one bit each; 0 when there is none.
        shards_response: u8 = 4,
    }
}

/// `regless_l1_arbiter`: four shards, one L1 request a cycle, and the addresses of registers.
#[derive(Clone, Copy, Debug)]
pub struct ReglessL1Arbiter;

impl Unit for ReglessL1Arbiter {
    const NAME: &'static str = "regless_l1_arbiter";
    const SUMMARY: &'static str = "passes one request a cycle from four shards to the L1";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "OneRequestPerCycle",
            claim: "at most one shard's request is taken in a cycle",
        },
        Property {
            name: "ArbitrationIsFair",
            claim: "a request is taken after at most three of other shards",
        },
        Property {
            name: "NextThatAsksIsTaken",
            claim: "of shards that ask, the first behind the one taken last is taken; after reset that \
                    is the first of all",
        },
        Property {
            name: "OrderIsKept",
            claim: "requests reach the L1 once, in the order in which they were taken, unchanged",
        },
        Property {
            name: "RequestsAreHeld",
            claim: "a request stays unchanged until the L1 takes it",
        },
        Property {
            name: "AddressIsMapping",
            claim: "a request names the line of its register or compressed line behind the base \
                    pointer",
        },
        Property {
            name: "MappingNeverAliases",
            claim: "no two registers or compressed lines, of any shards and warps, share a line \
                    behind one base pointer",
        },
        Property {
            name: "FullRate",
            claim: "while shards ask and the L1 takes, one request passes in every cycle",
        },
        Property {
            name: "ResponseFindsItsShard",
            claim: "an answer is shown to the shard that asked, and taken when that shard takes it",
        },
        Property {
            name: "ResetForgetsRequest",
            claim: "after reset no request is at the L1 and the base pointer is 0",
        },
    ];
    type Parameters = OsuBankParameters;
    type Inputs = ReglessL1ArbiterInputs;
    type Outputs = ReglessL1ArbiterOutputs;

    fn module_name(parameters: &OsuBankParameters) -> String {
        format!("{}_e{}", Self::NAME, parameters.entry_bits())
    }
}
