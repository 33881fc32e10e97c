//! The properties of the BDI units as SystemVerilog assertions: bodies of checker modules.
//!
//! Each assertion has the name of its `spec` property with `_A` behind it. `RoundTripIsIdentity` needs both
//! units: it stands in a module around them, for proof.

use spec::bdi::{BdiParameters, Mode};

const PIPELINE: &str = include_str!("pipeline.sv");

/// Body of the checker of `bdi_compressor`. `RESET` stands for "reset is asserted".
pub fn compressor(parameters: &BdiParameters) -> String {
    let modes = parameters.modes();
    let ranges = modes
        .iter()
        .map(|mode| format!("2'd{}", mode.range() as u8));
    let ranges: Vec<_> = std::iter::once("2'd0".to_owned()).chain(ranges).collect();
    let has_zero = u8::from(modes.contains(Mode::FourZero));
    let text = [PIPELINE, include_str!("compressor.sv")].concat();
    text.replace("LATENCY", &parameters.latency().to_string())
        .replace("HAS_ZERO", &format!("1'b{has_zero}"))
        .replace("RANGES", &ranges.join(", "))
}

/// Body of the checker of `bdi_decompressor`.
pub fn decompressor(parameters: &BdiParameters) -> String {
    let text = [PIPELINE, include_str!("decompressor.sv")].concat();
    text.replace("LATENCY", &parameters.latency().to_string())
}

/// The module around a compressor and a decompressor of that much latency together, `RESET` in it as above.
pub fn round_trip(top: &str, compressor: &str, decompressor: &str, latency: usize) -> String {
    include_str!("round_trip.sv")
        .replace("TOP", top)
        .replace("FIRST", compressor)
        .replace("SECOND", decompressor)
        .replace("LATENCY", &latency.to_string())
}
