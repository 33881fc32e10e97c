//! From events that name registers to planes with a bit for each register.

use crate::prelude::*;

/// The same bit for all registers.
#[hardware]
pub fn spread<const N: usize>(bit: bool) -> Bits<N> {
    replicate::<N>(bit)
}

/// The registers from `first` to `last`, if `valid`.
#[hardware]
pub fn range<const N: usize>(valid: bool, first: Bits<10>, last: Bits<10>) -> Bits<N> {
    (replicate::<N>(valid) << first) & !((replicate::<N>(valid) << 1) << last)
}

/// The register, if `valid`.
#[hardware]
pub fn at<const N: usize>(valid: bool, register: Bits<10>) -> Bits<N> {
    bits::<N>(0).replace_bit(register.index(), valid)
}

/// The registers that an enabled one of `LANES` lanes names.
#[hardware]
pub fn at_any<const N: usize, const LANES: usize, const W: usize>(
    enable: Bits<LANES>,
    registers: Bits<W>,
) -> Bits<N> {
    let mut named = bits::<N>(0);
    for lane in 0..LANES {
        if enable.get_bit(lane) {
            named = named.replace_bit(registers.get_bits::<10>(10 * lane).index(), true);
        }
    }
    named
}
