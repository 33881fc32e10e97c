//! Presets of the units of RegLess, each unit's default first.

use super::parameters::{MetadataDecoderParameters, OsuBankParameters, ReglessParameters};
use crate::registry::{AnyParameters, Preset, UnitId};

const fn bank(name: &'static str, lines: usize, source: &'static str) -> Preset {
    Preset {
        unit: UnitId::OsuBank,
        name,
        parameters: AnyParameters::OsuBank(OsuBankParameters::of_preset(lines)),
        source,
    }
}

const fn compressor(
    name: &'static str,
    lines: usize,
    cache_lines: usize,
    source: &'static str,
) -> Preset {
    Preset {
        unit: UnitId::PatternCompressor,
        name,
        parameters: AnyParameters::PatternCompressor(ReglessParameters::of_preset(
            lines,
            cache_lines,
        )),
        source,
    }
}

const SWEEP: &str = "RegLess 6.2, a capacity of the sweep";
const SMALL: &str = "as small as can be built, for fuzzing and formal proofs";

/// All presets.
pub const PRESETS: &[Preset] = &[
    bank("maxwell", 16, "RegLess 6.2, 512 registers"),
    bank("maxwell-384", 12, SWEEP),
    bank("maxwell-256", 8, SWEEP),
    bank("maxwell-192", 6, SWEEP),
    bank("maxwell-128", 4, SWEEP),
    bank("small", 2, SMALL),
    compressor("maxwell", 16, 16, "RegLess Table 1, 16 lines a compressor"),
    compressor(
        "maxwell-12",
        16,
        12,
        "RegLess Table 1, 48 lines a multiprocessor",
    ),
    compressor("small", 2, 2, SMALL),
    Preset {
        unit: UnitId::MetadataDecoder,
        name: "maxwell",
        parameters: AnyParameters::MetadataDecoder(MetadataDecoderParameters),
        source: "RegLess 5.4",
    },
];
