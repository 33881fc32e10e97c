//! One lane of the compressor and one of the decompressor.
//!
//! Both avoid the full 32-bit adder that the paper's text suggests. A signed delta of W bits is an
//! unsigned one against an origin that lies 2^(W-1) below the base. So the low W bits need one
//! short carry chain, and the upper part of a lane can only be one of two values that all lanes
//! share: the origin's upper part, or that plus one. The late carry chooses between them.

use crate::prelude::*;

/// Measures how far a lane lies from the origin: low W bits subtracted, upper U bits compared.
///
/// Guarantees: `fits` is 1 exactly when `value - base` fits W signed bits; then `delta` is it.
// `V` is `W + 1`.
#[derive(LogicBlock, Described, Default)]
pub struct BdiDeltaLane<const W: usize, const U: usize, const V: usize> {
    pub value: Signal<In, Bits<32>>,
    pub origin: Signal<In, Bits<W>>,
    pub upper: Signal<In, Bits<U>>,
    pub upper_next: Signal<In, Bits<U>>,
    pub delta: Signal<Out, Bits<W>>,
    pub fits: Signal<Out, Bit>,
}

#[hardware(name = format!("bdi_delta_lane_{W}"))]
impl<const W: usize, const U: usize, const V: usize> Logic for BdiDeltaLane<W, U, V> {
    fn update(&mut self) {
        let low = self.value.val().get_bits::<W>(0);
        let difference = bit_cast::<V, W>(low) - bit_cast::<V, W>(self.origin.val());
        let borrow = difference.get_bit(W);
        self.delta.next = flip_top(difference.get_bits::<W>(0));

        let value_upper = self.value.val().get_bits::<U>(W);
        let at_upper = value_upper == self.upper.val();
        let at_upper_next = value_upper == self.upper_next.val();
        self.fits.next = if borrow { at_upper_next } else { at_upper };
    }
}

/// Rebuilds a lane from its delta: the inverse of [`BdiDeltaLane`].
#[derive(LogicBlock, Described, Default)]
pub struct BdiSumLane<const W: usize, const U: usize, const V: usize> {
    pub delta: Signal<In, Bits<W>>,
    pub origin: Signal<In, Bits<W>>,
    pub upper: Signal<In, Bits<U>>,
    pub upper_next: Signal<In, Bits<U>>,
    pub value: Signal<Out, Bits<32>>,
}

#[hardware(name = format!("bdi_sum_lane_{W}"))]
impl<const W: usize, const U: usize, const V: usize> Logic for BdiSumLane<W, U, V> {
    fn update(&mut self) {
        let offset = flip_top(self.delta.val());
        let sum = bit_cast::<V, W>(offset) + bit_cast::<V, W>(self.origin.val());
        let carry = sum.get_bit(W);
        let value_upper = if carry {
            self.upper_next.val()
        } else {
            self.upper.val()
        };
        self.value.next = concat::<32, _, _>(value_upper, sum.get_bits::<W>(0));
    }
}

/// Adds 2^(N-1) modulo 2^N: signed to offset numbers and back.
#[hardware]
pub fn flip_top<const N: usize>(x: Bits<N>) -> Bits<N> {
    x ^ (1_u64 << (N - 1))
}
