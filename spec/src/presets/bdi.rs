//! Presets of the BDI units.

use super::preset::Preset;
use crate::bdi::Mode;
use crate::bdi::{BdiParameters, Modes};
use crate::registry::{AnyParameters, UnitId};

const fn compressor(
    name: &'static str,
    modes: Modes,
    latency: usize,
    source: &'static str,
) -> Preset {
    Preset {
        unit: UnitId::BdiCompressor,
        name,
        parameters: AnyParameters::BdiCompressor(BdiParameters::of_preset(modes, latency)),
        source,
    }
}

const fn decompressor(
    name: &'static str,
    modes: Modes,
    latency: usize,
    source: &'static str,
) -> Preset {
    Preset {
        unit: UnitId::BdiDecompressor,
        name,
        parameters: AnyParameters::BdiDecompressor(BdiParameters::of_preset(modes, latency)),
        source,
    }
}

const TABLE_2: &str = "Warped-Compression Table 2";
const STATIC: &str = "Warped-Compression 6.6, one fixed choice";
const SWEEP: &str = "Warped-Compression 6.8, latency sweep";

/// Presets of both units, each unit's default first.
pub const PRESETS: &[Preset] = &[
    compressor("fermi", Modes::ALL, 2, TABLE_2),
    compressor("static-4-0", Modes::only(Mode::FourZero), 2, STATIC),
    compressor("static-4-1", Modes::only(Mode::FourOne), 2, STATIC),
    compressor("static-4-2", Modes::only(Mode::FourTwo), 2, STATIC),
    compressor("latency-4", Modes::ALL, 4, SWEEP),
    compressor("latency-8", Modes::ALL, 8, SWEEP),
    decompressor("fermi", Modes::ALL, 1, TABLE_2),
    decompressor("static-4-0", Modes::only(Mode::FourZero), 1, STATIC),
    decompressor("static-4-1", Modes::only(Mode::FourOne), 1, STATIC),
    decompressor("static-4-2", Modes::only(Mode::FourTwo), 1, STATIC),
    decompressor("latency-2", Modes::ALL, 2, SWEEP),
    decompressor("latency-4", Modes::ALL, 4, SWEEP),
    decompressor("latency-8", Modes::ALL, 8, SWEEP),
];
