//! The Affine Vector Cache: codec, and cache beside the L1 (`docs/units/avc.md`).

pub mod assertions;
mod cache;
mod decoder;
mod eight;
mod encoder;

pub use cache::AvcCache;
pub use decoder::AvcDecoder;
pub use eight::AvcEight;
pub use encoder::AvcEncoder;

use crate::engine::AnyUnit;
use crate::prelude::*;
use spec::avc::{AvcCacheParameters, AvcDecoderParameters, AvcEncoderParameters};

/// The hardware of `avc_encoder`.
pub fn encoder(parameters: AvcEncoderParameters) -> Box<dyn AnyUnit> {
    Box::new(AvcEncoder::new(parameters))
}

/// The hardware of `avc_decoder`.
pub fn decoder(parameters: AvcDecoderParameters) -> Box<dyn AnyUnit> {
    Box::new(AvcDecoder::new(parameters))
}

/// The hardware of `avc_cache`: widths of set, sets, tag and row follow from the sets.
pub fn cache(parameters: AvcCacheParameters) -> Box<dyn AnyUnit> {
    match parameters.sets() {
        2 => Box::new(AvcCache::<1, 2, 20, 5>::new(parameters)),
        4 => Box::new(AvcCache::<2, 4, 19, 6>::new(parameters)),
        8 => Box::new(AvcCache::<3, 8, 18, 7>::new(parameters)),
        16 => Box::new(AvcCache::<4, 16, 17, 8>::new(parameters)),
        32 => Box::new(AvcCache::<5, 32, 16, 9>::new(parameters)),
        _ => Box::new(AvcCache::<6, 64, 15, 10>::new(parameters)),
    }
}

/// A lane's number times a stride, of which one bit is set or none.
#[hardware]
fn times(lane: Bits<5>, stride: Bits<7>) -> Bits<11> {
    gate(lane.get_bit(0), bit_cast::<11, 7>(stride))
        | gate(lane.get_bit(1), bit_cast::<11, 7>(stride) << 1)
        | gate(lane.get_bit(2), bit_cast::<11, 7>(stride) << 2)
        | gate(lane.get_bit(3), bit_cast::<11, 7>(stride) << 3)
        | gate(lane.get_bit(4), bit_cast::<11, 7>(stride) << 4)
}
