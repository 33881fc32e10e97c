//! What the harness knows of each unit, and the one place that dispatches on it.

use crate::engine::{Bench, Engine};
use crate::generate::facing::{Facing, Told};
use crate::generate::Generator;
use crate::interface::Interface;
use crate::oracle::Oracle;
use crate::{avc, bdi, regfile, regless, slumber};
use spec::AnyParameters;

/// The verification kit of one unit with parameters.
pub trait Kit: Send + Sync {
    /// The golden model.
    fn golden(&self) -> Box<dyn Bench>;
    /// The stimulus of a seed.
    fn generator(&self, interface: &Interface, seed: u64) -> Box<dyn Generator>;
    /// The unit on an engine, with the stimulus of a seed from neighbours that react to the engine.
    fn facing(&self, interface: &Interface, seed: u64, engine: Box<dyn Engine>) -> Box<dyn Facing> {
        Box::new(Told::new(
            self.generator(interface, seed),
            engine,
            interface,
        ))
    }
    /// A watcher of the contract's properties, if the unit has one.
    fn oracle(&self) -> Option<Box<dyn Oracle>>;
}

/// The kit of a unit.
pub fn kit(parameters: &AnyParameters) -> Box<dyn Kit> {
    match *parameters {
        AnyParameters::BdiCompressor(p) => Box::new(bdi::CompressorKit(p)),
        AnyParameters::BdiDecompressor(p) => Box::new(bdi::DecompressorKit(p)),
        AnyParameters::AvcEncoder(p) => Box::new(avc::EncoderKit(p)),
        AnyParameters::AvcDecoder(p) => Box::new(avc::DecoderKit(p)),
        AnyParameters::AvcCache(p) => Box::new(avc::CacheKit(p)),
        AnyParameters::PowerController(p) => slumber::power_controller(p),
        AnyParameters::PowerArray(p) => slumber::power_array(p),
        AnyParameters::MshrTracker(p) => slumber::mshr_tracker(p),
        AnyParameters::FetchUnitList(p) => slumber::fetch_unit_list(p),
        AnyParameters::SlumberControl(p) => slumber::slumber_control(p),
        AnyParameters::BankGate(p) => regfile::bank_gate(p),
        AnyParameters::SlumberTop(p) => slumber::slumber_top(p),
        AnyParameters::Regfile(p) => regfile::regfile(p),
        AnyParameters::OsuBank(p) => regless::osu_bank(p),
        AnyParameters::PatternCompressor(p) => regless::pattern_compressor(p),
        AnyParameters::MetadataDecoder(p) => regless::metadata_decoder(p),
        AnyParameters::CapacityManager(p) => regless::capacity_manager(p),
        AnyParameters::Osu(p) => regless::osu(p),
        AnyParameters::ReglessL1Arbiter(p) => regless::regless_l1_arbiter(p),
        AnyParameters::ReglessShard(p) => regless::regless_shard(p),
        AnyParameters::Regless(p) => regless::regless(p),
    }
}

/// The kit of a unit's power-aware cosimulation: behavioural storage hangs at the unit's switches
/// and forgets what has no power. `None` for units that switch no storage.
pub fn power_aware_kit(parameters: &AnyParameters) -> Option<Box<dyn Kit>> {
    match *parameters {
        AnyParameters::PowerArray(p) => Some(slumber::power_aware::power_array(p)),
        AnyParameters::BankGate(p) => Some(regfile::bank_gate_with_storage(p)),
        AnyParameters::SlumberTop(p) => Some(slumber::power_aware::slumber_top(p)),
        // Its banks are within: they forget by themselves where power matters.
        AnyParameters::Regfile(p) if p.gates() => Some(regfile::regfile(p)),
        _ => None,
    }
}
