//! Contract of `regless`.

use super::arbiter::{ID_ABOVE_ENTRY_BITS, LINE_ADDRESS_BITS};
use super::encoding::{ALL_WARPS, REGISTER_NUMBER_BITS, SHARDS, WARP_BITS};
use super::metadata::{MARKED_INSTRUCTIONS, MARK_BITS, WORD_BITS};
use super::parameters::ReglessParameters;
use super::staging::{SOURCES, TAG_BITS};
use crate::property::Property;
use crate::unit::Unit;
use crate::warp::{WarpRegister, LANES, REGISTER_BITS};

/// Execution units at whose ports instructions and results come.
pub const EXECUTION_UNITS: usize = 4;
/// Bits that name a warp of the multiprocessor: the shard in the lower 2, its warp above.
pub const ALL_WARP_BITS: usize = 6;

crate::ports! {
    /// What the multiprocessor's RegLess takes in a cycle.
    pub struct ReglessInputs for ReglessParameters as parameters, prefix "" {
        /// The register base pointer is set.
        base_valid: bool = 1,
        /// The line at which the registers begin, a byte address without its low 7 bits.
        base_line: u32 = LINE_ADDRESS_BITS,
        /// A metadata word is present; it is accepted when meta_ready is 1.
        meta_valid: bool = 1,
        /// The warp whose code it stands in.
        meta_warp: u8 = ALL_WARP_BITS,
        /// 0 region, 1 operations, 2 last uses, 3 compact.
        meta_format: u8 = 2,
        /// The word.
        meta_word: u64 = WORD_BITS,
        /// Warps that may not start a region: at a barrier, or absent.
        hold: u64 = ALL_WARPS,
        /// Execution unit 0 is issued an instruction; it is accepted when issue0_ready is 1.
        issue0_valid: bool = 1,
        /// Given back with the sources.
        issue0_tag: u8 = TAG_BITS,
        /// Its warp.
        issue0_warp: u8 = ALL_WARP_BITS,
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
        /// As issue0, execution unit 1; of one shard younger than those of units below.
        issue1_valid: bool = 1,
        /// Given back with the sources.
        issue1_tag: u8 = TAG_BITS,
        /// Its warp.
        issue1_warp: u8 = ALL_WARP_BITS,
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
        /// As issue0, execution unit 2; of one shard younger than those of units below.
        issue2_valid: bool = 1,
        /// Given back with the sources.
        issue2_tag: u8 = TAG_BITS,
        /// Its warp.
        issue2_warp: u8 = ALL_WARP_BITS,
        /// It has the sources a (bit 0), b (bit 1), c (bit 2).
        issue2_sources: u8 = SOURCES,
        /// Source a.
        issue2_a: u8 = REGISTER_NUMBER_BITS,
        /// Source b.
        issue2_b: u8 = REGISTER_NUMBER_BITS,
        /// Source c.
        issue2_c: u8 = REGISTER_NUMBER_BITS,
        /// Sources that are read for the last time in their region.
        issue2_last: u8 = SOURCES,
        /// Those of them that are dead afterwards.
        issue2_erase: u8 = SOURCES,
        /// It has a destination, and one result will follow.
        issue2_writes: bool = 1,
        /// The destination.
        issue2_destination: u8 = REGISTER_NUMBER_BITS,
        /// The lanes that it writes.
        issue2_mask: u32 = LANES,
        /// The write is the last use of the destination in its region.
        issue2_write_last: bool = 1,
        /// It is the last instruction of its region.
        issue2_ends: bool = 1,
        /// As issue0, execution unit 3; of one shard younger than those of units below.
        issue3_valid: bool = 1,
        /// Given back with the sources.
        issue3_tag: u8 = TAG_BITS,
        /// Its warp.
        issue3_warp: u8 = ALL_WARP_BITS,
        /// It has the sources a (bit 0), b (bit 1), c (bit 2).
        issue3_sources: u8 = SOURCES,
        /// Source a.
        issue3_a: u8 = REGISTER_NUMBER_BITS,
        /// Source b.
        issue3_b: u8 = REGISTER_NUMBER_BITS,
        /// Source c.
        issue3_c: u8 = REGISTER_NUMBER_BITS,
        /// Sources that are read for the last time in their region.
        issue3_last: u8 = SOURCES,
        /// Those of them that are dead afterwards.
        issue3_erase: u8 = SOURCES,
        /// It has a destination, and one result will follow.
        issue3_writes: bool = 1,
        /// The destination.
        issue3_destination: u8 = REGISTER_NUMBER_BITS,
        /// The lanes that it writes.
        issue3_mask: u32 = LANES,
        /// The write is the last use of the destination in its region.
        issue3_write_last: bool = 1,
        /// It is the last instruction of its region.
        issue3_ends: bool = 1,
        /// Execution unit 0 has a result; it is accepted when wb0_ready is 1.
        wb0_valid: bool = 1,
        /// The warp.
        wb0_warp: u8 = ALL_WARP_BITS,
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
        /// As wb0, execution unit 1.
        wb1_valid: bool = 1,
        /// The warp.
        wb1_warp: u8 = ALL_WARP_BITS,
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
        /// As wb0, execution unit 2.
        wb2_valid: bool = 1,
        /// The warp.
        wb2_warp: u8 = ALL_WARP_BITS,
        /// The register.
        wb2_register: u8 = REGISTER_NUMBER_BITS,
        /// The line that was reserved for it.
        wb2_entry: u8 = parameters.entry_bits(),
        /// The lanes that it writes.
        wb2_mask: u32 = LANES,
        /// The result.
        wb2_data: WarpRegister = REGISTER_BITS,
        /// The write is the last use of the register in its region.
        wb2_last: bool = 1,
        /// As wb0, execution unit 3.
        wb3_valid: bool = 1,
        /// The warp.
        wb3_warp: u8 = ALL_WARP_BITS,
        /// The register.
        wb3_register: u8 = REGISTER_NUMBER_BITS,
        /// The line that was reserved for it.
        wb3_entry: u8 = parameters.entry_bits(),
        /// The lanes that it writes.
        wb3_mask: u32 = LANES,
        /// The result.
        wb3_data: WarpRegister = REGISTER_BITS,
        /// The write is the last use of the register in its region.
        wb3_last: bool = 1,
        /// The L1 takes the request in this cycle.
        l1_ready: bool = 1,
        /// An answer of the L1 is present; taken when response_ready is 1.
        response_valid: bool = 1,
        /// The id of its request.
        response_id: u16 = ID_ABOVE_ENTRY_BITS + parameters.entry_bits(),
        /// The register or line.
        response_data: WarpRegister = REGISTER_BITS,
    }
}

