//! The Affine Vector Cache: codec, and cache beside the L1 (`docs/units/avc.md`).

mod decoder;
mod encoder;

pub use decoder::AvcDecoder;
pub use encoder::AvcEncoder;

use crate::engine::AnyUnit;
use crate::hdl_unit;
use crate::prelude::*;
use spec::avc::{AvcDecoderParameters, AvcEncoderParameters};

/// The hardware of `avc_encoder`.
pub fn encoder(parameters: AvcEncoderParameters) -> Box<dyn AnyUnit> {
    Box::new(AvcEncoder::new(parameters))
}

/// The hardware of `avc_decoder`.
pub fn decoder(parameters: AvcDecoderParameters) -> Box<dyn AnyUnit> {
    Box::new(AvcDecoder::new(parameters))
}

/// `value` where `enable` is 1, else 0.
#[hardware]
fn gate<const N: usize>(enable: bool, value: Bits<N>) -> Bits<N> {
    replicate::<N>(enable) & value
}

/// The lowest set bit alone: a number and its negative share no other.
#[hardware]
fn lowest<const N: usize>(requests: Bits<N>) -> Bits<N> {
    requests & (!requests + 1)
}

/// Registers with reset, to 0.
fn reset_registers<T: Synth>(count: usize) -> Vec<Register<T>> {
    (0..count).map(|_| Register::default()).collect()
}

/// Registers of the data path, without reset.
fn data_registers<T: Synth>(count: usize) -> Vec<Register<T>> {
    (0..count).map(|_| Register::no_reset()).collect()
}

hdl_unit!(AvcEncoder {
    inputs: [in_valid, in_mask, in_data],
    outputs: [out_valid, out_affine, out_base, out_stride],
});
hdl_unit!(AvcDecoder {
    inputs: [in_valid, in_base, in_stride],
    outputs: [out_valid, out_data],
});
