//! The properties of RegLess's units as SystemVerilog assertions: bodies of checker modules.
//!
//! Each assertion has the name of its `spec` property with `_A` behind it. A checker sees ports only.

use spec::osu::OsuBankParameters;

const FRESH: &str = include_str!("../../slumber/assertions/fresh.sv");

/// A body that speaks of the first cycle out of reset.
fn with_fresh(body: &str) -> String {
    [FRESH, body].concat()
}

/// Body of the checker of `osu_bank`. `RESET` stands for "reset is asserted".
pub fn osu_bank(parameters: &OsuBankParameters) -> String {
    with_fresh(include_str!("osu_bank.sv"))
        .replace("ENTRY_BITS", &parameters.entry_bits().to_string())
}

/// Body of the checker of `pattern_compressor`.
pub fn pattern_compressor() -> String {
    with_fresh(include_str!("pattern_compressor.sv"))
}

/// Body of the checker of `metadata_decoder`.
pub fn metadata_decoder() -> String {
    include_str!("metadata_decoder.sv").to_owned()
}

/// Body of the checker of `capacity_manager`.
pub fn capacity_manager() -> String {
    with_fresh(include_str!("capacity_manager.sv"))
}

/// Body of the checker of `osu`.
pub fn osu() -> String {
    with_fresh(include_str!("osu.sv"))
}

/// Body of the checker of `regless_l1_arbiter`.
pub fn regless_l1_arbiter(parameters: &OsuBankParameters) -> String {
    with_fresh(include_str!("regless_l1_arbiter.sv"))
        .replace("ENTRY_BITS", &parameters.entry_bits().to_string())
}

/// Body of the checker of `regless_shard`.
pub fn regless_shard() -> String {
    with_fresh(include_str!("regless_shard.sv"))
}

/// Body of the checker of `regless`.
pub fn regless() -> String {
    with_fresh(include_str!("regless.sv"))
}
