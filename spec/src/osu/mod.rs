//! RegLess: operand staging units and what stands around them (RegLess, section 5).
//!
//! The cycle-level contracts in prose are `docs/units/osu.md`, `docs/units/pattern_compressor.md` and
//! `docs/units/capacity_manager.md`; what the paper leaves open is `docs/rationale/osu.md`.

mod bank;
mod compressor;
mod encoding;
mod metadata;
mod parameters;
mod presets;

pub use bank::{OsuBank, OsuBankInputs, OsuBankOutputs};
pub use compressor::{PatternCompressor, PatternCompressorInputs, PatternCompressorOutputs};
pub use encoding::{
    bank_of, memory_line, place_of, rotated_usage, L1Kind, Operation, Pattern, ALL_WARPS, BANKS,
    GROUPS, GROUP_BITS, L1_KIND_BITS, MEMORY_LINES, REGISTERS, REGISTER_NUMBER_BITS, SHARDS, SLOTS,
    STATES_AT, STATE_BITS, USAGE_BITS, WARPS, WARP_BITS,
};
pub use metadata::{
    Format, MetadataDecoder, MetadataDecoderInputs, MetadataDecoderOutputs, COMPACT_INSTRUCTIONS,
    COMPACT_OPERATIONS, MARKED_INSTRUCTIONS, MARK_BITS, MARK_CODES, MARK_CODE_BITS, MORE_WORDS,
    REGION_OPERATIONS, WORD_BITS, WORD_OPERATIONS,
};
pub use parameters::{
    MetadataDecoderParameters, OsuBankParameters, ReglessParameters, CACHE_LINES, LINES,
};
pub use presets::PRESETS;
