//! The properties of RegLess's units as SystemVerilog assertions: bodies of checker modules.
//!
//! Each assertion has the name of its `spec` property with `_A` behind it. A checker sees ports only.

use spec::osu::{OsuBankParameters, ReglessParameters};

/// Body of the checker of `osu_bank`. `RESET` stands for "reset is asserted".
pub fn osu_bank(parameters: &OsuBankParameters) -> String {
    include_str!("osu_bank.sv")
        .replace("ENTRY_BITS", &parameters.entry_bits().to_string())
        .replace("LINES", &parameters.lines().to_string())
}

/// Body of the checker of `pattern_compressor`.
pub fn pattern_compressor(_parameters: &ReglessParameters) -> String {
    include_str!("pattern_compressor.sv").to_owned()
}

/// Body of the checker of `metadata_decoder`.
pub fn metadata_decoder() -> String {
    include_str!("metadata_decoder.sv").to_owned()
}

/// Body of the checker of `capacity_manager`.
pub fn capacity_manager(parameters: &OsuBankParameters) -> String {
    include_str!("capacity_manager.sv").replace("LINES", &parameters.lines().to_string())
}

/// Body of the checker of `osu`.
pub fn osu(parameters: &OsuBankParameters) -> String {
    include_str!("osu.sv").replace("ENTRY_MSB", &(parameters.entry_bits() - 1).to_string())
}

/// Body of the checker of `regless_l1_arbiter`.
pub fn regless_l1_arbiter(parameters: &OsuBankParameters) -> String {
    include_str!("regless_l1_arbiter.sv")
        .replace("ENTRY_BITS", &parameters.entry_bits().to_string())
}

/// Body of the checker of `regless_shard`.
pub fn regless_shard(_parameters: &ReglessParameters) -> String {
    include_str!("regless_shard.sv").to_owned()
}

/// Body of the checker of `regless`.
pub fn regless(_parameters: &ReglessParameters) -> String {
    include_str!("regless.sv").to_owned()
}
