//! What blocks say of values in one word.

use crate::prelude::*;

/// `value` where `enable` is 1, else 0.
#[hardware]
pub fn gate<const N: usize>(enable: bool, value: Bits<N>) -> Bits<N> {
    replicate::<N>(enable) & value
}

/// The lowest set bit alone: a number and its negative share no other.
#[hardware]
pub fn lowest<const N: usize>(requests: Bits<N>) -> Bits<N> {
    requests & (!requests + 1)
}

/// The place behind `place` in a ring of `places`.
#[hardware]
pub fn after<const N: usize>(place: Bits<N>, places: usize) -> Bits<N> {
    if places == 1 << N {
        place + 1
    } else if place == (places - 1).to_bits::<N>() {
        0.into()
    } else {
        place + 1
    }
}

/// A bit as a number.
#[hardware]
pub fn number<const N: usize>(bit: bool) -> Bits<N> {
    bit_cast::<N, 1>(bit.into())
}
