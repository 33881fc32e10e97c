//! What the harness knows of each unit, and the one place that dispatches on it.

pub mod avc;
pub mod bdi;
mod passage;

use crate::engine::Bench;
use crate::generate::Generator;
use crate::interface::Interface;
use crate::oracle::Oracle;
use spec::AnyParameters;

/// The verification kit of one unit with parameters.
pub trait Kit: Send + Sync {
    /// The golden model.
    fn golden(&self) -> Box<dyn Bench>;
    /// The stimulus of a seed.
    fn generator(&self, interface: &Interface, seed: u64) -> Box<dyn Generator>;
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
        _ => unimplemented!("kit of this unit"),
    }
}
