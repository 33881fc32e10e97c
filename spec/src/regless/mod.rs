//! RegLess: operand staging units and what stands around them (RegLess, section 5).
//!
//! The cycle-level contracts in prose are `docs/units/regless.md` and the pages that it names;
//! what the paper leaves open is `docs/rationale/regless.md`.

mod arbiter;
mod bank;
mod compressor;
mod encoding;
mod groups;
mod manager;
mod metadata;
mod parameters;
mod shard;
mod staging;
mod top;

pub use arbiter::{
    ReglessL1Arbiter, ReglessL1ArbiterInputs, ReglessL1ArbiterOutputs, ID_ABOVE_ENTRY_BITS,
};
pub use bank::{OsuBank, OsuBankInputs, OsuBankOutputs};
pub use compressor::{PatternCompressor, PatternCompressorInputs, PatternCompressorOutputs};
pub use encoding::{
    bank_of, lines_of, memory_line, rotated_usage, L1Kind, Operation, Pattern, ALL_WARPS, BANKS,
    FILL_BITS, IN_MEMORY, L1_KIND_BITS, MEMORY_LINES, REGISTERS, REGISTER_NUMBER_BITS, SHARDS,
    SLOTS, STATE_BITS, USAGE_BITS, WARPS, WARP_BITS,
};
pub use groups::{
    Instruction, Issue, Issued, L1Request, Landed, LastUses, MetadataWord, Offer, ShardRequest,
    Wanted, Writeback, LINE_ADDRESS_BITS, SOURCES, TAG_BITS,
};
pub use manager::{CapacityManager, CapacityManagerInputs, CapacityManagerOutputs, ROW_BITS};
pub use metadata::{
    compact_instructions, Format, MetadataDecoder, MetadataDecoderInputs, MetadataDecoderOutputs,
    COMPACT_INSTRUCTIONS, COMPACT_OPERATIONS, FORMAT_BITS, MARKED_INSTRUCTIONS, MARK_BITS,
    MARK_CODES, MARK_CODE_BITS, MORE_WORDS, REGION_OPERATIONS, WORD_BITS, WORD_OPERATIONS,
};
pub use parameters::{
    MetadataDecoderParameters, OsuBankParameters, PatternCompressorParameters, ReglessParameters,
    CACHE_LINES, FILLS, LINES,
};
pub use shard::{ReglessShard, ReglessShardInputs, ReglessShardOutputs};
pub use staging::{Osu, OsuInputs, OsuOutputs, UNITS, WAITING};
pub use top::{Regless, ReglessInputs, ReglessOutputs, ALL_WARP_BITS, EXECUTION_UNITS};
