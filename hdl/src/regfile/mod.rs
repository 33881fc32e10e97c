//! The register file of Warped-Compression and the gate of a bank (`docs/units/regfile.md`).

mod acceptance;
mod arbiter;
pub mod assertions;
pub(crate) mod bank_gate;
mod banks;
mod cluster;
mod clusters;
mod codes;
mod collectors;
mod counters;
pub mod groups;
mod mov;
mod queue;
mod reader;
mod table;
mod top;
mod write_port;
mod write_stage;

pub use acceptance::RegfileAcceptance;
pub use arbiter::RegfileArbiter;
pub use bank_gate::BankGate;
pub use banks::RegfileBanks;
pub use cluster::RegfileCluster;
pub use collectors::RegfileCollectors;
pub use counters::{RegfileCounters, RegfileEventCounter};
pub use mov::RegfileMov;
pub use queue::RegfileQueue;
pub use reader::RegfileReader;
pub use table::RegfileTable;
pub use top::Regfile;
pub use write_port::RegfileWritePort;
pub use write_stage::RegfileWriteStage;

use crate::engine::AnyUnit;
use crate::prelude::*;
use spec::bdi::{BdiParameters, Mode};
use spec::regfile::{BankGateParameters, Geometry, RegfileParameters};
use spec::Unit;

/// The hardware of `regfile`: clusters, banks, entries and their bits, registers and their bits, collectors,
/// bits of a place and of their count, bits of four registers.
pub fn regfile(parameters: RegfileParameters) -> Box<dyn AnyUnit> {
    match (parameters.geometry(), parameters.collectors()) {
        (Geometry::Fermi, 4) => Box::new(Regfile::<4, 32, 256, 8, 1024, 10, 4, 2, 3, 40>::new(
            parameters,
        )),
        (Geometry::Fermi, 8) => Box::new(Regfile::<4, 32, 256, 8, 1024, 10, 8, 3, 4, 40>::new(
            parameters,
        )),
        (Geometry::Fermi, _) => Box::new(Regfile::<4, 32, 256, 8, 1024, 10, 16, 4, 5, 40>::new(
            parameters,
        )),
        (Geometry::Small, 4) => {
            Box::new(Regfile::<1, 8, 16, 4, 16, 4, 4, 2, 3, 16>::new(parameters))
        }
        (Geometry::Small, 8) => {
            Box::new(Regfile::<1, 8, 16, 4, 16, 4, 8, 3, 4, 16>::new(parameters))
        }
        (Geometry::Small, _) => {
            Box::new(Regfile::<1, 8, 16, 4, 16, 4, 16, 4, 5, 16>::new(parameters))
        }
    }
}

/// The hardware of `bank_gate`: as many valid bits as entries.
pub fn bank_gate(parameters: BankGateParameters) -> Box<dyn AnyUnit> {
    match parameters.entries() {
        16 => Box::new(BankGate::<16>::new(parameters)),
        32 => Box::new(BankGate::<32>::new(parameters)),
        64 => Box::new(BankGate::<64>::new(parameters)),
        128 => Box::new(BankGate::<128>::new(parameters)),
        256 => Box::new(BankGate::<256>::new(parameters)),
        other => unreachable!("the contract allows no {other}"),
    }
}

/// What a file's compressors or decompressors are built for, if it has any.
fn codec(parameters: &RegfileParameters, latency: usize) -> Option<BdiParameters> {
    let codec = |modes| BdiParameters::new(modes, latency).ok();
    parameters.modes().and_then(codec)
}

/// Which compressor or decompressor is built: only as wide as the widest mode asks for.
#[derive(Clone, Copy, Default)]
struct Codec {
    wide: Option<BdiParameters>,
    narrow: Option<BdiParameters>,
    equal: Option<BdiParameters>,
}

impl Codec {
    /// None without parameters.
    fn of(parameters: Option<BdiParameters>) -> Self {
        let mut codec = Self::default();
        match parameters.and_then(|p| p.modes().iter().last()) {
            None => {}
            Some(Mode::FourZero) => codec.equal = parameters,
            Some(Mode::FourOne) => codec.narrow = parameters,
            Some(Mode::FourTwo) => codec.wide = parameters,
        }
        codec
    }
}

/// The banks of a cluster that hold bytes of a register of a range: 8, 1, 3 or 5 (Table 1).
#[hardware]
fn banks_of(range: Bits<2>) -> Bits<8> {
    let raw = !range.any();
    let bank_3_4 = raw || range.all();
    let bank_1_2 = raw || range.get_bit(1);
    let bank_1_4 = concat::<4, _, _>(replicate::<2>(bank_3_4), replicate::<2>(bank_1_2));
    concat::<8, _, _>(concat::<7, _, _>(replicate::<3>(raw), bank_1_4), true)
}

/// Of the module names of parts that differ without compression.
fn suffix(compresses: bool) -> &'static str {
    if compresses {
        ""
    } else {
        "_raw"
    }
}

/// Of the module names of parts that differ with forwarding.
fn way(forwards: bool) -> &'static str {
    if forwards {
        "_f"
    } else {
        ""
    }
}

/// Of the module names of parts of files that compress which differ where MOVs go through the pipeline.
fn moved(injects: bool) -> &'static str {
    if injects {
        "_m"
    } else {
        ""
    }
}

/// Of the module names of parts in which so many clusters seek results.
fn seekers(clusters: usize) -> String {
    if clusters > 0 {
        format!("_f{clusters}")
    } else {
        String::new()
    }
}

/// Of the module names of parts with a codec: its modes and latency.
fn codec_suffix(codec: Option<BdiParameters>) -> String {
    let Some(codec) = codec else {
        return suffix(false).to_owned();
    };
    let deltas: String = codec
        .modes()
        .iter()
        .map(|m| m.delta_bytes().to_string())
        .collect();
    format!("_d{deltas}_l{}", codec.latency())
}

/// The module name of a part that depends on most of the parameters.
fn part(name: &str, parameters: &RegfileParameters) -> String {
    let unit = spec::regfile::Regfile::module_name(parameters);
    unit.replacen("regfile", &format!("regfile_{name}"), 1)
}
