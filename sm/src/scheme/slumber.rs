//! Slumber: the register file of each shard sleeps as the unit `slumber_top` says, and registers that are about to be
//! wanted are named, by instruction buffers or by schedulers.
//!
//! | multiprocessor | unit, one for each shard |
//! |---|---|
//! | `fermi` | `slumber_top` in its preset `fermi`, 1,024 registers |
//! | `maxwell` | `slumber_top` in its preset `fermi-512`, 512 registers |

use crate::timing::registers::{Flat, Powered, RegisterPath};
use crate::timing::{Multiprocessor, Settings};
use spec::slumber::TopParameters;
use spec::{AnyParameters, Hardware, HardwareError, UnitId, PRESETS};

/// The unit's parameters for a shard of so many registers.
pub(super) fn parameters(settings: &Settings) -> Result<TopParameters, HardwareError> {
    let p = &settings.parameters;
    let registers = (p.registers / p.shards) as usize;
    let of_unit = PRESETS
        .iter()
        .filter(|preset| preset.unit == UnitId::SlumberTop);
    let mut known = of_unit.filter_map(|preset| match preset.parameters {
        AnyParameters::SlumberTop(parameters) => Some(parameters),
        _ => None,
    });
    let found = known.find(|known| known.array().registers() == registers);
    found.ok_or_else(|| {
        HardwareError(format!(
            "scheme slumber has 256, 512 or 1024 registers a shard, the multiprocessor has {registers}; take \
             --preset fermi or maxwell, or change registers or shards"
        ))
    })
}

/// The file of a shard.
pub(super) fn file(settings: &Settings) -> Flat {
    let p = &settings.parameters;
    let registers = (p.registers / p.shards) as usize;
    Flat::new(registers, p.clusters as usize, p.collectors as usize)
}

pub(super) fn build(
    settings: Settings,
    hardware: &mut dyn Hardware,
) -> Result<Multiprocessor, HardwareError> {
    let unit = parameters(&settings)?;
    let mut paths: Vec<Box<dyn RegisterPath>> = Vec::new();
    for _ in 0..settings.parameters.shards {
        let model = hardware.slumber(unit)?;
        paths.push(Box::new(Powered::new(file(&settings), model, unit)));
    }
    Ok(Multiprocessor::with_paths(settings, paths).looking_ahead())
}
