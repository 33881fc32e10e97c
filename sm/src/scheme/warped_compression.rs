//! Warped-Compression: the register file is the unit `regfile`.
//!
//! | multiprocessor | unit |
//! |---|---|
//! | `fermi` | `regfile` in its preset `fermi`, with the parameters `compression_modes`, `compression_latency`, `decompression_latency`, `bank_wake`, `forwarding` and `moves` |
//!
//! The unit has the geometry of Table 2, so only a multiprocessor of this geometry takes it.

use crate::timing::registers::{OfUnit, RegisterPath};
use crate::timing::{Multiprocessor, Parameters, Settings};
use spec::regfile::RegfileParameters;
use spec::{Hardware, HardwareError};

/// The unit's parameters.
fn unit(p: &Parameters) -> Result<RegfileParameters, HardwareError> {
    let mut unit = RegfileParameters::FERMI;
    for (key, value) in [
        ("modes", String::from(p.compression_modes)),
        ("compression_latency", p.compression_latency.to_string()),
        ("decompression_latency", p.decompression_latency.to_string()),
        ("wake_delay", p.bank_wake.to_string()),
        (
            "forwarding",
            if p.forwarding { "on" } else { "off" }.to_owned(),
        ),
        ("moves", String::from(p.moves)),
    ] {
        let set = spec::Parameters::set(&mut unit, key, &value);
        set.map_err(|error| HardwareError(error.to_string()))?;
    }
    Ok(unit)
}

pub(super) fn build(
    settings: Settings,
    hardware: &mut dyn Hardware,
) -> Result<Multiprocessor, HardwareError> {
    let p = &settings.parameters;
    let unit = unit(p)?;
    let has = [p.shards, p.registers, p.clusters, p.collectors];
    let wants = [1, unit.registers(), unit.clusters(), unit.collectors()].map(|n| n as u32);
    if has != wants {
        let list = |of: [u32; 4]| of.map(|n| n.to_string()).join(", ");
        return Err(HardwareError(format!(
            "scheme warped-compression has a register file of Table 2: shards, registers, clusters and \
             collectors are {}, those of the multiprocessor {}; take --preset fermi",
            list(wants),
            list(has)
        )));
    }
    let path = OfUnit::new(hardware.regfile(unit)?, unit);
    let paths = vec![Box::new(path) as Box<dyn RegisterPath>];
    Ok(Multiprocessor::with_paths(settings, paths))
}
