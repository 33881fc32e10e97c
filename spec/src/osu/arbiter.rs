//! Contract of `regless_l1_arbiter`.

use super::encoding::{L1_KIND_BITS, REGISTER_NUMBER_BITS, WARP_BITS};
use super::parameters::OsuBankParameters;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, REGISTER_BITS};

/// Bits of the number of a 128-byte line of memory.
pub const LINE_ADDRESS_BITS: usize = 25;
/// Bits of a request's id above the entry: shard (2), whether it is a compressed line (1), bank (3).
pub const ID_ABOVE_ENTRY_BITS: usize = 6;

crate::ports! {
    /// What the arbiter takes in a cycle.
    pub struct ReglessL1ArbiterInputs for OsuBankParameters as parameters, prefix "" {
        /// The register base pointer is set.
        base_valid: bool = 1,
        /// The line at which the registers begin, a byte address without its low 7 bits.
        base_line: u32 = LINE_ADDRESS_BITS,
        /// A request of shard 0 is present; it is taken when shard0_ready is 1.
        shard0_valid: bool = 1,
        /// Its kind: 0 read register, 1 read and invalidate register, 2 write register, 3 invalidate register, 4 read line, 5 write line.
        shard0_kind: u8 = L1_KIND_BITS,
        /// The warp.
        shard0_warp: u8 = WARP_BITS,
        /// The register, or the group of the line.
        shard0_index: u8 = REGISTER_NUMBER_BITS,
        /// The line of the bank that waits for a register.
        shard0_entry: u8 = parameters.entry_bits(),
        /// The register or line written.
        shard0_data: WarpRegister = REGISTER_BITS,
        /// As shard0, of shard 1.
        shard1_valid: bool = 1,
        /// Its kind: 0 read register, 1 read and invalidate register, 2 write register, 3 invalidate register, 4 read line, 5 write line.
        shard1_kind: u8 = L1_KIND_BITS,
        /// The warp.
        shard1_warp: u8 = WARP_BITS,
        /// The register, or the group of the line.
        shard1_index: u8 = REGISTER_NUMBER_BITS,
        /// The line of the bank that waits for a register.
        shard1_entry: u8 = parameters.entry_bits(),
        /// The register or line written.
        shard1_data: WarpRegister = REGISTER_BITS,
        /// As shard0, of shard 2.
        shard2_valid: bool = 1,
        /// Its kind: 0 read register, 1 read and invalidate register, 2 write register, 3 invalidate register, 4 read line, 5 write line.
        shard2_kind: u8 = L1_KIND_BITS,
        /// The warp.
        shard2_warp: u8 = WARP_BITS,
        /// The register, or the group of the line.
        shard2_index: u8 = REGISTER_NUMBER_BITS,
        /// The line of the bank that waits for a register.
        shard2_entry: u8 = parameters.entry_bits(),
        /// The register or line written.
        shard2_data: WarpRegister = REGISTER_BITS,
        /// As shard0, of shard 3.
        shard3_valid: bool = 1,
        /// Its kind: 0 read register, 1 read and invalidate register, 2 write register, 3 invalidate register, 4 read line, 5 write line.
        shard3_kind: u8 = L1_KIND_BITS,
        /// The warp.
        shard3_warp: u8 = WARP_BITS,
        /// The register, or the group of the line.
        shard3_index: u8 = REGISTER_NUMBER_BITS,
        /// The line of the bank that waits for a register.
        shard3_entry: u8 = parameters.entry_bits(),
        /// The register or line written.
        shard3_data: WarpRegister = REGISTER_BITS,
        /// The L1 takes the request in this cycle.
        l1_ready: bool = 1,
        /// An answer of the L1 is present.
        response_valid: bool = 1,
        /// The id of its request.
        response_id: u16 = ID_ABOVE_ENTRY_BITS + parameters.entry_bits(),
        /// The shards that take an answer in this cycle, shard 0 at bit 0.
        shards_ready: u8 = 4,
    }
}

crate::ports! {
    /// What the arbiter gives in a cycle. shardN_ready depends on the valids and l1_ready, response_ready and
    /// shards_response on the response and shards_ready; all else is a function of the state.
    pub struct ReglessL1ArbiterOutputs for OsuBankParameters as parameters, prefix "" {
        /// The request of shard 0 is taken in this cycle; 0 when there is none.
        shard0_ready: bool = 1,
        /// The request of shard 1 is taken in this cycle; 0 when there is none.
        shard1_ready: bool = 1,
        /// The request of shard 2 is taken in this cycle; 0 when there is none.
        shard2_ready: bool = 1,
        /// The request of shard 3 is taken in this cycle; 0 when there is none.
        shard3_ready: bool = 1,
        /// A request to the L1; held unchanged until l1_ready.
        l1_valid: bool = 1,
        /// It asks for the line; 0 without a request.
        l1_read: bool = 1,
        /// It carries the whole line, to be held modified without fetching; 0 without a request.
        l1_write: bool = 1,
        /// The line is dropped, modified or not, after it is read; 0 without a request.
        l1_invalidate: bool = 1,
        /// The line.
        l1_line: u32 = LINE_ADDRESS_BITS, when l1_valid,
        /// Given back with the answer: shard at the top, compressed line, bank, entry at the bottom.
        l1_id: u16 = ID_ABOVE_ENTRY_BITS + parameters.entry_bits(), when l1_valid,
        /// What is written.
        l1_data: WarpRegister = REGISTER_BITS, when l1_write,
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
                    pointer, and no two of them share one",
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
