//! The properties of the BDI units as SystemVerilog assertions: bodies of checker modules.
//!
//! Each assertion has the name of its `spec` property with `_A` behind it. `RoundTripIsIdentity` needs both
//! units: it stands in a module around them, for proof.

use crate::assertions::inside::Inside;
use spec::bdi::{BdiParameters, Mode};

const PIPELINE: &str = include_str!("pipeline.sv");

/// Body of the checker of `bdi_compressor`. `RESET` stands for "reset is asserted".
pub fn compressor(parameters: &BdiParameters) -> String {
    let modes = parameters.modes();
    let ranges = modes
        .iter()
        .map(|mode| format!("2'd{}", mode.range() as u8));
    let ranges: Vec<_> = std::iter::once("2'd0".to_owned()).chain(ranges).collect();
    let has = |mode| format!("1'b{}", u8::from(modes.contains(mode)));
    let text = [PIPELINE, include_str!("compressor.sv")].concat();
    text.replace("LATENCY", &parameters.latency().to_string())
        .replace("HAS_ZERO", &has(Mode::FourZero))
        .replace("HAS_ONE", &has(Mode::FourOne))
        .replace("HAS_TWO", &has(Mode::FourTwo))
        .replace("RANGES", &ranges.join(", "))
}

/// What stands between the stages of a compressor that has both and deltas of two bytes: a lane's
/// measure is a small question, the smallest form of all lanes at once is none.
pub fn compressor_inside(parameters: &BdiParameters) -> Option<Inside> {
    let has_stages = parameters.latency() > 1 && parameters.modes().contains(Mode::FourTwo);
    let nets = [
        ("logic unit_valid", "measured_valid_q"),
        ("logic unit_bypass", "measured_bypass_q"),
        ("logic [1023:0] unit_data", "measured_data_q"),
        ("logic [30:0] unit_fits", "measured_fits_q"),
        ("logic [247:0] unit_low", "low_plane"),
        ("logic [247:0] unit_high", "high_plane"),
    ];
    has_stages.then(|| Inside {
        nets: nets
            .map(|(declared, net)| (declared.to_owned(), net.to_owned()))
            .into(),
        body: include_str!("compressor_inside.sv").to_owned(),
    })
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
