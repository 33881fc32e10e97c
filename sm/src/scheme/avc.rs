//! The Affine Vector Cache: private memory, which registers are spilled to, has caches of its own, an L1
//! and beside it the unit `avc_cache` (section 5's configurations, Table 3).
//!
//! | parameter `avc` | unit | its L1 |
//! |---|---|---|
//! | `none` | none: the paper's baseline | 48 KB, 6 ways |
//! | `8k-direct` | `avc_cache` in its preset `8k-direct` | 40 KB, 5 ways |
//! | `16k-2-way`, the default | `avc_cache` in its preset `16k-2-way` | 32 KB, 4 ways |
//! | `24k-3-way` | `avc_cache` in its preset `24k-3-way` | 24 KB, 3 ways |
//!
//! Unit and baseline have as many miss registers, parameter `private_misses`. All presets of the
//! multiprocessor take all of them. The register file is that of `baseline`.

use crate::timing::memory::Private;
use crate::timing::{Multiprocessor, Settings};
use spec::{AnyParameters, Hardware, HardwareError, UnitId};

pub(super) fn build(
    settings: Settings,
    hardware: &mut dyn Hardware,
) -> Result<Multiprocessor, HardwareError> {
    let unit = match settings.parameters.avc.preset() {
        Some(name) => {
            let preset = UnitId::AvcCache.preset(name);
            let preset = preset.map_err(|error| HardwareError(error.to_string()))?;
            let AnyParameters::AvcCache(parameters) = preset.parameters else {
                return Err(HardwareError(format!("{name} is no cache")));
            };
            let misses = settings.parameters.private_misses as usize;
            let parameters = parameters.with_misses(misses);
            let parameters = parameters.map_err(|error| HardwareError(error.to_string()))?;
            Some((parameters, hardware.avc_cache(parameters)?))
        }
        None => None,
    };
    let parameters = &settings.parameters;
    let misses = parameters.private_misses as usize;
    let private = Private::new(unit, parameters.l1_latency, misses);
    let private = private.ok_or_else(|| HardwareError("no such L1".into()))?;
    Ok(Multiprocessor::baseline(settings).with_private(private))
}
