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
