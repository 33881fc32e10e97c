//! `bdi_compressor`: two stages of work, more of delay when asked for.
//!
//! Stage 1 measures every lane against lane 0. Stage 2 finds the smallest mode that all lanes fit
//! and gates the bytes of the form: because the delta bytes lie in planes, every byte of the form
//! has at most two sources, and no packing multiplexer exists.

use super::lane::BdiDeltaLane;
use super::origin::BdiOrigin;
use crate::prelude::*;
use spec::bdi::{BdiParameters, Mode};
use spec::Unit;

/// Lanes that have a delta.
const DELTA_LANES: usize = 31;
/// Bits of one plane of delta bytes.
const PLANE: usize = 8 * DELTA_LANES;
/// Bits of the form above the base.
const REST: usize = 1024 - 32;

/// Compressor with deltas of W bits: 16 when <4,2> exists, 8 when only <4,1> does.
#[derive(LogicBlock)]
pub struct BdiCompressor<const W: usize, const U: usize, const V: usize> {
    pub clock: Signal<In, Clock>,
    pub in_valid: Signal<In, Bit>,
    pub in_tag: Signal<In, Bits<10>>,
    pub in_bypass: Signal<In, Bit>,
    pub in_data: Signal<In, Bits<1024>>,
    pub out_valid: Signal<Out, Bit>,
    pub out_tag: Signal<Out, Bits<10>>,
    pub out_range: Signal<Out, Bits<2>>,
    pub out_bank_enable: Signal<Out, Bits<8>>,
    pub out_banks: Signal<Out, Bits<1024>>,
}
