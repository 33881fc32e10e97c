//! Contract of `osu`.

use super::encoding::{BANKS, REGISTER_NUMBER_BITS, WARPS, WARP_BITS};
use super::groups::{Instruction, Offer, Writeback};
use super::parameters::OsuBankParameters;
use crate::ports::Ready;
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, REGISTER_BITS};

/// Register read units of a shard, instructions accepted and results taken in a cycle (5.2).
pub const UNITS: usize = 2;
/// Instructions that wait for a register read unit.
pub const WAITING: usize = 4;

crate::ports! {
    /// What the staging unit takes in a cycle.
    pub struct OsuInputs for OsuBankParameters as parameters,
    widths [ENTRY = parameters.entry_bits()], prefix "" {
        /// Instruction # is present; it may change or vanish until its ready is 1. That of in0 is older.
        issue as "in": [Instruction; UNITS] = [WARP_BITS],
        /// Result # is present; it is accepted when its ready is 1 in the same cycle.
        wb: [Writeback; UNITS] = [WARP_BITS, ENTRY],
        /// Banks with an operation of a starting region; taken where queue_ready is 1.
        queue_valid: u8 = BANKS,
        /// The kind of each, bank b at bits 2b+1 to 2b.
        queue_kinds: u16 = 2 * BANKS,
        /// The warp of each, bank b at bits 4b+3 to 4b.
        queue_warps: u32 = WARP_BITS * BANKS,
        /// The register of each, bank b at bits 6b+5 to 6b.
        queue_registers: u64 = REGISTER_NUMBER_BITS * BANKS,
        /// The compressor's answer to a fetch; taken when answer_ready is 1.
        answer_valid: bool = 1,
        /// Its warp.
        answer_warp: u8 = WARP_BITS,
        /// The register.
        answer_register: u8 = REGISTER_NUMBER_BITS,
        /// The line that waits for it.
        answer_entry: u8 = ENTRY,
        /// The value.
        answer_data: WarpRegister = REGISTER_BITS,
        /// The L1's answer to a fetch; taken when response_ready is 1.
        response_valid: bool = 1,
        /// The bank that waits for it.
        response_bank: u8 = 3,
        /// The line that waits for it.
        response_entry: u8 = ENTRY,
        /// The value.
        response_data: WarpRegister = REGISTER_BITS,
        /// The compressor takes the request in this cycle.
        request_ready: bool = 1,
    }
}

crate::ports! {
    /// What the staging unit gives in a cycle. wb0_ready, wb1_ready, queue_ready, answer_ready and
    /// response_ready depend on inputs of the same cycle; all else is a function of the state.
    pub struct OsuOutputs for OsuBankParameters as parameters,
    widths [ENTRY = parameters.entry_bits()], prefix "" {
        /// An instruction of in# is accepted in this cycle.
        issue as "in": [Ready; UNITS] = [],
        /// Register read unit # has assembled an instruction; it is taken in this cycle.
        out: [Offer; UNITS] = [WARP_BITS, ENTRY],
        /// The result of wb# is accepted in this cycle; 0 when there is none.
        wb: [Ready; UNITS] = [],
        /// Banks that accept their operation in this cycle.
        queue_ready: u8 = BANKS,
        /// Warps with an instruction that is accepted and has requests to banks left.
        busy: u16 = WARPS,
        /// Banks in which an operation is done, other than by a fill.
        done_banks: u8 = BANKS,
        /// The warp of each, bank b at bits 4b+3 to 4b; 0 where there is none.
        done_warps: u32 = WARP_BITS * BANKS,
        /// A fill has done a preload.
        fill_done: bool = 1,
        /// Its warp.
        fill_done_warp: u8 = WARP_BITS, when fill_done,
        /// The compressor's answer is taken in this cycle; 0 when there is none.
        answer_ready: bool = 1,
        /// The L1's answer is taken in this cycle; 0 when there is none.
        response_ready: bool = 1,
        /// A request to the compressor.
        request_valid: bool = 1,
        /// It evicts a register, with data; 0 without a request.
        request_evict: bool = 1,
        /// 0 evict, 1 fetch, 2 fetch and invalidate, 3 invalidate.
        request_kind: u8 = 2, when request_valid,
        /// The warp.
        request_warp: u8 = WARP_BITS, when request_valid,
        /// The register.
        request_register: u8 = REGISTER_NUMBER_BITS, when request_valid,
        /// The line, as the bank gives it.
        request_entry: u8 = ENTRY, when request_valid,
        /// The value evicted.
        request_data: WarpRegister = REGISTER_BITS, when request_evict,
    }
}

/// `osu`: eight banks, two register read units and two write-back units.
#[derive(Clone, Copy, Debug)]
pub struct Osu;

impl Unit for Osu {
    const NAME: &'static str = "osu";
    const SUMMARY: &'static str = "operand staging unit of a shard: eight banks and their users";
    const PROPERTIES: &'static [Property] = &[
        Property {
            name: "OperandsAreLastWritten",
            claim: "every lane of a source is what was last written to the register before its \
                    instruction was accepted, or fetched",
        },
        Property {
            name: "InstructionIsOfferedOnce",
            claim:
                "an accepted instruction is offered once, with its tag, sources, destination and \
                    mask, three cycles after the last of its requests is accepted",
        },
        Property {
            name: "OlderFirstInBank",
            claim: "of two requests to one bank that of the older instruction is granted first, \
                    within an instruction a, b, c, then the destination",
        },
        Property {
            name: "OneFillPerCycle",
            claim: "at most one value is taken from compressor and L1 in a cycle, in turn where both have one",
        },
        Property {
            name: "WriteBackUnitsAlternate",
            claim: "of two results for one bank in a cycle the port that lost last is first",
        },
        Property {
            name: "RequestsAreFair",
            claim: "a bank's request is passed after at most seven of other banks",
        },
        Property {
            name: "OperationIsDoneOnce",
            claim: "every operation accepted is done once",
        },
        Property {
            name: "BusyUntilGranted",
            claim: "a warp is busy just while one of its accepted instructions has a request that \
                    no bank accepted in an earlier cycle",
        },
        Property {
            name: "TwoInstructionsPerCycle",
            claim: "two instructions of two sources and a destination each are accepted, offered \
                    and written back in every cycle, without end, while no two of a cycle's \
                    accesses, nor a read and a result, meet in a bank",
        },
        Property {
            name: "ResetEmptiesUnit",
            claim: "after reset nothing from before is offered, done or requested",
        },
    ];
    type Parameters = OsuBankParameters;
    type Inputs = OsuInputs;
    type Outputs = OsuOutputs;

    fn module_name(parameters: &OsuBankParameters) -> String {
        format!("{}_l{}", Self::NAME, parameters.lines())
    }
}
