//! What all lanes share.

use super::lane::flip_top;
use crate::prelude::*;

/// The point 2^(W-1) below the base, and the two upper parts that a value less than 2^W above it
/// can have.
///
/// Decrement and increment run beside each other and the base's bit W-1 chooses: the choice does
/// not wait for a carry.
#[derive(LogicBlock, Described, Default)]
pub struct BdiOrigin<const W: usize, const U: usize> {
    pub base: Signal<In, Bits<32>>,
    pub origin: Signal<Out, Bits<W>>,
    pub upper: Signal<Out, Bits<U>>,
    pub upper_next: Signal<Out, Bits<U>>,
}

#[hardware(name = format!("bdi_origin_{W}"))]
impl<const W: usize, const U: usize> Logic for BdiOrigin<W, U> {
    fn update(&mut self) {
        let low = self.base.val().get_bits::<W>(0);
        let base_upper = self.base.val().get_bits::<U>(W);
        let in_upper_half = low.get_bit(W - 1);
        self.origin.next = flip_top(low);
        self.upper.next = if in_upper_half {
            base_upper
        } else {
            base_upper - 1
        };
        self.upper_next.next = if in_upper_half {
            base_upper + 1
        } else {
            base_upper
        };
    }
}
