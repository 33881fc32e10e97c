//! The properties of the BDI units as SystemVerilog assertions: bodies of checker modules.
//!
//! Each assertion has the name of its `spec` property with `_A` behind it. `RoundTripIsIdentity` needs both
//! units: it stands in a module around them, for proof.

mod stages;

use crate::assertions::inside::Inside;
use spec::bdi::{BdiParameters, Mode, Modes};
use stages::{stages, Output};

const PIPELINE: &str = concat!(
    include_str!("pipeline.sv"),
    include_str!("pipeline_checks.sv")
);

const COMPRESSED: [Output; 5] = [
    ("valid", 1, "result_valid_q[STAGE]"),
    ("tag", 10, "result_tag_q[STAGE]"),
    ("range", 2, "result_range_q[STAGE]"),
    (
        "bank_enable",
        8,
        "{{3{result_upper_banks_q[STAGE][2]}}, {2{result_upper_banks_q[STAGE][1]}}, \
         {2{result_upper_banks_q[STAGE][0]}}, 1'b1}",
    ),
    ("banks", 1024, "result_banks_q[STAGE]"),
];

const DECOMPRESSED: [Output; 3] = [
    ("valid", 1, "result_valid_q[STAGE]"),
    ("tag", 10, "result_tag_q[STAGE]"),
    ("data", 1024, "result_data_q[STAGE]"),
];

/// Cycles of delay over which induction comes without a look inside.
const SHORT: usize = 2;

/// Body of the checker of `bdi_compressor`. `RESET` stands for "reset is asserted".
pub fn compressor(parameters: &BdiParameters) -> String {
    let text = [
        PIPELINE,
        include_str!("compressor.sv"),
        include_str!("compressor_checks.sv"),
    ];
    let text = of_modes(&text.concat(), parameters.modes());
    text.replace("LATENCY", &parameters.latency().to_string())
}

/// A codec's checks, with its modes filled in.
fn of_modes(text: &str, modes: Modes) -> String {
    let ranges = modes
        .iter()
        .map(|mode| format!("2'd{}", mode.range() as u8));
    let ranges: Vec<_> = std::iter::once("2'd0".to_owned()).chain(ranges).collect();
    let has = |mode| format!("1'b{}", u8::from(modes.contains(mode)));
    let fewest = match modes.iter().next() {
        Some(Mode::FourZero) => "8'h01",
        Some(Mode::FourOne) => "8'h07",
        _ => "8'h1f",
    };
    text.replace("HAS_ZERO", &has(Mode::FourZero))
        .replace("HAS_ONE", &has(Mode::FourOne))
        .replace("HAS_TWO", &has(Mode::FourTwo))
        .replace("RANGES", &ranges.join(", "))
        .replace("FEWEST", fewest)
}

/// What stands between the stages of a compressor that has both and deltas of two bytes: a lane's
/// measure is a small question, the smallest form of all lanes at once is none. And its delay.
pub fn compressor_inside(parameters: &BdiParameters) -> Option<Inside> {
    let (mut nets, mut body) = (vec![], String::new());
    if parameters.latency() > 1 && parameters.modes().contains(Mode::FourTwo) {
        let between = [
            ("logic unit_valid", "measured_valid_q"),
            ("logic unit_bypass", "measured_bypass_q"),
            ("logic [1023:0] unit_data", "measured_data_q"),
            ("logic [30:0] unit_fits", "measured_fits_q"),
            ("logic [247:0] unit_low", "low_plane"),
            ("logic [247:0] unit_high", "high_plane"),
        ];
        nets.extend(between.map(|(declared, net)| (declared.to_owned(), net.to_owned())));
        body += include_str!("compressor_inside.sv");
    }
    let checks = concat!(
        include_str!("pipeline_checks.sv"),
        include_str!("compressor_checks.sv")
    );
    let checks = of_modes(checks, parameters.modes());
    let (more, delay) = stages(&COMPRESSED, &checks, [2, parameters.latency()]);
    nets.extend(more);
    body += &delay;
    (!nets.is_empty()).then_some(Inside { nets, body })
}

/// Body of the checker of `bdi_decompressor`.
pub fn decompressor(parameters: &BdiParameters) -> String {
    // With all modes every range has its meaning.
    let rule = match parameters.modes() {
        Modes::ALL => "",
        _ => include_str!("decompressor_rule.sv"),
    };
    let text = [
        PIPELINE,
        rule,
        include_str!("decompressor.sv"),
        include_str!("decompressor_checks.sv"),
    ];
    let text = of_modes(&text.concat(), parameters.modes());
    text.replace("LATENCY", &parameters.latency().to_string())
}

/// The delay of a decompressor, where it is long.
pub fn decompressor_inside(parameters: &BdiParameters) -> Option<Inside> {
    let checks = concat!(
        include_str!("pipeline_checks.sv"),
        include_str!("decompressor_checks.sv")
    );
    let (nets, body) = stages(&DECOMPRESSED, checks, [1, parameters.latency()]);
    (parameters.latency() > SHORT).then_some(Inside { nets, body })
}

/// The module around a compressor and a decompressor of that much latency together, `RESET` in it as above.
pub fn round_trip(top: &str, compressor: &str, decompressor: &str, latency: usize) -> String {
    include_str!("round_trip.sv")
        .replace("TOP", top)
        .replace("FIRST", compressor)
        .replace("SECOND", decompressor)
        .replace("LATENCY", &latency.to_string())
}
