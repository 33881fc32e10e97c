//! Contract of `regless_shard`.

use super::encoding::{L1_KIND_BITS, REGISTER_NUMBER_BITS, WARPS, WARP_BITS};
use super::metadata::{MARKED_INSTRUCTIONS, MARK_BITS, WORD_BITS};
use super::parameters::ReglessParameters;
use super::staging::{SOURCES, TAG_BITS};
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, LANES, REGISTER_BITS};

crate::ports! {
    /// What a shard takes in a cycle.
    pub struct ReglessShardInputs for ReglessParameters as parameters, prefix "" {
        /// A metadata word is present; it is accepted when meta_ready is 1.
        meta_valid: bool = 1,
        /// The warp whose code it stands in.
        meta_warp: u8 = WARP_BITS,
        /// 0 region, 1 operations, 2 last uses, 3 compact.
        meta_format: u8 = 2,
        /// The word.
        meta_word: u64 = WORD_BITS,
        /// Warps that may not start a region: at a barrier, or absent.
        hold: u16 = WARPS,
        /// An instruction is present; it is accepted when issue0_ready is 1.
        issue0_valid: bool = 1,
        /// Given back with the sources.
        issue0_tag: u8 = TAG_BITS,
        /// Its warp.
        issue0_warp: u8 = WARP_BITS,
        /// It has the sources a (bit 0), b (bit 1), c (bit 2).
        issue0_sources: u8 = SOURCES,
        /// Source a.
        issue0_a: u8 = REGISTER_NUMBER_BITS,
        /// Source b.
        issue0_b: u8 = REGISTER_NUMBER_BITS,
        /// Source c.
        issue0_c: u8 = REGISTER_NUMBER_BITS,
        /// Sources that are read for the last time in their region.
        issue0_last: u8 = SOURCES,
        /// Those of them that are dead afterwards.
        issue0_erase: u8 = SOURCES,
        /// It has a destination, and one result will follow.
        issue0_writes: bool = 1,
        /// The destination.
        issue0_destination: u8 = REGISTER_NUMBER_BITS,
        /// The lanes that it writes.
        issue0_mask: u32 = LANES,
        /// The write is the last use of the destination in its region.
        issue0_write_last: bool = 1,
        /// It is the last instruction of its region.
        issue0_ends: bool = 1,
        /// As issue0: the second instruction of the cycle, younger than that of issue0.
        issue1_valid: bool = 1,
        /// Given back with the sources.
        issue1_tag: u8 = TAG_BITS,
        /// Its warp.
        issue1_warp: u8 = WARP_BITS,
        /// It has the sources a (bit 0), b (bit 1), c (bit 2).
        issue1_sources: u8 = SOURCES,
        /// Source a.
        issue1_a: u8 = REGISTER_NUMBER_BITS,
        /// Source b.
        issue1_b: u8 = REGISTER_NUMBER_BITS,
        /// Source c.
        issue1_c: u8 = REGISTER_NUMBER_BITS,
        /// Sources that are read for the last time in their region.
        issue1_last: u8 = SOURCES,
        /// Those of them that are dead afterwards.
        issue1_erase: u8 = SOURCES,
        /// It has a destination, and one result will follow.
        issue1_writes: bool = 1,
        /// The destination.
        issue1_destination: u8 = REGISTER_NUMBER_BITS,
        /// The lanes that it writes.
        issue1_mask: u32 = LANES,
        /// The write is the last use of the destination in its region.
        issue1_write_last: bool = 1,
        /// It is the last instruction of its region.
        issue1_ends: bool = 1,
        /// A result is present; it is accepted when wb0_ready is 1 in the same cycle.
        wb0_valid: bool = 1,
        /// The warp.
        wb0_warp: u8 = WARP_BITS,
        /// The register.
        wb0_register: u8 = REGISTER_NUMBER_BITS,
        /// The line that was reserved for it.
        wb0_entry: u8 = parameters.entry_bits(),
        /// The lanes that it writes.
        wb0_mask: u32 = LANES,
        /// The result.
        wb0_data: WarpRegister = REGISTER_BITS,
        /// The write is the last use of the register in its region.
        wb0_last: bool = 1,
        /// As wb0: a second result.
        wb1_valid: bool = 1,
        /// The warp.
        wb1_warp: u8 = WARP_BITS,
        /// The register.
        wb1_register: u8 = REGISTER_NUMBER_BITS,
        /// The line that was reserved for it.
        wb1_entry: u8 = parameters.entry_bits(),
        /// The lanes that it writes.
        wb1_mask: u32 = LANES,
        /// The result.
        wb1_data: WarpRegister = REGISTER_BITS,
        /// The write is the last use of the register in its region.
        wb1_last: bool = 1,
        /// The request is taken by the L1's arbiter in this cycle.
        l1_ready: bool = 1,
        /// An answer of the L1 is present; taken when response_ready is 1.
        response_valid: bool = 1,
        /// It is a compressed line, for the compressor.
        response_line: bool = 1,
        /// The bank that waits for it.
        response_bank: u8 = 3,
        /// The line of the bank that waits for it.
        response_entry: u8 = parameters.entry_bits(),
        /// The register or line.
        response_data: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// What a shard gives in a cycle. meta_ready, wb0_ready, wb1_ready and response_ready depend on inputs of the
    /// same cycle; all else is a function of the state.
    pub struct ReglessShardOutputs for ReglessParameters as parameters, prefix "" {
        /// The metadata word is accepted in this cycle; 0 when there is none.
        meta_ready: bool = 1,
        /// A word accepted in the cycle before marks last uses.
        uses_valid: bool = 1,
        /// Its warp.
        uses_warp: u8 = WARP_BITS, when uses_valid,
        /// Marks of instruction i at bits 7i+6 to 7i: a in 2 bits, b, c, the destination in 1.
        uses: u64 = MARK_BITS * MARKED_INSTRUCTIONS, when uses_valid,
        /// Warps that may issue.
        active: u16 = WARPS,
        /// An instruction of issue0 is accepted in this cycle.
        issue0_ready: bool = 1,
        /// An instruction of issue1 is accepted in this cycle.
        issue1_ready: bool = 1,
        /// Register read unit 0 has assembled an instruction; it is taken in this cycle.
        out0_valid: bool = 1,
        /// Its tag.
        out0_tag: u8 = TAG_BITS, when out0_valid,
        /// Its warp.
        out0_warp: u8 = WARP_BITS, when out0_valid,
        /// It has a source a.
        out0_a_valid: bool = 1,
        /// It has a source b.
        out0_b_valid: bool = 1,
        /// It has a source c.
        out0_c_valid: bool = 1,
        /// Source a.
        out0_a: WarpRegister = REGISTER_BITS, when out0_a_valid,
        /// Source b.
        out0_b: WarpRegister = REGISTER_BITS, when out0_b_valid,
        /// Source c.
        out0_c: WarpRegister = REGISTER_BITS, when out0_c_valid,
        /// It has a destination.
        out0_writes: bool = 1,
        /// The destination.
        out0_destination: u8 = REGISTER_NUMBER_BITS, when out0_writes,
        /// The line that is reserved for it.
        out0_entry: u8 = parameters.entry_bits(), when out0_writes,
        /// The lanes that it writes.
        out0_mask: u32 = LANES, when out0_writes,
        /// To be given back with the result.
        out0_write_last: bool = 1, when out0_writes,
        /// As out0: register read unit 1.
        out1_valid: bool = 1,
        /// Its tag.
        out1_tag: u8 = TAG_BITS, when out1_valid,
        /// Its warp.
        out1_warp: u8 = WARP_BITS, when out1_valid,
        /// It has a source a.
        out1_a_valid: bool = 1,
        /// It has a source b.
        out1_b_valid: bool = 1,
        /// It has a source c.
        out1_c_valid: bool = 1,
        /// Source a.
        out1_a: WarpRegister = REGISTER_BITS, when out1_a_valid,
        /// Source b.
        out1_b: WarpRegister = REGISTER_BITS, when out1_b_valid,
        /// Source c.
        out1_c: WarpRegister = REGISTER_BITS, when out1_c_valid,
        /// It has a destination.
        out1_writes: bool = 1,
        /// The destination.
        out1_destination: u8 = REGISTER_NUMBER_BITS, when out1_writes,
        /// The line that is reserved for it.
        out1_entry: u8 = parameters.entry_bits(), when out1_writes,
        /// The lanes that it writes.
        out1_mask: u32 = LANES, when out1_writes,
        /// To be given back with the result.
        out1_write_last: bool = 1, when out1_writes,
        /// The result of wb0 is accepted in this cycle; 0 when there is none.
        wb0_ready: bool = 1,
        /// The result of wb1 is accepted in this cycle; 0 when there is none.
        wb1_ready: bool = 1,
        /// A request to the L1; held unchanged until l1_ready.
        l1_valid: bool = 1,
        /// It carries data; 0 without a request.
        l1_write: bool = 1,
        /// 0 read register, 1 read and invalidate register, 2 write register, 3 invalidate register, 4 read line, 5 write line.
        l1_kind: u8 = L1_KIND_BITS, when l1_valid,
        /// The warp.
        l1_warp: u8 = WARP_BITS, when l1_valid,
        /// The register, or the group of the line.
        l1_index: u8 = REGISTER_NUMBER_BITS, when l1_valid,
        /// The line of the bank that waits for a register.
        l1_entry: u8 = parameters.entry_bits(), when l1_valid,
        /// The register or line written.
        l1_data: WarpRegister = REGISTER_BITS, when l1_write,
        /// The answer of the L1 is taken in this cycle, if there is one.
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
            "{}_l{}_c{}",
            Self::NAME,
            parameters.lines(),
            parameters.cache_lines()
        )
    }
}