crate::ports! {
    /// What the multiprocessor's RegLess gives in a cycle. meta_ready, the readies of issues and results and
    /// response_ready depend on inputs of the same cycle; all else is a function of the state.
    pub struct ReglessOutputs for ReglessParameters as parameters, prefix "" {
        /// The metadata word is accepted in this cycle; 0 when there is none.
        meta_ready: bool = 1,
        /// A word accepted in the cycle before marks last uses.
        uses_valid: bool = 1,
        /// Its warp.
        uses_warp: u8 = ALL_WARP_BITS, when uses_valid,
        /// Marks of instruction i at bits 7i+6 to 7i: a in 2 bits, b, c, the destination in 1.
        uses: u64 = MARK_BITS * MARKED_INSTRUCTIONS, when uses_valid,
        /// Warps that may issue.
        active: u64 = ALL_WARPS,
        /// The instruction of execution unit 0 is accepted in this cycle; 0 when there is none.
        issue0_ready: bool = 1,
        /// The instruction of execution unit 1 is accepted in this cycle; 0 when there is none.
        issue1_ready: bool = 1,
        /// The instruction of execution unit 2 is accepted in this cycle; 0 when there is none.
        issue2_ready: bool = 1,
        /// The instruction of execution unit 3 is accepted in this cycle; 0 when there is none.
        issue3_ready: bool = 1,
        /// Register read unit 0 of shard 0 has assembled an instruction; it is taken in this cycle.
        out0_valid: bool = 1,
        /// Its tag.
        out0_tag: u8 = TAG_BITS, when out0_valid,
        /// Its warp.
        out0_warp: u8 = ALL_WARP_BITS, when out0_valid,
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
        /// Register read unit 1 of shard 0 has assembled an instruction; it is taken in this cycle.
        out1_valid: bool = 1,
        /// Its tag.
        out1_tag: u8 = TAG_BITS, when out1_valid,
        /// Its warp.
        out1_warp: u8 = ALL_WARP_BITS, when out1_valid,
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
        /// Register read unit 0 of shard 1 has assembled an instruction; it is taken in this cycle.
        out2_valid: bool = 1,
        /// Its tag.
        out2_tag: u8 = TAG_BITS, when out2_valid,
        /// Its warp.
        out2_warp: u8 = ALL_WARP_BITS, when out2_valid,
        /// It has a source a.
        out2_a_valid: bool = 1,
        /// It has a source b.
        out2_b_valid: bool = 1,
        /// It has a source c.
        out2_c_valid: bool = 1,
        /// Source a.
        out2_a: WarpRegister = REGISTER_BITS, when out2_a_valid,
        /// Source b.
        out2_b: WarpRegister = REGISTER_BITS, when out2_b_valid,
        /// Source c.
        out2_c: WarpRegister = REGISTER_BITS, when out2_c_valid,
        /// It has a destination.
        out2_writes: bool = 1,
        /// The destination.
        out2_destination: u8 = REGISTER_NUMBER_BITS, when out2_writes,
        /// The line that is reserved for it.
        out2_entry: u8 = parameters.entry_bits(), when out2_writes,
        /// The lanes that it writes.
        out2_mask: u32 = LANES, when out2_writes,
        /// To be given back with the result.
        out2_write_last: bool = 1, when out2_writes,
        /// Register read unit 1 of shard 1 has assembled an instruction; it is taken in this cycle.
        out3_valid: bool = 1,
        /// Its tag.
        out3_tag: u8 = TAG_BITS, when out3_valid,
        /// Its warp.
        out3_warp: u8 = ALL_WARP_BITS, when out3_valid,
        /// It has a source a.
        out3_a_valid: bool = 1,
        /// It has a source b.
        out3_b_valid: bool = 1,
        /// It has a source c.
        out3_c_valid: bool = 1,
        /// Source a.
        out3_a: WarpRegister = REGISTER_BITS, when out3_a_valid,
        /// Source b.
        out3_b: WarpRegister = REGISTER_BITS, when out3_b_valid,
        /// Source c.
        out3_c: WarpRegister = REGISTER_BITS, when out3_c_valid,
        /// It has a destination.
        out3_writes: bool = 1,
        /// The destination.
        out3_destination: u8 = REGISTER_NUMBER_BITS, when out3_writes,
        /// The line that is reserved for it.
        out3_entry: u8 = parameters.entry_bits(), when out3_writes,
        /// The lanes that it writes.
        out3_mask: u32 = LANES, when out3_writes,
        /// To be given back with the result.
        out3_write_last: bool = 1, when out3_writes,
        /// Register read unit 0 of shard 2 has assembled an instruction; it is taken in this cycle.
        out4_valid: bool = 1,
        /// Its tag.
        out4_tag: u8 = TAG_BITS, when out4_valid,
        /// Its warp.
        out4_warp: u8 = ALL_WARP_BITS, when out4_valid,
        /// It has a source a.
        out4_a_valid: bool = 1,
        /// It has a source b.
        out4_b_valid: bool = 1,
        /// It has a source c.
        out4_c_valid: bool = 1,
        /// Source a.
        out4_a: WarpRegister = REGISTER_BITS, when out4_a_valid,
        /// Source b.
        out4_b: WarpRegister = REGISTER_BITS, when out4_b_valid,
        /// Source c.
        out4_c: WarpRegister = REGISTER_BITS, when out4_c_valid,
        /// It has a destination.
        out4_writes: bool = 1,
        /// The destination.
        out4_destination: u8 = REGISTER_NUMBER_BITS, when out4_writes,
        /// The line that is reserved for it.
        out4_entry: u8 = parameters.entry_bits(), when out4_writes,
        /// The lanes that it writes.
        out4_mask: u32 = LANES, when out4_writes,
        /// To be given back with the result.
        out4_write_last: bool = 1, when out4_writes,
        /// Register read unit 1 of shard 2 has assembled an instruction; it is taken in this cycle.
        out5_valid: bool = 1,
        /// Its tag.
        out5_tag: u8 = TAG_BITS, when out5_valid,
        /// Its warp.
        out5_warp: u8 = ALL_WARP_BITS, when out5_valid,
        /// It has a source a.
        out5_a_valid: bool = 1,
        /// It has a source b.
        out5_b_valid: bool = 1,
        /// It has a source c.
        out5_c_valid: bool = 1,
        /// Source a.
        out5_a: WarpRegister = REGISTER_BITS, when out5_a_valid,
        /// Source b.
        out5_b: WarpRegister = REGISTER_BITS, when out5_b_valid,
        /// Source c.
        out5_c: WarpRegister = REGISTER_BITS, when out5_c_valid,
        /// It has a destination.
        out5_writes: bool = 1,
        /// The destination.
        out5_destination: u8 = REGISTER_NUMBER_BITS, when out5_writes,
        /// The line that is reserved for it.
        out5_entry: u8 = parameters.entry_bits(), when out5_writes,
        /// The lanes that it writes.
        out5_mask: u32 = LANES, when out5_writes,
        /// To be given back with the result.
        out5_write_last: bool = 1, when out5_writes,
        /// Register read unit 0 of shard 3 has assembled an instruction; it is taken in this cycle.
        out6_valid: bool = 1,
        /// Its tag.
        out6_tag: u8 = TAG_BITS, when out6_valid,
        /// Its warp.
        out6_warp: u8 = ALL_WARP_BITS, when out6_valid,
        /// It has a source a.
        out6_a_valid: bool = 1,
        /// It has a source b.
        out6_b_valid: bool = 1,
        /// It has a source c.
        out6_c_valid: bool = 1,
        /// Source a.
        out6_a: WarpRegister = REGISTER_BITS, when out6_a_valid,
        /// Source b.
        out6_b: WarpRegister = REGISTER_BITS, when out6_b_valid,
        /// Source c.
        out6_c: WarpRegister = REGISTER_BITS, when out6_c_valid,
        /// It has a destination.
        out6_writes: bool = 1,
        /// The destination.
        out6_destination: u8 = REGISTER_NUMBER_BITS, when out6_writes,
        /// The line that is reserved for it.
        out6_entry: u8 = parameters.entry_bits(), when out6_writes,
        /// The lanes that it writes.
        out6_mask: u32 = LANES, when out6_writes,
        /// To be given back with the result.
        out6_write_last: bool = 1, when out6_writes,
        /// Register read unit 1 of shard 3 has assembled an instruction; it is taken in this cycle.
        out7_valid: bool = 1,
        /// Its tag.
        out7_tag: u8 = TAG_BITS, when out7_valid,
        /// Its warp.
        out7_warp: u8 = ALL_WARP_BITS, when out7_valid,
        /// It has a source a.
        out7_a_valid: bool = 1,
        /// It has a source b.
        out7_b_valid: bool = 1,
        /// It has a source c.
        out7_c_valid: bool = 1,
        /// Source a.
        out7_a: WarpRegister = REGISTER_BITS, when out7_a_valid,
        /// Source b.
        out7_b: WarpRegister = REGISTER_BITS, when out7_b_valid,
        /// Source c.
        out7_c: WarpRegister = REGISTER_BITS, when out7_c_valid,
        /// It has a destination.
        out7_writes: bool = 1,
        /// The destination.
        out7_destination: u8 = REGISTER_NUMBER_BITS, when out7_writes,
        /// The line that is reserved for it.
        out7_entry: u8 = parameters.entry_bits(), when out7_writes,
        /// The lanes that it writes.
        out7_mask: u32 = LANES, when out7_writes,
        /// To be given back with the result.
        out7_write_last: bool = 1, when out7_writes,
        /// The result of execution unit 0 is accepted in this cycle; 0 when there is none.
        wb0_ready: bool = 1,
        /// The result of execution unit 1 is accepted in this cycle; 0 when there is none.
        wb1_ready: bool = 1,
        /// The result of execution unit 2 is accepted in this cycle; 0 when there is none.
        wb2_ready: bool = 1,
        /// The result of execution unit 3 is accepted in this cycle; 0 when there is none.
        wb3_ready: bool = 1,
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
        /// Given back with the answer.
        l1_id: u16 = ID_ABOVE_ENTRY_BITS + parameters.entry_bits(), when l1_valid,
        /// What is written.
        l1_data: WarpRegister = REGISTER_BITS, when l1_write,
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
            "{}_l{}_c{}",
            Self::NAME,
            parameters.lines(),
            parameters.cache_lines()
        )
    }
}
