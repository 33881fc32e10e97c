//! RegLess: there is no register file. Registers that the next instructions of a warp need are staged in the
//! unit `regless`; others lie in the L1, compressed where they can be.
//!
//! | multiprocessor | unit |
//! |---|---|
//! | `maxwell` | `regless` with `staged_registers` lines, 512 in its preset `maxwell`, with `compressor_lines` and `compressor_fills` for each compressor, none with 0 lines |
//!
//! The unit has four shards of 16 warps and a scheduler each (Table 1), so only such a multiprocessor
//! takes it.

use crate::timing::{Multiprocessor, Settings, Staging};
use spec::regless::{ReglessParameters, ALL_WARPS, SHARDS};
use spec::{Hardware, HardwareError};

/// The unit's parameters for a multiprocessor.
fn parameters(settings: &Settings) -> Result<ReglessParameters, HardwareError> {
    let p = &settings.parameters;
    let (has, wants) = ([p.shards, p.schedulers], [SHARDS as u32; 2]);
    if has != wants || p.warps > ALL_WARPS as u32 {
        return Err(HardwareError(format!(
            "scheme regless has 4 shards with a scheduler each (RegLess, Table 1), the multiprocessor has {} \
             shards and {} schedulers; take --preset maxwell",
            p.shards, p.schedulers
        )));
    }
    p.staging()
        .map_err(|error| HardwareError(error.to_string()))
}

pub(super) fn build(
    settings: Settings,
    hardware: &mut dyn Hardware,
) -> Result<Multiprocessor, HardwareError> {
    let parameters = parameters(&settings)?;
    let staging = Staging::new(
        hardware.regless(parameters)?,
        parameters,
        settings.parameters.register_memory,
    );
    Ok(Multiprocessor::with_paths(settings, Vec::new()).with_staging(staging))
}
