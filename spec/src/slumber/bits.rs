//! How wide the counters and indices of Slumber's units are.

/// Bits of a latency: the counter of section 4.3.
pub const LATENCY_BITS: usize = 10;
/// The greatest latency.
pub const LATENCY_MAXIMUM: u16 = (1 << LATENCY_BITS) - 1;
/// Bits of a register's counter. The paper's has ten; long waits are counted in ticks here, which all
/// registers share (docs/rationale/slumber.md, *What it costs*).
pub const COUNTER_BITS: usize = 5;
/// The greatest number that the counter holds.
pub const COUNTER_MAXIMUM: u16 = (1 << COUNTER_BITS) - 1;
/// Cycles from one tick to the next, and the longest wake delay: so a wait may end in the tick before its last.
pub const TICK: u16 = 16;
/// Bits that name a warp: the tracker of 16 bytes has 2 bits for each of 64 (section 4.3).
pub const WARP_INDEX_BITS: usize = 6;
/// Bytes from one PC to the next; a line of 16 PCs (section 4.3) is one of 128 bytes.
pub const PC_BYTES: u16 = 8;
