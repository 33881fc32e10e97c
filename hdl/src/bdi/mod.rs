//! BDI compressor and decompressor of Warped-Compression (`docs/units/bdi.md`).

pub mod assertions;
mod compressor;
mod decompressor;
mod equal_compressor;
mod equal_decompressor;
mod expand;
mod lane;
mod origin;

pub use compressor::BdiCompressor;
pub use decompressor::BdiDecompressor;
pub use equal_compressor::BdiEqualCompressor;
pub use equal_decompressor::BdiEqualDecompressor;
pub use expand::BdiExpand;

use crate::engine::AnyUnit;
use spec::bdi::{BdiParameters, Mode};

/// Lanes that have a delta: all but lane 0 (5.1).
const DELTA_LANES: usize = spec::bdi::DELTA_LANES;

/// The hardware of `bdi_compressor`. Deltas are only as wide as the widest mode asks for.
pub fn compressor(parameters: BdiParameters) -> Box<dyn AnyUnit> {
    match widest(&parameters) {
        Mode::FourTwo => Box::new(BdiCompressor::<16, 16, 17>::new(parameters)),
        Mode::FourOne => Box::new(BdiCompressor::<8, 24, 9>::new(parameters)),
        Mode::FourZero => Box::new(BdiEqualCompressor::new(parameters)),
    }
}

/// The hardware of `bdi_decompressor`.
pub fn decompressor(parameters: BdiParameters) -> Box<dyn AnyUnit> {
    match widest(&parameters) {
        Mode::FourTwo => Box::new(BdiDecompressor::<16, 16, 17>::new(parameters)),
        Mode::FourOne => Box::new(BdiDecompressor::<8, 24, 9>::new(parameters)),
        Mode::FourZero => Box::new(BdiEqualDecompressor::new(parameters)),
    }
}

fn widest(parameters: &BdiParameters) -> Mode {
    // A set of modes is never empty.
    parameters.modes().iter().last().unwrap_or(Mode::FourTwo)
}
