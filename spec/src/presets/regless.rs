//! Presets of the units of RegLess, each unit's default first.

use super::preset::Preset;
use crate::registry::{AnyParameters, UnitId};
use crate::regless::{
    MetadataDecoderParameters, OsuBankParameters, PatternCompressorParameters, ReglessParameters,
};

const fn bank(name: &'static str, lines: usize, source: &'static str) -> Preset {
    Preset {
        unit: UnitId::OsuBank,
        name,
        parameters: AnyParameters::OsuBank(OsuBankParameters::of_preset(lines)),
        source,
    }
}

const fn staging(name: &'static str, lines: usize, source: &'static str) -> Preset {
    Preset {
        unit: UnitId::Osu,
        name,
        parameters: AnyParameters::Osu(OsuBankParameters::of_preset(lines)),
        source,
    }
}

const fn manager(name: &'static str, lines: usize, source: &'static str) -> Preset {
    Preset {
        unit: UnitId::CapacityManager,
        name,
        parameters: AnyParameters::CapacityManager(OsuBankParameters::of_preset(lines)),
        source,
    }
}

const fn arbiter(name: &'static str, lines: usize, source: &'static str) -> Preset {
    Preset {
        unit: UnitId::ReglessL1Arbiter,
        name,
        parameters: AnyParameters::ReglessL1Arbiter(OsuBankParameters::of_preset(lines)),
        source,
    }
}

const fn compressor(
    name: &'static str,
    parameters: ReglessParameters,
    source: &'static str,
) -> Preset {
    Preset {
        unit: UnitId::PatternCompressor,
        name,
        parameters: AnyParameters::PatternCompressor(PatternCompressorParameters::of_preset(
            parameters,
        )),
        source,
    }
}

const fn shard(name: &'static str, parameters: ReglessParameters, source: &'static str) -> Preset {
    Preset {
        unit: UnitId::ReglessShard,
        name,
        parameters: AnyParameters::ReglessShard(parameters),
        source,
    }
}

const fn regless(
    name: &'static str,
    parameters: ReglessParameters,
    source: &'static str,
) -> Preset {
    Preset {
        unit: UnitId::Regless,
        name,
        parameters: AnyParameters::Regless(parameters),
        source,
    }
}

/// Banks of so many lines, and compressors of Table 1.
const fn of_lines(lines: usize) -> ReglessParameters {
    ReglessParameters::of_preset(lines, 16, FILLS)
}

/// Fetches of a compressor that wait for the L1: more than four changed nothing
/// (docs/rationale/regless.md).
const FILLS: usize = 4;
const SMALLEST: ReglessParameters = ReglessParameters::of_preset(2, 2, 2);
const UNCOMPRESSED: ReglessParameters = ReglessParameters::of_preset(16, 0, FILLS);
const FULL: &str = "RegLess 6.2, 512 registers";
const SWEEP: &str = "RegLess 6.2, a capacity of the sweep";
const WITHOUT: &str = "RegLess 6.4, without its compressor";
const SMALL: &str = "as small as can be built, for fuzzing and formal proofs";

/// All presets.
pub const PRESETS: &[Preset] = &[
    bank("maxwell", 16, FULL),
    bank("maxwell-2048", 64, SWEEP),
    bank("maxwell-1024", 32, SWEEP),
    bank("maxwell-384", 12, SWEEP),
    bank("maxwell-256", 8, SWEEP),
    bank("maxwell-192", 6, SWEEP),
    bank("maxwell-128", 4, SWEEP),
    bank("small", 2, SMALL),
    compressor(
        "maxwell",
        of_lines(16),
        "RegLess Table 1, 16 lines a compressor",
    ),
    compressor(
        "maxwell-12",
        ReglessParameters::of_preset(16, 12, FILLS),
        "RegLess Table 1, 48 lines a multiprocessor",
    ),
    compressor("small", SMALLEST, SMALL),
    Preset {
        unit: UnitId::MetadataDecoder,
        name: "maxwell",
        parameters: AnyParameters::MetadataDecoder(MetadataDecoderParameters),
        source: "RegLess 5.4",
    },
    staging("maxwell", 16, FULL),
    staging("maxwell-384", 12, SWEEP),
    staging("maxwell-256", 8, SWEEP),
    staging("maxwell-192", 6, SWEEP),
    staging("maxwell-128", 4, SWEEP),
    staging("small", 2, SMALL),
    manager("maxwell", 16, FULL),
    manager("maxwell-2048", 64, SWEEP),
    manager("maxwell-1024", 32, SWEEP),
    manager("maxwell-384", 12, SWEEP),
    manager("maxwell-256", 8, SWEEP),
    manager("maxwell-192", 6, SWEEP),
    manager("maxwell-128", 4, SWEEP),
    manager("small", 2, SMALL),
    arbiter("maxwell", 16, FULL),
    arbiter("small", 2, SMALL),
    shard("maxwell", of_lines(16), FULL),
    shard("maxwell-384", of_lines(12), SWEEP),
    shard("maxwell-256", of_lines(8), SWEEP),
    shard("maxwell-192", of_lines(6), SWEEP),
    shard("maxwell-128", of_lines(4), SWEEP),
    shard("maxwell-no-compressor", UNCOMPRESSED, WITHOUT),
    shard("small", SMALLEST, SMALL),
    regless("maxwell", of_lines(16), FULL),
    regless("maxwell-384", of_lines(12), SWEEP),
    regless("maxwell-256", of_lines(8), SWEEP),
    regless("maxwell-192", of_lines(6), SWEEP),
    regless("maxwell-128", of_lines(4), SWEEP),
    regless("maxwell-no-compressor", UNCOMPRESSED, WITHOUT),
    regless("small", SMALLEST, SMALL),
];
