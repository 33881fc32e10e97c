//! Presets of the register file.

use super::preset::Preset;
use crate::bdi::Mode;
use crate::regfile::RegfileParameters;
use crate::registry::{AnyParameters, UnitId};

const fn preset(name: &'static str, parameters: RegfileParameters, source: &'static str) -> Preset {
    Preset {
        unit: UnitId::Regfile,
        name,
        parameters: AnyParameters::Regfile(parameters),
        source,
    }
}

const STATIC: &str = "Warped-Compression 6.6, one fixed choice";

/// All presets, the default first.
pub const PRESETS: &[Preset] = &[
    preset(
        "fermi",
        RegfileParameters::FERMI,
        "Warped-Compression Table 2, with forwarding",
    ),
    preset(
        "no-forwarding",
        RegfileParameters::UNFORWARDED,
        "Warped-Compression Table 2, results read from the banks alone",
    ),
    preset(
        "uncompressed",
        RegfileParameters::UNCOMPRESSED,
        "Warped-Compression 2.1, the file without compression and gating",
    ),
    preset(
        "static-4-0",
        RegfileParameters::of_one_mode(Mode::FourZero),
        STATIC,
    ),
    preset(
        "static-4-1",
        RegfileParameters::of_one_mode(Mode::FourOne),
        STATIC,
    ),
    preset(
        "static-4-2",
        RegfileParameters::of_one_mode(Mode::FourTwo),
        STATIC,
    ),
    preset(
        "small",
        RegfileParameters::SMALL,
        "8 banks of 16 entries, for formal work and fast fuzzing",
    ),
];
