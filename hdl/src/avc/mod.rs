//! The Affine Vector Cache: codec, and cache beside the L1 (`docs/units/avc.md`).

pub mod assertions;
mod cache;
mod decoder;
mod eight;
mod encoder;
mod expand;

pub use cache::AvcCache;
pub use decoder::AvcDecoder;
pub use eight::AvcEight;
pub use encoder::AvcEncoder;
pub use expand::AvcExpand;

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

/// The stride of a code, of which one bit is set or none.
#[hardware]
fn stride_of(code: Bits<3>) -> Bits<7> {
    gate(code == bits::<3>(1), bits::<7>(0b1))
        | gate(code == bits::<3>(2), bits::<7>(0b10))
        | gate(code == bits::<3>(3), bits::<7>(0b100))
        | gate(code == bits::<3>(4), bits::<7>(0b1000))
        | gate(code == bits::<3>(5), bits::<7>(0b10000))
        | gate(code == bits::<3>(6), bits::<7>(0b100000))
        | gate(code == bits::<3>(7), bits::<7>(0b1000000))
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
