//! What `slumber_control` decides (4.1 and 4.2), shared with `slumber_top`.

use crate::prelude::*;

/// A bit for each done slot, given to its lanes: two slots read three lanes each, two write one.
#[hardware]
pub fn by_slot(slots: Bits<4>) -> Bits<8> {
    concat::<8, _, _>(
        slots.get_bits::<2>(2),
        concat::<6, _, _>(
            replicate::<3>(slots.get_bit(1)),
            replicate::<3>(slots.get_bit(0)),
        ),
    )
}

/// The lanes of both fetch slots whose line the L1 instruction cache has.
#[hardware]
pub fn of_hits(enable: Bits<8>, hits: Bits<2>) -> Bits<8> {
    enable
        & concat::<8, _, _>(
            replicate::<4>(hits.get_bit(1)),
            replicate::<4>(hits.get_bit(0)),
        )
}

/// The voltage select of the deepest state that pays for so many idle cycles. What a partial write
/// leaves must survive.
#[hardware]
pub fn target(
    idle: Bits<10>,
    partial: bool,
    shallow: Bits<10>,
    deep: Bits<10>,
    off: Bits<10>,
) -> Bits<2> {
    if idle > off && !partial {
        bits::<2>(3)
    } else if idle > deep {
        bits::<2>(2)
    } else if idle > shallow {
        bits::<2>(1)
    } else {
        bits::<2>(0)
    }
}
