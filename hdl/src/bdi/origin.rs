//! What all lanes share.

use crate::prelude::*;

/// The point 2^(W-1) below the base, and the two upper parts that a value within 2^W of it has.
///
/// Decrement and increment run beside each other and the base's bit W-1 chooses: the choice does
/// not wait for a carry.
#[derive(LogicBlock, Default)]
pub struct BdiOrigin<const W: usize, const U: usize> {
    pub base: Signal<In, Bits<32>>,
    pub origin: Signal<Out, Bits<W>>,
    pub upper: Signal<Out, Bits<U>>,
    pub upper_next: Signal<Out, Bits<U>>,
}

#[hardware]
impl<const W: usize, const U: usize> Logic for BdiOrigin<W, U> {
    fn update(&mut self) {
        let low = self.base.val().get_bits::<W>(0);
        let low_half = low.get_bit(W - 1);
        let base_upper = self.base.val().get_bits::<U>(W);
        self.origin.next = low.replace_bit(W - 1, !low_half);
        self.upper.next = if low_half { base_upper } else { base_upper - 1 };
        self.upper_next.next = if low_half { base_upper + 1 } else { base_upper };
    }
}
