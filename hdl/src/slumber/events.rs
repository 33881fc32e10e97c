//! From events that name registers to planes with a bit for each register.

use crate::prelude::*;

/// The registers from `first` to `last`, if `valid`.
#[hardware]
pub fn range<const N: usize>(valid: bool, first: Bits<10>, last: Bits<10>) -> Bits<N> {
    (replicate::<N>(valid) << first) & !((replicate::<N>(valid) << 1) << last)
}

/// The register that a lane names, if the lane is enabled.
#[hardware]
pub fn at<const N: usize, const W: usize>(
    enable: bool,
    registers: Bits<W>,
    lane: usize,
) -> Bits<N> {
    concat::<N, _, _>(false, enable) << registers.get_bits::<10>(10 * lane)
}
