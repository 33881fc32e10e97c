//! Presets of the three units, each unit's default first.

use super::preset::Preset;
use crate::avc::{AvcCacheParameters, AvcDecoderParameters, AvcEncoderParameters, DEFAULT_MISSES};
use crate::registry::{AnyParameters, UnitId};

const fn encoder(name: &'static str, latency: usize, source: &'static str) -> Preset {
    Preset {
        unit: UnitId::AvcEncoder,
        name,
        parameters: AnyParameters::AvcEncoder(AvcEncoderParameters::of_preset(latency)),
        source,
    }
}

const fn cache(
    name: &'static str,
    (capacity, ways, misses): (usize, usize, usize),
    source: &'static str,
) -> Preset {
    Preset {
        unit: UnitId::AvcCache,
        name,
        parameters: AnyParameters::AvcCache(AvcCacheParameters::of_preset(capacity, ways, misses)),
        source,
    }
}

const STAGES: &str = "other depths of the encoder's pipeline";

/// Presets of the three units.
pub const PRESETS: &[Preset] = &[
    encoder("fermi", 3, "Affine Vector Cache 5.2, at 1.4 GHz in 45 nm"),
    encoder("latency-1", 1, STAGES),
    encoder("latency-2", 2, STAGES),
    encoder("latency-4", 4, STAGES),
    Preset {
        unit: UnitId::AvcDecoder,
        name: "fermi",
        parameters: AnyParameters::AvcDecoder(AvcDecoderParameters),
        source: "Affine Vector Cache 5.2, a single clock cycle",
    },
    cache(
        "16k-2-way",
        (16 << 10, 2, DEFAULT_MISSES),
        "Affine Vector Cache Table 3, configuration 2",
    ),
    cache(
        "8k-direct",
        (8 << 10, 1, DEFAULT_MISSES),
        "Affine Vector Cache Table 3, configuration 1",
    ),
    cache(
        "24k-3-way",
        (24 << 10, 3, DEFAULT_MISSES),
        "Affine Vector Cache Table 3, configuration 3",
    ),
    cache(
        "small",
        (512, 2, 2),
        "two sets of two lines and two misses, for fuzzing and formal proofs",
    ),
];
